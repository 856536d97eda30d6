"""What is said of rules between plain objects where recursion is asked for.

Facts are written as words, ``ab`` for a pair of a and b. What is not positive is
negative.
"""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

import pytest
from support import fold, write_problem

from fold_cli.coverage import programs
from fold_cli.files.sources import Sources
from fold_cli.search.options import Options
from fold_cli.theory.formats.prolog_format import clause_text
from fold_cli.use.learning.learn import learn

if TYPE_CHECKING:
    from pathlib import Path

NO_PROGRAM = "no recursive program was found"
RARE = "serve few examples"


def facts(name: str, words: str) -> str:
    return "".join(f"{name}({', '.join(word)}).\n" for word in words.split())


def write(directory: Path, positives: str, **relations: str) -> tuple[str, ...]:
    """Write a problem of which ``t`` is the target, and return its files."""
    objects = sorted({*"".join([positives, *relations.values()])} - {" "})
    every = itertools.product(objects, repeat=len(positives.split()[0]))
    negatives = sorted({"".join(pair) for pair in every} - {*positives.split()})
    bk = "".join(facts(name, words) for name, words in relations.items())
    examples = facts("t", positives), facts("t", " ".join(negatives))
    return tuple(map(str, write_problem(directory, bk, *examples)))


POINTS_TO = {
    "thirteen": (
        "ab af bb bf cd db df ef gb gf hb hd hf",
        {"addr": "ab cd ef gb", "assgn": "db ga hc", "load": "ha", "store": "ae be"},
    ),
    "six": (
        "ab bc cd eb fc gc",
        {"addr": "ab bc cd", "assgn": "ea fb", "load": "ga", "store": "hb"},
    ),
}


