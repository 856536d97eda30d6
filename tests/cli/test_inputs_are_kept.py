"""No command writes over what it reads, or over another of its outputs."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from support import run_script

from fold_cli.errors import OutputError
from fold_cli.files.tables.part_files import part_files
from fold_cli.output import check_input, writing

if TYPE_CHECKING:
    from pathlib import Path

    from worker import Worker

FILES = {
    "bk.pl": ":- include(part).\nbird(a). bird(b). cat(c). cat(d). cat(e).\n",
    "part.pl": ":- ['deep/more'].\npenguin(c).\n",
    "deep/more.pl": "heavy(c).\n",
    "extra.pl": ":- include('deep/less').\nlight(a).\n",
    "deep/less.pl": "light(b).\n",
    "pos.pl": "fly(a).\nfly(b).\n",
    "neg.pl": "fly(c).\nfly(d).\nfly(e).\n",
    "modes.pl": ":- include('deep/modes').\n:- modeh(1, fly(+x)).\n",
    "deep/modes.pl": ":- modeb(*, bird(+x)).\n:- pred bird(X) :: '@(X) is a bird'.\n",
    "theory.pl": "fly(X) :- bird(X).\n",
    "t.csv": "a,class\n1,yes\n2,no\n3,yes\n4,no\n",
    "t.arff": "@relation r\n@attribute a numeric\n@attribute class {yes,no}\n"
    "@data\n1,yes\n2,no\n3,yes\n4,no\n",
    "popper/bk.pl": "bird(a). cat(c).\n",
    "popper/exs.pl": "pos(fly(a)).\nneg(fly(c)).\n",
    "popper/bias.pl": "head_pred(fly,1).\nbody_pred(bird,1).\nbody_pred(cat,1).\n",
    "own/bk.pl": "bird(a). cat(c).\n",
    "own/pos.pl": "fly(a).\n",
    "own/neg.pl": "fly(c).\n",
    "s.b": ":- modeh(1, fly(+x)).\n:- modeb(*, bird(+x)).\n"
    ":- determination(fly/1, bird/1).\nbird(a).\n",
    "s.f": "fly(a).\n",
    "s.n": "fly(c).\n",
    "one.las": "#modeh(fly(var(x))).\n#modeb(bird(var(x))).\nbird(a).\n"
    "#pos({fly(a)},{fly(c)}).\n",
}
RUN = "from fold_cli.__main__ import main\nmain()\n"
OWN = ["bk.pl", "pos.pl", "neg.pl", "-b", "extra.pl", "--modes", "modes.pl"]
OWN_FILES = [
    *["bk.pl", "pos.pl", "neg.pl", "extra.pl", "modes.pl", "part.pl", "deep/more.pl"],
    *["deep/less.pl", "deep/modes.pl"],
]
PROBLEMS = {
    "own": (OWN, OWN_FILES),
    "own-directory": (["own"], ["own/bk.pl", "own/pos.pl", "own/neg.pl"]),
    "popper": (["popper"], ["popper/bk.pl", "popper/exs.pl", "popper/bias.pl"]),
    "aleph": (["s.b"], ["s.b", "s.f", "s.n"]),
    "aleph-stem": (["s"], ["s.b", "s.f", "s.n"]),
    "ilasp": (["one.las"], ["one.las"]),
    "csv": (["t.csv"], ["t.csv"]),
    "arff": (["t.arff"], ["t.arff"]),
}


class Room:
    """A directory with the files, and a worker that runs commands in it."""

    def __init__(self, path: Path, worker: Worker) -> None:
        self.path, self._worker = path, worker
        for name, text in FILES.items():
            (path / name).parent.mkdir(exist_ok=True)
            (path / name).write_text(text)

    def refused(self, message: str, *args: str) -> None:
        """The command is refused, and all is as before."""
        before = self.state()
        result = self._worker.run(args, self.path)
        assert (result.code, result.out) == (1, ""), (args, result.err)
        assert "fold: error: " in result.err
        assert message in result.err, (args, result.err)
        assert self.state() == before, args

    def taken(self, *args: str) -> None:
        result = self._worker.run(args, self.path)
        assert result.code == 0, (args, result.err)
        for name, text in FILES.items():
            assert (self.path / name).read_text() == text, (args, name)

    def state(self) -> dict[str, object]:
        return {
            str(path.relative_to(self.path)): path.readlink()
            if path.is_symlink()
            else path.is_file() and path.read_bytes()
            for path in self.path.rglob("*")
        }


@pytest.fixture
def room(tmp_path: Path, worker: Worker) -> Room:
    return Room(tmp_path, worker)


TWICE = "is an input as well"


@pytest.mark.parametrize("name", PROBLEMS)
def test_no_output_is_an_input(name: str, room: Room) -> None:
    inputs, files = PROBLEMS[name]
    for path in files:
        room.refused(TWICE, "learn", *inputs, "-o", path)
        noise = ["--noise", "--noisy-examples", path]
        room.refused(TWICE, "learn", *inputs, *noise)
        room.refused(TWICE, "learn", *inputs, "--exact", "--checkpoint", path)
    room.taken("learn", *inputs, "-o", "out.pl", "--noise", "--noisy-examples", "n.pl")


def test_whatever_it_is_called(room: Room) -> None:
    here = room.path
    (here / "soft.pl").symlink_to("pos.pl")
    (here / "softer.pl").symlink_to("soft.pl")
    os.link(here / "deep" / "more.pl", here / "hard.pl")
    (here / "elsewhere").symlink_to(here)
    for path in (
        *["./pos.pl", "deep/../pos.pl", str(here / "pos.pl"), f"../{here.name}/pos.pl"],
        *[
            "soft.pl",
            "softer.pl",
            "hard.pl",
            "elsewhere/deep/more.pl",
            "elsewhere/s/..",
        ],
    ):
        if path.endswith(".."):
            room.refused("is a directory", "learn", *OWN, "-o", path)
        else:
            room.refused(TWICE, "learn", *OWN, "-o", path)
    room.refused("is a directory", "learn", *OWN, "-o", "pos.pl/")
    linked = ["bk.pl", "soft.pl", "neg.pl"]
    room.refused(TWICE, "learn", *linked, "-o", "pos.pl")


def test_a_theory_is_an_input(room: Room) -> None:
    for style in ("pl", "json", "text"):
        room.refused(TWICE, "show", "theory.pl", "-o", "theory.pl", "--format", style)
    modes = ["--modes", "modes.pl", "--format", "text"]
    room.refused(TWICE, "show", "theory.pl", *modes, "-o", "modes.pl")
    room.refused(TWICE, "show", "theory.pl", *modes, "-o", "deep/modes.pl")


def test_no_output_is_another(room: Room) -> None:
    (room.path / "link.pl").symlink_to("out.pl")
    for one, other in (("out.pl", "./out.pl"), ("out.pl", "link.pl"), ("a.pl", "A.pl")):
        for pair in ((one, other), (other, one)):
            files = ["--noisy-examples", pair[0], "-o", pair[1]]
            room.refused("written twice", "learn", *OWN, "--noise", *files)
            files = ["--checkpoint", pair[0], "-o", pair[1]]
            room.refused("written twice", "learn", *OWN, *files)


def test_no_file_is_another_outputs_directory(room: Room) -> None:
    folds = ["--folds", "2", "--jobs", "1", "--report", "out"]
    for directory in ("out", "./out", "OUT"):
        words = ["cv", "t.csv", *folds, "--save-theories", directory]
        room.refused("written twice", *words)


def test_parts_that_other_processes_read(room: Room) -> None:
    here = room.path
    (here / "parts").mkdir()
    for name in ("1.csv", "2.csv"):
        shutil.copy(here / "t.csv", here / "parts" / name)
    (here / "soft.csv").symlink_to("t.csv")
    for path in (here / "t.csv", here / "soft.csv"):
        with writing([str(path)]), pytest.raises(OutputError, match=TWICE):
            part_files(str(here / "t.csv"))
    with writing([str(here / "parts" / "2.csv")]):
        for path in (here / "parts", here / "parts" / "*.csv"):
            with pytest.raises(OutputError, match=TWICE):
                part_files(str(path))
        assert part_files(str(here / "t.csv"))


@pytest.mark.parametrize("name", PROBLEMS)
def test_converting_and_validating_in_place(name: str, room: Room) -> None:
    inputs, files = PROBLEMS[name]
    for directory in {os.path.dirname(path) or "." for path in files}:  # noqa: PTH120
        held = {os.path.basename(path) for path in files}  # noqa: PTH119
        if directory in ("own", "popper") or (held & {"bk.pl"} and directory == "."):
            room.refused(TWICE, "convert", *inputs, "-o", directory)
    folds = ["--folds", "2", "--jobs", "1", "-q"]
    shutil.copy(room.path / files[0], room.path / "theory_1_2.pl")
    if name in ("own", "own-directory"):
        (room.path / "theory_1_1.pl").write_text("bird(a). bird(b). cat(c).\n")
        linked = ["theory_1_1.pl", "pos.pl", "neg.pl"]
        room.refused(TWICE, "cv", *linked, *folds, "--save-theories", ".")


def test_links_in_a_directory_of_outputs_are_not_followed(room: Room) -> None:
    (room.path / "out").mkdir()
    (room.path / "precious").write_text("mine")
    for name in ("theory_1_2.pl", "neg.pl"):
        (room.path / "out" / name).symlink_to("../precious")
    folds = ["--folds", "2", "--jobs", "1", "-q"]
    message = "not as a file; remove it"
    room.refused(message, "cv", *OWN, *folds, "--save-theories", "out")
    room.refused(message, "convert", *OWN, "-o", "out")
    os.mkfifo(room.path / "out" / "bk.pl")
    (room.path / "out" / "neg.pl").unlink()
    room.refused(message, "convert", *OWN, "-o", "out")


def test_an_output_without_a_name(room: Room) -> None:
    message = "an output without a name"
    for option in ("-o", "--checkpoint"):
        room.refused(message, "learn", *OWN, option, "")
    for name in ("", "-"):
        room.refused(message, "convert", *OWN, "-o", name)
    room.refused(
        message, "cv", *OWN, "--folds", "2", "--jobs", "1", "--save-theories", ""
    )


def test_files_that_trusted_ones_load(room: Room) -> None:
    for path in ("bk.pl", "part.pl", "deep/more.pl", "deep/less.pl"):
        room.refused(TWICE, "learn", *OWN, "--trust", "-o", path)


def test_an_input_that_is_open_for_writing(room: Room) -> None:
    path = room.path / "pos.pl"
    with (
        path.open("r+") as file,
        writing([f"/dev/fd/{file.fileno()}"]),
        pytest.raises(OutputError, match=TWICE),
    ):
        check_input(str(path))


def refused_with_stream(room: Room, words: str, stream: int, path: str) -> str:
    """Run a command whose standard input or output is a file; return its message."""
    open_it = f"os.open({path!r}, os.O_RDWR | os.O_APPEND)"
    script = f"import os\nos.dup2({open_it}, {stream})\n{RUN}"
    before = room.state()
    run = run_script(script, *words.split(), cwd=room.path)
    assert (run.returncode, room.state()) == (1, before), run.stderr
    return run.stderr


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ("show theory.pl", "theory.pl"),
        ("learn -q bk.pl pos.pl neg.pl", "deep/more.pl"),
        ("learn -q t.csv --noise --noisy-examples theory.pl", "theory.pl"),
        ("cv -q bk.pl pos.pl neg.pl --folds 2", "pos.pl"),
        ("modes popper", "popper/bias.pl"),
        ("predict theory.pl bk.pl", "part.pl"),
        ("learn -q one.las --semantics stable", "one.las"),
    ],
)
def test_standard_output_may_be_appended_to_a_file(
    words: str, path: str, room: Room
) -> None:
    message = refused_with_stream(room, words, 1, path)
    twice = "--noisy" in words  # the theory, and the noisy examples
    error = f"{path}: is to be written twice" if twice else f"standard output: {TWICE}"
    assert f"fold: error: {error}" in message


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_standard_output_named_as_an_output(name: str, room: Room) -> None:
    script = f"import os\nos.dup2(os.open('o', os.O_CREAT | os.O_WRONLY), 1)\n{RUN}"
    words = ["learn", "-q", *OWN, "-o", name]
    assert run_script(script, *words, cwd=room.path).returncode == 0
    assert "fly(X) :- bird(X)." in (room.path / "o").read_text()


def test_messages_may_be_appended_to_a_file(room: Room) -> None:
    script = (
        f"import os\nos.dup2(os.open('pos.pl', os.O_WRONLY | os.O_APPEND), 2)\n{RUN}"
    )
    before = room.state()
    run = run_script(script, "learn", *OWN, cwd=room.path)
    assert (run.returncode, room.state()) == (1, before)
    assert f"fold: error: standard error: {TWICE}" in run.stdout


def test_standard_input_may_be_a_file(room: Room) -> None:
    message = refused_with_stream(room, "learn - -o t.csv", 0, "t.csv")
    assert f"t.csv: {TWICE}" in message
