"""Texts that would run if they were written without care, and programs that run them.

A trap makes a file ``sprung`` beside the directory that it is loaded in.
"""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from support import PATIENCE, unmeasured

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

SPRING = "shell('touch ../sprung')"
TRAP = f":- {SPRING}."
SCRIPT = '#script (python)\nopen("../sprung", "w").close()\n#end.'

TEXTS = [
    f"x').\n{TRAP}\n%",
    f"x\\').\n{TRAP}\n%",
    f'x").\n{TRAP}\n%',
    f'x\\").\n{SCRIPT}\n%',
    f"x.\n{TRAP}\n",
    f"*/\n{TRAP}\n/*",
    f"*%\n{SCRIPT}\n%*",
    f"\r{TRAP}\r",
    f"\r\n{TRAP}",
    f"\x0b{TRAP}\x0c",
    f"\x85{TRAP}\u2028{TRAP}\u2029",
    f"\x1b]0;title\x07\x1b[2J\x9b31m\u202e{TRAP}",
    f"0'\n{TRAP}",
    f"`\n{TRAP}`",
    "'$VAR'(1)",
    "a\\",
    "\\x41\\",
    "end_of_file.",
    f"- {SPRING}",
    ":-",
]
"""What may stand in a name, a value, a type, a sentence or a note."""

SIGNS = ["[/b]", ":dog:", "²", "½", "§", "\u0221", "\N{GRINNING FACE}", "7" * 5000]
"""Texts that Python, Prolog or rich may take for a number, a symbol or markup."""


def quoted(text: str, quote: str = "'") -> str:
    """Return a text in quotes, as a careful writer of Prolog has it."""
    escapes = {"\\": "\\\\", quote: f"\\{quote}", "\n": "\\n", "\r": "\\r"}
    return quote + "".join(escapes.get(char, char) for char in text) + quote


def by_numbers(text: str, quote: str = "'") -> str:
    """Return a text in quotes that ends each character with a backslash."""
    return quote + "".join(f"\\x{ord(char):x}\\" for char in text) + quote


def check_not_sprung(directory: Path, what: object = "") -> None:
    """Nothing has run."""
    assert not (directory.parent / "sprung").exists(), what


def load_in_swipl(directory: Path, files: Iterable[Path]) -> None:
    """Load files into a plain swipl of their own, one after the other."""
    lines = [f"load({quoted(str(path))}).\n" for path in files]
    names = directory.parent / "names.pl"
    names.write_text("".join(lines), encoding="utf-8", errors="surrogateescape")
    goal = (
        "forall(load(F), catch(load_files(F, [silent(true)]), _, true)), "
        "print(done), nl"
    )
    result = subprocess.run(
        ["swipl", "-q", "-g", goal, "-t", "halt", str(names)],
        cwd=directory,
        env=unmeasured(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    check_not_sprung(directory, files)
    assert result.stdout.endswith(b"done\n"), result.stderr[-2000:]


def load_in_clingo(directory: Path, text: str) -> None:
    """Ground and solve a program in clingo."""
    import clingo

    control = clingo.Control(["--warn=none"], message_limit=1)
    control.add("base", [], text)
    control.ground([("base", [])])
    control.solve()
    check_not_sprung(directory, text)
