"""Rules that call their own target, held to what they derive when run.

A short program that derives all positives and no negative is looked for (see
``programs.py``), by some of the examples; those that it gets wrong when it is run on
all are added to them. Or rules are learned one by one, and the target in a body is
judged by the positive examples. That may deceive: rules can support each other in a
circle with nothing to start from. So the theory is run, and what it does not derive is
learned again without recursion.

Programs come first where greedy search is at a loss: outputs are to be computed, or
inputs are taken apart. Between plain objects, rules come first, and a program has to be
shorter than they are.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

import numpy as np

from fold_cli import bits
from fold_cli.errors import FoldError
from fold_cli.search.doubt import Doubt, Reason
from fold_cli.search.program_search import ProgramSearch
from fold_cli.theory.rules import Rule
from fold_cli.theory.terms import Literal, Threshold, Var, variables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from fold_cli.bits import Bits
    from fold_cli.coverage.programs import Programs
    from fold_cli.search.base_choices import Program
    from fold_cli.search.learner import Learner
    from fold_cli.theory.terms import Body

FIRST_EXAMPLES = 60
"""Positives, and negatives, by which programs are first judged."""

SAVING = 2
"""Constants in the positives for each literal of rules that describe them well."""

SHARE_AFTER_RULES = 0.1
"""Inferences spent on programs after such rules, as a share of those spent on them."""

LEAST_AFTER_RULES = 500_000
"""Inferences that may be spent at least where none of several such rules recurses."""

MAX_ROUNDS = 6
"""Times that examples are added which a program gets wrong."""


class MayRecurse(Protocol):
    """Coverage whose candidates may hold the target itself."""

    recursive: bool

    def programs(self) -> Programs | None:
        """Return the recursive programs of the target, if they can be listed."""


def recurses(rules: Iterable[Rule], target: str, arity: int) -> bool:
    """Return whether a rule calls the target."""
    atoms = (
        literal.atom if isinstance(literal, Threshold) else literal
        for rule in rules
        for literal in rule.body
    )
    return any(
        isinstance(atom, Literal) and atom.name == target and len(atom.args) == arity
        for atom in atoms
    )


def learn_recursive(
    learner: Learner,
    coverage: MayRecurse,
    calls_itself: Callable[[Iterable[Rule]], bool],
    run: Callable[[list[Rule]], Bits],
    on_doubt: Callable[[Doubt], None] = lambda _: None,
) -> list[Rule]:
    """Return rules that derive, when run, every positive example and no negative.

    ``on_doubt`` hears what the examples leave open.
    """
    programs = coverage.programs()
    if programs is None:
        return _one_by_one(learner, coverage, calls_itself, run)
    judging = _first_examples(learner)
    programs.hold(judging, learner.coverage.size)
    if programs.functional or programs.structured:
        room = programs.constants - 1
        rules = _program(learner, programs, judging, room, run, on_doubt)
        if rules:
            return rules
        rules = _one_by_one(learner, coverage, calls_itself, run)
        if len(rules) > 1:
            on_doubt(Doubt(Reason.NO_PROGRAM))
        return rules
    before = programs.inferences()
    rules = _one_by_one(learner, coverage, calls_itself, run)
    learner.on_progress(rules, bits.empty_like(learner.coverage.positives))
    size = sum(rule.size for rule in rules)
    if programs.constants >= SAVING * size and not any(r.enumerates for r in rules):
        share = int((programs.inferences() - before) * SHARE_AFTER_RULES)
        alone = len(rules) == 1 or calls_itself(rules)
        least = 0 if alone else LEAST_AFTER_RULES
        programs.budget = max(share, least)
    room = min(size, programs.constants) - 1
    return _program(learner, programs, judging, room, run, on_doubt) or rules


def _one_by_one(
    learner: Learner,
    coverage: MayRecurse,
    calls_itself: Callable[[Iterable[Rule]], bool],
    run: Callable[[list[Rule]], Bits],
) -> list[Rule]:
    """Return rules that greedy search finds, and that derive what they should."""
    rules = learner.learn()
    if not calls_itself(rules):
        return rules
    if any(_calls_in_vain(rule, calls_itself) for rule in rules):
        coverage.recursive = False
        return learner.learn()
    coverage.recursive = False
    try:
        rules = _started(learner, rules, run)
    except FoldError:  # calls whose inputs are not bound, or that do not end
        rules = []
    if not rules:
        return learner.learn()
    return sorted(rules, key=lambda rule: calls_itself([rule]))  # base cases first


def _started(
    learner: Learner, rules: list[Rule], run: Callable[[list[Rule]], Bits]
) -> list[Rule]:
    """Return the rules with what they need to start from; none if they are wrong."""
    pos, neg = learner.coverage.positives, learner.coverage.negatives
    derived = run(rules)
    while (pos & ~derived).any() and not (neg & derived).any():
        rules.append(_start(learner, pos & ~derived))
        derived = run(rules)
    return [] if (neg & derived).any() else _needed(rules, pos, neg, run)


def _program(
    learner: Learner,
    programs: Programs,
    judging: Bits,
    room: int,
    run: Callable[[list[Rule]], Bits],
    on_doubt: Callable[[Doubt], None],
) -> list[Rule]:
    """Return the rules of the shortest program that holds on all examples, if any.

    ``judging`` are the examples that programs are run on first, and ``room`` is what
    their size may be: one as long as the positives themselves says nothing.
    """
    size, pos = learner.coverage.size, learner.coverage.positives
    neg = learner.coverage.negatives
    for _ in range(MAX_ROUNDS):
        one_output = programs.functional
        found = ProgramSearch(programs, room).best()
        if not found:
            return []
        rules = _rules(found[0], programs.target.arity, learner)
        try:
            derived = run(rules)
        except FoldError:
            return []
        wrong = (pos & ~derived) | (neg & derived)
        if not wrong.any():
            if len(found) > 1:
                other = _rules(found[1], programs.target.arity, learner)
                on_doubt(Doubt(Reason.AS_SHORT, len(found) - 1, other))
            if one_output and found[0].ambiguous:
                on_doubt(Doubt(Reason.SEVERAL_OUTPUTS))
            if found[0].accidental:
                on_doubt(Doubt(Reason.RARE_CASES))
            if found[0].clauses:
                return rules
            return [Rule(rule.body, (), run([rule])) for rule in rules]
        judging = judging | _some(wrong, size)
        programs.hold(judging, size)
    return []


def _first_examples(learner: Learner) -> Bits:
    """Return the examples by which programs are judged first."""
    coverage = learner.coverage
    every = (coverage.positives, coverage.negatives)
    positives, negatives = (_some(examples, coverage.size) for examples in every)
    return positives | negatives


def _some(examples: Bits, size: int) -> Bits:
    """Return some examples, evenly from all of them."""
    every = bits.indices(examples, size)
    flags = np.zeros(size, dtype=np.bool_)
    flags[every[:: -(-len(every) // FIRST_EXAMPLES) or 1]] = True
    return bits.pack(flags)


def _rules(program: Program, arity: int, learner: Learner) -> list[Rule]:
    """Return the rules of a program, with variables numbered without gaps.

    What each covers is not known before it is run; all positives stand for it.
    """
    bodies = [base.literals for base in program.bases]
    bodies += [clause.body for clause in program.clauses]
    rules = []
    for literals in bodies:
        numbers = {at: at for at in range(arity)}
        body: Body = tuple(
            Literal(
                literal.name,
                tuple(
                    Var(numbers.setdefault(arg.index, len(numbers)))
                    if isinstance(arg, Var)
                    else arg
                    for arg in literal.args
                ),
            )
            for literal in literals
        )
        rules.append(Rule(body, (), learner.coverage.positives))
    return rules


def _calls_in_vain(rule: Rule, calls_itself: Callable[[Iterable[Rule]], bool]) -> bool:
    """Return whether what a call of the target brings in is used nowhere."""
    uses = Counter(v for literal in rule.body for v in variables(literal))
    return any(
        isinstance(literal, Literal)
        and calls_itself([Rule((literal,), (), rule.covers)])
        and not any(uses[v] > 1 for v in variables(literal))
        for literal in rule.body
    )


def _start(learner: Learner, missing: Bits) -> Rule:
    """Return one more rule, without recursion, for what is not derived."""
    empty = learner.search.root(depth=0)
    rule = learner.specialize(empty, missing, learner.coverage.negatives)
    return learner.bound(rule, missing)


def _needed(
    rules: list[Rule], pos: Bits, neg: Bits, run: Callable[[list[Rule]], Bits]
) -> list[Rule]:
    """Leave out rules, the longest first, without which the rest derive the same."""
    for rule in sorted(rules, key=lambda rule: -len(rule.body)):
        rest = [other for other in rules if other is not rule]
        if rest:
            derived = run(rest)
            if not ((pos & ~derived) | (neg & derived)).any():
                rules = rest
    return rules
