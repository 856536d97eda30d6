"""Popper's files: what is read from them, and what is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from dialects import TOWERS, loaded, modes, warning
from support import fold, write_files

from fold_cli.errors import InputError
from fold_cli.files.loader import load
from fold_cli.files.problem import Bias
from fold_cli.files.sources import Sources

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write


def test_a_popper_directory() -> None:
    with loaded(TOWERS) as problem:
        assert str(problem.head) == "stands(+tower)"
        assert (problem.positives, problem.negatives) == (4, 4)
        assert modes(problem) == [
            "base(+tower, -block)",
            "base(-tower, +block)",
            "on(+block, -block)",
            "on(-block, +block)",
            "wide(+block)",
            "made_of(+block, -material)",
            "made_of(-block, +material)",
            "c_stone(+material)",
            "c_wood(+material)",
            "c_straw(+material)",
        ]
        assert problem.bias == Bias(
            max_body=4,
            max_vars=4,
            max_clauses=2,
            single_types=("tower",),
            datalog=True,
        )


def test_what_popper_alone_can_use_is_reported_once() -> None:
    with loaded(TOWERS) as problem:
        text = warning(problem, "left out, being for Popper's own search")
        for part in ("#T1", "#T2", "only_once", "bad_body(on)", "not body_var", "main"):
            assert part in text
        assert "line 31 (:- not body_var(_,1).)" in text
        assert "#count" not in text
        assert "constant" not in text


def test_an_undefined_body_predicate_is_reported_with_its_place() -> None:
    with loaded(TOWERS) as problem:
        text = warning(problem, f"{TOWERS / 'bias.pl'}:10: ")
        assert "painted/2" in text
        assert not any("tall" in text for text in problem.warnings)


def test_examples_given_twice_count_once() -> None:
    with loaded(TOWERS) as problem:
        assert warning(problem, "1 example given before")


def popper(write: Write, tmp_path: Path, bias: str, **files: str) -> Path:
    write("bk.pl", files.get("bk", "g(a). g(b). h(a, b). h(b, c).\n"))
    write("exs.pl", files.get("exs", "pos(f(a)).\nneg(f(b)).\n"))
    write("bias.pl", bias)
    return tmp_path


HEAD = "head_pred(f,1).\nbody_pred(g,1).\nbody_pred(h,2).\n"


def test_directions_are_given_and_new(write: Write, tmp_path: Path) -> None:
    bias = HEAD + "direction(f,(in,)). direction(h,(out,in)). direction(g,(in,)).\n"
    with loaded(popper(write, tmp_path, bias)) as problem:
        assert str(problem.head) == "f(+object)"
        assert modes(problem) == ["g(+object)", "h(-object, +object)"]


def test_without_types_all_is_of_one_type(write: Write, tmp_path: Path) -> None:
    with loaded(popper(write, tmp_path, HEAD)) as problem:
        assert modes(problem) == [
            "g(+object)",
            "h(+object, -object)",
            "h(-object, +object)",
        ]


def test_a_predicate_without_a_type_gets_that_of_its_constants(
    write: Write, tmp_path: Path
) -> None:
    bias = HEAD + "type(f,(thing,)). type(h,(thing,thing)).\n"
    with loaded(popper(write, tmp_path, bias)) as problem:
        assert "g(+thing)" in modes(problem)


def test_without_negatives_the_world_is_closed(write: Write, tmp_path: Path) -> None:
    with loaded(popper(write, tmp_path, HEAD, exs="pos(f(a)).")) as problem:
        assert problem.closed_world
        assert problem.negatives == 2  # b and c
        assert warning(problem, "no negative examples given")


def test_recursion_gives_modes_of_the_target(write: Write, tmp_path: Path) -> None:
    bias = "enable_recursion.\nhead_pred(f,2).\nbody_pred(h,2).\n"
    examples = "pos(f(a,b)). pos(f(a,c)).\nneg(f(b,a)).\n"
    with loaded(popper(write, tmp_path, bias, exs=examples)) as problem:
        assert problem.bias.recursion
        assert [str(mode) for mode in problem.recursive] == [
            "f(+object, -object)",
            "f(-object, +object)",
        ]
        assert all(mode.predicate.name != "f" for mode in problem.body)


@pytest.mark.parametrize(
    ("bias", "line", "words"),
    [
        ("body_pred(g,1).\n", 1, "no head_pred"),
        (HEAD + "type(f,(thing,.\n", 4, "cut short"),
        (HEAD + "type(f,(thing,)\ntype(g,(thing,)).\n", 5, "closing )"),
        (HEAD + "type(f,(thing,))\ntype(g,(thing,)).\n", 5, "unexpected type"),
        (HEAD + "\ntype(f,(thing,other)).\n", 5, "should have 1 part"),
        (HEAD + "type(f,(thing,))", 4, "full stop"),
        (HEAD + "max_vars(many).\n", 4, "not a number"),
        ("head_pred(f).\n", 1, "2 arguments"),
        ("head_pred(f,one).\n", 1, "name,arity"),
    ],
    ids=[
        "no-head",
        "truncated-tuple",
        "tuple-runs-on",
        "no-full-stop",
        "too-many-types",
        "ends-early",
        "bound",
        "arity",
        "name",
    ],
)
def test_a_bad_bias_is_reported_with_its_line(
    write: Write, tmp_path: Path, bias: str, line: int, words: str
) -> None:
    result = fold("learn", popper(write, tmp_path, bias))
    assert result.returncode == 1
    assert f"{tmp_path / 'bias.pl'}:{line}: " in result.stderr
    assert words in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("name", ["bk.pl", "exs.pl"])
def test_a_missing_file_is_named(write: Write, tmp_path: Path, name: str) -> None:
    (popper(write, tmp_path, HEAD) / name).unlink()
    with pytest.raises(InputError, match="missing") as error, loaded(tmp_path):
        pass
    assert error.value.file == str(tmp_path / name)


def test_examples_without_a_label_are_an_error(write: Write, tmp_path: Path) -> None:
    directory = popper(write, tmp_path, HEAD, exs="pos(f(a)).\nf(b).\n")
    with pytest.raises(InputError, match=r"pos\(\.\.\.\) or neg") as error:
        load(Sources((str(directory),)))
    assert error.value.line == 2


def test_a_bad_line_of_examples_is_reported_with_its_line(
    write: Write, tmp_path: Path
) -> None:
    directory = popper(write, tmp_path, HEAD, exs="#T1\npos(f(a)).\nneg(f(b).\n")
    with pytest.raises(InputError) as error:
        load(Sources((str(directory),)))
    assert error.value.line == 3


def test_examples_of_another_predicate_are_an_error(
    write: Write, tmp_path: Path
) -> None:
    directory = popper(write, tmp_path, HEAD, exs="pos(e(a)).\nneg(e(b)).\n")
    with pytest.raises(InputError, match="target is f/1"):
        load(Sources((str(directory),)))


def test_no_positive_example_is_an_error(write: Write, tmp_path: Path) -> None:
    directory = popper(write, tmp_path, HEAD, exs="neg(f(b)).\n")
    with pytest.raises(InputError, match="no positive example") as error:
        load(Sources((str(directory),)))
    assert error.value.file.endswith("exs.pl")


LISTS = "head_pred(f,1). body_pred(head,2). body_pred(even,1).\n"
LIST_TYPES = "type(f,(list,)). type(head,(list,int)). type(even,(int,)).\n"
LIST_FILES = {
    "bk": "head([H|_],H).\neven(X) :- 0 is X mod 2.\n",
    "exs": "pos(f([2,3])). pos(f([4])). neg(f([1,2])). neg(f([3])).\n",
}
SUCCESSORS = (
    "head_pred(f,2). body_pred(next,2). type(f,(int,int)). type(next,(int,int)).\n"
)
NO_DIRECTION = {
    "variable": (LISTS + LIST_TYPES, LIST_FILES, "f(X) :- head(X, A), even(A)."),
    "error": (
        SUCCESSORS,
        {
            "bk": "next(A,B) :- B is A + 1.\n",
            "exs": "pos(f(1,3)). pos(f(5,7)). neg(f(1,2)). neg(f(3,1)). neg(f(2,9)).\n",
        },
        "f(X, Y) :- next(X, A), next(A, Y).",
    ),
    "no_types": (
        "head_pred(f,1). body_pred(head,2). body_pred(tail,2). body_pred(empty,1).\n",
        {
            "bk": "head([H|_],H).\ntail([_|T],T).\nempty([]).\n",
            "exs": "pos(f([2,3])). pos(f([4,a])). neg(f([1,2,3])). neg(f([3])).\n",
        },
        "f(X) :- tail(X, A), tail(A, B), empty(B).",
    ),
}


@pytest.mark.parametrize(
    ("bias", "files", "rule"), NO_DIRECTION.values(), ids=NO_DIRECTION
)
def test_a_direction_that_cannot_be_asked_is_left_out(
    bias: str, files: dict[str, str], rule: str, write: Write, tmp_path: Path
) -> None:
    """Where the bias has none, as for Popper; the predicate stays in the rules."""
    result = fold("learn", popper(write, tmp_path, bias, **files))
    assert rule in result.stdout
    assert "left out" not in result.stderr


def test_what_must_be_given_is_said_in_poppers_words(
    write: Write, tmp_path: Path
) -> None:
    types = LIST_TYPES.replace("f,(list,)", "f,(int,)")
    bias = LISTS + types + "direction(head,(out,in))."
    files = {**LIST_FILES, "exs": "pos(f(2)). neg(f(3)).\n"}
    result = fold("learn", popper(write, tmp_path, bias, **files))
    direction = "direction(head,(in,out))."
    assert f"in Popper's files an in: {direction}\n" in result.stderr


def test_a_mode_at_fault_is_named(write: Write, tmp_path: Path) -> None:
    """The files give two modes, of which one can be asked."""
    modes = ":- modeh(1, f(+list)).\n:- modeb(*, head(-list, +int)).\n"
    modes += ":- modeb(*, head(+list, -int)).\n:- modeb(*, even(+int)).\n"
    modes += ":- modeb(*, one(-int)).\none(1).\n"
    write("bk.pl", modes + LIST_FILES["bk"])
    write("pos.pl", "f([2,3]). f([4]).\n")
    write("neg.pl", "f([1,2]). f([3]).\n")
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", cwd=tmp_path)
    assert "f(X) :- head(X, A), even(A).\n" in result.stdout
    assert (
        "fold: head(-list, +int) is left out of the rules: bk.pl:7: " in result.stderr
    )


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("body_pred(q,N).", "a fact of a bias has no variable, as N is"),
        ("type(q,(_,)).", "a fact of a bias has no variable, as _ is"),
        ("direction(q,(inn,)).", "a direction of q/1 is neither in nor out: (inn,)"),
        ("direction(q,(X,)) :- e(X). e(ut).", "neither in nor out: (ut,)"),
    ],
    ids=["arity", "type", "direction", "derived"],
)
def test_what_a_bias_says_of_nothing_is_refused(
    fact: str, said: str, tmp_path: Path
) -> None:
    bias = f"head_pred(p,1).\nbody_pred(q,1).\n{fact}\n"
    exs = "pos(p(a)).\nneg(p(b)).\n"
    files = {"bk.pl": "q(a).\n", "exs.pl": exs, "bias.pl": bias}
    write_files(tmp_path, files)
    result = fold("learn", tmp_path)
    assert result.returncode == 1
    assert "bias.pl:3: " in result.stderr
    assert said in result.stderr


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            {"bias.pl": "head_pred(p,1). bodypred(q,1). body_pred(r,1). max_var(2)."},
            ["bodypred(q,1)., did you mean body_pred?", "did you mean max_vars?"],
        ),
        (
            {
                "x.b": ":- modeh(1, p(+t)).\n:- modb(1, q(+t)).\n"
                ":- determinaton(p/1, q/1).\nq(a). r(b).\n",
                "x.f": "p(a).\n",
                "x.n": "p(b).\n",
            },
            ["did you mean modeb?", "did you mean determination?"],
        ),
    ],
    ids=["popper", "aleph"],
)
def test_misspelt_declarations_are_told(
    files: dict[str, str], said: list[str], tmp_path: Path
) -> None:
    if "bias.pl" in files:
        exs = {"bk.pl": "q(a). r(b).\n", "exs.pl": "pos(p(a)). neg(p(b)).\n"}
        files = files | exs
    write_files(tmp_path, files)
    result = fold("learn", tmp_path)
    [warning] = [text for text in result.stderr.splitlines() if "left out" in text]
    assert [words for words in said if words not in warning] == []
    assert warning.count("did you mean") == len(said)
