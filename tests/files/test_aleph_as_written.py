"""Files that Aleph accepts as they are: marks left out, its own calls, modes of =."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from support import DATA, clauses, fold, swipl

from fold_cli.errors import InputError
from fold_cli.files.dialects.dialect import recognise
from fold_cli.files.loader import free, load
from fold_cli.files.sources import Sources

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write

    from fold_cli.files.problem import Problem


MODES = ":- aleph.\n:- modeh(1, f(+t)).\n:- modeb(1, g(+t)).\n"


def read(path: Path) -> Problem:
    problem = load(Sources((str(path),)))
    free(problem)
    return problem


# Sections

PARTS = {"bg": "g(a).\ng(b).\n", "in_pos": "f(a).\n", "in_neg": "f(c).\n"}


@pytest.mark.parametrize(
    "left_out",
    [
        frozenset(marks)
        for size in (0, 1, 2, 4)
        for marks in itertools.combinations(
            ("begin_bg", "end_bg", "end_in_pos", "end_in_neg"), size
        )
    ],
    ids=lambda marks: "-".join(sorted(marks)) or "none",
)
def test_marks_of_sections_may_be_left_out(
    left_out: frozenset[str], write: Write
) -> None:
    lines = [MODES]
    for name, text in PARTS.items():
        marks = [f"begin_{name}", f"end_{name}"]
        before, after = (f":- {m}.\n" * (m not in left_out) for m in marks)
        lines += [before, text, after]
    path = write("one.pl", "".join(lines))
    assert recognise(Sources((str(path),))) == "aleph"
    problem = read(path)
    assert (problem.positives, problem.negatives) == (1, 1)
    assert not problem.warnings


@pytest.mark.parametrize("mark", ["end_bg", "begin_in_neg", "end_in_neg", "end_in_pos"])
def test_one_mark_is_enough_to_know_the_dialect(mark: str, write: Write) -> None:
    path = write("one.pl", f":- modeh(1, f(+t)).\ng(a).\n:- {mark}.\n")
    assert recognise(Sources((str(path),))) == "aleph"


def test_sections_in_any_order(write: Write) -> None:
    text = MODES + ":- begin_in_neg.\nf(c).\n:- begin_in_pos.\nf(a).\n:- end_in_pos.\n"
    problem = read(write("one.pl", text + "g(a).\n"))
    assert (problem.positives, problem.negatives) == (1, 1)
    assert [str(mode) for mode in problem.body] == ["g(+t)"]


def test_a_mark_of_another_section_is_an_error(write: Write) -> None:
    text = MODES + ":- begin_in_pos.\nf(a).\n:- end_bg.\n"
    with pytest.raises(InputError, match="in the section in_pos") as error:
        read(write("one.pl", text))
    assert error.value.line == 6


# What only Aleph defines

EXAMPLES = ":- begin_in_pos.\nf(a). f(b).\n:- begin_in_neg.\nf(c). f(d).\n"
HELPERS = [
    ("g(X) :- aleph_setting(noise, N), N > 1, h(X).", "g/1 calls aleph_setting/2"),
    ("g(X) :- setting(noise, _), h(X).", "g/1 calls setting/2"),
    ("g(X) :- h(X), \\+ hypothesis(X, _, _).", "g/1 calls hypothesis/3"),
    ("g(X) :- findall(C, good_clauses(C), L), member(X, L).", "calls good_clauses/1"),
    ("g(X) :- ( h(X) -> bottom(X) ; fail ).", "g/1 calls bottom/1"),
    ("g([P, N]) :- !, find(P, N).\nfind(P, N) :- random(P, N).", "find/2 calls random"),
]


@pytest.mark.parametrize(("rules", "words"), HELPERS, ids=[w for _, w in HELPERS])
def test_rules_that_call_alephs_own_are_left_out(
    rules: str, words: str, write: Write
) -> None:
    facts = "g(a).\ng(b).\nh(a).\nh(b).\nh(c).\n"
    path = write("one.pl", MODES + rules + "\n" + facts + EXAMPLES)
    result = fold("learn", path)
    assert result.returncode == 0, result.stderr
    assert clauses(result.stdout)[0].startswith("f(X) :- g(X).")
    assert "left out, calling what only Aleph may define" in result.stderr
    assert words in result.stderr


def test_a_predicate_without_a_rule_left_is_not_defined(write: Write) -> None:
    rules = "g(X) :- step(X).\nstep(X) :- covers(X).\n"
    result = fold("learn", write("one.pl", MODES + rules + EXAMPLES))
    assert result.returncode == 0, result.stderr
    assert "line 4 (g/1 calls step/1), line 5 (step/1 calls covers/1)" in result.stderr
    assert "a mode for g/1, which no file defines" in result.stderr


def test_what_the_file_defines_is_not_alephs(write: Write) -> None:
    rules = "g(X) :- setting(X, on), covers(X).\nsetting(a, on).\ncovers(a).\n"
    problem = read(write("one.pl", MODES + rules + EXAMPLES))
    assert not problem.warnings


def test_rules_that_call_the_target_are_kept_aside_as_before(write: Write) -> None:
    problem = read(write("one.pl", MODES + "g(X) :- f(X).\n" + EXAMPLES))
    assert any("defined by way of the target" in text for text in problem.warnings)


def test_what_is_not_safe_is_still_refused(write: Write) -> None:
    with pytest.raises(InputError, match="not among the side-effect free"):
        read(write("one.pl", MODES + "g(X) :- shell(X).\n" + EXAMPLES))


def test_in_files_of_our_own_it_is_an_error(write: Write) -> None:
    bk = write("bk.pl", "g(X) :- aleph_setting(X, _).\n")
    with pytest.raises(InputError, match="aleph_setting/2 is called here but defined"):
        load(Sources((str(bk),), str(write("pos.pl", "f(a).\n"))))


# Directives


@pytest.mark.parametrize(
    "directive",
    [
        ":- aleph_set(recursion, true), aleph_set(clauselength, 3).",
        ":- sat(1), set(clauselength, 3), reduce.",
        ":- aleph_set(verbosity, 0), modeb(1, h(+t)), aleph_set(clauselength, 3).",
        ":- (unknown(1), (other, set(clauselength, 3))).",
    ],
)
def test_every_part_of_a_directive_counts(directive: str, write: Write) -> None:
    problem = read(write("one.pl", MODES + f"{directive}\ng(a).\nh(a).\n" + EXAMPLES))
    assert problem.bias.max_body == 2
    assert ("h(+t)" in map(str, problem.body)) == ("modeb" in directive)
    assert any("unknown(1)" in w for w in problem.warnings) == ("unk" in directive)


@pytest.mark.parametrize(
    "directive",
    ["[aleph]", "['../aleph.pl']", "consult(aleph)", "ensure_loaded('/x/aleph.pl')"],
)
def test_aleph_itself_is_not_looked_for(directive: str, write: Write) -> None:
    problem = read(write("one.pl", f":- {directive}.\n{MODES}g(a).\n{EXAMPLES}"))
    assert not problem.warnings


@pytest.mark.parametrize("indicator", ["not/1", "(not)/1", "not / 1"])
def test_not_has_a_determination(indicator: str, write: Write) -> None:
    text = f":- determination(f/1, g/1).\n:- determination(f/1,{indicator}).\n"
    text += ":- modeb(1, not(h(+t))).\nk(X) :- g(X), not h(X).\ng(a).\nh(b).\n"
    problem = read(write("one.pl", MODES + text + EXAMPLES))
    assert [str(mode) for mode in problem.body] == ["g(+t)"]
    assert any("the mode of not h(+t)" in text for text in problem.warnings)


def test_what_a_library_has_that_no_file_loads_is_alephs(write: Write) -> None:
    """Constraints over bodies use Aleph's in/2; library(clpfd) has one as well."""
    rules = "bad(Body) :- in(Body, h(_)).\nprune((_ :- Body)) :- bad(Body).\n"
    problem = read(write("one.pl", MODES + rules + "g(a).\n" + EXAMPLES))
    assert any("bad/1 calls in/2" in text for text in problem.warnings)


