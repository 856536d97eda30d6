"""No signal leaves a temporary file or directory behind, at whatever line it comes."""

from __future__ import annotations

import sys
import tempfile
from itertools import count
from typing import TYPE_CHECKING

import pytest

from fold_cli.engine.scratch import ScratchDirectory
from fold_cli.errors import OutputError
from fold_cli.output import discard_temporaries, write_file, write_into
from fold_cli.use.inputs.text_files import Text, files_for_text
from fold_cli.use.predicting.predicted_parts import _directory_for

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import FrameType

INTERRUPTED = (
    "fold_cli.output",
    "fold_cli.engine.scratch",
    "fold_cli.use.inputs.text_files",
    "fold_cli.use.predicting.predicted_parts",
    "contextlib",
    "weakref",
)
"""Modules before whose lines a signal comes."""


def interrupted_at(step: int, action: Callable[[Path], None], place: Path) -> bool:
    """Do something, interrupted after so many lines; return whether it came so far."""
    lines_left = step

    def trace(frame: FrameType, event: str, _: object) -> object:
        nonlocal lines_left
        if frame.f_globals.get("__name__") not in INTERRUPTED:
            return None
        lines_left -= event == "line"
        if event == "line" and lines_left == -1:
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        action(place)
    except KeyboardInterrupt:
        pass
    finally:
        sys.settrace(before)
    return lines_left < 0


def replace_file(place: Path) -> None:
    write_file(str(place / "theory.pl"), "new")


def make_directory(place: Path) -> None:
    write_into(str(place / "a" / "b"), [("bk.pl", "new"), ("pos.pl", "new")])


def scratch(_: Path) -> None:
    directory = ScratchDirectory()
    (directory.path / "codes").write_text("new")
    directory.remove()


def text(_: Path) -> None:
    with files_for_text() as files:
        files.path(Text("p(a)."), "bk.pl")
        files.path(["p(a)", "p(b)"], "pos.pl")


def parts(place: Path) -> None:
    with _directory_for(str(place / "predictions"), kept=True) as directory:
        (directory / "part.csv").write_text("new")


LEFT: dict[Callable[[Path], None], list[set[str]]] = {
    replace_file: [{"theory.pl"}],
    make_directory: [
        {"theory.pl"},
        {"theory.pl", "a", "a/b", "a/b/bk.pl"},
        {"theory.pl", "a", "a/b", "a/b/bk.pl", "a/b/pos.pl"},
    ],
    scratch: [{"theory.pl"}],
    text: [{"theory.pl"}],
    parts: [{"theory.pl"}, {"theory.pl", "predictions", "predictions/part.csv"}],
}
"""What may be there in the end."""


@pytest.mark.parametrize("action", LEFT, ids=lambda action: action.__name__)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_signal_before_any_line_leaves_nothing_behind(
    action: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for step in count():
        place = tmp_path / str(step)
        place.mkdir()
        (place / "theory.pl").write_text("old")
        came_so_far = interrupted_at(step, action, place)
        discard_temporaries()  # as every command does at its end
        assert [path.name for path in tmp_path.iterdir()] == [place.name], step
        found = {str(path.relative_to(place)) for path in place.rglob("*")}
        assert found in LEFT[action], step
        assert (place / "theory.pl").read_text() in ("old", "new")
        if not came_so_far:
            break
        for path in sorted(place.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        place.rmdir()
    assert found == LEFT[action][-1]


def test_text_for_which_there_is_no_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    for source in (Text("p(a)."), ["p(a)"]):
        with (
            pytest.raises(OutputError, match=r"no place for temporary files.*TMPDIR"),
            files_for_text() as files,
        ):
            files.path(source, "bk.pl")
