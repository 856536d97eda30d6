"""Rules that call their own target, held to what they derive when run.

There are two ways to such rules. A short program that derives all positives and no
negative is searched for (``program_search``) with some of the examples; it is then run
on all, and the search is repeated with those that it gets wrong. Or rules are learned
one by one, where a call of the target in a body covers what the positive examples say.
That may deceive: rules can support each other in a circle with nothing to start from.
So the rules are run, and what they do not derive is learned again without recursion.

Programs are tried first where greedy search finds no gain: where outputs are computed,
or inputs are taken apart. Between plain objects rules are learned first, and a program
has to be shorter than they are.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

import numpy as np

from fold_cli import bits
from fold_cli.coverage.programs import ProgramLimitError
from fold_cli.errors import FoldError
from fold_cli.search.doubt import Doubt, Reason
from fold_cli.search.programs.body_listing import LEFT_OUT
from fold_cli.search.programs.program_doubts import (
    doubts_beside,
    program_doubts,
    program_rules,
)
from fold_cli.search.programs.program_search import ProgramSearch
from fold_cli.search.programs.recursive_program import NO_RECURSION_COST
from fold_cli.search.rule_doubts import relates_inputs, rules_doubts
from fold_cli.theory.rules import Rule
from fold_cli.theory.terms import Literal, Member, Threshold, variables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager

    from fold_cli.bits import Bits
    from fold_cli.coverage.programs import Programs
    from fold_cli.search.learner import Learner
    from fold_cli.search.programs.recursive_program import ProgramText
    from fold_cli.theory.terms import Predicate

MAX_FIRST_EXAMPLES = 60
"""Positives, and negatives, that programs are run on first."""

MIN_CONSTANTS_PER_LITERAL = 2
"""Constants in the positives, for each literal of rules that describe them well."""

CONSTANT_LITERALS = 2
"""Literals that a bound, or an example that is listed, adds: it is one of many."""

MAX_INFERENCE_SHARE = 0.1
"""Inferences spent on programs after such rules, as a share of those spent on rules."""

MIN_INFERENCES = 6_000_000
"""Inferences that programs may take where several such rules may be too long.

