"""The library's front door: what the commands do, without a terminal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from fold_cli import bits
from fold_cli.coverage.relational import Coverage
from fold_cli.coverage.table import TableCoverage
from fold_cli.errors import InputError
from fold_cli.files.loader import free, load
from fold_cli.files.problem import Problem
from fold_cli.files.sources import TableSource
from fold_cli.search.diagnosis import diagnosis
from fold_cli.search.learner import Learner
from fold_cli.search.options import Options
from fold_cli.search.tidy import with_one_enumeration
from fold_cli.theory.terms import Const
from fold_cli.theory.theory import build, of_class, together, with_notes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from fold_cli.bits import Bits
    from fold_cli.files.sources import Sources
    from fold_cli.files.tables.table import Table
    from fold_cli.search import coverage
    from fold_cli.theory.rules import Rule
    from fold_cli.theory.terms import Member, Predicate
    from fold_cli.theory.theory import Theory
    from fold_cli.use.checkpoint import Checkpoint


@dataclass(frozen=True, slots=True)
class Outcome:
    """A learned theory and the problem it was learned from."""

    theory: Theory
    problem: Problem | Table


def learn(
    sources: Sources | TableSource,
    options: Options | None = None,
    progress: Callable[[str, int, int], None] = lambda *_: None,
    told: Callable[[str], None] = lambda _: None,
    checkpoint: str | None = None,
    rescue: Callable[[Callable[[], Outcome]], None] = lambda _: None,
    noisy: Callable[[Iterable[str]], None] | None = None,
) -> Outcome:
    """Learn a theory.

    ``progress`` hears of the step, how much of it is done and how much there is;
    ``told`` hears warnings. A keyboard interrupt gives the theory so far, partial.
    In the file ``checkpoint`` finished rules are kept, and continued from. ``rescue``
    is given a function that returns the theory so far, from whatever thread. ``noisy``
    hears, as facts, of the examples that a noisy theory gets wrong.
    """
    options = options or Options()
    keeper = None
    if checkpoint:
        from fold_cli.use.checkpoint import Checkpoint

        keeper = Checkpoint(checkpoint)
    progress("reading files", 0, 0)
    problem = read(sources)
    try:
        for warning in problem.warnings:
            told(warning)
        if keeper:
            keeper.open(sources, problem, options)
        if isinstance(problem, Problem) and problem.classes:
            assert not isinstance(sources, TableSource)
            theory = _learn_classes(
                sources, problem, options, progress, told, keeper, noisy
            )
        else:
            theory = learn_problem(
                problem,
                options,
                progress,
                keeper,
                lambda so_far: rescue(lambda: Outcome(so_far(), problem)),
                noisy=noisy,
                told=told,
            )
        if keeper and keeper.fault:
            told(f"the checkpoint is not up to date: {keeper.fault}")
        if options.noise and theory.examples and theory.covers:
            missed = theory.examples.positives - theory.covers.positives
            told(
                f"regarded as noise: {missed} of {theory.examples.positives} positive "
                f"examples, which the theory does not cover, and "
                f"{theory.covers.negatives} of {theory.examples.negatives} negative "
                "ones, which it does"
            )
    finally:
        if isinstance(problem, Problem):
            free(problem)
    return Outcome(theory, problem)


def _learn_classes(
    sources: Sources,
    problem: Problem,
    options: Options,
    progress: Callable[[str, int, int], None],
    told: Callable[[str], None],
    keeper: Checkpoint | None,
    noisy: Callable[[Iterable[str]], None] | None,
) -> Theory:
    """Learn the classes of a target such as ``class(X, mammal)`` in turn."""
    taken = problem.predicates
    theories: list[Theory] = []
    for class_ in problem.classes:
        one = load(sources, class_)
        try:
            one = replace(one, predicates=taken)
            theory = learn_problem(
                one,
                options,
                progress,
                keeper,
                noisy=noisy,
                told=partial(_tell_of_class, told, class_),
            )
        finally:
            free(one)
        taken |= {learned.clause.name for learned in theory.clauses}
        fixed = tuple((i, Const(text)) for i, text in one.fixed)
        theories.append(of_class(theory, fixed))
        if theory.partial:
            break
    return together(theories)


def _tell_of_class(told: Callable[[str], None], class_: str, line: str) -> None:
    told(f"{class_}: {line}")


def read(sources: Sources | TableSource) -> Problem | Table:
    """Read files into a problem, which is to be freed, or a table."""
    if not isinstance(sources, TableSource):
        return load(sources)
    from fold_cli.files.tables.read import read_table

    return read_table(sources)


def learn_problem(
    problem: Problem | Table,
    options: Options,
    progress: Callable[[str, int, int], None] = lambda *_: None,
    keeper: Checkpoint | None = None,
    rescue: Callable[[Callable[[], Theory]], None] = lambda _: None,
    among: NDArray[np.intp] | None = None,
    noisy: Callable[[Iterable[str]], None] | None = None,
    told: Callable[[str], None] | None = None,
) -> Theory:
    """Learn the theory of a loaded problem, from all examples or those ``among``.

    ``noisy`` hears, as facts, of the examples that a noisy theory gets wrong; ``told``
    why little was learned.
    """
    if isinstance(problem, Problem) and problem.classes:
        raise InputError(
            f"{problem.head} has a class for each rule; only fold learn takes classes "
            "in turn",
            problem.head.file,
            problem.head.line,
        )
    search = _Search(problem, options, progress, keeper, among)
    rescue(search.so_far)
    theory = search.learn()
    if options.noise and noisy:
        noisy(search.noisy())
    if told and not theory.partial:
        for line in search.diagnosis():
            told(line)
    return theory


class _Search:
    """One run of the learner on one problem."""

    def __init__(
        self,
        problem: Problem | Table,
        options: Options,
        progress: Callable[[str, int, int], None],
        keeper: Checkpoint | None,
        among: NDArray[np.intp] | None,
    ) -> None:
        self.coverage: coverage.Coverage
        if isinstance(problem, Problem):
            options, problem = _agreed(options, problem)
            self.coverage = Coverage(problem, progress, options.lookahead, among)
        else:
            rows = problem.rows if among is None else problem.rows[among]
            self.coverage = TableCoverage(problem, rows)
        self.problem, self.options, self.keeper = problem, options, keeper
        self.progress = progress
        self.rules: list[Rule] = []
        self.start: Sequence[Rule] = ()
        if keeper:
            self.continue_from(keeper)

    def continue_from(self, keeper: Checkpoint) -> None:
        if self.options.noise:
            raise InputError("no checkpoints are kept with --noise")
        if isinstance(self.coverage, Coverage) and self.coverage.recursive:
            raise InputError("no checkpoints are kept where rules may call the target")
        self.start = keeper.start(self.problem, self.coverage.size)

    def on_progress(self, rules: Sequence[Rule], left: Bits) -> None:
        """Keep the rules so far, for whoever asks for them, and tell how many."""
        if self.keeper:
            self.keeper.save(self.problem, rules)
        self.rules = list(rules)
        every = bits.count(self.coverage.positives)
        self.progress("learning", every - bits.count(left), every)

    def learn(self) -> Theory:
        try:
            rules = self.learned_rules()
        except KeyboardInterrupt:
            if self.keeper:
                self.keeper.write()
            theory = self.so_far()
            if not theory.clauses:
                raise
            return theory
        return self.theory(rules, partial=False)

    def learned_rules(self) -> list[Rule]:
        given = (self.coverage, self.options, self.on_progress)
        if self.options.noise:
            from fold_cli.search.noise import NoisyLearner

            return NoisyLearner(*given, self.problem.target.arity).learn()
        learner = Learner(*given)
        if isinstance(self.coverage, Coverage) and self.coverage.recursive:
            return _learn_recursive(self.problem, self.coverage, learner)
        return learner.learn(self.start)

    def so_far(self) -> Theory:
        """Return the theory of the rules that are finished."""
        target = self.problem.target
        rules = [rule for rule in self.rules if not _calls_target([rule], target)]
        return self.theory(with_one_enumeration(rules), partial=True)

    def noisy(self) -> list[str]:
        """Return the examples that the rules get wrong as facts."""
        coverage = self.coverage
        covered = bits.union([rule.covers for rule in self.rules], coverage.positives)
        wrong = {
            "pos": coverage.positives & ~covered,
            "neg": coverage.negatives & covered,
        }
        return [
            f"{kind}({atom})."
            for kind, examples in wrong.items()
            if examples.any()
            for atom in _atoms(self.problem, coverage.member(examples))
        ]

    def diagnosis(self) -> list[str]:
        """Return why little or nothing was learned, if that is so."""
        considered = [mode.predicate for mode in self.problem.body]
        target = self.problem.target
        return diagnosis(self.coverage, self.options, self.rules, target, considered)

    def theory(self, rules: list[Rule], *, partial: bool) -> Theory:
        self.rules = rules
        theory = build(
            rules,
            self.problem.target,
            self.problem.predicates,
            self.coverage.positives,
            self.coverage.negatives,
        )
        notes = _notes(self.problem, self.options)
        return with_notes(theory, notes, partial=partial)


def _atoms(problem: Problem | Table, examples: Member) -> list[str]:
    """Return examples as Prolog writes them."""
    fixed = problem.fixed if isinstance(problem, Problem) else ()
    atoms = []
    for row in examples.rows:
        args = [const.text for const in row]
        for at, text in sorted(fixed):
            args.insert(at, text)
        name = problem.target.name
        atoms.append(f"{name}({', '.join(args)})" if args else name)
    return atoms


def _calls_target(rules: Iterable[Rule], target: Predicate) -> bool:
    """Return whether rules rest on others: half of them may then be wrong."""
    from fold_cli.search.recursion import recurses

    return recurses(rules, target.name, target.arity)


def _agreed(options: Options, problem: Problem) -> tuple[Options, Problem]:
    """Let the problem's own files bound the search where the options do not."""
    bias = problem.bias
    options = replace(
        options,
        max_literals=_first(options.max_literals, bias.max_body),
        max_clauses=_first(options.max_clauses, bias.max_clauses),
        recursion=(options.recursion or bias.recursion) and not options.noise,
    )
    return options, replace(problem, bias=replace(bias, recursion=options.recursion))


