"""What Prolog sees while it starts.

pyswip looks for Prolog's library in the current directory, and Prolog for a saved
state, which it would run; that may be a stranger's folder. The user's own settings are
for the user's own programs.
"""

from __future__ import annotations

import locale
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def neutral_environment(directory: Path) -> Iterator[None]:
    """Stand in a directory of ours, and hide the user's init file, packs and arguments.

    File names are in UTF-8. All is as before in the end.
    """
    hidden = ("CONFIG_HOME", "CONFIG_DIRS", "DATA_HOME", "DATA_DIRS")
    changes = {f"XDG_{name}": os.devnull for name in hidden}
    changes["HOME"] = os.devnull  # where Prolog looks if these have nothing
    if locale.nl_langinfo(locale.CODESET) != "UTF-8":
        changes["LC_ALL"] = "C.UTF-8"
    environment = dict(os.environ)
    arguments, sys.argv = sys.argv, sys.argv[:1]
    here = os.open(".", getattr(os, "O_PATH", os.O_RDONLY))
    try:
        os.chdir(directory)
        os.environ.update(changes)
        os.environ.update(_found_prolog() | os.environ)
        yield
    finally:
        os.fchdir(here)
        os.close(here)
        sys.argv = arguments
        for name in os.environ.keys() - environment.keys():
            del os.environ[name]
        os.environ.update(environment)


def _found_prolog() -> dict[str, str]:
    """Return, in pyswip's variables, where the swipl of PATH says that it is installed.

    pyswip would ask as well, but leave swipl behind, to complain, if it is interrupted.
    """
    ask = ["swipl", "--dump-runtime-variables"]
    try:
        told = subprocess.run(ask, capture_output=True, check=True).stdout.decode()
    except (OSError, ValueError, subprocess.CalledProcessError):
        return {}
    found = dict(re.findall(r'^(\w+)="(.*)";$', told, re.MULTILINE))
    names = {"LIBSWIPL_PATH": "PLLIBSWIPL", "SWI_HOME_DIR": "PLBASE"}
    return {ours: found[name] for ours, name in names.items() if name in found}
