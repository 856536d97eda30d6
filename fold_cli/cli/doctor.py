"""``fold doctor``."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

from fold_cli import __version__
from fold_cli.cli.command import ExampleCommand


@click.command(cls=ExampleCommand, epilog="fold doctor")
def doctor() -> None:
    """Print versions and paths, and what is wrong with them."""
    from importlib.metadata import PackageNotFoundError, version

    click.echo(f"fold {__version__} at {Path(__file__).parent.parent}")
    click.echo(f"Python {sys.version.split()[0]} at {sys.executable}")
    for package in ("pyswip", "numpy"):
        try:
            click.echo(f"{package} {version(package)}")
        except PackageNotFoundError:
            click.echo(f"{package} is missing; install fold again with pip")
    click.echo(f"swipl command: {shutil.which('swipl') or 'not found on PATH'}")
    from fold_cli.api import installation

    prolog = installation()
    click.echo(
        f"SWI-Prolog {prolog.version}, library {prolog.library}, home {prolog.home}"
    )
    click.echo(f"Prolog files of fold: {prolog.files}")
    click.echo("embedding works")
