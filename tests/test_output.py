"""Output files are written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fold_cli.errors import OutputError
from fold_cli.output import (
    check_input,
    check_writable,
    write_file,
    write_into,
    writing,
    writing_into,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

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
        pytest.param("bk.pl/", "is a directory", id="slash"),
        pytest.param("bk.pl/.", "is a directory", id="dot"),
        pytest.param("loop.pl", "levels of symbolic links", id="loop"),
        pytest.param("loop.pl/theory.pl", "levels of symbolic links", id="in-loop"),
        pytest.param("bk.pl/theory.pl", "no directory", id="in-file"),
        pytest.param("n" * 300, "File name too long", id="long"),
        pytest.param("a\0b", "null", id="nul"),
    ],
)
def test_what_cannot_be_written(name: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "bk.pl").write_text("bird(a).")
    (tmp_path / "loop.pl").symlink_to("loop.pl")
    path = f"{tmp_path}/{name}"
    with pytest.raises(OutputError, match=message):
        check_writable(path)
    with pytest.raises(OutputError, match=message), writing([path]):
        raise AssertionError("it begins to work")
    with pytest.raises(OutputError, match=message):
        write_file(path, "f.\n")
    assert (tmp_path / "bk.pl").read_text() == "bird(a)."


@pytest.mark.skipif(as_root, reason="root may write anywhere")
def test_a_read_only_directory_or_file(tmp_path: Path) -> None:
    path = tmp_path / "theory.pl"
    path.write_text("mine")
    path.chmod(0o400)
    with pytest.raises(OutputError, match="read-only"):
        check_writable(str(path))
    tmp_path.chmod(0o500)
    for name in ("theory.pl", "other.pl"):
        with pytest.raises(OutputError, match="read-only"):
            check_writable(str(tmp_path / name))


@pytest.mark.parametrize(
    "name",
    ["bk.pl", "./bk.pl", "d/../bk.pl", "soft.pl", "softer.pl", "hard.pl", "d/up/bk.pl"],
)
def test_what_will_be_written_is_not_read(name: str, tmp_path: Path) -> None:
    (tmp_path / "bk.pl").write_text("bird(a).")
    (tmp_path / "other.pl").write_text("bird(a).")
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "up").symlink_to("..")
    (tmp_path / "soft.pl").symlink_to("bk.pl")
    (tmp_path / "softer.pl").symlink_to("d/up/soft.pl")
    (tmp_path / "hard.pl").hardlink_to(tmp_path / "bk.pl")
    for output, source in ((name, "bk.pl"), ("bk.pl", name)):
        with writing([f"{tmp_path}/{output}"]):
            check_input(str(tmp_path / "other.pl"))
            with pytest.raises(OutputError, match="is an input as well"):
                check_input(f"{tmp_path}/{source}")
    check_input(str(tmp_path / name))


@pytest.mark.parametrize(
    ("one", "other"),
    [("o.pl", "o.pl"), ("o.pl", "./o.pl"), ("o.pl", "new.pl"), ("o.pl", "O.PL")],
)
def test_nothing_is_written_twice(one: str, other: str, tmp_path: Path) -> None:
    (tmp_path / "new.pl").symlink_to("o.pl")
    for first, second in ((one, other), (other, one)):
        paths = [f"{tmp_path}/{first}", f"{tmp_path}/{second}"]
        with pytest.raises(OutputError, match="written twice"), writing(paths):
            raise AssertionError("it begins to work")
        with (
            writing(paths[:1]),
            pytest.raises(OutputError, match="written twice"),
            writing(paths[1:]),
        ):
            raise AssertionError("it begins to work")
    with writing(["/dev/null", "/dev/null"]):
        pass


def test_files_of_a_directory_are_no_links_and_no_pipes(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "link").symlink_to("precious")
    (tmp_path / "dangling").symlink_to("nothing")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "dangling", "folder", "pipe"):
        with (
            pytest.raises(OutputError, match="not as a file"),
            writing_into(str(tmp_path), ["a", name]),
        ):
            raise AssertionError("it begins to work")
    write_into(str(tmp_path), [("link", "new"), ("pipe", "new")])  # made meanwhile
    assert (tmp_path / "precious").read_text() == "mine"
    assert not (tmp_path / "link").is_symlink()
    assert (tmp_path / "pipe").is_file()


def test_a_directory_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("file", "file/in", "loop", "loop/in", "n" * 300):
        directory = str(tmp_path / name)
        with pytest.raises(OutputError), writing_into(directory, ["a"]):
            raise AssertionError("it begins to work")
        with pytest.raises(OutputError):
            write_into(directory, [("a", "text")])
    with writing_into(str(tmp_path / "new" / "newer"), ["a"]):
        assert not (tmp_path / "new").exists()


def test_files_of_a_directory_are_written_all_or_none(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text("old")

    def fails() -> Iterator[str]:
        yield "half"
        raise OSError(28, "No space left on device")

    with pytest.raises(OutputError, match="b: cannot be written: No space left"):
        write_into(str(tmp_path), [("a", "new"), ("b", fails())])
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "a": "old",
        "b": "old",
    }


def test_what_is_open_is_written_to_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/dev/stdout")
    with (tmp_path / "log").open("w") as log:
        log.write("before\n")
        log.flush()
        for path in (f"/dev/fd/{log.fileno()}", f"/proc/self/fd/{log.fileno()}"):
            with writing([path]):
                write_file(path, "theory\n")
        before = os.dup(1)
        try:
            os.dup2(log.fileno(), 1)
            for path in ("/dev/stdout", str(tmp_path / "link")):
                write_file(path, "more\n")
        finally:
            os.dup2(before, 1)
            os.close(before)
    assert (tmp_path / "log").read_text() == "before\n" + "theory\n" * 2 + "more\n" * 2
    with pytest.raises(OutputError, match="Bad file descriptor"):
        write_file("/dev/fd/999", "f.\n")


SHARED = Path("/dev/shm")


@pytest.mark.skipif(not os.access(SHARED, os.W_OK), reason="no /dev/shm")
def test_a_file_below_dev_is_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    with tempfile.TemporaryDirectory(dir=SHARED) as directory:
        path = Path(directory) / "theory.pl"
        path.write_text("old")
        with writing([str(path)]), pytest.raises(OutputError, match="is an input"):
            check_input(str(path))
        monkeypatch.setattr(os, "fsync", fail)
        with pytest.raises(OutputError, match="No space left"):
            write_file(str(path), "new")
        assert path.read_text() == "old"


def test_text_that_is_no_unicode_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "theory.pl"
    path.write_text("old")
    with pytest.raises(OutputError, match="surrogates not allowed"):
        write_file(str(path), "f('\ud800').\n")
    assert [p.read_text() for p in tmp_path.iterdir()] == ["old"]


def test_no_directory_is_left_where_nothing_was_written(tmp_path: Path) -> None:
    def stopped() -> Iterator[str]:
        yield "some"
        raise KeyboardInterrupt

    directory = tmp_path / "new" / "deep"
    with pytest.raises(KeyboardInterrupt):
        write_into(str(directory), [("a", "text"), ("b", stopped())])
    assert not [*tmp_path.iterdir()]
    (tmp_path / "new").mkdir()
    with pytest.raises(KeyboardInterrupt):
        write_into(str(directory), [("a", stopped())])
    assert [*tmp_path.rglob("*")] == [tmp_path / "new"]
    write_into(str(directory), [("a", "text")])
    assert (directory / "a").read_text() == "text"
