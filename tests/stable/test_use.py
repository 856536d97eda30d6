"""Programs in use: evaluated, their models listed, atoms explained; stopped runs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from processes import run_fresh
from support import fold, printed

from fold_cli.api import programs
from fold_cli.errors import InputError
from fold_cli.stable.grounding_size import rule_with_most_instances
from fold_cli.stable.program import learn_program
from fold_cli.stable.search.constraints import ConstraintLearner
from fold_cli.stable.tasks.task_reader import read_task

if TYPE_CHECKING:
    from pathlib import Path

TASK = (
    "node(1..3). edge(1,2). edge(2,3).\n"
    "#pos({in(1), in(3)}, {in(2)}).\n#neg({in(1), in(2)}, {}).\n"
    "#modeha(in(var(n))). #modeb(2, in(var(n))). #modeb(1, node(var(n))).\n"
)
PROGRAM = "{ in(X) } :- node(X).\n:- edge(X, Y), in(X), in(Y).\n"


@pytest.fixture
def room(tmp_path: Path) -> Path:
    (tmp_path / "t.las").write_text(TASK, encoding="utf-8")
    (tmp_path / "p.lp").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "bad.lp").write_text("{ in(X) } :- node(X).\n", encoding="utf-8")
    return tmp_path


def test_evaluate(room: Path) -> None:
    assert printed("evaluate", "p.lp", "t.las", cwd=room) == "right: 2 of 2 examples\n"
    found = printed("evaluate", "bad.lp", "t.las", "--format", "json", cwd=room)
    assert json.loads(found) == {"examples": 2, "right": 1, "wrong": ["#neg neg1"]}


def test_all_models_as_data(room: Path) -> None:
    args = ("predict", "p.lp", "t.las", "--models", "0", "--format", "json")
    models = [set(each["atoms"]) for each in json.loads(printed(*args, cwd=room))]
    wanted = [(), (1,), (2,), (3,), (1, 3)]
    assert sorted(map(sorted, models)) == sorted(
        [f"in({n})" for n in some] for some in wanted
    )
    assert len(printed("predict", "p.lp", "t.las", cwd=room).splitlines()) == 1


def test_no_model_is_told(room: Path) -> None:
    (room / "none.lp").write_text("a :- not a.\n")
    assert printed("predict", "none.lp", "t.las", cwd=room) == "no stable model\n"


def test_explanations(room: Path) -> None:
    found = printed("explain", "p.lp", "t.las", "in(1)", cwd=room)
    assert "{ in(X) } :- node(X). with X = 1" in found
    (room / "q.lp").write_text(PROGRAM + "both :- in(1), in(2).\n")
    found = printed("explain", "q.lp", "t.las", "both", cwd=room)
    assert found.splitlines() == [
        "both is in no stable model",
        "  excluded by :- edge(X,Y), in(X), in(Y).",
    ]
    found = printed("explain", "p.lp", "t.las", "nowhere(1)", cwd=room)
    assert "no rule has nowhere/1 in its head" in found
    data = json.loads(
        printed("explain", "p.lp", "t.las", "in(9)", "--format", "json", cwd=room)
    )
    assert data["holds"] is False
    assert data["because"] == [
        "{ in(X) } :- node(X). needs node(X), which does not hold with X = 9"
    ]


def test_explanations_name_the_literal_that_fails(room: Path) -> None:
    (room / "t.las").write_text(
        "p(1..3). e(1, 2). e(2, 3).\n#pos(a, {r(1)}, {}, {s(1).}).\n"
        "#pos(b, {r(2)}, {r(3)}, {s(2). s(3).}).\n#modeh(r(var(n))).\n"
    )
    (room / "r.lp").write_text(
        "r(X) :- e(X, Y), p(Y), X < 3, not s(Y), s(X).\nw :- r(4).\n"
    )
    found = printed("explain", "r.lp", "t.las", "r(1)", cwd=room)
    rule = "r(X) :- e(X,Y), p(Y), X < 3, not s(Y), s(X)."
    assert found.splitlines() == [
        "r(1) is in model 1 (#pos a)",
        f"  by {rule} with X = 1, Y = 2",
        "r(1) is in no stable model (#pos b)",
        f"  {rule} needs s(X), which does not hold with X = 1, Y = 2",
    ]
    found = printed("explain", "r.lp", "t.las", "r(2)", cwd=room)
    assert f"{rule} needs not s(Y), which does not hold with X = 2, Y = 3" in found
    found = printed("explain", "r.lp", "t.las", "r(3)", cwd=room)
    assert f"{rule} needs e(X,Y), which does not hold with X = 3" in found
    data = json.loads(
        printed("explain", "r.lp", "t.las", "r(1)", "--format", "json", cwd=room)
    )
    assert [each["examples"] for each in data] == [["#pos a"], ["#pos b"]]
    (room / "odd.lp").write_text("r(X) :- p(X). x :- not x.\n")
    found = printed("explain", "odd.lp", "t.las", "r(1)", cwd=room)
    assert "there is no stable model at all" in found


DEEP = f"in({'f(' * 9000}a{')' * 9000})"
"""clingo ends the process where it writes atoms ten times as deep."""


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("explain", "p.lp", "t.las", "in(X)"), "in(X) is no ground atom"),
        (("explain", "p.lp", "t.las", DEEP), "more than 500 levels of brackets"),
        (("explain", "p.lp", "t.las", "in(é)"), "clingo has no é in names"),
        (("explain", "p.lp", "t.las", "in(1)", "--model", "99"), "no model 99"),
        (("evaluate", "broken.lp", "t.las"), "broken.lp:1: syntax error"),
        (("evaluate", "script.lp", "t.las"), "script.lp:1: #script is never run"),
        (("evaluate", "gone.lp", "t.las"), "gone.lp: no such file"),
    ],
)
def test_errors(args: tuple[str, ...], words: str, room: Path) -> None:
    (room / "broken.lp").write_text("a :- b(.\n")
    (room / "script.lp").write_text("#script (python) print(1) #end.\n")
    result = fold(*args, cwd=room)
    assert result.returncode == 1
    assert words in result.stderr
    assert "Traceback" not in result.stderr


KNAPSACK = """\
item(1..4). weight(1,3). weight(2,4). weight(3,5). weight(4,1).
{ take(I) : item(I) }.
total(S) :- S = #sum { W,I : take(I), weight(I,W) }.
#pos({take(1), take(4)}, {take(2), take(3)}).
#pos({take(2), take(4)}, {take(1), take(3)}).
#neg({take(2), take(3)}, {}).
#neg({take(1), take(2)}, {}).
#neg({take(1), take(3)}, {}).
#modeb(1, total(var(s)), (positive)).
#modeb(1, var(s) > const(s)).
#constant(s, 5).
"""


@pytest.mark.parametrize(
    "statement",
    [
        "#show take/1.",
        "#show.",
        "#show I : take(I).",
        "#minimize { W,I : take(I), weight(I,W) }.",
        ":~ take(I), weight(I,W). [W@1, I]",
    ],
)
def test_what_is_shown_or_preferred_changes_no_program(
    statement: str, tmp_path: Path
) -> None:
    (tmp_path / "t.las").write_text(f"{statement}\n{KNAPSACK}", encoding="utf-8")
    result = fold("learn", "t.las", "-o", "t.lp", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    program = tmp_path / "t.lp"
    assert program.read_text().splitlines()[-1] == ":- total(X), X > 5."
    program.write_text(f"{statement}\n{program.read_text()}")
    found = fold("evaluate", "t.lp", "t.las", cwd=tmp_path)
    assert found.stdout == "right: 5 of 5 examples\n"


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("#script (lua)\nx = 1\n#end.", "t.las:1: #script is never run"),
        ('#include "other.lp".', "t.las:1: #include is never run"),
        ("#external r(a).", "t.las:1: #external is not for learning"),
        ("#show q/1.", ""),
        ("#defined z/1.", ""),
    ],
)
def test_statements_of_clingo_where_one_model_would_do(
    statement: str, words: str, tmp_path: Path
) -> None:
    task = "p(a).\n#pos({q(a)}, {}).\n#modeh(q(var(n))).\n#modeb(p(var(n))).\n"
    (tmp_path / "t.las").write_text(f"{statement}\n{task}", encoding="utf-8")
    result = fold("learn", "t.las", cwd=tmp_path)
    assert words in result.stderr
    assert result.returncode == bool(words)
    assert words or "q(X) :- p(X)." in result.stdout


EXPLODING = (
    "#const m = 400.\nn(1..m). small(X) :- n(X).\n"
    "big(A,B,C,D) :- n(A), n(B), n(C), n(D).\n"
)


def test_grounding_that_explodes_is_stopped_and_names_the_rule(tmp_path: Path) -> None:
    (tmp_path / "t.las").write_text(f"{EXPLODING}{TASK}", encoding="utf-8")
    result = fold("learn", "t.las", "--timeout", "2", cwd=tmp_path)
    assert result.returncode == 3
    assert "the time limit of 2 s is over" in result.stderr
    assert "the rule big(A,B,C,D) :- n(A), n(B), n(C), n(D))" in result.stderr
    assert "nothing was written" in result.stderr


def test_grounding_that_takes_all_memory_names_the_rule(tmp_path: Path) -> None:
    (tmp_path / "t.las").write_text(f"{EXPLODING}{TASK}", encoding="utf-8")
    limit = "import resource as r; r.setrlimit(r.RLIMIT_DATA, (200 * 2**20,) * 2)\n"
    script = f"{limit}from fold_cli.cli import main; main()"
    # in a process of its own: a limit cannot be taken back
    result = run_fresh(script, "learn", "t.las", "-o", "p.lp", cwd=tmp_path)
    assert result.returncode == 1, result.stderr[-1000:]
    assert "of memory would be needed" in result.stderr
    assert "the rule big(A,B,C,D) :- n(A), n(B), n(C), n(D))" in result.stderr
    assert not (tmp_path / "p.lp").exists()


def test_an_interrupt_gives_the_program_so_far(
    room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: ConstraintLearner) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ConstraintLearner, "rules", interrupt)
    program = learn_program(read_task(str(room / "t.las")))
    assert program.partial
    assert "% partial: learning was stopped" in program.render()
    assert [str(rule) for rule in program.rules] == ["{ in(X) } :- node(X)."]


def test_the_growing_rule_is_the_one_with_the_most_instances() -> None:
    assert "big(A,B,C,D)" in rule_with_most_instances(
        [EXPLODING, "p(X,Y) :- n(X), n(Y)."]
    )
    chain = (
        "a(1..9). b(X,Y) :- a(X), a(Y). c(X,Y,Z,U) :- b(X,Y), b(Z,U). d :- c(X,X,X,X)."
    )
    assert "c(X,Y,Z,U)" in rule_with_most_instances([chain])


def test_nothing_found_is_said(tmp_path: Path) -> None:
    (tmp_path / "t.las").write_text(
        "p(1..2). {q(X)} :- p(X).\n#pos({q(1)}, {q(2)}).\n#pos({q(2)}, {q(1)}).\n"
        "#neg({q(1), q(2)}, {}).\n#modeb(1, p(var(n)), (positive)).\n"
    )
    result = fold("learn", "t.las", cwd=tmp_path)
    assert result.returncode == 1
    assert "no program was found that is right on all examples" in result.stderr
    assert result.stdout == ""


def test_a_program_is_not_learned_from_nothing(room: Path) -> None:
    (room / "bk.pl").write_text("bird(a).\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"bk.pl: no example: "):
        programs.learn_program(room / "bk.pl")
