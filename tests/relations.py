"""Random relational problems, and plain swipl to run what is learned from them."""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import strategies as st
from support import write_problem

from fold_cli.files.sources import Sources
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.use.learning.learn import learn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fold_cli.search.options import Options

OBJECTS = "abcdefg"

PURE_RULES = (
    "two(X, Y) :- r(X, Z), s(Z, Y).\n",
    "either(X, Y) :- ( r(X, Y) ; s(Y, X) ).\n",
    "far(X, N) :- m(X, M), N is 2 * M.\n",
    "tone(X, C) :- c(X, C).\ntone(X, pale) :- u(X).\n",
    "plain(X) :- u(X), \\+ m(X, _).\n",
)

CALL_DEPENDENT_RULES = (
    "grade(X, good) :- m(X, N), N > 2, !.\ngrade(_, poor).\n",
    "grade(X, good) :- m(X, N), N > 2, !.\ngrade(X, poor) :- o(X).\n",
    "size(X, S) :- ( m(X, N), N > 2 -> S = big ; S = small ).\n",
    "kind(X, K) :- ( K = odd, u(X) -> true ; K = even ).\n",
    "first(X, Y) :- r(X, Y), !.\n",
    "once_s(X, Y) :- once(s(X, Y)).\n",
    "no(X, Y) :- o(X), \\+ r(X, Y), o(Y).\n",
    "not_red(X, C) :- C \\= red, c(X, C).\n",
    "not_blue(X, C) :- c(X, C), C \\== blue.\n",
    "free(X, Y) :- var(Y), !, r(X, Y).\nfree(X, Y) :- s(X, Y).\n",
    "count(X, N) :- findall(Y, r(X, Y), L), length(L, N).\n",
    "only(X, Y) :- o(X), findall(Y, r(X, Y), [Y]).\n",
    "most(X, M) :- aggregate_all(max(N), m(X, N), M).\n",
    "every(X, C) :- c(_, C), forall(r(X, Y), c(Y, C)).\n",
    "any(_, gold).\nany(X, silver) :- u(X).\n",
    "twice(X, C) :- c(X, C).\ntwice(X, C) :- c(X, C).\n",
    "via(X, Y) :- first1(X, Z), s(Z, Y).\nfirst1(X, Y) :- r(X, Y), !.\n",
    "level(X, C, N) :- m(X, N), ( N > 2 -> C = high ; C = low ).\n",
    "level2(X, high, N) :- m(X, N), N > 2, !.\nlevel2(X, low, N) :- m(X, N).\n",
    "strange(X, N) :- ( nonvar(N) -> N > 2 ; m(X, N) ).\n",
    "fails(X, C) :- ( nonvar(C) -> C > 2 ; c(X, C) ).\n",
)

MODES = {
    "#k": "grade size kind not_red not_blue every any twice fails tone",
    "-o": "first once_s no free only via two either",
    "-number": "count most strange far",
}
"""Predicates of the rules by their second arguments, where modes are declared."""


def declarations(rules: list[str], arity: int) -> str:
    """Return modes for the predicates of some rules alone, and o/1."""
    head = ", ".join(["+o"] * arity)
    lines = [f":- modeh(1, t({head})).", ":- modeb(1, o(+o))."]
    for name in dict.fromkeys(rule.split("(")[0] for rule in rules):
        second = [kind for kind, names in MODES.items() if name in names.split()]
        kinds = second or (["#k", "-number"] if name.startswith("level") else [])
        lines.append(f":- modeb(1, {name}({', '.join(['+o', *kinds])})).")
    return "\n".join([*lines, ""])


CHECK = """\
check(Number, Theory, Bk, Positives, Negatives) :-
    atom_concat(problem, Number, M),
    load_files([M:Bk, M:Theory], [silent(true)]),
    counted(M, Positives, P), counted(M, Negatives, N),
    format("~w ~w~n", [P, N]).
counted(M, Atoms, Count) :-
    aggregate_all(count, (member(Atom, Atoms), \\+ \\+ M:Atom), Count).
"""


@dataclass(frozen=True)
class Relational:
    """A background and examples of t/1 or t/2."""

    modes: str  # which swipl does not understand
    background: str
    positives: tuple[str, ...]
    negatives: tuple[str, ...]

    def write(self, directory: Path) -> Sources:
        kinds = self.positives, self.negatives
        facts = ["".join(f"{atom}.\n" for atom in atoms) for atoms in kinds]
        background = self.modes + self.background
        bk, pos, neg = map(str, write_problem(directory, background, *facts))
        return Sources((bk,), pos, neg)


