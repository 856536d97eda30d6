"""Names and terms as Prolog writes them, above all those in declarations.

What the readers of dialects call a name ends up in theories, modes and files that swipl
loads. Here Prolog itself reads and writes each name, whoever has read it before.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from fold_cli.engine.prolog import engine
from fold_cli.errors import InputError
from fold_cli.files.problem import Arg, Mode
from fold_cli.theory.terms import Predicate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fold_cli.files.declarations import Declarations

_UNSENDABLE = re.compile("[\0\ud800-\udfff]")


def canonical(texts: Iterable[str]) -> dict[str, str]:
    """Return how Prolog writes the ground term that each text is.

    It is empty for a text that Prolog does not read as one, and reads back as the same
    term wherever it stands as an argument.
    """
    written = dict.fromkeys(texts, "")
    sent = sorted(text for text in written if not _UNSENDABLE.search(text))
    if sent:
        reply = engine().call("fold_text", "canonical", "\0".join(sent))
        written.update(zip(sent, reply, strict=True))
    return written


def write_canonically(declared: Declarations) -> None:
    """Replace the names and types of modes by what Prolog writes for them.

    Raise an error at a mode with a name that Prolog does not read as a ground term.
    """
    lists = (declared.heads, declared.bodies, declared.either)
    texts = {text for modes in lists for mode in modes for text in _texts(mode)}
    written = canonical(texts | {*declared.bias.single_types})
    for modes in lists:
        modes[:] = [_renamed(mode, written) for mode in modes]
    types = tuple(filter(None, map(written.__getitem__, declared.bias.single_types)))
    declared.bias = replace(declared.bias, single_types=types)


def _texts(mode: Mode) -> Iterator[str]:
    yield mode.predicate.name
    yield from (arg.type for arg in mode.args)


def _renamed(mode: Mode, written: dict[str, str]) -> Mode:
    unread = next((text for text in _texts(mode) if not written[text]), None)
    if unread is not None:
        raise InputError(f"{unread} is no name or type", mode.file, mode.line)
    return replace(
        mode,
        predicate=Predicate(written[mode.predicate.name], mode.predicate.arity),
        args=tuple(Arg(arg.kind, written[arg.type]) for arg in mode.args),
    )
