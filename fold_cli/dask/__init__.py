"""Workers of Dask: a team that keeps the rows of a table, here or on other machines.

What comes in is the address of a scheduler, or how many processes to start; what goes
out is a :class:`fold_cli.coverage.distant.team.Team`, or what runs tasks; and
:class:`DaskFoldClassifier`, for collections of Dask. Only this room knows Dask, which
is loaded when a cluster is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fold_cli.dask.classifier import DaskFoldClassifier

__all__ = ["DaskFoldClassifier"]


def __getattr__(name: str) -> Any:
    """Load the estimator when it is asked for: the commands do without it."""
    if name != "DaskFoldClassifier":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return import_module("fold_cli.dask.classifier").DaskFoldClassifier
    except ModuleNotFoundError as error:
        if error.name not in ("dask", "distributed"):
            raise
        raise ModuleNotFoundError(
            "fold_cli.dask needs Dask: pip install 'fold-cli[dask,sklearn]'",
            name=error.name,
        ) from None
