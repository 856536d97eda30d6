"""Version and paths of the Prolog that runs in this process."""

from __future__ import annotations

from typing import NamedTuple

from fold_cli.engine.prolog import engine, prolog_directory


class Installation(NamedTuple):
    """The Prolog that runs in this process."""

    version: str
    library: str
    home: str
    files: str  # the Prolog files of fold


def installation() -> Installation:
    """Start Prolog, and return its version and paths."""
    prolog = engine()
    return Installation(prolog.version(), *prolog.paths(), str(prolog_directory()))
