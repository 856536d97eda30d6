"""Files and directories that a user may not read or write: an error that names them.

For the superuser permissions do not count, so ``setpriv`` takes that away.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from support import write_files
from worker import Worker

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RIGHTS = "-dac_override,-dac_read_search,-fowner"
SETPRIV = ["setpriv", "--bounding-set", RIGHTS, "--inh-caps", RIGHTS]
ORDINARY = SETPRIV if os.geteuid() == 0 else []
ROWS = "colour,size,class\nred,1,yes\nblue,2,no\nred,3,yes\nblue,4,no\n"
FILES = {
    "bk.pl": "bird(a). bird(b). cat(c). penguin(d). bird(X) :- penguin(X).\n",
    "pos.pl": "fly(a).\nfly(b).\n",
    "neg.pl": "fly(c).\nfly(d).\n",
    "theory.pl": "fly(X) :- bird(X).\n",
    "rules.pl": (
        "% fold: default theory for class_yes/1\n% class: class yes no\n"
        "% column: colour categorical colour blue red\n"
        "class_yes(X) :- colour(X, red).\n"
    ),
    "rows.csv": ROWS,
    "parts/1.csv": ROWS,
    "parts/closed.csv": ROWS,
    "includes.pl": ":- include(closed).\n",
    "loads.pl": ":- [closed].\n",
    "closed.pl": "bird(a).\n",
    "closed.csv": ROWS,
    "closed/bk.pl": "bird(a).\n",
    "closed/pos.pl": "fly(a).\n",
    "fixed/old.pl": "old\n",
}
LEARN = "learn bk.pl pos.pl neg.pl"
NOT_READ = [
    "learn @.pl pos.pl neg.pl",
    "learn bk.pl @.pl",
    "learn includes.pl pos.pl neg.pl",
    "learn loads.pl pos.pl neg.pl",
    f"{LEARN} -b @.pl",
    f"{LEARN} --modes @.pl",
    f"{LEARN} --given @.pl",
    "learn @.pl pos.pl neg.pl --trust",
    "learn @",
    "learn @/bk.pl pos.pl",
    "learn @.csv",
    "learn parts --positive yes",
    "cv @ --folds 2",
    "modes @",
    "convert @ -o out",
    "show @.pl",
    "evaluate theory.pl @",
    "report theory.pl @",
    "explain theory.pl @.pl fly(a)",
    "predict theory.pl @.pl pos.pl",
    "predict rules.pl @.csv",
    "predict rules.pl parts",
]
NOT_WRITTEN = [
    f"{LEARN} -o fixed/new.pl",
    f"{LEARN} -o fixed/old.pl",
    f"{LEARN} -o closed/new.pl",
    f"{LEARN} --checkpoint fixed/saved.json",
    f"{LEARN} --noise --noisy-examples fixed/noisy.pl -o theory_too.pl",
    "convert bk.pl pos.pl neg.pl -o fixed",
    "convert bk.pl pos.pl neg.pl -o fixed/new/one",
    "convert bk.pl pos.pl neg.pl -o closed/new",
    "cv bk.pl pos.pl neg.pl --folds 2 --save-theories fixed",
    "cv bk.pl pos.pl neg.pl --folds 2 --report fixed/page.html",
    "report theory.pl bk.pl pos.pl -o fixed/page.html",
    "predict rules.pl rows.csv -o fixed/out.csv --append",
    "predict rules.pl rows.csv -o fixed/out.parquet",
]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Path]:
    write_files(tmp_path, FILES)
    closed = ["closed.pl", "closed.csv", "closed", "parts/closed.csv"]
    for name in closed:
        (tmp_path / name).chmod(0)
    (tmp_path / "fixed").chmod(0o555)
    yield tmp_path
    for name in (*closed, "fixed"):
        (tmp_path / name).chmod(0o700)


@pytest.fixture(scope="module")
def user() -> Iterator[Worker]:
    if ORDINARY and not shutil.which("setpriv"):
        pytest.skip("setpriv is not installed")
    if ORDINARY and subprocess.run([*ORDINARY, "true"], check=False).returncode:
        pytest.skip("setpriv is not allowed here")
    user = Worker(starter=ORDINARY)
    yield user
    user.close()


def run(user: Worker, command: str, room: Path) -> str:
    """Return the error of a command that fails."""
    result = user.run(command.split(), room)
    assert (result.code, result.out) == (1, ""), result.err
    error = result.err.splitlines()[-1]
    assert error.startswith("fold: error: ")
    return error.removeprefix("fold: error: ")


def test_what_may_not_be_read(user: Worker, room: Path) -> None:
    for command in NOT_READ:
        error = run(user, command.replace("@", "closed"), room)
        name, _, reason = error.partition(": ")
        assert "closed" in name, command
        assert reason == "cannot be read: Permission denied", command


def test_what_may_not_be_written(user: Worker, room: Path) -> None:
    before = sorted(room.iterdir())
    for command in NOT_WRITTEN:
        error = run(user, command, room)
        assert error.startswith(("fixed", "closed")), command
        assert "cannot be written" in error or "cannot be made" in error, command
    assert sorted(room.iterdir()) == before
    assert (room / "fixed" / "old.pl").read_text() == "old\n"
