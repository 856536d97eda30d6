"""Output that cannot be delivered: never exit code 0, never a traceback."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support import BIRDS, PATIENCE, unmeasured

if TYPE_CHECKING:
    from collections.abc import Callable

FULL = Path("/dev/full")
FOLD = [sys.executable, "-m", "fold_cli"]
BK, POS = BIRDS
COMMANDS = {
    "learn": ["learn", BK, POS],
    "text": ["learn", BK, POS, "--format", "text"],
    "modes": ["modes", BK, POS],
    "show": ["show", "theory.pl"],
    "evaluate": ["evaluate", "theory.pl", BK, POS],
    "predict": ["predict", "theory.pl", BK],
    "explain": ["explain", "theory.pl", BK, "fly(tweety)"],
    "cv": ["cv", BK, POS, "--folds", "2", "--jobs", "2"],
    "help": ["--help"],
    "help-of-one": ["learn", "--help"],
    "version": ["--version"],
}


def run(
    args: list[str], directory: Path, before: Callable[[], None]
) -> subprocess.CompletedProcess[str]:
    (directory / "theory.pl").write_text("fly(X) :- bird(X).\n")
    return subprocess.run(
        [*FOLD, *args],
        cwd=directory,
        env=unmeasured(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=before,
        check=False,
    )


def close_output() -> None:
    os.close(1)


def fill_output() -> None:
    os.dup2(os.open(FULL, os.O_WRONLY), 1)


def break_output() -> None:
    reader, writer = os.pipe()
    os.dup2(writer, 1)
    os.close(reader)
    os.close(writer)


LOST = {
    "closed": (close_output, "fold: error: cannot write: Bad file descriptor\n"),
    "full": (fill_output, "fold: error: cannot write: No space left on device\n"),
    "broken": (break_output, ""),
}


WAYS = [(command, "closed") for command in COMMANDS] + [
    (command, way) for command in ("learn", "help", "cv") for way in ("full", "broken")
]


@pytest.mark.parametrize(("command", "way"), WAYS)
def test_a_result_that_is_lost(command: str, way: str, tmp_path: Path) -> None:
    if way == "full" and not FULL.exists():
        pytest.skip(f"no {FULL}")
    before, message = LOST[way]
    result = run(COMMANDS[command], tmp_path, before)
    assert result.returncode == 1, result.stderr
    assert "Traceback" not in result.stderr
    if message:
        assert result.stderr.endswith(message)
    else:
        assert "rror" not in result.stderr


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_file_that_takes_a_part_alone(unbuffered: str, tmp_path: Path) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))

    for command in ("learn", "help"):
        with (tmp_path / "out").open("w") as file:
            result = subprocess.run(
                [*FOLD, *COMMANDS[command]],
                env=unmeasured() | {"PYTHONUNBUFFERED": unbuffered},
                stdout=file,
                stderr=subprocess.PIPE,
                text=True,
                preexec_fn=limit,
                check=False,
            )
        assert result.returncode == 1
        assert result.stderr.endswith("fold: error: cannot write: File too large\n")


NOISY = ["learn", "noisy.csv", "--positive", "yes", "--noisy-examples"]
ROWS = "".join(f"{i},{'yes' if i < 30 and i != 7 else 'no'}\n" for i in range(60))
NO_SPACE = "cannot be written: No space left on device"
SEVERAL = {
    "noisy-examples": (
        [*NOISY, "/dev/full", "-o", "t.pl"],
        f"/dev/full: {NO_SPACE}; the theory is written",
        ["t.pl"],
    ),
    "theory": (
        [*NOISY, "n.pl", "-o", "/dev/full"],
        f"/dev/full: {NO_SPACE}; the noisy examples are written",
        ["n.pl"],
    ),
    "printed-theory": (
        [*NOISY, "n.pl"],
        "cannot write: No space left on device; the noisy examples are written",
        ["n.pl"],
    ),
    "theory-and-noisy-examples": (
        [*NOISY, "/dev/full"],
        f"cannot write: No space left on device; /dev/full: {NO_SPACE}",
        [],
    ),
    "report": (
        [*COMMANDS["cv"], "--report", "/dev/full", "--save-theories", "saved"],
        f"cannot write: No space left on device; /dev/full: {NO_SPACE}; "
        "the theories are written",
        ["saved"],
    ),
}


@pytest.mark.skipif(not FULL.exists(), reason=f"no {FULL}")
@pytest.mark.parametrize("case", SEVERAL)
def test_one_of_several_outputs_is_lost(case: str, tmp_path: Path) -> None:
    """The others are written, and the error says so."""
    args, message, written = SEVERAL[case]
    (tmp_path / "noisy.csv").write_text(f"x,class\n{ROWS}")
    result = run(args, tmp_path, fill_output)
    assert result.returncode == 1
    assert result.stderr.endswith(f"fold: error: {message}\n"), result.stderr
    inputs = {"theory.pl", "noisy.csv"}
    assert [p.name for p in tmp_path.iterdir() if p.name not in inputs] == written


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_closed_stream_that_is_not_needed(number: int, tmp_path: Path) -> None:
    """Files that are opened do not take the place of what is closed."""
    args = [*COMMANDS["learn"], "--checkpoint", "saved.json", "-o", "out.pl"]
    result = run(args, tmp_path, lambda: os.close(number))
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "out.pl").read_text().startswith("% fold: ")
    assert (tmp_path / "saved.json").read_text().startswith("{")


@pytest.mark.skipif(not FULL.exists(), reason=f"no {FULL}")
@pytest.mark.parametrize("command", ["learn", "cv", "evaluate"])
def test_messages_that_nobody_hears_stop_nothing(command: str, tmp_path: Path) -> None:
    def fill_errors() -> None:
        os.dup2(os.open(FULL, os.O_WRONLY), 2)

    heard = run(COMMANDS[command], tmp_path, lambda: None)
    result = run(COMMANDS[command], tmp_path, fill_errors)
    assert result.returncode == heard.returncode == 0
    if command != "cv":  # which tells seconds
        assert result.stdout == heard.stdout


def test_an_error_that_nobody_hears(tmp_path: Path) -> None:
    result = run(["learn", "nothing.pl"], tmp_path, lambda: os.close(2))
    assert (result.returncode, result.stdout) == (1, "")


def test_standard_input_that_is_closed_is_empty(tmp_path: Path) -> None:
    result = run(["learn", "-"], tmp_path, lambda: os.close(0))
    assert result.returncode == 1
    assert result.stderr == "fold: error: stdin.csv: the file is empty\n"


SCARCE = {
    "local-cluster-files": (
        ["--cluster", "local:2"],
        resource.RLIMIT_NOFILE,
        20,
        "fold: error: only 20 files may be open; allow more: ulimit -n 64\n",
    ),
    "local-cluster-size": (
        ["--cluster", "local:2"],
        resource.RLIMIT_FSIZE,
        1000,
        "fold: error: the processes of --cluster local cannot be started "
        "([Errno 27] File too large)\n",
    ),
    "files": ([], resource.RLIMIT_NOFILE, 5, "Too many open files; allow more: "),
}


@pytest.mark.parametrize("case", SCARCE)
def test_what_there_is_too_little_of(case: str, tmp_path: Path) -> None:
    words, kind, limit, message = SCARCE[case]
    (tmp_path / "x.csv").write_text(f"x,class\n{ROWS}")
    args = ["learn", "x.csv", "--positive", "yes", *words]
    result = run(args, tmp_path, lambda: resource.setrlimit(kind, (limit, limit)))
    assert result.returncode == 1
    assert message in result.stderr
    assert result.stderr.count("\n") == 1, result.stderr
