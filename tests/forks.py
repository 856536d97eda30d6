"""Commands in processes of their own that have nothing left to load.

Python, Prolog and all files of ours are loaded once, in a process that does nothing but
fork: each fork is a fresh process that runs one command, or a script that changes
something and runs one, in a tenth of the time. What starting itself does is tested
where a command is started as users do.
Run as a program this file is the process that forks.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Environment = dict[str, str]

COMMAND = "from fold_cli.__main__ import main; main()"
"""The script that is the command, as users start it."""


class Forks:
    """A process that forks for each command, started with the first."""

    def __init__(self, patience: float, environment: Callable[[], Environment]) -> None:
        self._patience, self._environment = patience, environment
        self._server: subprocess.Popen[bytes] | None = None

    def run(
        self,
        args: list[str],
        directory: Path | None,
        *,
        script: str = COMMAND,
        stdin: bytes = b"",
        together: bool = False,
    ) -> subprocess.CompletedProcess[str]:
        """Run a script with arguments; ``together`` puts stderr between stdout."""
        connection, place = self._started(), str(directory or Path.cwd())
        job = json.dumps({"script": script, "args": args, "directory": place})
        with ExitStack() as stack:
            given, out, err = (
                stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)
            )
            given.write(stdin)
            given.seek(0)
            fds = [each.fileno() for each in (given, out, out if together else err)]
            socket.send_fds(connection, [job.encode()], fds)
            try:
                code = int(connection.recv(16))
            except (TimeoutError, ValueError):
                self.close()
                raise AssertionError(f"no answer to fold {' '.join(args)}") from None
            texts = [_content(each) for each in (out, err)]
        return subprocess.CompletedProcess(["fold", *args], code, *texts)

    def _started(self) -> socket.socket:
        if self._server is None:
            self._connection, theirs = socket.socketpair(
                socket.AF_UNIX, socket.SOCK_SEQPACKET
            )
            self._connection.settimeout(self._patience)
            with theirs:
                self._server = subprocess.Popen(
                    [sys.executable, __file__, str(theirs.fileno())],
                    pass_fds=[theirs.fileno()],
                    env=self._environment(),
                    stdin=subprocess.DEVNULL,
                    start_new_session=True,
                )
            atexit.register(self.close)
        return self._connection

    def close(self) -> None:
        """End the process, and what it runs."""
        if self._server is None:
            return
        self._connection.close()  # it ends by itself, unless a command does not
        try:
            self._server.wait(self._patience)
        except subprocess.TimeoutExpired:
            os.killpg(self._server.pid, signal.SIGKILL)
            self._server.wait()
        self._server = None


def _content(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8")


# Inside the process


def _serve(connection: socket.socket) -> None:
    sys.path.pop(0)  # the directory of this file
    _load_everything()
    while True:
        job, fds, _, _ = socket.recv_fds(connection, 1 << 20, 3)
        if not job:
            return
        pid = os.fork()
        if pid == 0:
            connection.close()
            _run(**json.loads(job), fds=fds)
        for fd in fds:
            os.close(fd)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        connection.send(str(code).encode())


def _load_everything() -> None:
    """Load Python's and Prolog's side, and leave no thread: forks have none.

    The rooms of scikit-learn and Dask are left out: with their libraries a fork that
    does nothing takes four times as long.
    """
    import importlib

    import fold_cli
    from fold_cli.engine.prolog import engine, prolog_directory
    from fold_cli.engine.stop import stopper
    from fold_cli.errors import FoldError

    package = Path(fold_cli.__file__).parent
    for path in package.rglob("*.py"):
        room, *_ = names = path.relative_to(package).with_suffix("").parts
        if room not in ("sklearn", "dask") and not names[-1].startswith("__"):
            with contextlib.suppress(ImportError):  # of an extra that is not installed
                importlib.import_module(".".join(("fold_cli", *names)))
    stopper()._start = lambda: None  # type: ignore[method-assign]
    for path in prolog_directory().rglob("*.pl"):
        with contextlib.suppress(FoldError):  # the call fails after loading the module
            engine().call(path.stem, "is_loaded")
    del stopper()._start
    from pyswip import Prolog

    assert list(Prolog.query("set_prolog_gc_thread(stop)"))


def _run(script: str, args: list[str], directory: str, fds: list[int]) -> None:
    """Be the script: this does not return."""
    from fold_cli.engine.prolog import engine

    for stream, fd in enumerate(fds):
        os.dup2(fd, stream)
        os.close(fd)
    sys.argv = ["fold", *args]
    code = 0
    try:
        os.chdir(directory)
        engine().follow_working_directory()
        exec(script, {"__name__": "__main__"})
    except SystemExit as end:
        code = int(end.code or 0)
    except BaseException:
        traceback.print_exc()
        code = 70
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as server:
        _serve(server)
