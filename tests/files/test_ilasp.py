"""Files of ILASP and FastLAS, and of the authors' later programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from dialects import MUSHROOM_FILES, loaded, modes, warning
from support import fold

from fold_cli.files.dialects.several_models import task_of_several_models

if TYPE_CHECKING:
    from support import Write


@pytest.mark.parametrize("files", [MUSHROOM_FILES, MUSHROOM_FILES[::-1]])
def test_the_authors_pair(files: tuple[str, str]) -> None:
    with loaded(*files) as problem:
        assert str(problem.head) == "positive(+case)"
        assert modes(problem) == [
            "smell(+case, #args_smell)",
            "cap(+case, #args_cap)",
        ]
        assert (problem.positives, problem.negatives) == (3, 3)
        assert problem.closed_world


def test_the_bias_may_be_given_as_modes() -> None:
    with loaded(MUSHROOM_FILES[0], modes=MUSHROOM_FILES[1]) as problem:
        assert str(problem.head) == "positive(+case)"


def test_one_file_of_ilasps(write: Write) -> None:
    path = write(
        "leg.las",
        "#modeh(leg(var(v),var(v)), (positive)).\n"
        "#modeb(2, edge(var(v),var(v)), (positive)). % comment\n"
        '#maxv(3).\n#bias(":- in_head(a). ").\n'
        "edge(v1,v2).\nedge(v2,v3).\n"
        "#pos(p1, {leg(v1,v3)}, {leg(v1,v2), leg(v2,v3)}).\n"
        "#pos(p2, {leg(v1,v3)}, {}, {edge(v9,v9).}).\n",
    )
    with loaded(path) as problem:
        assert modes(problem) == ["edge(+v, -v)", "edge(-v, +v)"]
        assert (problem.positives, problem.negatives) == (1, 2)
        assert problem.bias.max_vars == 3
        text = warning(problem, "left out")
        assert "line 4 (#bias)" in text
        assert "line 8 (#pos" in text


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("p(a). p(b). q(a). #neg({t(b)}, {}). 1 ~ t(X) :- q(X).", "are not read"),
        ("1 {c(a;b)} 1.\n#modeo(1, c(var(x))).\n#pos(e, {c(a)}, {}).\n", "#modeo"),
    ],
    ids=["rules_with_their_length", "preferences"],
)
def test_a_task_without_modes_is_recognised(
    write: Write, text: str, rules: str
) -> None:
    assert rules in fold("learn", write("t.las", text)).stderr


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("#pos({t(a)}, {t(b)}).", "#pos({t(a)}, {t(b)}.", 2, "a closing ) is missing"),
        ("#pos({t(a)}, {t(b)}).", "#poss({t(a)}, {t(b)}).", 2, "did you mean #pos?"),
        ("#modeb(p(var(x))).", "#modb(p(var(x))).", 4, "did you mean #modeb?"),
    ],
    ids=["bracket", "example", "mode"],
)
def test_slips_in_a_task_of_one_model(
    write: Write, old: str, new: str, line: int, words: str
) -> None:
    text = (
        "p(a). q(b).\n#pos({t(a)}, {t(b)}).\n#modeh(t(var(x))).\n#modeb(p(var(x))).\n"
    )
    result = fold("learn", write("t.las", text.replace(old, new)))
    assert result.returncode == 1
    assert f"t.las:{line}: " in result.stderr
    assert words in result.stderr


COMPARISONS = [
    ("#modeb(var(t) > const(k)).", "q(X) :- r(X, A), A > 18."),
    ("#modeb(const(k) <= var(t)).", "q(X) :- r(X, A), A > 18."),
    ("#modeb(1, var(t) < 20).", "q(X) :- r(X, A), A > 18."),
    ("#modeb(var(t) = const(k)).", "q(X) :- r(X, 20)."),
]


@pytest.mark.parametrize(("mode", "rule"), COMPARISONS)
def test_a_mode_that_compares_gives_thresholds_or_constants(
    write: Write, mode: str, rule: str
) -> None:
    path = write(
        "t.las",
        f"r(a,20). r(b,20). r(c,18). r(d,7).\n{mode}\n#constant(k,18).\n"
        "#pos({q(a), q(b)}, {q(c), q(d)}).\n#modeh(q(var(x))).\n"
        "#modeb(r(var(x), var(t))).\n",
    )
    assert rule in fold("learn", "--semantics", "one", path).stdout


def test_variables_are_compared_by_predicates_of_prolog(write: Write) -> None:
    path = write(
        "t.las",
        "e(1,2). e(2,1). e(3,4). e(4,3). e(5,5).\n#modeh(q(var(n),var(n))).\n"
        "#modeb(e(var(n),var(n))).\n#modeb(var(n) < var(n)).\n"
        "#modeb(var(n) != const(n)). #constant(n, 1).\n"
        "#pos({q(1,2), q(3,4)}, {q(2,1), q(4,3), q(5,5)}).\n",
    )
    result = fold("learn", "--semantics", "one", path)
    assert "q(X, Y) :- X < Y.\n" in result.stdout
    assert "line 5 (a mode that compares with a constant)" in result.stderr


def test_what_one_model_leaves_out_is_named(write: Write) -> None:
    path = write(
        "t.las",
        'p(1..4). r(1).\n#bias("no.").\n#maxbl(1).\n#modeh(q(var(t))).\n'
        "#modeb(p(var(t))).\n#modeb(r(var(t))).\n#pos({q(1)}, {q(2)}).\n",
    )
    result = fold("convert", path, "-o", path.parent / "out")
    assert "t.las line 2 (#bias)" in result.stderr
    assert "set(max_body, 1)." in (path.parent / "out" / "bk.pl").read_text()


def test_a_mode_with_not_counts_as_the_mode_without(write: Write) -> None:
    train = write("train.pl", "f(a).\nf(b).\ng(a).\ng(b).\ng(c).\nh(c).\n")
    bias = write(
        "bias.txt",
        "#modeh(f(var(t)))\n#modeb(1,g(var(t)))\n#modeb(1,not h(var(t)), (positive))\n",
    )
    with loaded(train, bias) as problem:
        assert modes(problem) == ["g(+t)", "h(+t)"]


HEAD = "#pos({q(a)},{q(b)}).\n#modeh(q(var(t))).\n#modeb(p(var(t))).\n"


@pytest.mark.parametrize(
    "rules",
    [
        "p(a;b).",
        "p(a;b,c).",
        "p((a;b)).",
        "p(f(a,(b;c))).",
        "q(X) :- p(X;a).",
        "p(X;a) :- r(X).",
        "p(X) :- r(X); s(X).",
        "p(X+1) :- r(X).",
        "p(Y) :- r(X), Y = X*2.",
        "p(X**2) :- r(X).",
        "p(X) :- r(X), X\\2 = 0.",
        "p(X&1) :- r(X).",
        "p(X?1) :- r(X).",
        "p(X^1) :- r(X).",
        "p(~X) :- r(X).",
        "p(-X) :- r(X).",
        "p(|X|) :- r(X).",
        "p(X) :- r(X), X < #sup.",
        "p(#inf).",
        "p(a) :- r(X) : s(X).",
        "p(a) | p(b).",
        "-p(a).",
        "p(a) :- -r(a).",
        "p(_a).",
        "p(a). #constant(k, 1+1).",
        "p(a). #constant(k, 1..2).",
        "p(a). #pos({q(1+1)}, {}).",
        "p(a). #pos({q((a;b))}, {}).",
        "p(a). #modeb(not r(var(t))).",
        "p(a). #modeb(var(t) < var(t)).",
        "p(a). :~ p(X). [1@2, X]",
    ],
)
def test_what_clingo_reads_otherwise_is_for_clingo(write: Write, rules: str) -> None:
    path = str(write("t.las", f"{HEAD}{rules}\n"))
    assert task_of_several_models(path) == path


@pytest.mark.parametrize("sets", ["{}, {q(b)}", "{},{}", "e1, {}, {q(b)}"])
def test_examples_without_an_atom_that_is_in_are_for_clingo(
    write: Write, sets: str
) -> None:
    path = str(write("t.las", f"#pos({sets}).\n#modeh(q(var(t))).\np(b).\n"))
    assert task_of_several_models(path) == path


@pytest.mark.parametrize(
    "rules",
    [
        "p(-1). p(a, -2). p((a,b)).",
        "p(X) :- r(X, _, _B), not s(X), X > 2, X = Y.",
        "p(X) :- (r(X) ; s(X)).",
        "p(X) :- \\+ (r(X) ; s(X)).",
        "p(X) :- not (r(X) ; s(X)).",
        "p(X) :- r(X) ; \\+ s(X).",
        "p(X) :- r(Y), X is Y + 1.",
        "p(X) :- r(Y, Z), Y =:= Z * 2.",
        "p([a-1, b-2]).",
        "p(a-b).",
        "p(0.5). p(X-Y) :- r(X, Y).",
        "p('A;b', X/2).",
        "p(X) :- lists:last(X, a).",
        '% p(a;b).\np("a;b").',
        "#modeb(*, r(var(t)), (positive)).",
        "#modeb(1, r(var(t)))\n#maxv(3)\n#modeb(2, s(var(t)))\np(a).",
        "#pos({q(c); q(d)}, {q(e)}).",
    ],
)
def test_what_prolog_reads_alike_or_alone_is_for_prolog(
    write: Write, rules: str
) -> None:
    assert task_of_several_models(str(write("t.las", f"{HEAD}{rules}\n"))) is None


@pytest.mark.parametrize(
    ("bias", "line", "words"),
    [
        ("#modeb(1,g(var(t)))\n", 1, "no #modeh"),
        ("#modeh(f(var(t)))\n#modeb(1,g(var(t),const(c)))\n", 2, "no #constant(c"),
        ("#modeh(f(var(t)))\n#modeb(1,g(t))\n", 2, "not var(type)"),
        ("#modeh(f(var(t)))\n#modeb(1,g(var(t)\n", 2, "closing )"),
        ("#modeh(f(var(t)))\n#modeb(1,g(var(u)))\n", 2, "takes the type u"),
        ("#modeh(f(var(t)))\n#modeb(g(var(t) < 1))\n", 2, "#modeb: unexpected <"),
        ("#modeh(f(var(t)))\n#modeb(g(+t))\n", 2, "unexpected +; write var(type) or"),
        ("#modeh(f(-t))\n#modeb(g(-t))\n", 1, "unexpected -; write var(type) or"),
    ],
    ids=[
        *("no-head", "no-constant", "argument", "truncated", "type", "comparison"),
        *("plus", "minus"),
    ],
)
def test_a_bad_mode_is_reported_with_its_line(
    write: Write, bias: str, line: int, words: str
) -> None:
    train = write("train.pl", "f(a).\ng(a).\ng(b).\n")
    path = write("bias.txt", bias)
    result = fold("learn", train, path)
    assert result.returncode == 1
    assert f"{path}:{line}: " in result.stderr
    assert words in result.stderr
    assert "Traceback" not in result.stderr
