"""The options of the search as one typed object, :class:`SearchOptions`."""

from __future__ import annotations

from typing import Any, NamedTuple

import click

from fold_cli.cli.command import collected


class _Lookahead(click.ParamType[int | None]):
    """A number of literals, or ``auto``, which is None."""

    name = "lookahead"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | None:
        """Return the number."""
        if value == "auto":
            return None
        return click.IntRange(min=0, max=100).convert(value, param, ctx)


class SearchOptions(NamedTuple):
    """The options about how to search."""

    algorithm: str
    max_literals: int | None
    max_clauses: int | None
    max_exception_depth: int | None
    lookahead: int | None
    recursion: bool
    noise: bool | None
    gain: str | None
    weight: str | None
    beam: int


search_options = collected(
    "search",
    SearchOptions,
    [
        click.option(
            "--algorithm",
            type=click.Choice(["fold", "foil"]),
            default="fold",
            show_default=True,
            help="FOLD (FOLD-R where there are numbers), or FOIL, the baseline: "
            "negated literals and no exceptions.",
        ),
        click.option(
            "--max-literals",
            type=click.IntRange(min=1),
            metavar="N",
            help="At most N literals in a body, before its exceptions. [no limit]",
        ),
        click.option(
            "--max-clauses",
            type=click.IntRange(min=0),
            metavar="N",
            help="At most N rules; the examples they leave are enumerated. [no limit]",
        ),
        click.option(
            "--max-exception-depth",
            type=click.IntRange(min=0),
            metavar="N",
            help="Exceptions to exceptions at most N deep; 0 for none. [no limit]",
        ),
        click.option(
            "--lookahead",
            type=_Lookahead(),
            default="auto",
            show_default=True,
            metavar="N",
            help="Try a literal that introduces variables with up to N more that "
            "use them; 'auto': with as many as are needed.",
        ),
        click.option(
            "--recursion",
            is_flag=True,
            help="Let the target stand in the bodies of its rules.",
        ),
        click.option(
            "--noise/--exact",
            default=None,
            help="The examples may be wrong: learn only what pays for itself, and "
            "let the theory get some of them wrong. Or get all of them right. "
            "[--noise for a table, else --exact]",
        ),
        click.option(
            "--gain",
            type=click.Choice(["foil", "entropy"]),
            help="How to choose literals: by FOIL's gain or by that in entropy. "
            "[foil; with --noise entropy]",
        ),
        click.option(
            "--weight",
            metavar="CLASS=N",
            help="In a noisy table, let each row of a class count as N rows: "
            "positive=5; 'balanced' lets all classes count alike.",
        ),
        click.option(
            "--beam",
            type=click.IntRange(min=1, max=1000),
            default=1,
            show_default=True,
            metavar="N",
            help="Search N bodies side by side and take the shorter theory; 1 is the "
            "greedy search of FOLD.",
        ),
    ],
)
"""Adds the options about how to search."""
