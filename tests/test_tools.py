"""Settings for editors and pre-commit agree with what ``make test`` checks."""

from __future__ import annotations

import configparser
import re

import yaml
from support import text_of


def test_pre_commit_runs_what_make_test_runs() -> None:
    makefile = text_of("Makefile").replace("$(BIN)", ".venv/bin")
    fast = r"^(?:lint|types|docs): install\n((?:\t.*\n)+)"
    recipes = re.findall(fast, makefile, re.MULTILINE)
    commands = [line.strip() for recipe in recipes for line in recipe.splitlines()]
    (repository,) = yaml.safe_load(text_of(".pre-commit-config.yaml"))["repos"]
    assert [hook["entry"] for hook in repository["hooks"]] == commands


def test_editors_break_lines_where_ruff_does() -> None:
    settings = configparser.ConfigParser()
    settings.read_string("[top]\n" + text_of(".editorconfig"))
    length = settings["*.py"]["max_line_length"]
    assert f"line-length = {length}\n" in text_of("pyproject.toml")
