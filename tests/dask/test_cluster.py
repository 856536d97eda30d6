"""Workers of Dask, as processes of this machine."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Any

import pytest
from divided import divided, random_table, write, write_parts
from support import fold

from fold_cli.api import learn as learn_here
from fold_cli.dask.cluster import at_work, team_of
from fold_cli.dask.tasks import Versions
from fold_cli.dask.team import DaskTeam
from fold_cli.engine.stop import stopper
from fold_cli.errors import FoldError, UsageError
from fold_cli.files.sources import TableSource
from fold_cli.search.options import Options
from fold_cli.theory.prolog_format import to_prolog
from fold_cli.use.learn import learn

if TYPE_CHECKING:
    from pathlib import Path


def test_a_worker_that_dies_loses_nothing(tmp_path: Path) -> None:
    headers, rows = random_table(4, rows=600)
    whole = write(tmp_path / "whole.csv", headers, rows)
    pattern = write_parts(tmp_path / "parts", headers, divided(rows, 5, 1))
    expected = learn_here(str(whole), class_column="class").to_prolog()
    source = TableSource(pattern, class_column="class")
    said: list[str] = []
    with at_work("local:3", lambda step, *_: said.append(step)) as (team, heard):
        theory = learn(source, Options(noise=True), heard, team=team).theory
        assert to_prolog(theory) == expected
        assert any("rule, round" in step or "rules, round" in step for step in said)

        def kill(rounds: int) -> None:
            if rounds in (5, 12):
                os.kill(stopper().memory.workers[rounds % 3], signal.SIGKILL)

        assert isinstance(team, DaskTeam)
        again = DaskTeam(team._client, kill)
        theory = learn(source, Options(noise=True), team=again).theory
        assert to_prolog(theory) == expected
        assert len(again.lost) == 2


@pytest.mark.parametrize("cluster", ["nowhere", "local:", "local:x", "http://a:1"])
def test_what_is_no_cluster(cluster: str) -> None:
    with pytest.raises(UsageError, match="write local"), team_of(cluster):
        pass
    with pytest.raises(UsageError, match="processes"), team_of("local:0"):
        pass


def test_a_scheduler_that_is_not_there(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("fold_cli.dask.cluster.CONNECT_SECONDS", 1)
    headers, rows = random_table(1)
    write(tmp_path / "t.csv", headers, rows)
    with pytest.raises(FoldError) as caught:
        learn_here(str(tmp_path / "t.csv"), cluster="tcp://127.0.0.1:1")
    assert "no scheduler of Dask answers at tcp://127.0.0.1:1" in str(caught.value)
    assert "dask scheduler" in str(caught.value)


def test_what_workers_cannot_learn(tmp_path: Path) -> None:
    for args, message in (
        (["bk.pl", "pos.pl"], "--cluster is about tables alone"),
        (["t.csv", "--recursion"], "--recursion and --cluster"),
    ):
        result = fold("learn", *args, "--cluster", "local:1", cwd=tmp_path)
        assert result.returncode == 2
        assert message in result.stderr


def test_versions_that_do_not_match() -> None:
    here = Versions("0.1.0", "3.11.7", "2.4.6")
    assert here.difference(Versions("0.1.0", "3.11.9", "2.2.0")) == ""
    for there, message in (
        (here._replace(fold="0.0.9"), "fold-cli 0.0.9, not 0.1.0"),
        (here._replace(python="3.10.1"), "Python 3.10.1, not 3.11.7"),
        (here._replace(numpy="1.26.0"), "NumPy 1.26.0, not 2.4.6"),
    ):
        assert here.difference(there) == message
