"""Folds of a cross-validation as tasks at workers of Dask."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest
from divided import random_table, write
from support import BIRDS, fold

from fold_cli.api import cross_validate
from fold_cli.dask import task_processes
from fold_cli.dask.cluster import tasks_at
from fold_cli.engine.stop import stopper
from fold_cli.errors import FoldError

if TYPE_CHECKING:
    from pathlib import Path

    from fold_cli.use.measuring.cross_validation import CrossValidation


def without_seconds(found: CrossValidation) -> list[object]:
    """Return all that does not depend on the machine."""
    each = [(r.turn, r.confusion, r.ranking, r.theory) for r in found.results]
    return [each, found.warnings, found.files, found.partial]


def test_the_same_folds_of_a_table(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "t.csv", *random_table(4, rows=120))
    monkeypatch.chdir(tmp_path)  # where the workers were not started
    here = cross_validate("t.csv", folds=3, repeat=2)
    there = cross_validate("t.csv", folds=3, repeat=2, cluster=address)
    assert without_seconds(there) == without_seconds(here)


def test_the_same_folds_of_prolog_files(address: str) -> None:
    here = cross_validate(*BIRDS, folds=2)
    there = cross_validate(*BIRDS, folds=2, cluster=address)
    assert without_seconds(there) == without_seconds(here)


def test_nothing_is_left_at_the_workers(tmp_path: Path, address: str) -> None:
    write(tmp_path / "t.csv", *random_table(1))
    with pytest.raises(FoldError, match=r"t\.csv:1: no column nowhere"):
        cross_validate(str(tmp_path / "t.csv"), class_column="nowhere", cluster=address)
    with tasks_at(address, lambda *_: None) as spread:
        assert spread
        assert sorted(spread(abs, [-1, 2, -3])) == [1, 2, 3]
        assert any(task_processes._idle.values())
        with pytest.raises(ValueError, match="invalid literal"):
            list(spread(int, ["1", "x"]))
        with pytest.raises(FoldError, match="should do its work has ended"):
            list(spread(os._exit, [3]))
    assert not any(task_processes._idle.values())
    assert not any(task_processes._busy.values())


def test_the_fold_of_a_worker_that_dies_is_learned_by_another() -> None:
    with tasks_at("local:2", lambda *_: None) as spread:
        assert spread
        answers = spread(abs, range(-40, 0))
        found = [next(answers)]
        os.kill(stopper().memory.workers[0], signal.SIGKILL)
        assert sorted([*found, *answers]) == list(range(1, 41))


def test_jobs_and_clusters() -> None:
    result = fold("cv", *BIRDS, "--jobs", "2", "--cluster", "local:2")
    assert result.returncode == 2
    assert "--jobs and --cluster do not go together" in result.stderr