@pytest.mark.parametrize("given", POINTS_TO)
def test_rules_that_fit_few_examples_are_doubted(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pointers point to what others point to; some facts fit other rules as well."""
    monkeypatch.setattr(programs, "MAX_INFERENCES", 3_000_000)
    positives, relations = POINTS_TO[given]
    background, *examples = write(tmp_path, positives, **relations)
    outcome = learn(Sources((background,), *examples), Options(recursion=True))
    assert any("by accident" in warning for warning in outcome.warnings)


CLOSURE = "ab ac ad ae af bc bd be bf cd ce cf de df ef gh gi hi"


@pytest.mark.parametrize(
    ("more", "doubted"), [("", False), (" ji", True), (" jd kc", True)]
)
def test_a_rule_that_costs_more_than_it_covers_is_doubted(
    more: str, doubted: bool, tmp_path: Path
) -> None:
    """Paths along edges; one or two more pairs are explained by what holds of them."""
    relations = {"edge": "ab bc cd de ef gh hi", "mark": "j k", "next": "ij dj ck"}
    result = fold("learn", *write(tmp_path, CLOSURE + more, **relations), "--recursion")
    assert "edge(X, A), t(A, Y)" in result.stdout
    assert (RARE in result.stderr) == doubted
    assert NO_PROGRAM not in result.stderr


def test_one_rule_that_has_all_inputs_is_not_doubted(tmp_path: Path) -> None:
    files = write(tmp_path, "ac bd ce df gi", parent="ab bc cd de ef gh hi")
    result = fold("learn", *files, "--recursion")
    assert "t(X, Y) :- parent(X, A), parent(A, Y)." in result.stdout
    assert "accident" not in result.stderr


def test_a_search_that_has_spent_all_ends_with_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that fits a sample of the examples is found when all is spent."""
    relations = {
        "addr": "aj bn ke lm na dj ej fc",
        "assgn": "kc li ea fi gk gm hi",
        "load": "na fg fh gi",
        "store": "cd cf ci da",
    }
    positives = "aj ge lm bn dj ej na nj fj fc jj ke"
    monkeypatch.setattr(programs, "MAX_INFERENCES", 10_000_000)
    background, *examples = write(tmp_path, positives, **relations)
    theory = learn(Sources((background,), *examples), Options(recursion=True)).theory
    assert theory.covers
    assert theory.covers.positives == 12


GROUPS = " ".join(a + b for group in ("abcd", "ef") for a in group for b in group)


def test_steps_in_both_directions_are_found_where_unrelated_rules_fit(
    tmp_path: Path,
) -> None:
    """What is linked, in any direction, by steps."""
    background, *examples = write(tmp_path, GROUPS, link="ab cb cd ef")
    theory = learn(Sources((background,), *examples), Options(recursion=True)).theory
    texts = [clause_text(learned.clause) for learned in theory.clauses]
    assert sum("t(" in text.split(":-")[1] for text in texts) == 2
    assert not any("_" in text for text in texts)


def test_rules_that_are_a_program_have_rivals(tmp_path: Path) -> None:
    """No example tells whether paths lead over open places alone, as from i to k."""
    relations = {"edge": "ab bc cd ae ij jk", "open": "b c"}
    background, *examples = write(tmp_path, "ab ac ad ae bc bd cd ij jk", **relations)
    negatives = facts("t", "ba ca da ea cb db ia ak ib bk ei je ki")
    (tmp_path / "neg.pl").write_text(negatives)
    outcome = learn(Sources((background,), *examples), Options(recursion=True))
    assert any("other program" in warning for warning in outcome.warnings)


def avoiding(edge: str, blocked: str, at_once: str = "") -> str:
    """Return what paths along edges lead to, none over or to what is blocked."""
    steps = {pair for pair in edge.split() if pair[1] not in blocked}
    found = steps | {*at_once.split()}
    while True:
        more = {a + d for a, b in steps for c, d in found if b == c} - found
        if not more:
            return " ".join(sorted(found))
        found |= more


EDGES = "ac af bc ca ce eb fd"


@pytest.mark.parametrize(
    ("at_once", "base"),
    [("", r"edge(X, Y), \+ blocked(Y)"), (EDGES, "edge(X, Y)")],
    ids=["never", "but-for-the-end"],
)
def test_paths_that_avoid_what_is_blocked(
    at_once: str, base: str, tmp_path: Path
) -> None:
    """A negated literal about what the body introduces is no exception of the head."""
    positives = avoiding(EDGES, "c", at_once)
    background, *examples = write(tmp_path, positives, edge=EDGES, blocked="c")
    theory = learn(Sources((background,), *examples), Options(recursion=True)).theory
    texts = [clause_text(learned.clause) for learned in theory.clauses]
    recursive = r"t(X, Y) :- edge(X, A), \+ blocked(A), t(A, Y)."
    assert texts == [f"t(X, Y) :- {base}.", recursive]


def test_programs_with_other_tests_are_rivals(tmp_path: Path) -> None:
    """Paths go on from blocked places only, or over open ones: here that is the same.

    All pairs of these objects are examples, so no object tells the programs apart.
    """
    edges = "af cb cd ch dc eb ed eh fc fd gd gf hd hf"
    positives = "cb ch db dc dh eb eh fb fc fh"
    background, *examples = write(tmp_path, positives, edge=edges, blocked="d f")
    outcome = learn(Sources((background,), *examples), Options(recursion=True))
    assert any("other program" in warning for warning in outcome.warnings)


OTHER_TESTS = {
    "a-step": (
        "ac ae ag ah bd bh ce ch dh",
        {
            "d0": "a d e f",
            "d1": "ad bc bg dh ef eh fe gc",
            "d2": "c e f g",
            "d3": "cb dc dg eb ef ga gd hb",
            "edge": "ab bc bg bh cd de dh eh",
        },
    ),
    "something-that-is-left-open": (
        "ba bc be bf bg ca cc ce cf cg da dc de df dg ea eb ec ed ee ef eg fa fc fe ff "
        "fg ga gc ge gf gg ha hb hc hd he hf hg",
        {
            "blocked": "a e",
            "d0": "a b g h",
            "d1": "ah bh dc dh fg gb gd hg",
            "d2": "b c f h",
            "d3": "be bf cg da de fh gd he",
            "edge": "ba bf ce cg dc eb ed fc ga gf hb hd",
        },
    ),
    "two-literals-beside-two-calls": (
        "ac ae bc be dd dg ec fc fe gd gg hc hd hg",
        {
            "blocked": "a h",
            "d0": "a d f h",
            "d1": "bh cg de ed gc gf he hf",
            "d2": "c f g h",
            "d3": "ac ca cb dc dh ef gc hc",
            "edge": "ae ba bc be bh dg dh ec fe gd hc hd",
        },
    ),
}


@pytest.mark.parametrize("name", OTHER_TESTS)
def test_other_tests_of_rules_are_rivals(name: str, tmp_path: Path) -> None:
    """Relations with a number have nothing to do with the concept, and one fits."""
    positives, relations = OTHER_TESTS[name]
    background, *examples = write(tmp_path, positives, **relations)
    outcome = learn(Sources((background,), *examples), Options(recursion=True))
    texts = [clause_text(learned.clause) for learned in outcome.theory.clauses]
    assert any(re.search("d[0-3]", text) for text in texts)
    assert sum("other program" in warning for warning in outcome.warnings) == 1


def test_tests_that_hold_of_the_same_objects_are_no_rivals(tmp_path: Path) -> None:
    """An edge is there in both directions: which of them is asked about is the same."""
    one_way = "ab bc cd ef fg dh"
    both = " ".join([one_way, *(b + a for a, b in one_way.split())])
    files = write(tmp_path, closure(both), edge=both, to=both)
    assert "other program" not in fold("learn", *files, "--recursion").stderr


def closure(edges: str) -> str:
    """Return what edges, words of two objects each, lead to."""
    return avoiding(edges, blocked="")


def link_files(directory: Path, links: str, kinds: str) -> tuple[str, ...]:
    """Write a problem about what links lead to, which are of some kinds."""
    pairs = zip(links.split(), kinds.split(), strict=True)
    texts = [f"link({a}, {b}, {kind}).\n" for (a, b), kind in pairs]
    files = write(directory, closure(links))
    (directory / "bk.pl").write_text("".join(texts))
    return files


@pytest.mark.parametrize(
    "kinds",
    ["k1 k2 k3 k4 k5 k6 k7 k8", "road road rail rail road rail rail rail"],
    ids=["names", "kinds"],
)
def test_a_constant_may_be_left_open(kinds: str, tmp_path: Path) -> None:
    """What a link is called, or of what kind it is, does not matter."""
    background, *examples = link_files(tmp_path, "ab bc cd de ef gh hi ai", kinds)
    theory = learn(Sources((background,), *examples), Options(recursion=True)).theory
    assert [clause_text(learned.clause) for learned in theory.clauses] == [
        "t(X, Y) :- link(X, Y, _).",
        "t(X, Y) :- link(X, A, _), t(A, Y).",
    ]


def test_a_program_that_does_not_relate_its_inputs_is_doubted(tmp_path: Path) -> None:
    """All objects but one can be reached from all: nothing tells what leads where."""
    kinds = "road rail road rail ferry ferry"
    files = link_files(tmp_path, "ab bc cd de ea fa", kinds)
    result = fold("learn", *files, "--recursion")
    assert "t(_, Y) :- link(_, Y, _)." in result.stdout
    assert "do not tell how these are related" in result.stderr


ALIKE_HERE = {
    "other-calls": (
        "cc ce dd dg di ec ee ff fh gd gg gi hf hh id ig ii",
        {"parent": "ac ae bc cd cg df dh eg ei"},
    ),
    "a-test-of-the-base-case-in-each-step": (
        "ac ad ag ai bc bd bg bi dc dg di ig",
        {
            "d0": "a d f g",
            "d1": "af ca dc dh di ed fb hc ie",
            "d2": "b d e f",
            "d3": "bf bh ci ec ed ef fa fi he",
            "edge": "ad ba bd be cf dc df dh di ef ie ig ih",
            "high": "b c d g i",
        },
    ),
    "with-many-negatives": (
        "ce cf ch ci cj ck fh fi fj fk hi hj hk jk",
        {
            "female": "a c f h j k",
            "male": "b d e g i",
            "parent": "bc bd be bg ce cf ei fh fk gj hi hj jk",
        },
    ),
}


@pytest.mark.parametrize("name", ALIKE_HERE)
def test_programs_that_differ_in_a_part_of_the_background_are_rivals(
    name: str, tmp_path: Path
) -> None:
    """People of one generation, paths over high places, women's lines: none is found.

    What is found answers alike on all objects, but not without some of them.
    """
    positives, relations = ALIKE_HERE[name]
    result = fold("learn", *write(tmp_path, positives, **relations), "--recursion")
    assert "table t/2" in result.stdout
    assert result.stderr.count("other program") == 1


def test_an_object_left_out_tells_no_programs_apart_that_are_the_same(
    tmp_path: Path,
) -> None:
    """Paths may be made from either end, and be two steps for one."""
    edges = "ad ae af bf cd cf eb ec ed gd"
    relations = {"edge": edges, "d0": "a b f", "d1": "ac bc da dc df eg gd"}
    files = write(tmp_path, closure(edges), **relations)
    result = fold("learn", *files, "--recursion")
    assert "edge(X, A), t(A, Y)" in result.stdout
    assert "other program" not in result.stderr


@pytest.mark.parametrize(
    ("positives", "relations", "doubted"),
    [
        (
            "cc cd ce dc dd de ec ed ee ff gg hh ii",
            {"parent": "ac bc bd be ef fg gh hi ad ae"},
            True,
        ),
        (
            "bb bd cc ci ec ei fb fd hb hd",
            {"edge": "bc bi cb cd eb fc fe fg gd ha hc he id"},
            True,
        ),
        (
            "ac bd ce df eg fh gi hj ik jl",
            {"edge": "ab bc cd de ef fg gh hi ij jk kl"},
            False,
        ),
    ],
    ids=["siblings", "two-steps", "two-steps-alone"],
)
def test_a_rule_that_may_be_repeated_is_doubted(
    positives: str, relations: dict[str, str], doubted: bool, tmp_path: Path
) -> None:
    """What two steps lead to from where two steps lead is a positive too, or not."""
    result = fold("learn", *write(tmp_path, positives, **relations), "--recursion")
    assert "table" not in result.stdout
    assert ("need no recursion" in result.stderr) == doubted


def test_examples_that_relate_no_arguments_are_doubted(tmp_path: Path) -> None:
    """Each first object of a positive goes with each second."""
    relations = {
        "blocked": "e f",
        "d1": "bg cd cf de dg fc gf",
        "edge": "ae be cb cg dc eg fb fg gc ge",
    }
    positives = "cb cc cg db dc dg eb ec eg fb fc fg gb gc gg"
    result = fold("learn", *write(tmp_path, positives, **relations), "--recursion")
    assert "do not tell how these are related" in result.stderr