The shortest ones take fewer: two clauses with one literal and two, or two and three of
which some are negated.
"""

MAX_SHORT_RULES = 5
"""Literals, heads too, of rules than which no recursive program is shorter."""

MAX_PROGRAM_ROUNDS = 6
"""Searches for a program, each with the examples that the one before got wrong."""


class MayRecurse(Protocol):
    """Coverage whose candidates may hold the target itself."""

    recursive: bool

    def programs(self) -> Programs | None:
        """Return the recursive programs of the target, if they can be listed."""

    def limiting_answers(self) -> AbstractContextManager[None]:
        """Let no table have answers much larger than the examples in the block."""


def recurses(rules: Iterable[Rule], target: Predicate) -> bool:
    """Return whether a rule calls the target."""
    return any(
        literal.atom and literal.atom.predicate == target
        for rule in rules
        for literal in rule.body
    )


def learn_recursive(
    learner: Learner,
    coverage: MayRecurse,
    calls_itself: Callable[[Iterable[Rule]], bool],
    run: Callable[[list[Rule]], Bits],
    on_doubt: Callable[[Doubt], None] = lambda _: None,
    no_program: bool = False,
) -> list[Rule]:
    """Return rules that derive, when run, every positive example and no negative.

    ``on_doubt`` hears what the examples leave open. ``no_program`` is whether a search
    with more predicates has found no program where these are tried first.
    """
    programs = coverage.programs()
    if programs is None:
        return _learn_rules(learner, coverage, calls_itself, run)
    sample = _sampled_examples(learner)
    programs.hold(sample, learner.coverage.size)
    if programs.functional or programs.structured:
        room = 0 if no_program else programs.constants - 1
        rules = _learn_program(learner, programs, sample, room, run, on_doubt)
        if rules:
            return rules
        rules = _learn_rules(learner, coverage, calls_itself, run)
        if len(rules) > 1:
            on_doubt(Doubt(Reason.NO_PROGRAM))
        return rules
    programs.negating = learner.options.allows_exceptions(1)
    before = programs.inferences()
    rules = _learn_rules(learner, coverage, calls_itself, run)
    learner.on_progress(rules, bits.empty_like(learner.coverage.positives))
    size = sum(rule.size for rule in rules) + CONSTANT_LITERALS * _constants(rules)
    recursive, arity = calls_itself(rules), programs.target.arity
    unrelated = sum(not relates_inputs(rule, arity) for rule in rules)
    size += LEFT_OUT * unrelated
    size += NO_RECURSION_COST * (len(rules) > 1 and not recursive)
    good = programs.constants >= MIN_CONSTANTS_PER_LITERAL * size
    if good and not any(rule.lists_examples for rule in rules):
        share = int((programs.inferences() - before) * MAX_INFERENCE_SHARE)
        short = recursive and size <= MAX_SHORT_RULES
        sure = short or (len(rules) == 1 and not unrelated)
        programs.budget = max(share, 0 if sure else MIN_INFERENCES)
    room = min(size, programs.constants) - 1
    found = _learn_program(learner, programs, sample, room, run, on_doubt)
    if not found:
        every = learner.coverage.positives | learner.coverage.negatives
        if recursive and not (every & ~sample).any():
            for doubt in doubts_beside(rules, programs):
                on_doubt(doubt)
        for doubt in rules_doubts(rules, recursive, learner.coverage, arity):
            on_doubt(doubt)
    return found or rules


def _constants(rules: Iterable[Rule]) -> int:
    """Return how many numbers rules compare with, and examples they list."""
    return sum(
        sum(isinstance(each, Threshold) for each in rule.body)
        + sum(len(each.rows) for each in rule.body if isinstance(each, Member))
        + _constants(rule.exceptions)
        for rule in rules
    )


def _learn_rules(
    learner: Learner,
    coverage: MayRecurse,
    calls_itself: Callable[[Iterable[Rule]], bool],
    run: Callable[[list[Rule]], Bits],
) -> list[Rule]:
    """Return rules that greedy search finds, and that derive what they should."""
    rules = learner.learn()
    if not calls_itself(rules):
        return rules
    if any(_has_unused_call(rule, calls_itself) for rule in rules):
        coverage.recursive = False
        return learner.learn()
    coverage.recursive = False
    try:
        rules = _with_base_rules(learner, rules, run)
    except FoldError:  # calls whose inputs are not bound, or that do not end
        rules = []
    if not rules:
        return learner.learn()
    return sorted(rules, key=lambda rule: calls_itself([rule]))  # base cases first


def _with_base_rules(
    learner: Learner, rules: list[Rule], run: Callable[[list[Rule]], Bits]
) -> list[Rule]:
    """Return the rules and non-recursive ones to start from; none if they are wrong."""
    pos, neg = learner.coverage.positives, learner.coverage.negatives
    derived = run(rules)
    while (pos & ~derived).any() and not (neg & derived).any():
        rules.append(_base_rule(learner, pos & ~derived))
        derived = run(rules)
    return [] if (neg & derived).any() else _needed(rules, pos, neg, run)


def _learn_program(
    learner: Learner,
    programs: Programs,
    sample: Bits,
    room: int,
    run: Callable[[list[Rule]], Bits],
    on_doubt: Callable[[Doubt], None],
) -> list[Rule]:
    """Return the rules of the shortest program that holds on all examples, if any.

    ``sample`` are the examples that programs are run on first, and ``room`` is the
    largest size of a program: one as long as the positives themselves says nothing.
    """
    pos, neg = learner.coverage.positives, learner.coverage.negatives
    refused: set[ProgramText] = set()
    for _ in range(MAX_PROGRAM_ROUNDS):
        one_output = programs.functional
        shortest = ProgramSearch(programs, room, refused).best()
        if not shortest:
            return []
        rules = program_rules(shortest[0], programs.target.arity, pos)
        try:
            derived = run(rules)
        except FoldError:
            return []
        wrong = (pos & ~derived) | (neg & derived)
        if not wrong.any():
            arity = programs.target.arity
            for doubt in program_doubts(shortest, one_output, arity, pos):
                on_doubt(doubt)
            if shortest[0].clauses:
                return rules
            return [Rule(rule.body, (), run([rule])) for rule in rules]
        if not (wrong & ~sample).any():
            refused.add(shortest[0].text)
            continue
        sample = sample | _sample(wrong, learner.coverage.size)
        try:
            programs.hold(sample, learner.coverage.size)
        except ProgramLimitError:
            return []
    return []


def _sampled_examples(learner: Learner) -> Bits:
    """Return the positives and negatives that programs are run on first."""
    coverage = learner.coverage
    every = (coverage.positives, coverage.negatives)
    positives, negatives = (_sample(examples, coverage.size) for examples in every)
    return positives | negatives


def _sample(examples: Bits, size: int) -> Bits:
    """Return at most ``MAX_FIRST_EXAMPLES`` examples, spread evenly over all."""
    every = bits.indices(examples, size)
    flags = np.zeros(size, dtype=np.bool_)
    flags[every[:: -(-len(every) // MAX_FIRST_EXAMPLES) or 1]] = True
    return bits.pack(flags)


def _has_unused_call(
    rule: Rule, calls_itself: Callable[[Iterable[Rule]], bool]
) -> bool:
    """Return whether what a call of the target brings in is used nowhere."""
    uses = Counter(v for literal in rule.body for v in variables(literal))
    return any(
        isinstance(literal, Literal)
        and calls_itself([Rule((literal,), (), rule.covers)])
        and not any(uses[v] > 1 for v in variables(literal))
        for literal in rule.body
    )


def _base_rule(learner: Learner, missing: Bits) -> Rule:
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
