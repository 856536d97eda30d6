"""On a terminal: colours, a table, progress, Ctrl-C."""

from __future__ import annotations

import errno
import io
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from processes import interrupt_after
from support import BIRDS, PATIENCE, PROBLEMS, clauses, fold, unmeasured

from fold_cli.cli import console, streams
from fold_cli.engine.stop import stopper
from fold_cli.files.sources import Sources
from fold_cli.search.options import Options
from fold_cli.theory.formats import render
from fold_cli.theory.visible import visible, visible_lines
from fold_cli.use.learning import learn as api

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support import Write


# Makes the terminal that is already its input the one that Ctrl-C comes from.
CONTROLLED = """
import fcntl, os, signal, sys, termios
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # as it is not below nohup
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "fold_cli", *sys.argv[1:]])
"""


ENDLESS = "bird(a).\nslow(X) :- bird(X), between(1, inf, N), N < 0.\n"
"""A background whose questions take no memory and never end."""


class Terminal:
    """A run of the command on a terminal of its own."""

    def __init__(self, *args: str, **env: str) -> None:
        self.output, self._raw = "", b""
        self.descriptor, other = pty.openpty()
        environment = unmeasured() | {"TERM": "xterm-256color", "COLUMNS": "100"} | env
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [sys.executable, "-c", CONTROLLED, *args],
            stdin=other,
            stdout=other,
            stderr=other,
            env=environment,
            start_new_session=True,
        )
        os.close(other)

    def until(self, text: str) -> None:
        """Read until ``text`` has been written."""
        end = time.monotonic() + PATIENCE
        while text not in self.output:
            assert time.monotonic() < end, self.output
            assert self._read(), self.output

    def press(self, key: bytes) -> None:
        os.write(self.descriptor, key)

    def wait(self) -> int:
        """Read to the end and return the exit code."""
        while self._read():
            pass
        os.close(self.descriptor)
        return self.process.wait(PATIENCE)

    def _read(self) -> bool:
        ready, _, _ = select.select([self.descriptor], [], [], PATIENCE)
        try:
            data = os.read(self.descriptor, 65536) if ready else b""
        except OSError:  # Linux says so when the other end is closed
            data = b""
        self._raw += data
        self.output = self._raw.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def test_a_theory_is_highlighted_and_summed_up() -> None:
    terminal = Terminal("learn", *BIRDS)
    assert terminal.wait() == 0
    assert "\x1b[" in terminal.output
    text = plain(terminal.output)
    assert "\nfly(X) :- bird(X), \\+ ab0(X).\n" in text
    assert re.search(r"│ +2 │ +3 │ +2 of 2 │ +0 of 2 │", text)


@pytest.mark.parametrize("style", ["pl", "asp", "json", "text"])
def test_colours_change_nothing(style: str, capsys: pytest.CaptureFixture[str]) -> None:
    theory = api.learn(Sources((BIRDS[0],), BIRDS[1])).theory
    text = render(theory, style)
    console.highlighted(text, style)
    assert capsys.readouterr().out == text


def test_quiet_on_a_terminal() -> None:
    terminal = Terminal("learn", "-q", *BIRDS)
    assert terminal.wait() == 0
    assert clauses(plain(terminal.output)) == [
        "fly(X) :- bird(X), \\+ ab0(X).",
        "ab0(X) :- penguin(X).",
    ]


def test_no_colour_where_none_is_wanted() -> None:
    terminal = Terminal("learn", "-q", *BIRDS, TERM="dumb")
    assert terminal.wait() == 0
    assert "\x1b[" not in terminal.output


def test_a_page_is_not_written_to_a_terminal(write: Write) -> None:
    theory = write("t.pl", "fly(X) :- bird(X).\n")
    terminal = Terminal("report", str(theory), *BIRDS)
    assert terminal.wait() == 2
    assert "Name a file for the page: -o report.html." in terminal.output
    assert "<html" not in terminal.output


def test_names_are_no_markup_and_no_commands(write: Write) -> None:
    bk = "'[/red]'(a). '[/red]'(b). bird(c).\n"
    bk += ":- pred '[/red]'(X) :: '[/] @(X) \\e]0;title\\a'.\n"
    path = str(write("bk.pl", bk))
    pos, neg = (
        str(write("pos.pl", "'[/i]'(a).\n")),
        str(write("neg.pl", "'[/i]'(c).\n")),
    )
    theory = str(write("theory.pl", "'[/i]'(X) :- '[/red]'(X).\n"))
    for args in (["learn", path, pos, neg], ["explain", theory, path, "'[/i]'(a)"]):
        terminal = Terminal(*args)
        assert terminal.wait() == 0, terminal.output
        assert "'[/i]'" in plain(terminal.output)
        assert "\x1b]" not in terminal.output
    table = str(write("t.csv", "\x1b]0;a\x07,\x1b]0;a\x07,class\n1,2,x\n"))
    terminal = Terminal("learn", table)
    assert terminal.wait() == 1
    assert "t.csv:1: two columns are named \\u001B]0;a\\u0007; " in terminal.output


CLASSES = [
    "[/b]",
    "[red]x[/red]",
    ":dog:",
    "a\nb",
    "a\tb",
    "\x1b[2J",
    "\u202e",
    "\x9b31m",
]


