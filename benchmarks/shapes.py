"""Inputs that grow: files of n parts of one shape, and the commands that read them.

A shape is a function from n to files, by name. Its commands run in the order given, in
a directory with those files; a later one may read what an earlier one wrote.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

Files = dict[str, str]


GROWTH = 2.6
"""By how much time and memory may grow where the input is twice as large."""

RULES_TIMES_ROWS = {"--exact": 4.3}
"""Exact learning where the number of rules grows with the rows: FOLD chooses each rule
among literals that it counts on all rows that are left, and then asks every rule about
every row."""

RULES_TIMES_EXAMPLES = dict.fromkeys(("learn", "cv"), RULES_TIMES_ROWS["--exact"])
"""The same of Prolog files, which are learned from exactly without ``--exact``."""

BOUNDED_CHOICES = {"learn": 4.3}
"""clingo grounds choices with bounds in a time that grows with the square of their
number, as ``clingo --mode=gringo`` alone does."""


class Shape(NamedTuple):
    """A shape of input, and the commands that read it.

    Those with a word of ``slow`` may grow by more, by no more than it says.
    """

    files: Callable[[int], Files]
    commands: list[str]
    slow: dict[str, float]

    def growth(self, command: str) -> float:
        """Return by how much a command's time and memory may grow."""
        words = command.split()
        return next((self.slow[word] for word in self.slow if word in words), GROWTH)


SHAPES: dict[str, Shape] = {}

READ = ["modes bk.pl pos.pl neg.pl", "learn -q bk.pl pos.pl neg.pl"]
CONVERT = ["convert bk.pl pos.pl neg.pl -o out"]
SHOW = [f"show t.pl --format {name}" for name in ("pl", "asp", "text")]
JSON = ["show t.pl --format json -o t.json", "show t.json"]
EVALUATE = ["evaluate t.pl bk.pl pos.pl neg.pl"]
PREDICT = ["predict t.pl bk.pl pos.pl", "predict t.pl bk.pl"]
EXPLAIN = ["explain t.pl bk.pl t(a)", "explain t.pl bk.pl t(c)"]
USE = [*EVALUATE, *PREDICT, *EXPLAIN]


def shape(
    *commands: str, slow: dict[str, float] | None = None
) -> Callable[[Callable[[int], Files]], Callable[[int], Files]]:
    """Name a function from n to files as a shape that these commands read."""

    def add(files: Callable[[int], Files]) -> Callable[[int], Files]:
        name = files.__name__.replace("_", " ")
        SHAPES[name] = Shape(files, list(commands), slow or {})
        return files

    return add


def many(n: int, template: str, between: str = "") -> str:
    """Return a template n times; ``@`` is the number of the copy, ``^`` the next."""
    return between.join(
        template.replace("@", str(i)).replace("^", str(i + 1)) for i in range(n)
    )


def problem(background: str, positives: str = "", negatives: str = "") -> Files:
    """Return the files of a problem that ``good`` decides."""
    return {
        "bk.pl": f"good(a). good(b). bad(c).\n{background}",
        "pos.pl": f"t(a). t(b).\n{positives}",
        "neg.pl": f"t(c). t(d).\n{negatives}",
    }


# Background knowledge


@shape(*READ, *CONVERT)
def facts(n: int) -> Files:
    return problem(many(n, "p(o@, c@).\n"))


@shape(*READ, *CONVERT)
def predicates_of_one_fact(n: int) -> Files:
    return problem(many(n, "p@(a).\n"))


@shape(*READ, *CONVERT)
def predicates_of_one_rule(n: int) -> Files:
    return problem(many(n, "p@(X) :- good(X).\n"))


@shape(*READ, *CONVERT)
def chain_of_rules(n: int) -> Files:
    return problem(many(n, "p@(X) :- p^(X).\n") + f"p{n}(X) :- good(X).\n")


@shape(*READ, *CONVERT)
def chain_of_rules_upwards(n: int) -> Files:
    return problem("p0(X) :- good(X).\n" + many(n, "p^(X) :- p@(X).\n"))


