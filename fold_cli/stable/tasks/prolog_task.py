"""Tasks from problems in Prolog, with clauses and terms translated for clingo.

A problem with one model is one example, which has the positive atoms in and the
negative ones out. Where the background has several stable models, atoms of POS and NEG
are read bravely: one of POS is in some model, one of NEG in none; or cautiously: one of
POS is in all models, one of NEG is missing in some. Without NEG, all other atoms of the
target are negative. Without modes, all predicates may stand in bodies.
"""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from fold_cli.errors import InputError, OutputError, some_names
from fold_cli.files import problem
from fold_cli.files.clingo_rules import (
    SourceClause,
    background_clauses,
    clauses_of,
    clingo_rules,
    head_and_body,
    signature,
)
from fold_cli.files.intake import opened_intake
from fold_cli.files.sources import check_file
from fold_cli.stable import symbols
from fold_cli.stable.solver import Solver
from fold_cli.stable.tasks.task import Example, Leaf, Limits, Mode, Task, Template
from fold_cli.theory.formats.clingo_terms import ClingoTerms, name_of, tree_of
from fold_cli.theory.quoting import quote_atom
from fold_cli.theory.terms import Predicate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fold_cli.files.sources import Sources
    from fold_cli.stable.symbols import Atom

ANY = "any"
"""The type of all terms where no mode says more."""

MAX_NEGATIVES = 20_000
"""Atoms that are negative because they are not positive."""


def task_of_problem(
    clauses: Sequence[SourceClause],
    modes: Sequence[problem.Mode],
    positives: Sequence[SourceClause],
    negatives: Sequence[SourceClause],
    bias: problem.Bias,
    scale: int = 1,
) -> Task:
    """Return a problem with one model as a task of one example."""
    writer = _TaskWriter("", clauses, modes, scale)
    inside = tuple(writer.read_atom(*atom) for atom in positives)
    outside = tuple(writer.read_atom(*atom) for atom in negatives)
    example = Example("", True, inside, outside)
    return writer.task([example], Limits(bias.max_vars, bias.max_body))


def task_of_files(sources: Sources, *, cautious: bool, scale: int) -> Task:
    """Return the task of files whose background has several stable models."""
    with opened_intake(sources) as intake:
        for path in (*sources.background, *filter(None, [sources.modes])):
            intake.load(path, "bk")
        declared = intake.declarations()
        clauses = background_clauses(intake.module)
    path = sources.background[0]
    assert sources.positives is not None
    positives = clauses_of(check_file(sources.positives), sources.positives)
    modes = [*declared.heads, *declared.bodies]
    if not declared.heads:
        target = _target(positives, sources.positives)
        modes = list(_inferred(clauses, target))
    writer = _TaskWriter(path, clauses, modes, scale)
    true = [writer.read_atom(*atom) for atom in positives]
    if sources.negatives is not None:
        text = check_file(sources.negatives, empty=True)
        negatives = clauses_of(text, sources.negatives)
        false = [writer.read_atom(*atom) for atom in negatives]
    else:
        false = list(writer.closed_world_negatives(true))
    limits = Limits(declared.bias.max_vars, declared.bias.max_body)
    return writer.task(_examples(true, false, cautious=cautious), limits)


def _examples(
    positives: list[str], negatives: list[str], *, cautious: bool
) -> Iterator[Example]:
    if cautious:
        yield Example("model", True, (), ())
    for atoms, positive in ((positives, True), (negatives, False)):
        for number, atom in enumerate(atoms, 1):
            name = f"{'pos' if positive else 'neg'}_{number}"
            if cautious:
                yield Example(name, not positive, (), (atom,))
            else:
                yield Example(name, positive, (atom,), ())


def _target(atoms: list[SourceClause], path: str) -> tuple[str, int]:
    if not atoms:
        raise InputError("no example; give one, or the modes", path)
    return signature(atoms[0].tree)


def _inferred(
    clauses: Sequence[SourceClause], target: tuple[str, int]
) -> Iterator[problem.Mode]:
    """Yield modes for the target, and for all predicates of the clauses."""
    known = {signature(head_and_body(clause.tree)[0]) for clause in clauses}
    for at, (name, arity) in enumerate([target, *sorted(known - {target})]):
        kind = "+" if at == 0 else "-"
        args = (problem.Arg(kind, ANY),) * arity
        yield problem.Mode(Predicate(quote_atom(name), arity), args)