# Modes of =

BALLS = """\
colour(a, red). colour(b, red). colour(c, blue). colour(d, green).
weight(a, 1). weight(b, 2). weight(c, 3). weight(d, 3).
"""


@pytest.mark.parametrize(
    "equality",
    [
        "=(+colour, #colour)",
        "+colour = #colour",
        "(+colour) = (#colour)",
        "#colour = +colour",
        "'='(-colour, #colour)",
    ],
)
@pytest.mark.parametrize("word", ["modeb", "mode"])
def test_a_constant_by_equality(equality: str, word: str, write: Write) -> None:
    modes = (
        f":- aleph.\n:- modeh(1, f(+ball)).\n:- {word}(*, colour(+ball, -colour)).\n"
        f":- {word}(*, {equality}).\n:- determination(f/1, colour/2).\n"
        ":- determination(f/1, '='/2).\n"
    )
    path = write("one.pl", modes + BALLS + EXAMPLES)
    problem = read(path)
    assert [str(mode) for mode in problem.body] == [
        "colour(+ball, -colour)",
        "colour(+ball, #colour)",
    ]
    result = fold("learn", path)
    assert clauses(result.stdout)[0].startswith("f(X) :- colour(X, red).")
    assert "modes of = are not used as such" in result.stderr
    theory = write("theory.pl", result.stdout)
    found = swipl("forall(f(X), (print(X), nl))", files=(write("bk.pl", BALLS), theory))
    assert found == ["a", "b"]


