"""Calls of SWI-Prolog inside this process: the only module that knows pyswip.

Arguments go to Prolog as strings, integers and names of modules, never as text pasted
into a goal; answers come back as lists of strings (see ``fold_bridge.pl``).
There is one Prolog per process; every problem has a module of its own inside it.
"""

from __future__ import annotations

import ctypes
import itertools
import os
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fold_cli.engine.messages import explain
from fold_cli.engine.startup import check_open_files, neutral_environment, start_guarded
from fold_cli.engine.stop import Stopped, stopper
from fold_cli.errors import EngineError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

_module_numbers = itertools.count(1)

PL_Q_NODEBUG = 0x4
"""SWI-Prolog's flag for a call that is not traced; pyswip does not have it."""

INFERENCE_LIMIT = 1_000_000_000
"""Inferences that Prolog may make in one call that runs the users' rules."""

MAX_INFERENCES = 10**18
"""The largest limit of inferences: Prolog counts them in 64 bits."""

CALLS_ABOUT_PREDICATES = {
    *("relation_solutions", "relation_calls", "numbers"),
    *("derive", "judge", "judge_clauses"),
}
"""Calls that run the users' rules: after the problem, they have a name and arity."""

CALLS_ABOUT_ATOMS = {"explain_atom"}
"""Calls that run the users' rules: after the problem, they have an atom."""


def prolog_directory() -> Path:
    """Return the directory of the Prolog files: in the wheel, or beside the package."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "prolog"
    return inside if inside.is_dir() else package.parent / "prolog"


class ModuleName(str):
    """The module of a problem: to Prolog an atom, where other text is a string."""

    __slots__ = ()


class Engine:
    """The embedded Prolog, one for each process: see :func:`engine`."""

    inference_limit = INFERENCE_LIMIT

    def __init__(self) -> None:
        self.calls = 0
        self._thread = threading.current_thread()
        self._core = core = _import_pyswip()
        lib = ctypes.CDLL(core._lib._name)  # again: pyswip's users have types of theirs
        lib.PL_get_nchars.argtypes = [
            core.term_t,
            ctypes.POINTER(ctypes.c_size_t),
            ctypes.POINTER(ctypes.c_void_p),
            ctypes.c_uint,
        ]
        lib.PL_put_int64.argtypes = [core.term_t, ctypes.c_int64]
        lib.PL_cons_list.argtypes = [core.term_t] * 3
        lib.PL_put_nil.argtypes = [core.term_t]
        lib.PL_mark_string_buffers.argtypes = [ctypes.POINTER(ctypes.c_size_t)]
        lib.PL_release_string_buffers_from_mark.argtypes = [ctypes.c_size_t]
        self._lib = lib
        self._text_flags = core.PL_STRING | core.REP_UTF8
        self._atom_flags = core.PL_ATOM | core.REP_UTF8
        self._query_flags = PL_Q_NODEBUG | core.PL_Q_CATCH_EXCEPTION
        self._stopper = stopper()
        self._stopper.prolog = _PrologThread(core, lib)
        self._stopper.share()
        self.follow_working_directory()
        bridge = prolog_directory() / "fold_bridge.pl"
        if not self._call_with_path("load_files", 1, bridge) or not bridge.is_file():
            raise EngineError(f"cannot load {bridge}; is the installation complete?")
        self._bridge = core.PL_predicate("bridge", 4, "fold_bridge")

    def follow_working_directory(self) -> None:
        """Let relative paths mean to Prolog what they mean to this process."""
        if threading.current_thread() is not self._thread:
            return  # where Prolog is not asked: see ``call``
        with suppress(OSError):  # the current directory is gone
            self._call_with_path("working_directory", 2, Path.cwd())

    def _call_with_path(self, name: str, arity: int, path: str | Path) -> bool:
        """Call a predicate with a path as its last argument; return if it succeeds."""
        core = self._core
        frame = core.PL_open_foreign_frame()
        refs = core.PL_new_term_refs(arity)
        data = os.fsencode(path)
        core.PL_put_chars(refs + arity - 1, self._text_flags, len(data), data)
        predicate = core.PL_predicate(name, arity, "user")
        succeeds = core.PL_call_predicate(None, self._query_flags, predicate, refs)
        core.PL_discard_foreign_frame(frame)
        return bool(succeeds)

    def call(self, module: str, name: str, *args: str | int) -> list[str]:
        """Call ``module:name(*args, Reply)`` and return the strings of Reply."""
        if threading.current_thread() is not self._thread:
            raise EngineError(
                f"Prolog answers only in the thread that used it first, "
                f"{self._thread.name}; learn there, or in processes of their own"
            )
        self.calls += 1
        question = _asked_goal(name, args)
        try:
            self._stopper.enter(question)
            status, *reply = self._call(module, name, args)
        finally:
            if self._stopper.leave():
                self._call("fold_bridge", "absorb_interrupt", ())
        if status == "ok":
            return reply
        kind, file, line, *details = reply
        if kind == "interrupt":
            raise Stopped("interrupted")
        if kind == "exhausted" and question:
            kind, details = "memory", [question]
        raise explain(kind, file, int(line), details)

    def _call(self, module: str, name: str, args: tuple[str | int, ...]) -> list[str]:
        core, mark = self._core, ctypes.c_size_t()
        self._lib.PL_mark_string_buffers(ctypes.byref(mark))
        frame = core.PL_open_foreign_frame()
        try:
            refs = core.PL_new_term_refs(4)
            self._put(refs, module)
            self._put(refs + 1, name)
            self._put_list(refs + 2, args)
            query = core.PL_open_query(None, self._query_flags, self._bridge, refs)
            try:
                if core.PL_next_solution(query):
                    return self._get_list(refs + 3)
                thrown = core.PL_exception(query)
                if thrown and self._get(thrown) == "fold_interrupt":
                    return ["error", "interrupt", "", "0"]  # before bridge/4 caught it
                raise EngineError(f"{module}:{name} gave no answer")
            finally:
                core.PL_close_query(query)
        finally:
            core.PL_discard_foreign_frame(frame)
            self._lib.PL_release_string_buffers_from_mark(mark)

    def _put(self, ref: int, value: str | int) -> None:
        if isinstance(value, int):
            self._lib.PL_put_int64(ref, value)
        else:
            try:
                data = value.encode()
            except UnicodeEncodeError as error:
                text = value[max(0, error.start - 20) : error.end + 20]
                raise InputError(
                    f"half a character, which is no UTF-8: {text}"
                ) from None
            is_atom = isinstance(value, ModuleName)
            flags = self._atom_flags if is_atom else self._text_flags
            self._core.PL_put_chars(ref, flags, len(data), data)

    def _put_list(self, ref: int, values: tuple[str | int, ...]) -> None:
        self._lib.PL_put_nil(ref)
        item = self._core.PL_new_term_ref()
        for value in reversed(values):
            self._put(item, value)
            self._lib.PL_cons_list(ref, item, ref)

    def _get_list(self, ref: int) -> list[str]:
        core = self._core
        items = []
        tail, head = core.PL_copy_term_ref(ref), core.PL_new_term_ref()
        while core.PL_get_list(tail, head, tail):
            items.append(self._get(head))
        return items

    def _get(self, ref: int) -> str:
        length, data = ctypes.c_size_t(), ctypes.c_void_p()
        core = self._core
        flags = core.CVT_ATOM | core.CVT_STRING | core.CVT_INTEGER | core.REP_UTF8
        if not self._lib.PL_get_nchars(
            ref, ctypes.byref(length), ctypes.byref(data), flags
        ):
            raise EngineError("Prolog answered something that is not text")
        raw = ctypes.string_at(data, length.value) if length.value else b""
        return raw.decode("utf-8", "surrogatepass")

    def version(self) -> str:
        """Return SWI-Prolog's version."""
        number = int(self._lib.PL_version_info(1))
        return f"{number // 10000}.{number // 100 % 100}.{number % 100}"

    def paths(self) -> tuple[str, str]:
        """Return the paths of SWI-Prolog's library and home directory."""
        return str(self._core._path), str(self._core.SWI_HOME_DIR)


