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
from fold_cli.search.other_tests import doubts_about_tests
from fold_cli.search.programs.program_doubts import (
    doubts_beside,
    program_doubts,
    program_rules,
)
from fold_cli.search.programs.program_search import ProgramSearch
from fold_cli.search.programs.rule_programs import rules_cost
from fold_cli.search.repeated_rules import may_be_repeated
from fold_cli.search.rule_doubts import (
    longer_than_examples,
    relates_inputs,
    rules_doubts,
)
from fold_cli.theory.rules import Rule
from fold_cli.theory.terms import Literal, variables

if TYPE_CHECKING:
    from collections.abc import Callable
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

MAX_INFERENCE_SHARE = 0.1
"""Inferences spent on programs after such rules, as a share of those spent on rules."""

MIN_INFERENCES = 15_000_000
"""Inferences that programs may take where several such rules may be too long.

The shortest ones take fewer: two clauses with one literal and two, or two and three of
which some are negated.
"""

MAX_FEW_INFERENCES = 1_000_000
"""Inferences that programs may take which are as long as the positives, or longer."""

MAX_COMPARED_EXAMPLES = 200
"""Examples of rules to which rivals are looked for."""

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


class RecursiveLearner:
    """Learns rules that may call their target, and holds them to what they derive.

    ``run`` gives the examples that rules derive, ``on_doubt`` hears what the examples
    leave open. ``no_program`` is whether a search with more predicates has found no
    program where these are tried first.
    """

    def __init__(
        self,
        learner: Learner,
        coverage: MayRecurse,
        target: Predicate,
        run: Callable[[list[Rule]], Bits],
        on_doubt: Callable[[Doubt], None],
        no_program: bool,
    ) -> None:
        self.learner, self.coverage, self.target = learner, coverage, target
        self.run, self.tell, self.no_program = run, on_doubt, no_program
        self.told: set[Reason] = set()
        self.pos, self.neg = learner.coverage.positives, learner.coverage.negatives
        self.size = learner.coverage.size  # of the sets of examples

    def on_doubt(self, doubt: Doubt) -> None:
        """Tell of a doubt, once for each reason."""
        if doubt.reason not in self.told:
            self.told.add(doubt.reason)
            self.tell(doubt)

    def learn(self) -> list[Rule]:
        """Return rules that derive every positive example and no negative."""
        programs = self.coverage.programs()
        if programs is None:
            return self.learned_rules()
        sample = _sample(self.pos, self.size) | _sample(self.neg, self.size)
        with self.coverage.limiting_answers():
            programs.hold(sample, self.size)
        if programs.functional or programs.structured:
            return self.program_first(programs, sample)
        return self.rules_first(programs, sample)

    def program_first(self, programs: Programs, sample: Bits) -> list[Rule]:
        """Return the rules of a program, or others where there is none."""
        room = 0 if self.no_program else programs.constants - 1
        rules = self.program_rules(programs, sample, room)
        if not rules:
            rules = self.learned_rules()
            if len(rules) > 1:
                self.on_doubt(Doubt(Reason.NO_PROGRAM))
        return rules

    def rules_first(self, programs: Programs, sample: Bits) -> list[Rule]:
        """Return the rules that greedy search finds, or those of a shorter program.

        Where the rules are longer than the positives, so may a program be.
        """
        programs.negating = self.learner.options.allows_exceptions(1)
        before = programs.inferences()
        rules = self.learned_rules()
        self.learner.on_progress(rules, bits.empty_like(self.pos))
        recursive, arity = any(map(self.calls_target, rules)), self.target.arity
        size = rules_cost(rules, recursive, arity)
        good = programs.constants >= MIN_CONSTANTS_PER_LITERAL * size
        if good and not any(rule.lists_examples for rule in rules):
            share = int((programs.inferences() - before) * MAX_INFERENCE_SHARE)
            short = recursive and size <= MAX_SHORT_RULES
            sure = short or (len(rules) == 1 and relates_inputs(rules[0], arity))
            programs.budget = max(share, 0 if sure else MIN_INFERENCES)
        room = min(size, programs.constants) - 1
        found = self.program_rules(programs, sample, room)
        if not found and size > programs.constants:
            programs.budget = programs.spent + MAX_FEW_INFERENCES
            found = self.program_rules(programs, sample, size - 1)
        if found and longer_than_examples(found, self.learner.coverage, arity):
            self.on_doubt(Doubt(Reason.RARE_CASES))
        self.doubt_more(found or rules, programs)
        if not found:
            if recursive and self.size <= MAX_COMPARED_EXAMPLES:
                every = self.pos | self.neg
                for doubt in doubts_beside(rules, programs, every, self.size):
                    self.on_doubt(doubt)
            for doubt in rules_doubts(rules, recursive, self.learner.coverage, arity):
                self.on_doubt(doubt)
        return found or rules

    def doubt_more(self, rules: list[Rule], programs: Programs) -> None:
        """Tell of what the examples leave open about rules, found in whatever way."""
        coverage, target = self.learner.coverage, self.target
        self.coverage.recursive = True
        if any(map(self.calls_target, rules)):
            if Reason.RIVALS not in self.told:
                for doubt in doubts_about_tests(rules, coverage, target, self.fits):
                    self.on_doubt(doubt)
        elif len(rules) == 1 and may_be_repeated(rules[0], coverage, target):
            self.on_doubt(Doubt(Reason.NO_RECURSION))
        if target.arity > 1 and not programs.relates_arguments():
            self.on_doubt(Doubt(Reason.NO_RELATION))

    def fits(self, rules: list[Rule]) -> bool:
        """Return whether rules derive all positives and no negative."""
        try:
            return not self.wrongly_derived(rules).any()
        except FoldError:
            return False

    # A program

    def program_rules(self, programs: Programs, sample: Bits, room: int) -> list[Rule]:
        """Return the rules of the shortest program that holds on all examples, if any.

        ``sample`` are the examples that programs are run on first, and ``room`` is the
        largest size of a program: one as long as the positives themselves says nothing.
        """
        refused: set[ProgramText] = set()
        for _ in range(MAX_PROGRAM_ROUNDS):
            one_output = programs.functional
            with self.coverage.limiting_answers():
                shortest = ProgramSearch(programs, room, refused).best()
            if not shortest:
                return []
            rules = program_rules(shortest[0], self.target.arity, self.pos)
            try:
                wrong = self.wrongly_derived(rules)
            except FoldError:
                return []
            if not wrong.any():
                for doubt in program_doubts(shortest, programs, one_output, self.pos):
                    self.on_doubt(doubt)
                if shortest[0].clauses:
                    return rules
                return [Rule(rule.body, (), self.run([rule])) for rule in rules]
            if not (wrong & ~sample).any():
                refused.add(shortest[0].text)
                continue
            sample = sample | _sample(wrong, self.size)
            try:
                programs.hold(sample, self.size)
            except ProgramLimitError:
                return []
        return []

    def wrongly_derived(self, rules: list[Rule]) -> Bits:
        """Return the positives that rules do not derive, and the negatives they do."""
        derived = self.run(rules)
        return (self.pos & ~derived) | (self.neg & derived)

    # Rules one by one

    def calls_target(self, rule: Rule) -> bool:
        """Return whether a rule calls the target."""
        return rule.calls(self.target)

    def learned_rules(self) -> list[Rule]:
        """Return rules that greedy search finds, and that derive what they should."""
        rules = self.learner.learn()
        if not any(map(self.calls_target, rules)):
            return rules
        self.coverage.recursive = False
        if any(map(self.has_unused_call, rules)):
            return self.learner.learn()
        try:
            rules = self.with_base_rules(rules)
        except FoldError:  # calls whose inputs are not bound, or that do not end
            rules = []
        if not rules:
            return self.learner.learn()
        return sorted(rules, key=self.calls_target)  # base cases first

    def has_unused_call(self, rule: Rule) -> bool:
        """Return whether what a call of the target brings in is used nowhere."""
        uses = Counter(v for literal in rule.body for v in variables(literal))
        return any(
            isinstance(literal, Literal)
            and literal.predicate == self.target
            and not any(uses[v] > 1 for v in variables(literal))
            for literal in rule.body
        )

    def with_base_rules(self, rules: list[Rule]) -> list[Rule]:
        """Return the rules and non-recursive ones to start from, none if all fail."""
        derived = self.run(rules)
        while (self.pos & ~derived).any() and not (self.neg & derived).any():
            rules.append(self.base_rule(self.pos & ~derived))
            derived = self.run(rules)
        return [] if (self.neg & derived).any() else self.needed(rules)

    def base_rule(self, missing: Bits) -> Rule:
        """Return one more rule, without recursion, for what is not derived."""
        empty = self.learner.search.root(depth=0)
        rule = self.learner.specialize(empty, missing, self.neg)
        return self.learner.bound(rule, missing)

    def needed(self, rules: list[Rule]) -> list[Rule]:
        """Leave out rules, the longest first, without which the rest are right."""
        for rule in sorted(rules, key=lambda rule: -len(rule.body)):
            rest = [other for other in rules if other is not rule]
            if rest and not self.wrongly_derived(rest).any():
                rules = rest
        return rules


def _sample(examples: Bits, size: int) -> Bits:
    """Return at most ``MAX_FIRST_EXAMPLES`` examples, spread evenly over all."""
    every = bits.indices(examples, size)
    flags = np.zeros(size, dtype=np.bool_)
    flags[every[:: -(-len(every) // MAX_FIRST_EXAMPLES) or 1]] = True
    return bits.pack(flags)
