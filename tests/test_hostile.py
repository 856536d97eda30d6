"""Files that would do harm: none runs, each is reported, no command crashes or hangs.

The first line of a file in ``hostile/`` says what must come of it as background
knowledge: ``refused LINE: message``, ``stopped: message``, ``left out: message`` or
``harmless``. Were one to run, it would make a file ``pwned``, end the process, or never
end.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from support import fold, write_files
from worker import Result, Worker

HOSTILE = Path(__file__).parent / "hostile"
FILES = sorted(path.name for path in HOSTILE.glob("*.pl"))
LIMITS = ["--max-inferences", "300000"]
COMMANDS = {
    "modes": ["modes", "bk.pl", "pos.pl", "neg.pl"],
    "convert": ["convert", "bk.pl", "pos.pl", "neg.pl", "-o", "converted"],
    "evaluate": ["evaluate", "theory.pl", "bk.pl", "pos.pl", "neg.pl", *LIMITS],
    "predict": ["predict", "theory.pl", "bk.pl", "pos.pl", *LIMITS],
    "explain": ["explain", "theory.pl", "bk.pl", "fly(a)", *LIMITS],
    "modes-file": ["learn", "plain.pl", "pos.pl", "--modes", "bk.pl", *LIMITS],
    "examples": ["learn", "plain.pl", "bk.pl", *LIMITS],
    "negatives": ["learn", "plain.pl", "pos.pl", "bk.pl", *LIMITS],
    "theory": ["evaluate", "bk.pl", "plain.pl", "pos.pl", "neg.pl", *LIMITS],
    "show": ["show", "bk.pl"],
    "aleph": ["learn", "--dialect", "aleph", "bk.pl", "pos.pl", "neg.pl", *LIMITS],
    "ilasp": ["learn", "modes.las", "-b", "bk.pl", "pos.pl", "neg.pl", *LIMITS],
    "popper": ["learn", "popper", *LIMITS],
}


def expected(name: str) -> tuple[str, int, str]:
    """Return what must come of a file: kind, line, and a part of the message."""
    first = (HOSTILE / name).read_text(encoding="utf-8").partition("\n")[0]
    match = re.fullmatch(
        r"% (refused|stopped|left out|harmless)(?: (\d+))?(?:: (.*))?", first
    )
    assert match, f"{name} does not say what is expected of it"
    return match[1], int(match[2] or 0), match[3] or ""


HARMLESS = {
    "plain.pl": "bird(a). bird(b). cat(c).\n",
    "pos.pl": "fly(a).\nfly(b).\n",
    "neg.pl": "fly(c).\n",
    "theory.pl": "fly(X) :- bird(X), \\+ p(X).\n",
    "modes.las": "#modeh(fly(var(x))).\n#modeb(bird(var(x))).\n",
    "popper/exs.pl": "pos(fly(a)).\npos(fly(b)).\nneg(fly(c)).\n",
    "popper/bias.pl": "head_pred(fly,1).\nbody_pred(bird,1).\n",
}


@pytest.fixture
def problem(tmp_path: Path) -> Path:
    """Return a directory with harmless files around the one that is not."""
    write_files(tmp_path, {"payload.pl": ":- shell('touch pwned').\n"})
    inside = tmp_path / "problem"
    write_files(inside, HARMLESS)
    return inside


def place(name: str, problem: Path) -> None:
    """Put a hostile file where each of the commands reads it."""
    shutil.copy(HOSTILE / name, problem / "bk.pl")
    shutil.copy(HOSTILE / name, problem / "popper" / "bk.pl")


def check_calm(result: Result, problem: Path, name: str = "") -> None:
    """Nothing ran, and what went wrong is reported in a line."""
    what = f"{name}: {result.err}"
    assert not list(problem.parent.rglob("pwned"))
    assert sorted(p.name for p in problem.parent.iterdir()) == ["payload.pl", "problem"]
    assert result.code in (0, 1), what
    for sign in ("Traceback", "unexpected error", "gave no answer"):
        assert sign not in result.err, what
    errors = [line for line in result.err.splitlines() if "fold: error:" in line]
    assert len(errors) == (1 if result.code else 0), what


def test_there_are_enough() -> None:
    kinds = [expected(name)[0] for name in FILES]
    assert len(kinds) >= 60
    assert {"refused", "stopped", "left out", "harmless"} == set(kinds)


@pytest.mark.parametrize("name", FILES)
def test_learn(name: str, worker: Worker, problem: Path) -> None:
    place(name, problem)
    kind, line, message = expected(name)
    result = worker.run(["learn", "bk.pl", "pos.pl", "neg.pl", *LIMITS], problem)
    check_calm(result, problem)
    if kind == "harmless":
        assert result.code == 0, result.err
        assert "fly(X) :-" in result.out
        return
    if kind == "left out":
        assert result.code == 0, result.err
        assert f" is left out of the rules: bk.pl:5: {message}" in result.err
        return
    where = f"bk.pl:{line}: " if line else "bk.pl:"
    assert result.code == 1, result.out
    assert f"fold: error: {where}" in result.err
    assert message in result.err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command(command: str, worker: Worker, problem: Path) -> None:
    for name in FILES:
        if expected(name)[0] in ("stopped", "left out") and name != "between_inf.pl":
            continue  # each takes its time, and they are stopped in the same way
        place(name, problem)
        result = worker.run(COMMANDS[command], problem)
        check_calm(result, problem, name)
        if result.code == 1 and expected(name)[0] == "refused" and command != "theory":
            assert re.search(r"error: (\S*/)?bk\.pl", result.err), (name, result.err)


@pytest.mark.parametrize(
    "name",
    ["halt_directive.pl", "shell_rule.pl", "dynamic_neck.pl", "count_up.pl"],
)
def test_as_a_user_runs_it(name: str, problem: Path) -> None:
    place(name, problem)
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", *LIMITS, cwd=problem)
    check_calm(Result(result.returncode, result.stdout, result.stderr), problem)
    assert result.returncode == 1
    assert expected(name)[2] in result.stderr


# Other ways in


def test_a_target_that_is_a_built_in(worker: Worker, problem: Path) -> None:
    (problem / "bk.pl").write_text("bird(a).\np(X) :- bird(X), shell(X).\n")
    for command in ("touch pwned", "true"):
        (problem / "pos.pl").write_text(f"shell('{command}').\n")
        (problem / "neg.pl").write_text("shell(false).\n")
        result = worker.run(["learn", "bk.pl", "pos.pl", "neg.pl", *LIMITS], problem)
        check_calm(result, problem)


def test_goals_and_options_are_not_run(worker: Worker, problem: Path) -> None:
    shutil.copy(problem / "plain.pl", problem / "bk.pl")
    for goal in (
        "shell('touch pwned')",
        "fly(a), shell('touch pwned')",
        "fly(a)) :- shell('touch pwned'), (true",
        "system:shell('touch pwned')",
        "call(shell('touch pwned'))",
    ):
        result = worker.run(["explain", "theory.pl", "bk.pl", goal], problem)
        assert result.code == 1, result.out
        check_calm(result, problem)
    for target in ("shell/1", "fly/1), shell('touch pwned'", "(:-)/2", "fly/9999999"):
        args = ["learn", "bk.pl", "pos.pl", "--target", target]
        check_calm(worker.run(args, problem), problem)


def test_file_names_are_not_goals(worker: Worker, problem: Path) -> None:
    name = "x'), shell('touch pwned'), y('.pl"
    (problem / name).write_text("bird(a). bird(b).\n")
    result = worker.run(["learn", name, "pos.pl", "neg.pl"], problem)
    check_calm(result, problem)
    assert result.code == 0


def test_parts_of_a_file_are_read_by_the_same_rules(
    worker: Worker, problem: Path
) -> None:
    (problem / "parts").mkdir()
    (problem / "bk.pl").write_text(":- include('parts/one').\n:- [bk].\nbird(c).\n")
    (problem / "parts" / "one.pl").write_text("bird(a).\nbird(b).\nbig(a).\n")
    learn = ["learn", "bk.pl", "pos.pl", "neg.pl"]
    result = worker.run(learn, problem)
    assert result.code == 0, result.err
    assert "member(X, [b])" in result.out
    (problem / "parts" / "one.pl").write_text("bird(a).\n:- shell('touch pwned').\n")
    result = worker.run(learn, problem)
    check_calm(result, problem)
    assert "parts/one.pl:2: the directive" in result.err
    (problem / "parts" / "one.pl").unlink()
    (problem / "parts" / "one.pl").symlink_to(problem.parent / "payload.pl")
    (problem / "up").symlink_to(problem.parent)
    for part in ("parts/one", "up/payload", "./up/problem/plain"):
        (problem / "bk.pl").write_text(f":- include('{part}').\nbird(c).\n")
        result = worker.run(learn, problem)
        check_calm(result, problem)
        assert f"bk.pl:1: '{part}' is not a file in this file's own" in result.err


# Trust


def test_trust_loads_as_prolog_does_and_says_so(problem: Path) -> None:
    (problem / "bk.pl").write_text(
        ":- module(birds, [bird/1, p/1]).\n"
        ":- modeb(*, bird(+x)).\n:- modeb(*, p(+x)).\n:- modeh(1, fly(+x)).\n"
        ":- shell('touch pwned').\n"
        ":- dynamic q/1.\n:- assertz(q(a)), assertz(q(b)).\n"
        "term_expansion(gen(X), bird(X)).\n"
        "gen(a).\ngen(b).\ngen(c).\n"
        "p(X) :- G =.. [q, X], call(G), call([Y]>>(Y == X), X).\n"
    )
    learn = ["learn", "bk.pl", "pos.pl", "neg.pl"]
    result = fold(*learn, "--trust", cwd=problem)
    assert result.returncode == 0, result.stderr
    assert "fly(X) :- p(X)." in result.stdout
    assert "fold: --trust: background files are loaded as Prolog does" in result.stderr
    (problem / "pwned").unlink()
    (problem / "theory.pl").write_text("fly(X) :- p(X).\n")
    for command in ("evaluate", "predict", "explain"):
        result = fold(*COMMANDS[command], "--trust", cwd=problem)
        assert result.returncode == 0, result.stderr
        (problem / "pwned").unlink()
    assert fold(*learn, cwd=problem).returncode == 1
    assert not (problem / "pwned").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bird(a).\nbird(b\n", "bk.pl:2: Syntax error"),
        ("bird(a).\n:- nonsense(b).\n", "bk.pl:2: Unknown procedure"),
        ("bird(a).\n:- throw(oops).\n", "bk.pl: "),
    ],
    ids=["syntax", "directive", "thrown"],
)
def test_errors_in_trusted_files_are_reported(
    text: str, message: str, worker: Worker, problem: Path
) -> None:
    (problem / "bk.pl").write_text(text)
    result = worker.run(["learn", "bk.pl", "pos.pl", "neg.pl", "--trust"], problem)
    assert result.code == 1
    assert message in result.err
