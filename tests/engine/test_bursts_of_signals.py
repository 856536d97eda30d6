"""Signals that come together, or at a moment when Python loses their exception."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from processes import busy, ended, start, wait_until
from support import run_script, write_problem

from fold_cli import output
from fold_cli.engine.outcome import Outcome

MAIN = "from fold_cli.cli import main; main()"
ENDLESS = "p(X) :- between(1, inf, N), N < 0.\nbird(a). bird(b).\n"
EXAMPLES = "fly(a).\nfly(b).\n", "fly(c).\nfly(d).\n"

LOST = """
import signal, fold_cli.search.learner as learner
specialize, sent = learner.Learner.specialize, []
def interrupt():
    sent or (sent.append(1), signal.raise_signal(signal.SIGTERM))
class Deleted:
    def __del__(self):
        interrupt()
class Field:
    def __set_name__(self, owner, name):
        interrupt()
def lost_in_deletion():
    del (deleted := [Deleted()])[0]
    while True:
        pass
def lost_in_class():
    class Owner:
        field = Field()
def stopped(*args):
    if learner.Learner.rules:
        {}()
    learner.Learner.rules = 1
    return specialize(*args)
learner.Learner.rules = 0
learner.Learner.specialize = stopped
"""


def test_all_signals_at_once(tmp_path: Path) -> None:
    """The handlers run inside of each other, and have the room for it."""
    write_problem(tmp_path, ENDLESS, *EXAMPLES)
    files = [f"{name}.pl" for name in ("bk", "pos", "neg")]
    process = start("learn", *files, "-o", "t.pl", cwd=tmp_path)
    wait_until(lambda: process.poll() is not None or busy([process.pid]))
    for number in ("STOP", "INT", "TERM", "HUP", "XCPU", "ALRM", "CONT"):
        process.send_signal(signal.Signals[f"SIG{number}"])
    code, _, err = ended(process)
    assert code == 3, err
    assert err.endswith("; nothing was written\n")


@pytest.mark.parametrize("place", ["lost_in_deletion", "lost_in_class"])
def test_an_interrupt_that_python_drops_or_changes(place: str, tmp_path: Path) -> None:
    write_problem(tmp_path, "p(a). q(b).\n", *EXAMPLES)
    files = [f"{name}.pl" for name in ("bk", "pos", "neg")]
    script = LOST.replace("{}", place) + MAIN
    result = run_script(script, "learn", *files, "-o", "t.pl", cwd=tmp_path)
    assert result.returncode == 3, result.stderr
    assert "Traceback" not in result.stderr
    assert "fold: terminated; " in result.stderr


def test_the_outcome_names_what_took_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "_replacements", {})
    monkeypatch.chdir(tmp_path)
    assert str(Outcome()) == "nothing was written"
    output.write_file("a.pl", "a")
    assert str(Outcome()) == "only a.pl written"
    output.write_into("saved", [(f"{n}.pl", "b") for n in range(5)])
    assert str(Outcome()) == "only a.pl, saved/0.pl, saved/1.pl and 3 more written"
    monkeypatch.setattr(output, "_replacements", {})

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        output.write_file("b.pl", "c")
    assert str(Outcome()) == "nothing was written"
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize(
    ("limits", "expected"),
    [((60, 60), (59, 60)), ((9, 60), (9, 60)), ((60, -1), (60, -1)), ((1, 1), (1, 1))],
)
def test_the_signal_of_the_processor_limit_comes_before_the_kill(
    limits: tuple[int, int], expected: tuple[int, int], tmp_path: Path
) -> None:
    """``ulimit -t`` sets both limits, and at the hard one the system kills."""
    result = run_script(
        "import resource; from fold_cli.engine.stop import stopper\n"
        f"resource.setrlimit(resource.RLIMIT_CPU, {limits})\n"
        "stopper().take_over()\n"
        "print(resource.getrlimit(resource.RLIMIT_CPU))\n",
        cwd=tmp_path,
    )
    assert result.stdout == f"{expected}\n", result.stderr