@pytest.mark.parametrize("text", CLASSES)
def test_classes_are_text_in_tables(text: str, write: Write) -> None:
    rows = "".join(f'{n},"{c}"\n' for n, c in enumerate([text, "y", "z"] * 4))
    table = str(write("t.csv", f"a,class\n{rows}"))
    theory = table.replace("t.csv", "theory.pl")
    assert fold("learn", table, "--categorical", "a", "-o", theory).returncode == 0
    result = fold("evaluate", theory, table, "--list-errors")
    assert result.returncode == 0, result.stderr
    assert result.stdout == visible_lines(result.stdout)
    assert visible(text) in result.stdout
    shown = [
        line.split("\t") for line in fold("predict", theory, table).stdout.split("\n")
    ]
    assert len(shown) == 13
    assert {fields[-1] for fields in shown} <= {visible(text), "y", "z", ""}


HOSTILE = "\x1b]0;title\x07\x1b[2J\x9b31m\u202e\x08\nfold: forged"


def test_notes_and_names_of_files_command_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    note = HOSTILE.replace("\n", "\r")
    theory = f"% fold: default theory for fly/1\n% {note}\n\nfly(X) :- bird(X).\n"
    Path("theory.pl").write_text(theory)
    Path(f"{HOSTILE}.pl").write_text("bird(a). cat(c).\n")
    Path("pos.pl").write_text("fly(a).\n")
    for code, args in (
        (0, ["show", "theory.pl"]),
        (0, ["show", "theory.pl", "--format", "json"]),
        (0, ["explain", "theory.pl", f"{HOSTILE}.pl", "fly(a)"]),
        (1, ["learn", "-q", f"{HOSTILE}.pl", "nothing.pl", "-o", HOSTILE]),
        (2, ["learn", "-q", HOSTILE, "pos.pl", "neg.pl", f"{HOSTILE}.pl"]),
    ):
        terminal = Terminal(*args)
        assert terminal.wait() == code, terminal.output
        assert not re.search(
            "\x1b(?!\\[[0-9;]*m)|[\x07\x08\x9b\u202e]", terminal.output
        )
        assert "\nfold: forged" not in terminal.output


def test_long_work_shows_progress_and_ctrl_c_stops_it(write: Write) -> None:
    bk = write("bk.pl", ENDLESS)
    pos, neg = write("pos.pl", "fly(a).\n"), write("neg.pl", "fly(b).\n")
    out = write("theory.pl", "before")
    terminal = Terminal("learn", str(bk), str(pos), str(neg), "-o", str(out))
    terminal.until("0:0")  # the time that the display shows
    terminal.press(b"\x03")
    assert terminal.wait() == 3
    assert (
        plain(terminal.output)
        .strip()
        .endswith("fold: interrupted; nothing was written")
    )
    assert "Traceback" not in terminal.output
    assert out.read_text() == "before"


def test_a_terminal_that_is_closed(write: Write) -> None:
    bk = write("bk.pl", ENDLESS)
    pos, neg = write("pos.pl", "fly(a).\n"), write("neg.pl", "fly(b).\n")
    terminal = Terminal("learn", str(bk), str(pos), str(neg))
    terminal.until("0:0")
    os.close(terminal.descriptor)
    assert terminal.process.wait(PATIENCE) == 3


def test_an_interrupt_gives_the_theory_so_far(tmp_path: Path) -> None:
    bk, pos = (str(PROBLEMS / "play_tennis" / f"{name}.pl") for name in ("bk", "pos"))
    theory = api.learn(Sources((bk,), pos), Options(), interrupt_after(1)).theory
    assert theory.partial
    assert theory.covers
    assert (theory.covers.positives, theory.covers.negatives) == (4, 0)
    text = render(theory, "pl")
    assert "% partial: stopped early" in text
    assert clauses(text) == ["play(X) :- overcast(X)."]


def test_an_interrupt_before_the_first_rule_gives_nothing() -> None:
    with pytest.raises(KeyboardInterrupt):
        api.learn(Sources((BIRDS[0],), BIRDS[1]), Options(), interrupt_after(0))


def test_short_work_shows_no_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with console.progress(True) as progress:
        progress("learning", 1, 2)
    assert capsys.readouterr().err == ""


def show_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the progress of something at once, and again."""
    monkeypatch.setattr(console, "SECONDS_BEFORE_DISPLAY", 0.0)
    with console.progress(True) as progress:
        progress("learning", 1, 4)
        assert progress._timer
        progress._timer.join()
        progress("learning", 3, 4)


def test_progress_appears_after_a_delay(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    show_progress(monkeypatch)
    assert "learning" in plain(capsys.readouterr().err)


class ClosedTerminal(io.StringIO):
    """A terminal that was there when the program began."""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        raise OSError(errno.EIO, "Input/output error")

    def flush(self) -> None:
        self.write("")


def test_progress_that_nobody_sees_stops_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stderr", ClosedTerminal())
    show_progress(monkeypatch)
    theory = api.learn(Sources((BIRDS[0],), BIRDS[1])).theory
    console.summary(theory, 1.0, print)


def test_a_result_that_is_cut_off_is_not_called_unwritten(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("fold_cli.output._replacements", {})  # of other tests
    monkeypatch.setattr(stopper().outcome, "printing", False)
    assert str(stopper().outcome) == "nothing was written"

    def parts() -> Iterator[str]:
        yield "one\n"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        streams.print_result(parts())
    assert capsys.readouterr().out == "one\n"
    assert str(stopper().outcome) == "the output is not complete"
