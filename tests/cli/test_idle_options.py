"""No option is passed over in silence where it has no meaning."""

import shlex
from pathlib import Path

import pytest

from tests.support import fold

TASK = """coin(c1). coin(c2).
#pos({heads(c1)}, {heads(c2)}).
#neg({heads(c1), heads(c2)}, {}).
#modeha(heads(var(coin))).
#modeb(2, heads(var(coin))).
#modeb(coin(var(coin)), (positive)).
"""
PROGRAM = "{ heads(X) } :- coin(X).\n"


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """Return a directory with a task, its program and a small problem."""
    files = {"t.las": TASK, "p.lp": PROGRAM, "t.pl": "fly(X) :- bird(X).\n"}
    files |= {
        "t.csv": "a,class\n1,x\n2,y\n",
        "bk.pl": "bird(a). cat(b).\n",
        "pos.pl": "fly(a).\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return tmp_path


OF_TASKS = [
    *("learn t.las --max-literals 1", "learn t.las --max-clauses 1"),
    *("learn t.las -b bk.pl", "learn t.las --modes bk.pl", "learn t.las --target h/1"),
    *("learn t.las --noisy-examples out", "learn t.las --checkpoint out"),
    *("learn t.las --noise", "learn t.las --class c", "learn t.las --scale 2"),
    *("evaluate p.lp t.las -b bk.pl", "evaluate p.lp t.las --scale 2"),
    *("predict p.lp t.las --proba", "predict p.lp t.las --append -o out"),
    *("predict p.lp t.las -b bk.pl", "explain p.lp t.las heads(c1) --depth 3"),
]


@pytest.mark.parametrize("command", OF_TASKS)
def test_a_task_refuses_what_it_does_not_heed(room: Path, command: str) -> None:
    result = fold(*shlex.split(command), cwd=room)
    option = next(word for word in command.split() if word.startswith("-"))
    option = {"-b": "--background", "--noise": "--noise/--exact"}.get(option, option)
    expected = f"Error: {option} is not for a task with several stable models."
    assert (result.returncode, result.stderr.splitlines()[-1]) == (2, expected)
    assert not (room / "out").exists()


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("learn t.las --format json", "clingo alone"),
        ("learn t.las --format pl", "clingo alone"),
        ("learn t.las -o p.json", "clingo alone"),
        ("predict p.lp t.las -o p.csv", "models are written as text or JSON"),
        ("learn bk.pl pos.pl --semantics stable --max-literals 1", "--max-literals is"),
        ("predict t.pl bk.pl --models 2", "--models is for a task"),
        ("predict t.pl bk.pl --depth 2", "--depth needs --explain"),
        ("explain t.pl bk.pl fly(a) --model 1", "--model is for a task"),
        ("evaluate t.pl bk.pl pos.pl --scale 2", "--scale needs --semantics stable"),
        ("learn t.csv --recursion", "--recursion is about Prolog files"),
        ("cv t.csv --lookahead 2", "--lookahead is about Prolog files"),
        ("learn t.csv --trust", "no POS, NEG, --background, --dialect or --trust"),
    ],
)
def test_other_options_without_a_meaning(
    room: Path, command: str, message: str
) -> None:
    result = fold(*shlex.split(command), cwd=room)
    assert result.returncode == 2
    assert message in result.stderr


def test_models_are_written_as_the_name_of_the_file_says(room: Path) -> None:
    fold("predict", "p.lp", "t.las", "-o", "models.json", cwd=room)
    assert (room / "models.json").read_text().startswith("[")