Rows = list[tuple[object, ...]]


def rows(draw: st.DrawFn, *values: st.SearchStrategy[object], most: int = 9) -> Rows:
    return draw(st.lists(st.tuples(*values), min_size=2, max_size=most, unique=True))


def facts(name: str, rows: Rows) -> list[str]:
    return [f"{name}({', '.join(map(str, row))})." for row in sorted(rows, key=str)]


def lacks(args: tuple[str, ...], r: Rows, u: Rows) -> bool:
    """Return whether ``r(X, A), \\+ u(A)`` holds, or ``r(X, A), \\+ r(Y, A)``."""
    reached = [a for x, a in r if x == args[0]]
    if len(args) == 1:
        return any((a,) not in u for a in reached)
    return any((args[1], a) not in r for a in reached)


@st.composite
def relational(
    draw: st.DrawFn, rules: tuple[str, ...] = PURE_RULES, examples: int = 12
) -> Relational:
    """Draw facts, some of the rules, and examples with or without a pattern."""
    one = st.sampled_from(OBJECTS)
    numbers, colours = [1, 2, 3, 4, 2.5, -7], ["red", "green", "blue"]
    u, r = rows(draw, one, most=4), rows(draw, one, one)
    lines = [f"o({x})." for x in OBJECTS]
    lines += facts("u", u) + facts("r", r) + facts("s", rows(draw, one, one))
    lines += facts("m", rows(draw, one, st.sampled_from(numbers)))
    lines += facts("c", rows(draw, one, st.sampled_from(colours)))
    drawn_rules = draw(st.lists(st.sampled_from(rules), max_size=3, unique=True))
    lines += drawn_rules
    arity = draw(st.integers(1, 2))
    modes = ""
    if drawn_rules and draw(st.booleans()):
        modes = declarations(drawn_rules, arity)
    drawn = st.lists(
        st.tuples(*[one] * arity),
        min_size=4,
        max_size=examples,
        unique=True,
    )
    args = draw(drawn)
    positive = {a for a in args if lacks(a, r, u)}
    if not 0 < len(positive) < len(args) or draw(st.booleans()):
        positive = set(args[: draw(st.integers(1, len(args) - 1))])
    return Relational(
        modes,
        "\n".join(lines) + "\n",
        tuple(f"t({', '.join(a)})" for a in args if a in positive),
        tuple(f"t({', '.join(a)})" for a in args if a not in positive),
    )


def check_counts(problems: list[Relational], options: Options) -> None:
    """Learn a theory of each problem; plain swipl counts what the theory says."""
    with tempfile.TemporaryDirectory() as name:
        theories = [
            learn(problem.write(Path(name, str(number))), options).theory
            for number, problem in enumerate(problems)
        ]
        texts = [*map(to_prolog, theories)]
        counted = counts_in_swipl(Path(name), zip(problems, texts, strict=True))
    for problem, theory, found in zip(problems, theories, counted, strict=True):
        assert theory.covers
        assert found == (theory.covers.positives, theory.covers.negatives)
        if not options.noise:
            assert found == (len(problem.positives), 0)


def counts_in_swipl(
    directory: Path, theories: Iterable[tuple[Relational, str]]
) -> list[tuple[int, int]]:
    """Return how many positives and negatives each theory covers, in one process."""
    lines = [":- initialization(main).", CHECK, "main :-"]
    quiet = ":- style_check(-singleton), style_check(-discontiguous).\n"
    for number, (problem, theory) in enumerate(theories):
        paths = [directory / f"{number}-{kind}.pl" for kind in ("t", "bk")]
        paths[0].write_text(quiet + theory, encoding="utf-8")
        paths[1].write_text(quiet + problem.background, encoding="utf-8")
        files = ", ".join(f"'{path}'" for path in paths)
        examples = ", ".join(
            f"[{', '.join(atoms)}]" for atoms in (problem.positives, problem.negatives)
        )
        lines.append(f"    check({number}, {files}, {examples}),")
    script = directory / "check.pl"
    script.write_text("\n".join([*lines, "    halt.", ""]), encoding="utf-8")
    result = subprocess.run(
        ["swipl", "-q", str(script)],
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert not result.stderr, result.stderr[:2000]
    found = [tuple(map(int, line.split())) for line in result.stdout.splitlines()]
    return [(p, n) for p, n in found]
