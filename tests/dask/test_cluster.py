"""Workers of Dask, as processes of this machine."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from distributed import CancelledError, Client
from distributed.comm import CommClosedError
from divided import divided, random_table, write, write_parts
from processes import wait_until
from support import PATIENCE, fold, unmeasured

from fold_cli.api import learn as learn_here
from fold_cli.dask import tasks
from fold_cli.dask.cluster import cluster_team, table_team
from fold_cli.dask.connection import (
    ClusterError,
    check_paused,
    connected,
    workers_of,
)
from fold_cli.dask.local_cluster import serve
from fold_cli.dask.tasks import PinnedParts, Versions, versions
from fold_cli.dask.team import MAX_MORE_LOSSES, DaskTeam, _Share
from fold_cli.engine.parent import child_command
from fold_cli.engine.stop import stopper
from fold_cli.errors import FoldError, InputError, UsageError
from fold_cli.files.sources import TableSource
from fold_cli.files.tables.part_files import PartFile
from fold_cli.search.options import Options
from fold_cli.theory.formats.prolog_format import to_prolog
from fold_cli.use.learning.learn import learn


def test_a_worker_that_dies_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    headers, rows = random_table(4, rows=600)
    whole = write(tmp_path / "whole.csv", headers, rows)
    pattern = write_parts(tmp_path / "parts", headers, divided(rows, 5, 1))
    expected = learn_here(str(whole), class_column="class").to_prolog()
    source = TableSource(pattern, class_column="class")
    said: list[str] = []
    with table_team("local:3", lambda step, *_: said.append(step)) as (team, heard):
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
    assert not list(temporary.iterdir())


def test_a_part_that_is_another_when_it_is_read_again(
    tmp_path: Path, address: str
) -> None:
    headers, rows = random_table(4)
    pattern = write_parts(tmp_path / "parts", headers, divided(rows, 2, 1))
    with cluster_team(address) as team:
        source = TableSource(pattern, class_column="class")
        learn(source, Options(noise=True), team=team)
        for path in (tmp_path / "parts").iterdir():
            path.write_text(path.read_text().replace("no", "yes"))
        with pytest.raises(InputError, match="was changed during the run"):
            team._replaced(team._shares[0])


@pytest.mark.parametrize("cluster", ["nowhere", "local:", "local:x", "http://a:1"])
def test_what_is_no_cluster(cluster: str) -> None:
    with pytest.raises(UsageError, match="write local"), cluster_team(cluster):
        pass


@pytest.mark.parametrize("workers", ["0", "257", "9" * 5000], ids=len)
def test_as_many_workers_as_there_cannot_be(workers: str) -> None:
    cluster = f"local:{workers}"
    with pytest.raises(UsageError, match="processes"), cluster_team(cluster):
        pass


def test_certificates_that_are_not_there() -> None:
    certificates = pytest.raises(FoldError, match="needs the certificates")
    with certificates, cluster_team("tls://127.0.0.1:1"):
        pass


def test_a_scheduler_that_is_not_there(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("fold_cli.dask.cluster.MAX_CONNECT_SECONDS", 1)
    headers, rows = random_table(1)
    write(tmp_path / "t.csv", headers, rows)
    with pytest.raises(FoldError) as caught:
        learn_here(str(tmp_path / "t.csv"), cluster="tcp://127.0.0.1:1")
    assert "no scheduler of Dask answers at tcp://127.0.0.1:1" in str(caught.value)
    assert "dask scheduler" in str(caught.value)


class LostClient:
    """A client that tries to connect to its scheduler again, which takes long."""

    status = "connecting"

    def nthreads(self) -> dict[str, int]:
        raise AssertionError("nobody is to wait for a scheduler that is gone")


def test_a_scheduler_that_is_gone() -> None:
    with pytest.raises(ClusterError, match="does not answer any more; start it again"):
        workers_of(LostClient())
    with pytest.raises(ClusterError), connected(LostClient()):
        raise CancelledError("lost")


@pytest.mark.parametrize(
    "asked",
    [
        "Client.wait_for_workers",
        "Client.run",
        "Client.run_on_scheduler",
        "Client.nthreads",
        "Future.result",
    ],
)
def test_a_scheduler_that_ends_during_a_run(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    def closed(*_: Any, **__: Any) -> Any:
        raise CommClosedError("in <TCP (closed)>: Stream is closed")

    write(tmp_path / "t.csv", *random_table(1))
    monkeypatch.setattr(f"distributed.{asked}", closed)
    with pytest.raises(ClusterError, match="does not answer any more; start it again"):
        learn_here(str(tmp_path / "t.csv"), class_column="class", cluster=address)


def test_a_worker_that_ends_before_it_is_asked(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Client.run

    def without_one(client: Any, *args: Any, **kwargs: Any) -> Any:
        gone = {"tcp://gone:1": CommClosedError("Stream is closed")}
        return gone | run(client, *args, **kwargs)

    path = str(write(tmp_path / "t.csv", *random_table(1)))
    monkeypatch.setattr("distributed.Client.run", without_one)
    found = learn_here(path, class_column="class", cluster=address).to_prolog()
    assert found == learn_here(path, class_column="class").to_prolog()


def test_workers_that_all_end_before_they_read(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fold_cli.dask.team.MAX_WAIT_SECONDS", -1.0)
    with cluster_team(address) as team:
        monkeypatch.setattr("fold_cli.dask.team.workers_of", lambda _: {})
        with pytest.raises(ClusterError, match="no other came for"):
            team.read([])


class PausedClient:
    """A client of a cluster with two workers, of which one is paused."""

    def run_on_scheduler(self, asked: Any) -> Any:
        assert asked is tasks.paused
        return ["tcp://a:1"]


def test_a_worker_that_dask_has_paused(monkeypatch: pytest.MonkeyPatch) -> None:
    since = {"tcp://b:1": 0.0}
    check_paused(PausedClient(), since, ["tcp://a:1", "tcp://b:1"])
    assert [*since] == ["tcp://a:1"]
    monkeypatch.setattr("fold_cli.dask.connection.MAX_PAUSE_SECONDS", -1)
    check_paused(PausedClient(), since, ["tcp://b:1"])
    with pytest.raises(
        ClusterError,
        match=r"has paused .* tcp://a:1.* \(memory=500MB\), .*'dask worker --memory",
    ):
        check_paused(PausedClient(), since, ["tcp://a:1"])


def test_workers_that_end_again_and_again(address: str) -> None:
    with cluster_team(address) as team:
        share = _Share("tcp://gone:1", [], team._client.submit(dict))
        for _ in range(MAX_MORE_LOSSES):
            team._shares.append(share)
            assert team._replaced(share) == []
        with pytest.raises(ClusterError, match=r"workers ended \d+ times"):
            team._replaced(share)


def test_a_file_that_is_not_here_either(address: str) -> None:
    with cluster_team(address) as team, pytest.raises(InputError, match="no such file"):
        team.read([PartFile("gone.csv")])


def test_what_workers_cannot_learn(tmp_path: Path) -> None:
    for args, message in (
        (["bk.pl", "pos.pl"], "--cluster is about tables alone"),
        (["t.csv", "--recursion"], "--recursion and --cluster"),
    ):
        result = fold("learn", *args, "--cluster", "local:1", cwd=tmp_path)
        assert result.returncode == 2
        assert message in result.stderr


def test_versions_that_do_not_match() -> None:
    here = Versions("0.1.0", "3.11.7", "2.4.6", "2026.3.0")
    assert here.difference(Versions("0.1.0", "3.11.9", "2.2.0", "2026.3.1")) == ""
    for there, message in (
        (here._replace(fold="0.0.9"), "fold-cli 0.0.9, not 0.1.0"),
        (here._replace(python="3.10.1"), "Python 3.10.1, not 3.11.7"),
        (here._replace(numpy="1.26.0"), "NumPy 1.26.0, not 2.4.6"),
        (here._replace(dask="2024.12.1"), "Dask 2024.12.1, not 2026.3.0"),
    ):
        assert here.difference(there) == message


@pytest.mark.parametrize("lacking", ["worker", "scheduler"])
def test_a_cluster_with_another_version(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch, lacking: str
) -> None:
    def other(_: Any, *args: Any, **kwargs: Any) -> Any:
        if lacking == "scheduler":
            raise ModuleNotFoundError("No module named 'fold_cli'")
        return versions()._replace(python="3.9.1")

    at_scheduler = lacking == "scheduler"
    method = "run_on_scheduler" if at_scheduler else "run"
    found = other if at_scheduler else lambda *_, **__: {"tcp://a:1": other(None)}
    monkeypatch.setattr(f"distributed.Client.{method}", found)
    write(tmp_path / "t.csv", *random_table(1))
    with pytest.raises(FoldError, match=rf"the {lacking}.* has .*; install fold-cli"):
        learn_here(str(tmp_path / "t.csv"), cluster=address)


ENDED = threading.Event()


def endless(begun: str) -> None:
    """Go on until nobody waits for this task any more."""
    check = tasks._task_check()
    Path(begun).touch()
    try:
        while True:
            check()
            time.sleep(0.01)
    finally:
        ENDED.set()


def test_a_task_ends_when_it_is_cancelled(tmp_path: Path, address: str) -> None:
    begun = tmp_path / "begun"
    with cluster_team(address) as team:
        future = team._client.submit(endless, str(begun), pure=False)
        wait_until(begun.exists)
        team._client.cancel([future], force=True)
        assert ENDED.wait(PATIENCE)


def test_nothing_is_left_after_an_error(tmp_path: Path, address: str) -> None:
    write_parts(tmp_path / "parts", ["a", "class"], [[["1", "no"]], [["2", "no"]]])
    (tmp_path / "parts" / "part01.csv").write_text("a,class\n1\n")
    with pytest.raises(FoldError, match=r"part01\.csv:2: 1 cell"):
        learn_here(str(tmp_path / "parts"), cluster=address)
    wait_until(lambda: not held_parts())  # workers hear of it a moment later


def held_parts() -> list[PinnedParts]:
    """Return what workers of this process hold that has any rows."""
    gc.collect()
    found = [each for each in gc.get_objects() if isinstance(each, PinnedParts)]
    return [each for each in found if each._cells or each._parts]


@pytest.mark.parametrize("says", ["nothing", "end"])
def test_a_worker_whose_run_ended_before_it_began(says: str) -> None:
    process = subprocess.Popen(
        child_command(serve, 2**22 + 1 if says == "nothing" else os.getpid()),
        env=unmeasured(),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    if says == "end":
        assert process.communicate(timeout=PATIENCE) == (None, b"")
    assert process.wait(PATIENCE) == 1
