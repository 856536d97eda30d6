"""Where modules and programs are looked for: never in the current directory.

Started with ``-m`` or ``-c``, Python looks for modules in the current directory first,
and so it does for entries of PYTHONPATH that are empty or relative. In a folder that is
not trusted, a file ``random.py`` would be run instead of the library's. Entries of PATH
that are empty or relative do the same to programs such as ``uname``, which Dask runs.

This is imported before anything else, and needs only what Python itself has loaded.
"""

import os
import sys


def import_path() -> list[str]:
    """Return ``sys.path`` without what stands for the current directory.

    Absolute entries of PYTHONPATH stay, and so does what is installed: all that comes
    after the standard library.
    """
    pythonpath = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    absolute = {os.path.abspath(entry) for entry in pythonpath if os.path.isabs(entry)}
    try:
        here = {os.path.abspath(entry) for entry in ("", *pythonpath)} - absolute
    except OSError:  # the current directory is gone
        here = set()
    library = os.path.dirname(os.__file__)
    first = sys.path.index(library) if library in sys.path else len(sys.path)
    return [
        entry
        for place, entry in enumerate(sys.path)
        if os.path.isabs(entry) and (place >= first or entry not in here)
    ]


def program_path() -> str:
    """Return PATH without what stands for the current directory, or is below it."""
    entries = os.environ.get("PATH", "").split(os.pathsep)
    return os.pathsep.join(filter(os.path.isabs, entries)) or os.defpath
