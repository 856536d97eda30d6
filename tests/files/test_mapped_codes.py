"""Columns of codes in files."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import numpy as np
import pytest
from divided import random_table, write
from processes import run_fresh, wait_until
from support import fold, learned

from fold_cli.api import learn
from fold_cli.coverage.distant.memory_limit import memory_bytes
from fold_cli.engine import scratch
from fold_cli.engine.memory import MemoryLimits
from fold_cli.errors import EngineError, OutputError, UsageError
from fold_cli.files.tables import mapped_codes
from fold_cli.files.tables.coded import steps, tally
from fold_cli.files.tables.mapped_codes import Buffers, MappedCodes


def test_codes_that_become_wider_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapped_codes, "MAX_MAPS", 2)
    buffers = Buffers(in_files=True)
    chance = np.random.default_rng(0)
    columns = []
    for _ in range(4):
        expected, buffer = [], buffers.make()
        for count in (3, 200, 300, 70_000):
            codes = chance.integers(0, count, 100_000)
            expected.append(codes)
            buffer.append(codes, count)
        columns.append((np.concatenate(expected), buffer.codes()))
    for expected, found in columns * 2:
        assert isinstance(found, MappedCodes)
        assert (len(found), found.dtype) == (400_000, np.uint32)
        parts = [found[step].copy() for step in steps(len(found))]
        assert np.array_equal(np.concatenate(parts), expected)
        assert np.array_equal(
            tally(found, 70_000), np.bincount(expected, minlength=70_000)
        )  # type: ignore[arg-type]
    path = columns[0][1].path
    doubled = buffers.converted(columns[0][1], lambda own, _: 2 * (own % 5), 9)
    assert not path.exists()
    assert doubled.dtype == np.uint8
    buffers.remove()
    assert not path.parent.exists()


def test_a_table_in_files_gives_the_same_theory(tmp_path: Path) -> None:
    headers, rows = random_table(4, rows=300)
    write(tmp_path / "t.csv", headers, rows)
    expected = learned("t.csv", cwd=tmp_path)
    assert learned("t.csv", "--memory", "500MB", cwd=tmp_path) == expected
    exact = learned("t.csv", "--exact", cwd=tmp_path)
    assert learned("t.csv", "--exact", "--memory", "1GB", cwd=tmp_path) == exact


def test_sizes() -> None:
    assert memory_bytes("500MB") == 500_000_000
    assert memory_bytes("1.5g") == 1_500_000_000
    assert memory_bytes(300_000_000) == 300_000_000
    for wrong in ("much", "-1GB", "500 MB", "", "100MB", "1e9", "9" * 400):
        with pytest.raises(UsageError, match="memory="):
            memory_bytes(wrong)


def test_memory_is_about_tables(tmp_path: Path) -> None:
    result = fold("learn", "bk.pl", "pos.pl", "--memory", "1GB", cwd=tmp_path)
    assert result.returncode == 2
    assert "--memory is about tables alone" in result.stderr


def test_a_disk_that_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: object) -> tuple[int, str]:
        return os.open("/dev/full", os.O_WRONLY), "/dev/full"

    monkeypatch.setattr(mapped_codes.tempfile, "mkstemp", full)
    buffers = Buffers(in_files=True)
    for size in (10, 1_000_000):  # noticed when it is closed, and when it is written
        codes = np.zeros(size, dtype=np.uint8)
        with pytest.raises(OutputError, match=r"do not fit on the disk.* TMPDIR"):
            buffers.converted(codes, lambda own, _: own, 1)
    buffers.remove()


def test_no_place_for_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(scratch.tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(OutputError, match=r"no place for temporary files.*TMPDIR"):
        Buffers(in_files=True)


KILLED = """
import os, signal
from fold_cli.files.tables.mapped_codes import Buffers
buffers = Buffers(in_files=True)
print(buffers._directory.path, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_files_go_with_a_process_that_is_killed(tmp_path: Path) -> None:
    result = run_fresh(KILLED, cwd=tmp_path)
    assert result.returncode == -signal.SIGKILL
    directory = Path(result.stdout.strip())
    wait_until(lambda: not directory.exists())


def test_memory_that_is_not_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers, rows = random_table(4, rows=50)
    table = write(tmp_path / "t.csv", headers, rows)
    monkeypatch.setattr("fold_cli.engine.memory.own_bytes", lambda *_: 201_000_000)
    with pytest.raises(EngineError, match=r"memory=200 MB is not enough.*ignore="):
        learn(str(table), memory="200MB")
    limits = MemoryLimits()
    assert limits.excess() == ""
    limits.process_limit = 200_000_000
    assert "--memory 200 MB is not enough" in limits.excess()
