"""Pipes, devices, sockets and directories in the place of every file that is read.

None is waited for, none is read without end: each is an error that names it.
"""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING

import pytest
from support import write_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from worker import Worker

FILES = {
    "bk.pl": "bird(a). bird(b). cat(c).\n",
    "pos.pl": "fly(a). fly(b).\n",
    "neg.pl": "fly(c).\n",
    "t.pl": "fly(X) :- bird(X).\n",
    "x.csv": "a,class\n1,y\n2,n\n3,y\n4,n\n",
    "tt.pl": "class_y(X) :- a(X, A), A =< 1.\n",
}
PLACES = [
    "learn @",
    "learn @ pos.pl neg.pl",
    "learn bk.pl @ neg.pl",
    "learn bk.pl pos.pl @",
    "learn bk.pl pos.pl neg.pl --modes @",
    "learn bk.pl pos.pl neg.pl -b @",
    "learn bk.pl pos.pl neg.pl --given @",
    "learn bk.pl pos.pl neg.pl --checkpoint @",
    "learn @ --memory 100MB",
    "cv @ --folds 2",
    "modes @",
    "convert @ -o out",
    "show @",
    "show t.pl --modes @",
    "evaluate @ bk.pl pos.pl",
    "evaluate tt.pl @",
    "report tt.pl @ -o r.html",
    "predict tt.pl @",
    "predict t.pl bk.pl @",
    "explain tt.pl @ row1",
]
KINDS = ["pipe.pl", "pipe.csv", "pipe.json", "socket.csv", "zero.pl", "tty.csv", "loop"]


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    write_files(tmp_path, FILES)
    for kind in KINDS:
        if kind.startswith("pipe"):
            os.mkfifo(tmp_path / kind)
    (tmp_path / "zero.pl").symlink_to("/dev/zero")
    (tmp_path / "tty.csv").symlink_to("/dev/tty")
    (tmp_path / "loop").symlink_to("loop")
    with socket.socket(socket.AF_UNIX) as bound:
        with monkeypatch.context() as context:
            context.chdir(tmp_path)  # the names of sockets must be short
            bound.bind("socket.csv")
        yield tmp_path


@pytest.mark.parametrize("place", PLACES)
def test_what_is_no_file(place: str, worker: Worker, room: Path) -> None:
    for kind in KINDS:
        result = worker.run(place.replace("@", kind).split(), room, patience=60)
        assert result.code in (1, 2), (kind, result)
        assert "Traceback" not in result.err
        assert kind in result.err or result.code == 2
    for name, text in FILES.items():
        assert (room / name).read_text() == text


@pytest.mark.parametrize("inside", ["bias.pl", "exs.pl", "bk.pl"])
def test_a_pipe_in_a_directory(inside: str, worker: Worker, room: Path) -> None:
    (room / "popper").mkdir()
    for name in {"bias.pl", "exs.pl", "bk.pl"} - {inside}:
        (room / "popper" / name).write_text("bird(a).\n")
    os.mkfifo(room / "popper" / inside)
    result = worker.run(["learn", "popper"], room, patience=60)
    assert result.code == 1
    assert f"popper/{inside}" in result.err


@pytest.mark.parametrize(
    "line", [":- include(pipe).", ":- [pipe].", ":- consult(pipe)."]
)
def test_a_pipe_that_a_file_names(line: str, worker: Worker, room: Path) -> None:
    (room / "bk.pl").write_text(f"{line}\n{FILES['bk.pl']}")
    result = worker.run(["learn", "bk.pl", "pos.pl", "neg.pl"], room, patience=60)
    assert result.code == 1
    assert "pipe" in result.err
