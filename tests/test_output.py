"""Output files are written whole or not at all."""

from __future__ import annotations

import os
import stat
import threading
from typing import TYPE_CHECKING

import pytest

from fold_cli.errors import OutputError
from fold_cli.output import check_writable, write_file

if TYPE_CHECKING:
    from pathlib import Path

as_root = os.geteuid() == 0


def test_writes_utf8_with_plain_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "theory.pl"
    write_file(str(path), "f('é').\n")
    assert path.read_bytes() == "f('é').\n".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    path, plain = tmp_path / "theory.pl", tmp_path / "plain"
    write_file(str(path), "f.\n")
    plain.write_text("")
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


def test_an_existing_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "theory.pl"
    path.write_text("old")
    path.chmod(0o640)
    write_file(str(path), "new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.pl", tmp_path / "link.pl"
    real.write_text("old")
    link.symlink_to("real.pl")
    write_file(str(link), "new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_a_failed_write_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "theory.pl"
    path.write_text("old")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OutputError, match="No space left"):
        write_file(str(path), "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_pipe_is_written_to_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=write_file, args=(str(path), "f.\n"))
    writer.start()
    assert path.read_text() == "f.\n"
    writer.join()
    assert stat.S_ISFIFO(path.stat().st_mode)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        pytest.param(".", "is a directory", id="directory"),
        pytest.param("none/theory.pl", "no directory", id="no-directory"),
        pytest.param("bk.pl", "is an input", id="input"),
        pytest.param("also-bk.pl", "is an input", id="input-by-another-name"),
    ],
)
def test_what_cannot_be_written(name: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "bk.pl").write_text("bird(a).")
    (tmp_path / "also-bk.pl").hardlink_to(tmp_path / "bk.pl")
    with pytest.raises(OutputError, match=message):
        check_writable(str(tmp_path / name), [str(tmp_path / "bk.pl")])


@pytest.mark.skipif(as_root, reason="root may write anywhere")
def test_a_read_only_directory(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(OutputError, match="read-only"):
        check_writable(str(tmp_path / "theory.pl"))
