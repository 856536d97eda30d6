"""Fixtures and settings for all tests."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from support import FORKS, UNMEASURED_FORKS
from worker import Worker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support import Write

settings.register_profile(
    "fold",
    deadline=None,
    derandomize=True,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("fold")

# As Polars 2 does by itself; before, it took the months of pandas for numbers.
os.environ["POLARS_UNKNOWN_EXTENSION_TYPE_BEHAVIOR"] = "load_as_extension"

# A shell ignores Ctrl-C in what it runs in the background, and programs go along with
# that; the tests send it, and programs that they start are to hear it.
signal.signal(signal.SIGINT, signal.default_int_handler)

ENDLESS = max(400, int(os.environ.get("FOLD_FUZZ", "0")) // 10)
"""Seconds after which a test counts as one that does not end."""


SLOW_TESTS = Path(__file__).with_name("slow_tests.txt")
"""Names of tests that ``make test`` leaves to ``make fuzz``.

Each takes many seconds, and others of its kind run in ``make test``.
"""

UNKNOWN_SLOW_TESTS = pytest.StashKey[list[str]]()
"""The names in ``SLOW_TESTS`` that no test has, of files that were collected."""


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Leave slow tests out, unless they are named or there is time for all."""
    if "FOLD_FUZZ" in os.environ or any("::" in name for name in config.args):
        return
    slow = {*SLOW_TESTS.read_text(encoding="utf-8").splitlines()}
    files = {item.nodeid.partition("::")[0] for item in items}
    unknown = slow - {item.nodeid for item in items}
    config.stash[UNKNOWN_SLOW_TESTS] = sorted(
        name for name in unknown if name.partition("::")[0] in files
    )
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in slow])
    items[:] = [item for item in items if item.nodeid not in slow]


@pytest.fixture
def unknown_slow_tests(pytestconfig: pytest.Config) -> list[str]:
    """Return the names that ``slow_tests.txt`` has and no test."""
    return pytestconfig.stash.get(UNKNOWN_SLOW_TESTS, [])


@pytest.fixture(autouse=True)
def _ends() -> Iterator[None]:
    """Fail a test that does not end, since ending is part of what is promised."""

    def stop(*_: object) -> None:
        raise AssertionError(f"no end after {ENDLESS} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, ENDLESS, 1)  # again, for whoever tries again
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="session", autouse=True)
def _forks() -> Iterator[None]:
    """End the process that forks while coverage still waits for what it measured."""
    yield
    FORKS.close()
    UNMEASURED_FORKS.close()


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """Return a process that runs many commands, one after the other."""
    started = Worker()
    yield started
    started.close()


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a file with a name and text."""

    def write_file(name: str, text: str | bytes) -> Path:
        path = tmp_path / name
        data = text.encode("utf-8") if isinstance(text, str) else text
        path.write_bytes(data)
        return path

    return write_file
