"""A finished theory, run by Prolog beside background knowledge."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fold_cli.engine.packed import pack, unpack
from fold_cli.engine.prolog import engine, fresh_module, records
from fold_cli.errors import InputError
from fold_cli.files.dialects import dialect
from fold_cli.files.intake import Intake
from fold_cli.files.sources import Sources, TableSource, check_file
from fold_cli.files.tables import facts
from fold_cli.files.tables.read import read_table
from fold_cli.files.theories import is_json, read_theory
from fold_cli.theory.prolog_format import to_prolog
from fold_cli.theory.sentences import Sentences
from fold_cli.theory.terms import Predicate
from fold_cli.use.judgement import Judgement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fold_cli.files.declarations import Declarations
    from fold_cli.files.problem import Problem
    from fold_cli.theory.theory import Theory


@dataclass(frozen=True, slots=True)
class WrittenTheory:
    """A theory and its text as Prolog; the path is empty when it is in no file."""

    theory: Theory
    text: str
    path: str = ""


def written(path: str) -> WrittenTheory:
    """Read a theory file; JSON has no lines of Prolog that could be referred to."""
    theory, text = read_theory(path), check_file(path)
    return in_memory(theory) if is_json(text) else WrittenTheory(theory, text, path)


def in_memory(theory: Theory) -> WrittenTheory:
    """Return a theory that was never written."""
    return WrittenTheory(theory, to_prolog(theory))


@dataclass(frozen=True, slots=True)
class Program:
    """A theory loaded beside background knowledge, with examples that are indexed."""

    module: str
    source: WrittenTheory
    size: int
    sentences: Sentences
    warnings: tuple[str, ...] = ()

    @property
    def theory(self) -> Theory:
        """The theory that runs."""
        return self.source.theory

    def judge(self, *, clauses: bool = False) -> Judgement:
        """Ask which examples hold, and what each clause covers, in one call."""
        target = self.theory.target
        holds, *covers = engine().call(
            "fold_theory",
            "judge",
            self.module,
            target.name,
            target.arity,
            "true" if clauses else "false",
            engine().inference_limit,
        )
        return Judgement(self._flags(holds), tuple(map(self._flags, covers)))

    def _flags(self, packed: str) -> NDArray[np.bool_]:
        flags = np.zeros(self.size, dtype=np.bool_)
        flags[unpack(packed)] = True
        return flags

    def atoms(self) -> list[str]:
        """Return the examples as Prolog writes them."""
        return engine().call("fold_index", "example_atoms", self.module)

    def explain(self, goal: str, depth: int) -> Any:
        """Return the tree of ``fold_explain`` for a ground atom."""
        prolog = engine()
        limit = prolog.inference_limit
        [text] = prolog.call(
            "fold_explain", "explain_atom", self.module, goal, depth, limit
        )
        return json.loads(text)

    def explain_examples(self, depth: int) -> list[Any]:
        """Return the tree of each example."""
        texts = engine().call(
            "fold_explain",
            "explain_examples",
            self.module,
            pack(np.arange(self.size)),
            depth,
            engine().inference_limit,
        )
        return [json.loads(text) for text in texts]


def beside(problem: Problem, source: WrittenTheory) -> Program:
    """Add a theory to a loaded problem, whose examples it will be judged by.

    The problem keeps the theory; load it anew for another one.
    """
    check_target(source, problem.target)
    warnings = _attach(problem.module, source)
    return Program(
        problem.module,
        source,
        problem.positives + problem.negatives,
        problem.sentences,
        (*problem.warnings, *warnings),
    )


def check_target(source: WrittenTheory, target: Predicate) -> None:
    """Raise an error unless a theory is about the target of the examples."""
    if source.theory.target != target:
        raise InputError(
            f"the theory is about {source.theory.target}, the examples about {target}",
            source.path,
        )


@contextmanager
def running(
    sources: Sources | TableSource, source: WrittenTheory, *, ask: str
) -> Iterator[Program]:
    """Run a theory beside background files, or a table, while the block runs.

    ``ask`` says about what: the "examples" among the sources, all that is "derived",
    or "nothing" that is known beforehand.
    """
    prolog, module = engine(), fresh_module()
    prolog.call("fold_problem", "new_problem", module)
    try:
        if isinstance(sources, TableSource):
            intake = Intake(prolog, module, Sources((sources.path,)))
            declared = _read_table(intake, sources, source.theory.target)
        else:
            intake = Intake(prolog, module, replace(sources, positives=None))
            declared = _read_files(intake, sources.positives)
        if ask == "examples":
            _check_examples(module, source.theory.target)
        warnings = [*intake.warnings, *_attach(module, source)]
        size = _index(module, source.theory.target, ask)
        yield Program(
            module, source, size, Sentences(declared.sentences), tuple(warnings)
        )
    finally:
        prolog.call("fold_problem", "free_problem", module)


def _read_files(intake: Intake, examples: str | None) -> Declarations:
    """Read files of any dialect; their own examples are not those to ask about."""
    declared = dialect.read(intake)
    intake.prolog.call("fold_examples", "forget_examples", intake.module)
    if examples:
        intake.load(examples, "pos")
    return declared


def _read_table(intake: Intake, source: TableSource, target: Predicate) -> Declarations:
    """Read all rows of a table as facts, and as examples."""
    table = read_table(source, labelled=False)
    table = replace(table, rows=np.arange(table.size))
    intake.load_text(table.file, "".join(facts.background(table)), "bk")
    atoms = [f"{target.name}({table.row_name(row)}).\n" for row in range(table.size)]
    intake.load_text(table.file, "".join(atoms), "pos")
    return intake.declarations()


def sentences_in(path: str) -> Sentences:
    """Return the sentences that a file declares."""
    prolog, module = engine(), fresh_module()
    prolog.call("fold_problem", "new_problem", module)
    try:
        intake = Intake(prolog, module, Sources((path,)))
        intake.load(path, "bk")
        return Sentences(intake.declarations().sentences)
    finally:
        prolog.call("fold_problem", "free_problem", module)


def _index(module: str, target: Predicate, ask: str) -> int:
    """Number the examples that will be asked about; return how many there are."""
    if ask == "examples":
        counts = engine().call("fold_index", "index_examples", module)
        return sum(map(int, counts))
    if ask == "derived":
        limit = engine().inference_limit
        [count] = engine().call(
            "fold_theory", "derive", module, target.name, target.arity, limit
        )
        return int(count)
    return 0


def _attach(module: str, source: WrittenTheory) -> list[str]:
    """Add a theory to the background in ``module``; return warnings."""
    target = source.theory.target
    replaced = engine().call(
        "fold_theory",
        "add_theory",
        module,
        source.path,
        source.text,
        target.name,
        target.arity,
    )
    engine().call("fold_vet", "vet", module)
    engine().call("fold_table", "table_recursion", module)
    return [
        f"{count} clause{'s' * (count != '1')} of {name}/{arity} in the background "
        "left aside: the theory defines it"
        for name, arity, count in records(replaced, 3)
    ]


def _check_examples(module: str, target: Predicate) -> None:
    """Raise an error at the first example that is not of the target."""
    fields = engine().call("fold_examples", "example_predicates", module)
    for _, name, arity, count, file, line in records(fields, 6):
        predicate = Predicate(name, int(arity))
        if predicate != target:
            raise InputError(
                f"{count} example{'s' * (count != '1')} of {predicate} here, but the "
                f"theory is about {target}",
                file,
                int(line),
            )
