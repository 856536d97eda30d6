"""Files of other systems: recognised, read, and what is wrong with them told."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
import pytest
from support import DATA, PROBLEMS, clauses, fold, swipl

from fold_cli.errors import FoldError, InputError
from fold_cli.files.dialects.dialect import DIALECTS, recognise
from fold_cli.files.loader import free, load
from fold_cli.files.problem import Bias
from fold_cli.files.sources import Sources
from fold_cli.search.options import Options
from fold_cli.use.opening import opened
from fold_cli.use.run import learn_problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from fold_cli.files.problem import Problem

    Write = Callable[[str, str], Path]

TOWERS = PROBLEMS / "popper_towers"
PARCELS = PROBLEMS / "aleph_parcels"
GARDEN = PROBLEMS / "aleph_garden" / "garden.pl"
VEHICLES = PROBLEMS / "aleph_vehicles" / "vehicles.pl"
MUSHROOMS = PROBLEMS / "ilasp_mushrooms"
MUSHROOM_FILES = (
    str(MUSHROOMS / "mushrooms_train.pl"),
    str(MUSHROOMS / "mushrooms_bias.txt"),
)


@contextmanager
def loaded(*paths: str | Path, **settings: str) -> Iterator[Problem]:
    first, *rest = map(str, paths)
    problem = load(Sources((first,), *rest, **settings))  # type: ignore[arg-type]
    try:
        yield problem
    finally:
        free(problem)


def modes(problem: Problem) -> list[str]:
    return [str(mode) for mode in problem.body]


def warning(problem: Problem, beginning: str) -> str:
    found = [text for text in problem.warnings if text.startswith(beginning)]
    assert len(found) == 1, problem.warnings
    return found[0]


# Recognition


@pytest.mark.parametrize(
    ("files", "dialect"),
    [
        ((TOWERS,), "popper"),
        ((PARCELS,), "aleph"),
        ((PARCELS / "parcels",), "aleph"),
        ((PARCELS / "parcels.b",), "aleph"),
        ((PARCELS / "parcels.f",), "aleph"),
        ((PARCELS / "parcels.n",), "aleph"),
        ((GARDEN,), "aleph"),
        (MUSHROOM_FILES, "ilasp"),
        (MUSHROOM_FILES[::-1], "ilasp"),
        ((PROBLEMS / "birds",), "fold"),
        ((PROBLEMS / "birds" / "bk.pl", PROBLEMS / "birds" / "pos.pl"), "fold"),
    ],
    ids=str,
)
def test_the_dialect_is_recognised(files: tuple[str | Path, ...], dialect: str) -> None:
    first, *rest = map(str, files)
    assert recognise(Sources((first,), *rest)) == dialect


def test_the_option_knows_all_dialects() -> None:
    from fold_cli.cli.learn import learn

    option = next(p for p in learn.params if p.name == "dialect")
    assert isinstance(option.type, click.Choice)
    assert tuple(option.type.choices) == DIALECTS


def test_a_dialect_can_be_forced(write: Write) -> None:
    text = ":- set(verbosity, 3).\n:- modeh(1, f(+t)).\nf(a).\ng(a).\n"
    path = write("plain.pl", text)
    with pytest.raises(InputError, match="no setting verbosity"), loaded(path):
        pass
    with loaded(path, dialect="aleph") as problem:
        assert warning(problem, "settings of Aleph's without effect")


def test_a_directory_of_our_own_files_is_a_problem() -> None:
    with loaded(PROBLEMS / "birds") as problem:
        assert str(problem.target) == "fly/1"
        assert problem.closed_world


def test_a_directory_without_a_problem_says_what_it_should_hold(tmp_path: Path) -> None:
    result = fold("learn", tmp_path)
    assert result.returncode == 1
    assert "bias.pl (Popper)" in result.stderr
    assert str(tmp_path) in result.stderr


# Popper


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


def test_what_popper_alone_can_use_is_told_once() -> None:
    with loaded(TOWERS) as problem:
        text = warning(problem, "left out, being for Popper's own search")
        for part in ("#T1", "#T2", "only_once", "bad_body(on)", "not body_var", "main"):
            assert part in text
        assert "line 31 (:- not body_var(_,1).)" in text
        assert "#count" not in text
        assert "constant" not in text


def test_an_undefined_body_predicate_is_told_with_its_place() -> None:
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
def test_a_bad_bias_is_told_with_its_line(
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


def test_a_bad_line_of_examples_is_told_with_its_line(
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


# Aleph


def test_alephs_files_given_by_any_of_them() -> None:
    texts = set()
    for path in ("", "parcels", "parcels.b", "parcels.f", "parcels.n"):
        with loaded(PARCELS / path) as problem:
            texts.add((str(problem.head), *modes(problem), problem.negatives))
    assert texts == {
        (
            "by_hand(+parcel)",
            "holds(+parcel, -thing)",
            "made_of(+thing, #material)",
            "big(+parcel)",
            "beside(+parcel, -parcel)",
            3,
        )
    }


def test_alephs_settings_take_effect_or_are_told() -> None:
    with loaded(PARCELS) as problem:
        assert problem.bias == Bias(
            max_body=3, variable_depth=3, noise=0, min_positives=2
        )
        text = warning(problem, "settings of Aleph's without effect")
        assert text.endswith(": nodes, verbosity")


def test_what_aleph_alone_can_use_is_told_once() -> None:
    with loaded(PARCELS) as problem:
        text = warning(problem, "left out, being for Aleph itself")
        for part in ("refine/2", "false/0", "portray/1", "commutative", "not big"):
            assert part in text
        assert "line 30 (refine/2)" in text
        assert "use_rendering" not in text


def test_a_mode_without_a_determination_is_not_used() -> None:
    with loaded(PARCELS) as problem:
        assert warning(problem, "modes without a determination").endswith(": weighed/1")
        assert warning(problem, f"{PARCELS / 'parcels.b'}:21: a mode for stamped/1")


def test_sections_and_native_thresholds() -> None:
    with loaded(GARDEN) as problem:
        assert (problem.positives, problem.negatives) == (4, 4)
        assert modes(problem) == [
            "soil(+day, #soil)",
            "warmth(+day, -number)",
            "rain(+day)",
        ]
        assert problem.bias.max_body == 3
        assert warning(problem, "thresholds on numbers").endswith("lteq/2, gteq/2")


def test_a_theory_is_learned_from_a_file_of_sections() -> None:
    result = fold("learn", "-q", GARDEN)
    assert result.returncode == 0, result.stderr
    assert "water(X) :- soil(X, dry)." in result.stdout
    assert "A > 23" in result.stdout


def aleph(write: Write, text: str) -> Path:
    return write("problem.pl", ":- aleph.\n" + text)


EXAMPLES = (
    ":- begin_in_pos.\nf(a).\n:- end_in_pos.\n:- begin_in_neg.\nf(b).\n:- end_in_neg.\n"
)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (":- begin_in_pos.\n:- end_in_neg.\n", 3, "in the section in_pos"),
        (":- if(true).\ng(a).\n", 2, "never ends"),
        (":- endif.\n", 2, "outside any"),
        (":- if(shell(ls)).\n:- endif.\n", 2, "is not run"),
        (":- modeh(1, f(t)).\n" + EXAMPLES, 2, "+type"),
        (
            ":- modeh(1, f(+t)).\n:- modeb(1, g(+u)).\ng(a).\n" + EXAMPLES,
            3,
            "takes a u",
        ),
        (":- modeb(1, g(+t)).\ng(a).\n" + EXAMPLES, 2, "none for the head f/1"),
        (":- aleph_set(i, many).\n" + EXAMPLES, 2, "not a number"),
        (":- begin_in_pos.\nf(X).\n:- end_in_pos.\n", 3, "variable X"),
    ],
    ids=[
        "section",
        "if",
        "endif",
        "condition",
        "mode",
        "type",
        "no-head",
        "setting",
        "variable",
    ],
)
def test_a_bad_aleph_file_is_told_with_its_line(
    write: Write, text: str, line: int, words: str
) -> None:
    path = aleph(write, text)
    result = fold("learn", path)
    assert result.returncode == 1
    assert f"{path}:{line}: " in result.stderr
    assert words in result.stderr
    assert "Traceback" not in result.stderr


def test_conditional_parts_count_where_their_condition_holds(write: Write) -> None:
    conditions = (
        ":- if(current_predicate(g/1)).\nwrong(a).\n"
        ":- elif((true, \\+ fail)).\nright(a).\n"
        ":- if(fail).\nwrong(b).\n:- else.\nright(b).\n:- endif.\n"
        ":- else.\nwrong(c).\n:- endif.\n"
        "g(a).\n:- if(current_predicate(g/1)).\nright(c).\n:- endif.\n"
    )
    with loaded(aleph(write, conditions + EXAMPLES)) as problem:
        assert {m.predicate.name for m in problem.body} == {"right", "g"}
        assert "wrong" not in problem.predicates


def test_missing_examples_are_alephs_habit(write: Write) -> None:
    background = ":- modeh(1, f(+t)).\n:- modeb(1, g(+t)).\ng(a). g(b).\nf(a).\n"
    path = write("s.b", background)
    with loaded(path) as problem:  # neither .f nor .n
        assert (problem.positives, problem.negatives) == (1, 1)
        assert problem.closed_world
    write("s.n", "")
    write("s.f", "f(a).\n")
    with loaded(path) as problem:
        assert (problem.positives, problem.negatives) == (1, 1)
        assert problem.closed_world


def test_old_modes_are_head_or_body(write: Write) -> None:
    modes_ = ":- mode(1, f(+t)).\n:- mode(*, g(+t)).\ng(a).\n"
    with loaded(aleph(write, modes_ + EXAMPLES)) as problem:
        assert str(problem.head) == "f(+t)"
        assert modes(problem) == ["g(+t)"]
        assert not problem.bias.recursion


def test_the_target_in_a_body_mode_allows_recursion(write: Write) -> None:
    modes_ = ":- modeh(1, f(+t)).\n:- modeb(*, f(+t)).\n:- modeb(*, g(+t, -t)).\n"
    with loaded(aleph(write, modes_ + "g(a, b).\n" + EXAMPLES)) as problem:
        assert problem.bias.recursion
        assert [str(mode) for mode in problem.recursive] == ["f(+t)"]


# A class as an argument


def test_each_class_is_learned_in_turn(tmp_path: Path) -> None:
    result = fold("learn", VEHICLES, "-o", tmp_path / "kinds.pl")
    assert result.returncode == 0, result.stderr
    text = (tmp_path / "kinds.pl").read_text(encoding="utf-8")
    assert clauses(text) == [
        "kind(X, bicycle) :- wheels(X, 2).",
        "kind(X, boat) :- floats(X).",
        "kind(X, car) :- wheels(X, 4), \\+ ab0(X, car).",
        "kind(X, wreck) :- broken(X).",
        "ab0(X, car) :- broken(X).",
    ]
    assert "% examples: 8 positive, 24 negative" in text
    assert "% covered: 8 positive, 0 negative" in text
    assert fold("show", tmp_path / "kinds.pl").stdout == text


def test_classes_can_be_written_for_clingo() -> None:
    result = fold("learn", "-q", VEHICLES, "--format", "asp")
    assert result.returncode == 0, result.stderr
    assert "kind(X, boat) :- floats(X)." in result.stdout
    assert "ab0(X, car) :- broken(X)." in result.stdout


def test_classes_given_by_what_a_tree_would_predict(write: Write) -> None:
    text = VEHICLES.read_text(encoding="utf-8").replace("#kind", "-kind")
    tree = write("tree.pl", ":- aleph_set(dependent, 2).\n" + text)
    assert clauses(fold("learn", "-q", tree).stdout) == clauses(
        fold("learn", "-q", VEHICLES).stdout
    )


def test_the_rules_of_classes_hold_in_swipl(tmp_path: Path) -> None:
    theory = tmp_path / "kinds.pl"
    assert fold("learn", "-q", VEHICLES, "-o", theory).returncode == 0
    assert fold("convert", VEHICLES, "-o", tmp_path / "own").returncode == 0
    found = swipl(
        "forall((member(V, [v1, v4, v5, v8]), kind(V, K)), (print(V-K), nl))",
        files=(tmp_path / "own" / "bk.pl", theory),
    )
    assert found == ["v1-bicycle", "v4-wreck", "v5-boat", "v8-car"]


def test_what_cannot_take_classes_in_turn_says_so() -> None:
    with (
        opened(Sources((str(VEHICLES),))) as problem,
        pytest.raises(InputError, match="only fold learn takes classes") as error,
    ):
        learn_problem(problem, Options())
    assert (error.value.file, error.value.line) == (str(VEHICLES), 6)


# ILASP, FastLAS, and the authors' later files


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
    ("bias", "line", "words"),
    [
        ("#modeb(1,g(var(t)))\n", 1, "no #modeh"),
        ("#modeh(f(var(t)))\n#modeb(1,g(var(t),const(c)))\n", 2, "no #constant(c"),
        ("#modeh(f(var(t)))\n#modeb(1,g(t))\n", 2, "not var(type)"),
        ("#modeh(f(var(t)))\n#modeb(1,g(var(t)\n", 2, "closing )"),
        ("#modeh(f(var(t)))\n#modeb(1,g(var(u)))\n", 2, "takes a u"),
    ],
    ids=["no-head", "no-constant", "argument", "truncated", "type"],
)
def test_a_bad_mode_is_told_with_its_line(
    write: Write, bias: str, line: int, words: str
) -> None:
    train = write("train.pl", "f(a).\ng(a).\ng(b).\n")
    path = write("bias.txt", bias)
    result = fold("learn", train, path)
    assert result.returncode == 1
    assert f"{path}:{line}: " in result.stderr
    assert words in result.stderr
    assert "Traceback" not in result.stderr


# Learning


@pytest.mark.parametrize(
    ("path", "theory"),
    [
        (TOWERS, ["stands(X) :- base(X, A), wide(A), made_of(A, B), c_stone(B)."]),
        (
            PARCELS,
            [
                "by_hand(X) :- holds(X, A), made_of(A, glass).",
                "by_hand(X) :- holds(X, A), made_of(A, china).",
            ],
        ),
    ],
    ids=["popper", "aleph"],
)
def test_relations_are_learned(path: Path, theory: list[str]) -> None:
    assert clauses(fold("learn", "-q", path).stdout) == theory


def test_michalskis_trains_have_one_rule_from_both_forms() -> None:
    directory = DATA / "relational" / "aleph"
    if not directory.is_dir():
        pytest.skip(f"no data at {directory}; set FOLD_DATA")
    for name in ("train", "train_single_file.pl"):
        result = fold("learn", "-q", directory / name)
        assert "% covered: 5 positive, 0 negative" in result.stdout
        assert len(clauses(result.stdout)) == 1


# Our own files, and back to them


@pytest.mark.parametrize(
    "files", [(TOWERS,), (PARCELS,), (GARDEN,), MUSHROOM_FILES], ids=lambda f: str(f[0])
)
def test_converting_keeps_the_problem(
    files: tuple[str | Path, ...], tmp_path: Path
) -> None:
    result = fold("convert", *files, "-o", tmp_path / "own")
    assert result.returncode == 0, result.stderr
    with loaded(*files) as one, loaded(tmp_path / "own") as other:
        assert (one.head, one.body, one.recursive) == (
            other.head,
            other.body,
            other.recursive,
        )
        assert (one.positives, one.negatives) == (other.positives, other.negatives)
        assert one.bias == other.bias
    assert (
        fold("learn", "-q", *files).stdout.splitlines()[-1]
        == (fold("learn", "-q", tmp_path / "own").stdout.splitlines()[-1])
    )


def test_a_setting_of_ours_that_is_none_is_told_with_its_line(write: Write) -> None:
    background = write("bk.pl", "g(a).\n:- set(max_var, 3).\n")
    positives = write("pos.pl", "f(a).\n")
    with pytest.raises(InputError, match="did you mean max_vars") as error:
        load(Sources((str(background),), str(positives)))
    assert error.value.line == 2


# Real files


def test_every_popper_problem_is_read() -> None:
    directory = DATA / "relational" / "popper"
    if not directory.is_dir():
        pytest.skip(f"no data at {directory}; set FOLD_DATA")
    for path in sorted(directory.iterdir()):
        if b"library(clpfd)" in (path / "bk.pl").read_bytes():
            continue  # its operators come from a library that is loaded with --trust
        with loaded(path) as problem:
            assert problem.positives, path
            assert problem.negatives, path
            assert problem.body, path
            assert not any("left out" in text for text in problem.warnings), path


def test_both_forms_of_alephs_trains_are_the_same_problem() -> None:
    directory = DATA / "relational" / "aleph"
    if not directory.is_dir():
        pytest.skip(f"no data at {directory}; set FOLD_DATA")
    found = []
    for name in ("train", "train.n", "train_single_file.pl"):
        with loaded(directory / name) as problem:
            found.append(
                (problem.head, problem.positives, problem.bias, modes(problem))
            )
            assert not problem.warnings
    assert found[0] == found[1] == found[2]
    assert len(found[0][3]) == 10


def test_every_error_of_a_format_is_a_fold_error(tmp_path: Path) -> None:
    for dialect in DIALECTS:
        with pytest.raises(FoldError):
            load(Sources((str(tmp_path / "nothing"),), dialect=dialect))
