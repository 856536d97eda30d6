"""The command line run many times in one other process.

A crash of the interpreter ends the worker, not the tests; a hang is ended from here.
Run as a program this file is the worker: a job a line in, its result a line out.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import queue
import subprocess
import sys
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from support import PATIENCE, unmeasured

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


@dataclass(frozen=True)
class Result:
    """How a command ended."""

    code: int
    out: str
    err: str


class Died(AssertionError):  # noqa: N818  (it fails the test)
    """The interpreter crashed, or a command did not come back."""


class Worker:
    """A process that runs commands of ours, started anew when it has died."""

    def __init__(
        self, env: Mapping[str, str] | None = None, starter: Sequence[str] = ()
    ) -> None:
        self._starter = starter  # a command that runs the one that follows it
        self._env = {**unmeasured(), **(env or {})}  # it is killed in the end
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str] = queue.Queue()

    def run(
        self, args: Sequence[str], directory: Path, patience: float = PATIENCE
    ) -> Result:
        """Run one command in a directory."""
        process = self._started()
        assert process.stdin
        job = json.dumps({"args": list(args), "directory": str(directory)})
        try:
            process.stdin.write(f"{job}\n")
            process.stdin.flush()
            line = self._lines.get(timeout=patience)
        except (queue.Empty, OSError):
            self.close()
            raise Died(f"no answer to fold {' '.join(args)}") from None
        if not line:
            code = process.wait()
            self.close()
            raise Died(f"fold {' '.join(args)} ended the process, status {code}")
        return Result(**json.loads(line))

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [*self._starter, sys.executable, __file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                env=self._env,
            )
            self._lines = queue.Queue()
            reader = threading.Thread(
                target=_forward, args=(self._process, self._lines), daemon=True
            )
            reader.start()
        return self._process

    def close(self) -> None:
        """End the process."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None


def _forward(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    assert process.stdout
    for line in process.stdout:
        lines.put(line)
    lines.put("")


# Inside the worker


def _serve() -> None:
    from fold_cli.engine.stop import stopper

    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what Prolog prints itself is no answer
    stopper().take_over = lambda: None  # type: ignore[method-assign]
    stopper().disarm = lambda: None  # type: ignore[method-assign]
    for line in sys.stdin:
        job = json.loads(line)
        os.chdir(job["directory"])
        print(json.dumps(_answer(job["args"])), file=answers, flush=True)


def _answer(args: list[str]) -> dict[str, object]:
    from fold_cli.cli import main

    out, err = io.StringIO(), io.StringIO()
    code: object = None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        sys.argv = ["fold", *args]
        try:
            main()
        except SystemExit as end:
            code = end.code
        except BaseException:
            import traceback

            traceback.print_exc()
            code = 70
    return {"code": code or 0, "out": out.getvalue(), "err": err.getvalue()}


if __name__ == "__main__":
    _serve()
