"""Theories run as they are written, before they are handed over.

The search counts by bit sets what Prolog answered when it was asked about each
predicate. A written clause may mean something else: a cut, if-then-else or negation in
the background may answer otherwise when more is bound, and a name may clash. So every
theory is rendered, read back and applied to all examples; what is said about it is what
that run finds. It costs one call of each clause for each example.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.engine.grace import grace
from fold_cli.errors import EngineError, ExhaustedError, FoldError
from fold_cli.theory.formats.background_syntax import adapted_to_background
from fold_cli.theory.formats.prolog_format import clause_line
from fold_cli.theory.theory import Counts, LearnedClause, Theory
from fold_cli.use.learning.faults import Fault
from fold_cli.use.theories.written_theory import in_memory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.bits import Bits
    from fold_cli.theory.terms import Body, Clause
    from fold_cli.use.problems.learning_problem import Learnable, Training
    from fold_cli.use.theories.judgement import Judgement


MAX_PARTIAL_RUN_SECONDS = 0.4
"""Time in which Prolog may run a theory after its search was stopped."""


MAX_PARTIAL_RUN_CELLS = 1_000_000_000
"""Literals times rows up to which a table's theory is run then: half a second."""

NOT_RUN = "not run, so the counts are those of the search"


class Verifier:
    """Runs theories on the examples that they are learned from."""

    def __init__(self, problem: Learnable, training: Training) -> None:
        self.problem, self.coverage = problem, training.coverage

    def run(self, theory: Theory) -> tuple[Theory, Judgement]:
        """Return a theory with the counts of its run, and the run.

        Raises an error where the theory does.
        """
        judgement = self.problem.judge(in_memory(theory), clauses=True)
        if judgement.uncounted:
            clause = theory.clauses[min(judgement.uncounted)].clause
            raise EngineError(f"{clause_line(clause)} ends in an error when it is run")
        holds = bits.pack(judgement.holds)
        sets = map(bits.pack, judgement.within_defaults(theory))
        kinds = self.coverage.positives, self.coverage.negatives
        pairs = bits.counts_of_each(chain([holds], sets), kinds)
        covers, *of_clauses = (Counts(*pair) for pair in pairs)
        counted = theory.with_clause_counts(of_clauses)
        return replace(counted, covers=covers), judgement

    def run_partial(self, theory: Theory) -> tuple[Theory, Judgement | None]:
        """Return a partial theory with the counts of its run, and the run.

        Where running it takes too long, or ends in an error, or rows are at workers, it
        has a note that its counts are those of the search.
        """
        unrun, (_, literals) = not_run(theory), theory.size
        examples = self.problem.positives + self.problem.negatives
        too_many = self.problem.schema and literals * examples > MAX_PARTIAL_RUN_CELLS
        if not (too_many or isinstance(self.coverage.positives, bits.DistantSet)):
            try:
                with grace(MAX_PARTIAL_RUN_SECONDS):
                    return self.run(theory)
            except FoldError as error:
                unrun = not_run(theory, str(error))
            except KeyboardInterrupt:
                pass
        return unrun, None

    def misjudged(self, holds: Bits) -> list[str]:
        """Return the examples that a theory gets wrong, as facts: ``pos(fly(jet)).``"""
        missed = self.coverage.positives & ~holds
        mistaken = self.coverage.negatives & holds
        return [
            f"{kind}({atom})."
            for kind, wrong in (("pos", missed), ("neg", mistaken))
            if wrong.any()
            for atom in self.problem.listed(wrong)
        ]

    def fault(self, theory: Theory, counted: Theory | None) -> Fault:
        """Return the literal at fault where the run and the search disagree.

        ``theory`` has the predicates by which the search asks; ``counted`` is the
        theory with the counts of the run, None if the run failed. Exceptions stand
        after what they are exceptions to: the last clause that differs has no exception
        that does. Clauses may have equal counts and cover other examples, so those are
        looked at too, after all whose counts differ.
        """
        names = theory.defined
        run = counted.clauses if counted else theory.clauses
        pairs = list(zip(theory.clauses, run, strict=True))[::-1]
        pairs.sort(key=lambda pair: pair[0].covers == pair[1].covers)
        for learned, _ in pairs:
            fault = self.fault_in(learned.clause, names)
            if fault:
                return fault
        raise EngineError(
            f"the theory of {theory.target} does not cover, when it is run, what it "
            "covered in the search, and no literal is at fault: please report this "
            "with the files"
        )

    def fault_in(self, clause: Clause, names: frozenset[str]) -> Fault | None:
        """Return the first literal with which a clause differs when it is run.

        ``names`` are the predicates of the theory itself.
        """
        for prefix in _prefixes(clause, names):
            shorter = replace(clause, name=self.problem.target.name, body=prefix)
            assert prefix[-1].atom
            predicate = prefix[-1].atom.predicate
            theory = adapted_to_background(
                Theory(self.problem.target, (LearnedClause(shorter),)),
                self.problem.predicates,
                self.problem.syntax,
            )
            text = clause_line(theory.clauses[0].clause)
            try:
                holds = bits.pack(self.run(theory)[1].holds)
                covers = self.coverage.covers(prefix)
            except ExhaustedError:
                raise
            except FoldError as error:
                return Fault(predicate, f"{text} ends in an error when run: {error}")
            scope = self.coverage.positives | self.coverage.negatives
            if covers is not None and ((covers ^ holds) & scope).any():
                return Fault(
                    predicate,
                    f"{text} covers other examples when it is run than in the search; "
                    "its answers depend on what is bound when it is called (a cut, "
                    "if-then-else or negation in its rules?)",
                )
        return None


def not_run(theory: Theory, why: str = "there was no time") -> Theory:
    """Return a theory with a note that it was not run, and why."""
    return replace(theory, notes=(*theory.notes, f"{NOT_RUN}: {why}"))


def run_notes(theory: Theory) -> tuple[str, ...]:
    """Return the notes of a theory that is run with others, though not by itself."""
    return tuple(note for note in theory.notes if not note.startswith(NOT_RUN))


def _prefixes(clause: Clause, names: frozenset[str]) -> Iterator[Body]:
    """Yield the beginnings of a body that have only literals of the background."""
    for length, literal in enumerate(clause.body, 1):
        if literal.atom is None or literal.atom.name in names:
            return
        yield clause.body[:length]
