"""The wheel, installed in an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest
from support import BIRDS, ROOT

if TYPE_CHECKING:
    from pathlib import Path


def run(*command: str | Path, cwd: Path) -> str:
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "COV"))}
    result = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", ROOT, cwd=directory)
    (path,) = directory.glob("fold_cli-*.whl")
    return path


def test_the_wheel_holds_the_prolog_files_and_no_tests(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for path in (ROOT / "prolog").rglob("*.pl"):
        assert f"fold_cli/{path.relative_to(ROOT).as_posix()}" in names
    assert {"fold_cli/py.typed", "fold_cli/help.txt"} <= names
    for path in [*ROOT.glob("fold_cli/**/*.css"), *ROOT.glob("fold_cli/**/*.js")]:
        assert path.relative_to(ROOT).as_posix() in names
    paths = [f"/{name}" for name in names]
    assert not [path for path in paths if "/tests/" in path or "/test_" in path]


def test_the_installed_command_learns(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", "--without-pip", "venv", cwd=tmp_path)
    python = tmp_path / "venv" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python]
    run(*pip, "install", "-q", wheel, cwd=tmp_path)
    for name in ("fold", "fold-cli"):
        theory = run(python.parent / name, "learn", "-q", *BIRDS, cwd=tmp_path)
        assert "fly(X) :- bird(X), \\+ ab0(X).\n" in theory
    doctor = run(python.parent / "fold", "doctor", cwd=tmp_path)
    assert "embedding works" in doctor
    assert str(tmp_path) in doctor
    assert str(ROOT / "prolog") not in doctor