@pytest.mark.parametrize(
    "equality",
    ["=(+colour, -colour)", "=(+other, #other)"],
)
def test_other_equalities_are_left_out(equality: str, write: Write) -> None:
    modes = (
        ":- aleph.\n:- modeh(1, f(+ball)).\n:- modeb(*, colour(+ball, -colour)).\n"
        f":- modeb(*, {equality}).\n"
    )
    problem = read(write("one.pl", modes + BALLS + EXAMPLES))
    assert [str(mode) for mode in problem.body] == ["colour(+ball, -colour)"]
    assert any("modes of =" in text for text in problem.warnings)


@pytest.mark.parametrize(
    ("mode", "read_as"),
    [
        ("(+t) = ([-any|-list])", "+t = [-any|-list]"),
        ("=(+t, [])", "+t = []"),
        ("shape(+t, f(-a, #b))", "shape(+t, f(-a,#b))"),
        ("colour(+t, red)", "colour(+t, red)"),
        ("pair([+t, -t])", "pair([+t,-t])"),
    ],
)
def test_modes_may_have_terms_for_arguments(
    mode: str, read_as: str, write: Write
) -> None:
    facts = "g(a).\nshape(a, f(1, 2)).\ncolour(a, red).\npair([a, b]).\n"
    path = write("one.pl", MODES + f":- modeb(*, {mode}).\n{facts}" + EXAMPLES)
    problem = read(path)
    assert not problem.warnings
    assert [str(mode) for mode in problem.body] == ["g(+t)", read_as]


def test_modes_with_terms_of_what_is_not_defined_are_named(write: Write) -> None:
    modes = MODES + ":- modeb(*, shape(+t, f(-a, #b))).\n"
    [text] = read(write("one.pl", modes + "g(a).\n" + EXAMPLES)).warnings
    assert "one.pl:4: a mode for 'shape(A, f(B,C))'/3, which no file defines" in text


def test_modes_of_negations_are_named_as_before(write: Write) -> None:
    path = write("one.pl", MODES + ":- modeb(*, not(h(+t))).\ng(a).\n" + EXAMPLES)
    [text] = read(path).warnings
    assert "the mode of not h(+t)" in text


# Aleph's own examples


@pytest.mark.parametrize(
    ("name", "sizes", "words"),
    [
        ("gcws.pl", (1212, 388), ""),
        ("numbers_ineq.pl", (5, 4), "thresholds on numbers"),
        ("recursion.pl", (19, 6), ""),
        ("train.b", (5, 5), ""),
        ("train_single_file.pl", (5, 5), ""),
    ],
)
def test_files_of_aleph_are_read(name: str, sizes: tuple[int, int], words: str) -> None:
    path = DATA / "relational" / "aleph" / name
    if not path.is_file():
        pytest.skip(f"no data at {path}; set FOLD_DATA")
    problem = read(path)
    assert (problem.positives, problem.negatives) == sizes
    assert words in " ".join(problem.warnings)
