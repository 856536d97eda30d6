"""Columns of codes in files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from divided import random_table, write
from support import fold, learned

from fold_cli.dask.cluster import memory_bytes
from fold_cli.errors import UsageError
from fold_cli.files.tables import mapped_codes
from fold_cli.files.tables.coded import steps, tally
from fold_cli.files.tables.mapped_codes import Buffers, MappedCodes

if TYPE_CHECKING:
    from pathlib import Path


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
    for wrong in ("much", "-1GB", "500 MB", "", "100MB", "1e9"):
        with pytest.raises(UsageError, match="--memory"):
            memory_bytes(wrong)


def test_memory_is_about_tables(tmp_path: Path) -> None:
    result = fold("learn", "bk.pl", "pos.pl", "--memory", "1GB", cwd=tmp_path)
    assert result.returncode == 2
    assert "--memory is about tables alone" in result.stderr