def _asked_goal(name: str, args: tuple[str | int, ...]) -> str:
    """Return the predicate or atom that a call runs; empty text if it runs none."""
    if name in CALLS_ABOUT_PREDICATES:
        return f"{args[1]}/{args[2]}"
    return str(args[1]) if name in CALLS_ABOUT_ATOMS else ""


def _import_pyswip() -> Any:
    """Import pyswip, which starts Prolog."""
    check_open_files()
    try:
        with neutral_environment(prolog_directory()):
            start_guarded()
            from pyswip import core, prolog  # noqa: F401  (importing it starts Prolog)
    except Exception as error:
        raise EngineError(
            f"SWI-Prolog cannot be started ({error or type(error).__name__}). "
            "Install it (Debian, Ubuntu: apt install swi-prolog-nox; "
            "macOS: brew install swi-prolog) and see 'fold doctor'."
        ) from error
    return core


_engine: Engine | None = None


def engine() -> Engine:
    """Return this process's Prolog, started on first use."""
    global _engine
    if _engine is None:
        _engine = Engine()
    return _engine


def records(reply: list[str], width: int) -> Iterator[tuple[str, ...]]:
    """Yield the strings of a reply as records of ``width`` fields."""
    return zip(*[iter(reply)] * width, strict=True)


def fresh_module() -> ModuleName:
    """Return a module name that no problem in this process has had."""
    engine().follow_working_directory()
    return ModuleName(f"fold_problem_{next(_module_numbers)}")


class _PrologThread:
    """The thread that runs Prolog, as other threads see it."""

    def __init__(self, core: Any, lib: ctypes.CDLL) -> None:
        self._core, self._lib = core, lib
        self._thread = core.PL_thread_self()
        self._signal = core.PL_predicate("thread_signal", 2, "system")
        self._statistics = core.PL_predicate("thread_statistics", 3, "system")
        lib.PL_get_int64.argtypes = [core.term_t, ctypes.POINTER(ctypes.c_int64)]

    def throw(self, ball: str) -> None:
        """Throw an atom into the goal that runs."""
        with self._attached() as refs:
            self._core.PL_chars_to_term(f"throw({ball})", refs + 1)
            self._core.PL_call_predicate(None, PL_Q_NODEBUG, self._signal, refs)

    def inferences(self) -> int:
        """Return how many inferences have been made."""
        count = ctypes.c_int64(-1)
        with self._attached() as refs:
            self._core.PL_chars_to_term("inferences", refs + 1)
            if self._core.PL_call_predicate(None, PL_Q_NODEBUG, self._statistics, refs):
                self._lib.PL_get_int64(refs + 2, ctypes.byref(count))
        return count.value

    @contextmanager
    def _attached(self) -> Iterator[int]:
        """Attach this thread to Prolog; yield three arguments, the first its thread."""
        core = self._core
        core.PL_thread_attach_engine(None)
        frame = core.PL_open_foreign_frame()
        try:
            refs = core.PL_new_term_refs(3)
            self._lib.PL_put_int64(refs, self._thread)
            yield refs
        finally:
            core.PL_discard_foreign_frame(frame)
            self._lib.PL_thread_destroy_engine()
