"""Fixtures and settings for all tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

settings.register_profile(
    "fold",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("fold")


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    """Return a function that writes a file with a name and text."""

    def write_file(name: str, text: str | bytes) -> Path:
        path = tmp_path / name
        data = text.encode("utf-8") if isinstance(text, str) else text
        path.write_bytes(data)
        return path

    return write_file
