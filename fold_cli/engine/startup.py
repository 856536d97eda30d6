"""How Prolog is started, and what it sees while it starts.

pyswip looks for Prolog's library in the current directory, and Prolog for a saved
state, which it would run; that may be a stranger's folder. The user's own settings are
for the user's own programs.

Prolog reads, writes and compiles terms by recursion in C. It throws an error where a
term is nested so deeply that the C stack overflows, but only if it may handle SIGSEGV;
pyswip would start it so that it handles no signals, and such a term would end the
process. Here Prolog is started as it is in swipl, and all signals but that one are
given back. Python's handlers then run on the stack that Prolog has for signals, of 8
KB, which three signals at the same moment overflow; they get a larger one.
"""

from __future__ import annotations

import ctypes
import importlib.util
import locale
import os
import re
import resource
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fold_cli.engine.c_stack import SIGACTION_BYTES, enlarge_signal_stack
from fold_cli.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterator

BOOT_FILE = "boot.prc"
"""What Prolog reads first, in its home directory."""

MIN_FILES = 10
"""Files that may be open at least: Prolog is asked for its home by another process."""


def start_guarded() -> None:
    """Start Prolog with its guard against deep terms.

    Importing pyswip then takes the module that is loaded here; that it tries to start
    Prolog once more does nothing. A process that has imported pyswip before has a
    Prolog without guard.
    """
    if "pyswip" not in sys.modules:
        sys.modules["pyswip.core"] = _guarded_core()


def check_open_files(needed: int = MIN_FILES) -> None:
    """Raise an error where a process may open too few files; Prolog needs the least."""
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed in range(needed):
        advice = f"allow more: ulimit -n {max(needed, 64)}"
        raise EngineError(f"only {allowed} files may be open; {advice}")


def _guarded_core() -> Any:
    """Start Prolog and return pyswip's interface to it, a module of that package."""
    package = importlib.util.find_spec("pyswip")
    if package is None or not package.submodule_search_locations:
        raise ImportError("pyswip is not installed")
    path = Path(package.submodule_search_locations[0]) / "core.py"
    spec = importlib.util.spec_from_file_location("pyswip.core", path)
    assert spec
    assert spec.loader
    core = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(core)
    home = core.SWI_HOME_DIR
    if not home and "SWI_HOME_DIR" not in os.environ:
        raise ImportError("its home is not known; is swipl on PATH?")
    if not Path(home, BOOT_FILE).is_file():  # Prolog would end the process
        raise ImportError(f"no {BOOT_FILE} in its home {home}; is SWI_HOME_DIR set?")
    with _signals_given_back({signal.SIGSEGV, signal.SIGUSR2}):
        arguments = ["./", "-q", f"--home={home}"]
        core.PL_initialise(len(arguments), arguments)
        _hide_libraries_of_user(core)
        enlarge_signal_stack()
    return core


def _hide_libraries_of_user(core: Any) -> None:
    """Let Prolog load its own libraries: ``XDG_CONFIG_HOME`` counts at each loading."""
    goal = core.PL_new_term_ref()
    facts = "retract(user:file_search_path(_, app_config(_)))"  # rules stay
    core.PL_chars_to_term(f"forall({facts}, true)", goal)
    core.PL_call(goal, None)


@contextmanager
def _signals_given_back(prolog_signals: set[signal.Signals]) -> Iterator[None]:
    """Restore the handlers of all signals but ``prolog_signals`` after the block.

    Signals that arrive meanwhile are blocked, so that no handler of Prolog's sees them.
    """
    sigaction = ctypes.CDLL(None).sigaction
    saved = {}
    mask = signal.pthread_sigmask(
        signal.SIG_BLOCK, signal.valid_signals() - prolog_signals
    )
    for number in signal.valid_signals() - prolog_signals:
        saved[number] = ctypes.create_string_buffer(SIGACTION_BYTES)
        if sigaction(int(number), None, saved[number]):
            del saved[number]
    try:
        yield
    finally:
        for number, action in saved.items():
            sigaction(int(number), action, None)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextmanager
def neutral_environment(directory: Path) -> Iterator[None]:
    """Work in ``directory``, without the user's init file, packs and arguments.

    File names are in UTF-8. All is restored after the block.
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
        os.environ.update(_pyswip_variables() | os.environ)
        yield
    finally:
        os.fchdir(here)
        os.close(here)
        sys.argv = arguments
        for name in os.environ.keys() - environment.keys():
            del os.environ[name]
        os.environ.update(environment)


def _pyswip_variables() -> dict[str, str]:
    """Return pyswip's variables for where the swipl of PATH is installed.

    pyswip would run swipl as well, but leave it behind if it is interrupted.
    """
    command = ["swipl", "--dump-runtime-variables"]
    try:
        output = subprocess.run(
            command, capture_output=True, check=True
        ).stdout.decode()
    except (OSError, ValueError, subprocess.CalledProcessError):
        return {}
    variables = dict(re.findall(r'^(\w+)="(.*)";$', output, re.MULTILINE))
    names = {"LIBSWIPL_PATH": "PLLIBSWIPL", "SWI_HOME_DIR": "PLBASE"}
    return {
        pyswip_name: variables[name]
        for pyswip_name, name in names.items()
        if name in variables
    }