def _first(option: int | None, declared: int | None) -> int | None:
    return declared if option is None else option


def _learn_recursive(
    problem: Problem | Table, coverage: Coverage, learner: Learner
) -> list[Rule]:
    """Learn with the target in bodies, and run what was learned."""
    from fold_cli.search.recursion import learn_recursive, recurses
    from fold_cli.use.program import beside, in_memory

    assert isinstance(problem, Problem)
    target = problem.target
    sets = (coverage.positives, coverage.negatives)

    def run(rules: list[Rule]) -> Bits:
        theory = build(rules, target, problem.predicates, *sets)
        return bits.pack(beside(problem, in_memory(theory)).judge().holds)

    return learn_recursive(
        learner, coverage, lambda rules: recurses(rules, target.name, target.arity), run
    )


def _notes(problem: Problem | Table, options: Options) -> list[str]:
    """Return the header lines about how a theory came to be."""
    notes = []
    if isinstance(problem, Problem) and problem.closed_world:
        notes.append("negatives: closed world")
    words = [f"--algorithm {options.algorithm}"]
    for name in ("max_literals", "max_clauses", "max_exception_depth"):
        value = getattr(options, name)
        if value is not None:
            words.append(f"--{name.replace('_', '-')} {value}")
    if options.lookahead != 1:
        words.append(f"--lookahead {options.lookahead}")
    if options.recursion:
        words.append("--recursion")
    if options.gain:
        words.append(f"--gain {options.gain}")
    if options.noise:
        words.append("--noise")
    return [*notes, f"options: {' '.join(words)}"]