class _TaskWriter:
    """Translates the parts of one problem for clingo."""

    def __init__(
        self,
        path: str,
        clauses: Sequence[SourceClause],
        modes: Sequence[problem.Mode],
        scale: int,
    ) -> None:
        self.path, self.terms = path, ClingoTerms(scale)
        head, *body = modes
        self.types: dict[str, str] = {}
        self.modes = [self._mode("head", head), *(self._mode("body", m) for m in body)]
        self.modes = list(dict.fromkeys(self.modes))
        used = {(m.template.name, len(m.template.args)) for m in self.modes}
        self.left_out: set[str] = set()
        translated = list(clingo_rules(clauses, self.terms, used, self.left_out))
        self.background = "".join(f"{' '.join(rules)}\n" for _, rules in translated)
        try:
            self.solver = Solver([self.background], path)
        except InputError as error:  # its line is that of a translated clause
            clause, rules = translated[min(max(error.line, 1), len(translated)) - 1]
            text = f"{error.message} in {rules[0]}"
            raise InputError(text, clause.file or path, clause.line) from None

    def task(self, examples: Iterable[Example], limits: Limits) -> Task:
        """Return the task."""
        all_examples = tuple(examples)
        atoms = {
            symbols.read(atom, self.path, 0)
            for example in all_examples
            for atom in (*example.inside, *example.outside)
        }
        constants = self._constants({*self.solver.atoms, *atoms})
        names = some_names(sorted(self.left_out))
        notes = (f"left out, since clingo cannot say it and no mode needs it: {names}",)
        return Task(
            self.path,
            self.background,
            all_examples,
            tuple(self.modes),
            constants,
            limits,
            notes if names else (),
        )

    def _mode(self, kind: str, mode: problem.Mode) -> Mode:
        leaves = tuple(
            Leaf(self._type(a.type), a.kind == "#" or a.type == problem.DATE_TYPE)
            for a in mode.args  # clingo does not order dates
        )
        signs = (True,) if kind == "head" else (True, False)
        try:
            name = name_of(tree_of(mode.predicate.name)[1])
        except OutputError as error:
            raise InputError(str(error), mode.file or self.path, mode.line) from None
        return Mode(kind, Template(name, leaves), signs, line=mode.line)

    def _type(self, name: str) -> str:
        """Return a type as clingo can name it; different ones stay different."""
        if name not in self.types:
            plain = re.sub(r"\W", "_", name, flags=re.ASCII).lower()
            plain = plain if re.match("[a-z]", plain) else f"t_{plain}"
            used = {*self.types.values()}
            numbered = (f"{plain}_{n}" for n in itertools.count(1))
            names = itertools.chain([plain], numbered)
            self.types[name] = next(free for free in names if free not in used)
        return self.types[name]

    def read_atom(self, tree: list[object], file: str, line: int) -> str:
        """Return an example, or raise what is wrong with it."""
        try:
            text = self.terms.term(tree)
        except OutputError as error:
            raise InputError(str(error), file, line) from None
        except KeyError as error:
            raise InputError(
                f"an example has a variable, {error}", file, line
            ) from None
        symbols.read(text, file, line)
        return text

    def closed_world_negatives(self, positives: list[str]) -> Iterator[str]:
        """Yield the atoms of the target over known terms that are not positive."""
        head = self.modes[0].template
        given = {symbols.read(atom, self.path, 0) for atom in positives}
        domains = self._terms({*self.solver.atoms, *given})
        columns = [
            symbols.in_order(domains.get(leaf.type, set())) for leaf in head.leaves
        ]
        count = 1
        for column in columns:
            count *= len(column)
        if count > MAX_NEGATIVES:
            raise InputError(
                f"without NEG, {count} atoms would be examples; give NEG, or types in "
                "modes",
                self.path,
            )
        for values in itertools.product(*columns):
            text = head.text(map(symbols.text, values))
            if symbols.read(text, self.path, 0) not in given:
                yield text

    def _constants(self, atoms: set[Atom]) -> dict[str, tuple[str, ...]]:
        found = self._terms(atoms, constants=True)
        return {
            kind: tuple(map(symbols.text, symbols.in_order(terms)))
            for kind, terms in sorted(found.items())
        }

    def _terms(
        self, atoms: set[Atom], *, constants: bool = False
    ) -> dict[str, set[Atom]]:
        """Return the terms at the places of each type, or at those of constants."""
        by_type: dict[str, set[Atom]] = {}
        modes: dict[tuple[str, int], list[Template]] = {}
        for mode in self.modes:
            key = mode.template.name, len(mode.template.args)
            modes.setdefault(key, []).append(mode.template)
        for atom in atoms:
            arguments = symbols.symbol(atom).arguments
            for template in modes.get(symbols.signature(atom), ()):
                for leaf, term in zip(template.leaves, arguments, strict=True):
                    if leaf.constant or not constants:
                        by_type.setdefault(leaf.type, set()).add(symbols.number(term))
        return by_type
