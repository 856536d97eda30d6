"""A theory loaded into Prolog beside background knowledge, and asked about examples."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from fold_cli.engine.packed import pack, unpack
from fold_cli.engine.prolog import engine, records
from fold_cli.errors import InputError
from fold_cli.files.background import vetted, warn_of_swipl
from fold_cli.files.dialects import dialect
from fold_cli.files.intake import opened_intake
from fold_cli.files.sources import Sources
from fold_cli.files.target import example_groups, of_other_systems
from fold_cli.theory.class_list import unlisted_default
from fold_cli.theory.english.sentences import Sentences
from fold_cli.theory.formats.prolog_format import clause_line
from fold_cli.use.theories.prolog_judgement import judge
from fold_cli.use.theories.written_theory import check_target

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from fold_cli.files.declarations import Declarations
    from fold_cli.files.intake import Intake
    from fold_cli.files.problem import Problem
    from fold_cli.theory.terms import Predicate
    from fold_cli.theory.theory import LearnedClause, Theory
    from fold_cli.use.explaining.explanation import Explanation
    from fold_cli.use.theories.judgement import (
        ExampleNumbers,
        Judgement,
        ThresholdPlace,
    )
    from fold_cli.use.theories.written_theory import WrittenTheory


@dataclass(frozen=True, slots=True)
class PrologTheory:
    """A theory loaded beside background knowledge, with examples that are indexed."""

    module: str
    source: WrittenTheory
    size: int
    sentences: Sentences
    warnings: tuple[str, ...] = ()

    @property
    def theory(self) -> Theory:
        """The theory that runs; of a table nothing is known."""
        return self.source.theory.without_table()

    def judge(self, *, clauses: bool = False) -> Judgement:
        """Ask which examples hold, and perhaps what each clause covers."""
        return judge(self.module, self.theory, self.size, clauses=clauses)

    def endless(self) -> tuple[str, ...]:
        """Return a warning where swipl, which has fewer tables, may never end."""
        if self.theory.recursive or not self.size:
            return ()
        target, prolog = self.theory.target, engine()
        about = (self.module, target.name, target.arity)
        return tuple(
            f"{file}:{line}: {name}/{arity} calls itself; it is tabled here, but "
            f"without a table, as in swipl, {atom} takes long and may never end: "
            f"add ':- table {name}/{arity}.' to the file"
            for atom, name, arity, file, line in records(
                prolog.call("fold_judge", "endless", *about), 5
            )
        )

    def atoms(self, places: NDArray[np.intp] | None = None) -> list[str]:
        """Return all examples, or those at some places, as Prolog writes them."""
        atoms = engine().call("fold_index", "example_atoms", self.module)
        return atoms if places is None else [atoms[at] for at in places.tolist()]

    def explanation(self, goal: str, depth: int) -> Explanation:
        """Return why a ground atom holds, or why not."""
        prolog = engine()
        texts = prolog.call(
            "fold_explain",
            "explain_atom",
            self.module,
            goal,
            depth,
            prolog.inference_limit,
        )
        [explanation] = self._explanations(texts)
        return explanation

    def explanations(
        self, depth: int, places: NDArray[np.intp] | None = None
    ) -> list[Explanation]:
        """Return why each example, or those at some places, holds, or why not."""
        from fold_cli.use.explaining.explanation import MAX_SHOWN

        texts = engine().call(
            "fold_explain",
            "explain_examples",
            self.module,
            pack(np.arange(self.size) if places is None else places),
            depth,
            MAX_SHOWN,
            engine().inference_limit,
        )
        return self._explanations(texts)

    def numbers(self, asked: Sequence[ThresholdPlace]) -> list[ExampleNumbers]:
        """Ask for the numbers that thresholds bound, by clauses that give them."""
        from fold_cli.use.theories.threshold_numbers import numbering, numbers_of
        from fold_cli.use.theories.written_theory import in_memory

        theory, target = numbering(self.theory, asked), self.theory.target
        _attach(self.module, in_memory(theory))
        prolog, found = engine(), []
        limit = prolog.inference_limit
        for index, threshold in enumerate(asked, len(self.theory.clauses)):
            about = (target.name, target.arity, threshold.clause, index, limit)
            packed, *texts = prolog.call("fold_numbers", "numbers", self.module, *about)
            found.append(numbers_of(unpack(packed), texts))
        _attach(self.module, self.source)
        return found

    def _explanations(self, trees: list[str]) -> list[Explanation]:
        from fold_cli.use.explaining.prolog_explanation import ExplanationBuilder

        narrator = ExplanationBuilder(self.theory, self.sentences)
        return [narrator.explanation(json.loads(tree)) for tree in trees]


def attach_theory(problem: Problem, source: WrittenTheory) -> PrologTheory:
    """Add a theory to a loaded problem, whose examples it will be judged by.

    What it defines replaces what the background, or an earlier theory, says of it.
    """
    check_target(source, problem.target)
    warnings = _attach(problem.module, source)
    return PrologTheory(
        problem.module,
        source,
        problem.positives + problem.negatives,
        problem.sentences,
        tuple(warnings),
    )


@contextmanager
def theory_beside_files(
    sources: Sources, source: WrittenTheory, ask: str
) -> Iterator[PrologTheory]:
    """Run a theory beside background files; see ``problem_factory.applied``.

    The files' own examples are not those to ask about.
    """
    with opened_intake(replace(sources, positives=None)) as intake:
        declared = dialect.read(intake)
        intake.ask("fold_examples", "forget_examples")
        if sources.positives:
            intake.load(sources.positives, "pos")
        yield _program(intake, declared, source, ask)


def _program(
    intake: Intake, declared: Declarations, source: WrittenTheory, ask: str
) -> PrologTheory:
    """Add a theory to what was read, and number what will be asked about."""
    target = source.theory.target
    if ask == "examples":
        _check_examples(intake, target)
    warn_of_swipl(intake, target)
    warnings = (*intake.warnings, *_attach(intake.module, source))
    default = unlisted_default(source.theory) if ask == "derived" else None
    if default is not None:
        text = clause_line(default.clause)
        warnings = (*warnings, f"objects that no rule covers are not listed: {text}")
    size = _index(intake.module, target, ask, default)
    sentences = Sentences(declared.sentences)
    program = PrologTheory(intake.module, source, size, sentences, warnings)
    return replace(program, warnings=(*warnings, *program.endless()))


def sentences_in(path: str) -> Sentences:
    """Return the sentences that a file declares."""
    with opened_intake(Sources((path,))) as intake:
        intake.load(path, "bk")
        return Sentences(intake.declarations().sentences)


def _index(
    module: str, target: Predicate, ask: str, default: LearnedClause | None
) -> int:
    """Number the examples that will be asked about; return how many there are.

    A default class whose clause binds no object is not asked for its objects.
    """
    if ask == "examples":
        return sum(map(int, engine().call("fold_index", "index_examples", module)))
    if ask == "derived":
        limit = engine().inference_limit
        skipped = "negations" if default else "none"
        [count] = engine().call(
            "fold_theory", "derive", module, target.name, target.arity, skipped, limit
        )
        return int(count)
    return 0


def _attach(module: str, source: WrittenTheory) -> list[str]:
    """Add a theory to the background in ``module``; return warnings."""
    target = source.theory.target
    try:
        replaced = engine().call(
            "fold_theory",
            "add_theory",
            module,
            source.cited,
            source.text,
            target.name,
            target.arity,
        )
        vetted(engine(), module)
    except InputError as error:
        if not error.file:  # it is in a text that no file has
            error.file, error.line = source.path, 0
        raise
    return [
        f"{count} clause{'s' * (count != '1')} of {name}/{arity} in the background "
        "left aside: the theory defines it"
        for name, arity, count in records(replaced, 3)
    ]


def _check_examples(intake: Intake, target: Predicate) -> None:
    """Raise an error at the first example that is not of the target."""
    groups = example_groups(intake)
    for group in groups:
        if group.predicate != target:
            raise of_other_systems(groups) or InputError(
                f"{group.size} example{'s' * (group.size != 1)} of {group.predicate} "
                f"here, but the theory is about {target}",
                group.file,
                group.line,
            )