@shape(*READ)
def cycle_of_rules(n: int) -> Files:
    return problem(many(n, "p@(X) :- p^(X).\n") + f"p{n}(X) :- p0(X).\np{n}(a).\n")


@shape(*READ)
def cycles_of_two_rules(n: int) -> Files:
    return problem(many(n, "p@(X) :- q@(X).\nq@(X) :- p@(X).\np@(a).\n"))


@shape(*READ)
def chain_through_negation(n: int) -> Files:
    return problem(many(n, "p@(X) :- good(X), \\+ p^(X).\n") + f"p{n}(a).\n")


@shape(*READ, *CONVERT)
def rules_of_one_predicate(n: int) -> Files:
    return problem(many(n, "p(X) :- q(X, c@).\n") + "q(a, c1).\n")


@shape(*READ, *CONVERT)
def rules_of_two_predicates_in_turn(n: int) -> Files:
    return problem(many(n, "p(c@) :- good(a).\nq(c@) :- good(a).\n"))


@shape(*READ, *CONVERT)
def a_rule_of_many_literals(n: int) -> Files:
    return problem(f"p(X) :- {many(n, 'good(X)', ', ')}.\n")


@shape(*READ, *CONVERT)
def a_rule_of_many_choices(n: int) -> Files:
    return problem(f"p(X) :- {many(n, 'X = c@', ' ; ')}.\n")


