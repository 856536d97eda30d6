"""Learn default theories, rules with exceptions, from Prolog files."""

TYPE_CHECKING = False  # typing takes longer to load than all of fold --help

if TYPE_CHECKING:
    from fold_cli.api import (
        FoldError,
        FoldWarning,
        Text,
        Theory,
        convert,
        cross_validate,
        learn,
        load,
        modes,
    )

__version__ = "0.1.0"

__all__ = [
    "FoldError",
    "FoldWarning",
    "Text",
    "Theory",
    "convert",
    "cross_validate",
    "learn",
    "load",
    "modes",
]


def __dir__() -> list[str]:
    """Name what can be loaded, which completion in a shell asks for."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> object:
    """Load the library when it is first used: ``fold --help`` needs none of it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from fold_cli import api

    return getattr(api, name)
