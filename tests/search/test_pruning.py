"""Leaving out parts of theories, with more or less memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from divided import random_table, write

from fold_cli.api import learn
from fold_cli.search import noise, pruning

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_what_is_not_kept_is_found_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in (4, 16):
        table = str(write(tmp_path / "t.csv", *random_table(seed, rows=300)))
        expected = learn(table, class_column="class").to_prolog()
        assert ":-" in expected
        for size in (0, 300):
            for module in (noise, pruning):
                monkeypatch.setattr(module, "MAX_CACHED_BYTES", size)
            assert learn(table, class_column="class").to_prolog() == expected
        monkeypatch.undo()