@shape(*READ, *CONVERT)
def rules_of_many_variables(n: int) -> Files:
    body = many(max(1, n // 15), "q(X@, X^)", ", ")
    return problem(many(15, "p@(X0) :- BODY.\n").replace("BODY", body) + "q(a, b).\n")


@shape(*READ, *CONVERT)
def a_rule_of_negated_literals(n: int) -> Files:
    body = many(n, "q(X, X@), \\+ r(X@)", ", ")
    return problem(f"p(X) :- {body}.\nq(a,b). r(b).\n")


@shape(*READ, *CONVERT)
def a_rule_with_a_long_list(n: int) -> Files:
    return problem(f"p(X) :- member(X, [{many(n, 'c@', ',')}]).\n")


@shape(*READ, *CONVERT)
def a_long_list(n: int) -> Files:
    return problem(f"p(a, [{many(n, 'c@', ',')}]).\np(c, []).\n")


@shape(*READ, *CONVERT)
def a_long_string(n: int) -> Files:
    return problem(f'p(a, "{many(n, "x")}").\np(c, "").\n')


@shape(*READ, *CONVERT)
def a_long_atom_of_escapes(n: int) -> Files:
    return problem("p(a, '" + many(n, "\\x41\\") + "').\np(c, d).\n")


@shape(*READ, *CONVERT)
def a_long_sum(n: int) -> Files:
    return problem(f"p(a, {many(n, '1', '+')}).\np(c, 1).\n")


@shape(*READ, *CONVERT)
def nested_terms(n: int) -> Files:
    return problem(f"p(a, {many(n, 'f(')}a{many(n, ')')}).\n")


@shape(*READ)
def facts_of_many_arguments(n: int) -> Files:
    fact = f"p({many(20, 'a', ',')}).\n"
    return problem(many(n, fact.replace("a", "o@")))


@shape(*READ)
def numbers(n: int) -> Files:
    return problem(many(n, "p(o@, @.5).\n"))


@shape(*READ)
def constants_of_one_type(n: int) -> Files:
    return problem(":- modeh(t(+o)). :- modeb(p(+o, #c)).\n" + many(n, "p(o@, c@).\n"))


@shape(*READ)
def facts_with_variables(n: int) -> Files:
    return problem(many(n, "p(c@, _X).\n"))


@shape(*READ)
def comments(n: int) -> Files:
    return problem(many(n, "% @\n") + many(n, "/* @ */\n"))


@shape(*READ)
def includes(n: int) -> Files:
    return problem(":- include(i).\n" * n) | {"i.pl": "i(a).\n"}


@shape(*READ)
def directives(n: int) -> Files:
    return problem(many(n, ":- dynamic p@/1.\n:- discontiguous p@/1.\n"))


@shape(*READ)
def operators(n: int) -> Files:
    return problem(many(n, ":- op(700, xfx, o@).\n") + "p(a o0 b).\n")


@shape(*READ)
def prefix_operators(n: int) -> Files:
    return problem(many(n, ":- op(200, fy, o@).\n") + "p(o0 b).\n")


@shape(*READ)
def conditions(n: int) -> Files:
    return problem(many(n, ":- if(true).\np(o@).\n:- else.\nq(a).\n:- endif.\n"))


@shape(*READ)
def nested_conditions(n: int) -> Files:
    return problem(":- if(true).\n" * n + "p(a).\n" + ":- endif.\n" * n)


@shape(*READ)
def grammar_rules(n: int) -> Files:
    return problem(many(n, "w@ --> [a], v.\n") + "v --> [b].\n")


# Modes and examples


@shape(*READ, *CONVERT)
def modes(n: int) -> Files:
    begin = ":- modeh(t(+o)).\n:- modeb(good(+o)).\n"
    return problem(begin + many(n, ":- modeb(p@(+o)).\np@(a).\n"))


@shape(*READ)
def modes_of_one_predicate(n: int) -> Files:
    begin = ":- modeh(t(+o)).\n:- modeb(good(+o)).\np(a,b).\n"
    return problem(begin + many(n, ":- modeb(p(+o, #k@)).\n"))


@shape(*READ)
def modes_of_what_is_undefined(n: int) -> Files:
    begin = ":- modeh(t(+o)).\n:- modeb(good(+o)).\n"
    return problem(begin + many(n, ":- modeb(p@(+o)).\n"))


@shape(*READ)
def types(n: int) -> Files:
    begin = ":- modeh(t(+o)).\n:- modeb(good(+o)).\n"
    return problem(begin + many(n, ":- modeb(p@(+o, -k@)).\np@(a, b@).\n"))


@shape(*READ)
def types_by_shared_constants(n: int) -> Files:
    return problem(many(n, "p@(c@, c^).\n"))


@shape(*READ)
def sentences(n: int) -> Files:
    return problem(many(n, ":- pred p@(X) :: '@(X) is p@'.\np@(a).\n"))


@shape(
    *READ, *CONVERT, "evaluate t.pl bk.pl pos.pl neg.pl", "predict t.pl bk.pl pos.pl"
)
def examples(n: int) -> Files:
    files = problem(many(n, "good(o@).\n"), many(n, "t(o@).\n"), many(n, "t(n@).\n"))
    return {**files, "t.pl": "t(X) :- good(X).\n"}


@shape("modes bk.pl pos.pl", "learn -q bk.pl pos.pl", "convert bk.pl pos.pl -o out")
def closed_world(n: int) -> Files:
    return problem(many(n, "good(o@). bad(n@).\n"), many(n, "t(o@).\n"))


@shape(*READ)
def examples_that_are_enumerated(n: int) -> Files:
    return problem("", many(n, "t(o@).\n"), many(n, "t(n@).\n"))


@shape(*READ)
def examples_of_many_arguments(n: int) -> Files:
    args = ", ".join(f"a{i}_@" for i in range(12))
    return {
        "bk.pl": many(n, f"p(a0_@). q({args}).\n"),
        "pos.pl": many(n, f"t({args}).\n"),
        "neg.pl": many(n, f"t({args}).\n").replace("a0", "b0"),
    }


@shape(*READ)
def examples_given_twice(n: int) -> Files:
    return problem("", "t(a).\n" * n, "t(c).\n" * n)


@shape(*READ)
def examples_of_other_predicates(n: int) -> Files:
    return problem("", many(n, "t@(a).\n"))


@shape("modes bk.pl pos.pl")
def classes(n: int) -> Files:
    begin = ":- modeh(1, t(+o, #c)).\n:- modeb(*, good(+o)).\n"
    return {"bk.pl": begin + "good(a).\n", "pos.pl": many(n, "t(a, c@).\n")}
