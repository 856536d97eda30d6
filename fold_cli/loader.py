"""From files to a problem."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fold_cli.declarations import Declarations, parse_declarations
from fold_cli.engine import Engine, engine, fresh_module
from fold_cli.errors import InputError
from fold_cli.infer import Types, argument_types, infer_modes
from fold_cli.problem import Arg, Mode, Problem
from fold_cli.terms import Predicate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

CLOSED_WORLD_CAP = 1_000_000


@dataclass(frozen=True, slots=True)
class Sources:
    """The files and settings that a problem is made from."""

    background: tuple[str, ...]
    positives: str | None = None
    negatives: str | None = None
    target: str | None = None
    modes: str | None = None


def load(sources: Sources) -> Problem:
    """Read and check everything; raise :class:`InputError` at the first fault."""
    module = fresh_module()
    prolog = engine()
    prolog.call("fold_load", "new_problem", module)
    return _Loader(prolog, module, sources).load()


def free(problem: Problem) -> None:
    """Let Prolog forget a problem."""
    engine().call("fold_load", "free_problem", problem.module)


class _Loader:
    def __init__(self, prolog: Engine, module: str, sources: Sources) -> None:
        self.prolog = prolog
        self.module = module
        self.sources = sources
        self.warnings: list[str] = []

    def load(self) -> Problem:
        for path in self.sources.background:
            self.read(path, "bk")
        if self.sources.modes:
            self.read(self.sources.modes, "bk")
        if self.sources.positives:
            self.read(self.sources.positives, "pos")
        if self.sources.negatives:
            self.read(self.sources.negatives, "neg")
        declared = parse_declarations(
            self.prolog.call("fold_load", "declarations", self.module)
        )
        target = self.find_target(declared)
        self.take_target(target)
        background = self.background()
        usable = self.usable(background, target)
        types = _LazyTypes(self, target)
        head, body = self.language(declared, target, usable, types)
        self.check_head(head, target)
        closed = not self.sources.negatives
        if closed:
            self.close_world(head, body, declared, types)
        positives, negatives = self.prolog.call(
            "fold_coverage", "index_examples", self.module
        )
        if not int(negatives):
            self.warnings.append(
                "there are no negative examples: whatever is asked will be covered"
            )
        elif not body:
            self.warnings.append(
                "no background predicate describes the examples, so there is no "
                "literal to learn from; the examples are enumerated"
            )
        return Problem(
            module=self.module,
            head=head,
            body=body,
            positives=int(positives),
            negatives=int(negatives),
            closed_world=closed,
            predicates=frozenset(p.name for p in [target, *background]),
            warnings=tuple(self.warnings),
        )

    def read(self, path: str, role: str) -> None:
        check_file(path)
        self.prolog.call("fold_load", "load_file", self.module, path, role)

    # The target

    def find_target(self, declared: Declarations) -> Predicate:
        """Return the target, and see that all examples are of it."""
        fields = self.prolog.call("fold_load", "example_predicates", self.module)
        found = [
            (polarity, Predicate(name, int(arity)), int(count), file, int(line))
            for polarity, name, arity, count, file, line in groups(fields, 6)
        ]
        target = self.choose_target([f[1] for f in found if f[0] == "pos"], declared)
        for _, predicate, count, file, line in found:
            if predicate != target:
                raise InputError(
                    f"{count} example{'s' * (count > 1)} of {predicate} here, but the "
                    f"target is {target}; correct the file, or choose with --target",
                    file,
                    line,
                )
        return target

    def choose_target(
        self, positives: list[Predicate], declared: Declarations
    ) -> Predicate:
        if self.sources.target:
            return self.parse_indicator(self.sources.target)
        if len(positives) == 1:
            return positives[0]
        if positives:
            names = ", ".join(map(str, positives))
            raise InputError(
                f"examples of several predicates ({names}); choose with --target",
                self.sources.positives or "",
            )
        if self.sources.positives:
            raise InputError("no positive example", self.sources.positives)
        heads = list(dict.fromkeys(m.predicate for m in declared.heads))
        if len(heads) == 1:
            return heads[0]
        raise InputError(
            "what is to be learned? Give a file of positive examples, or "
            "--target NAME/ARITY when they are among the background",
            self.sources.background[0],
        )

    def parse_indicator(self, text: str) -> Predicate:
        parts = self.prolog.call("fold_load", "indicator", text)
        if not parts:
            raise InputError(f"--target {text}: write it like fly/1")
        return Predicate(parts[0], int(parts[1]))

    def take_target(self, target: Predicate) -> None:
        """Separate the target's own clauses from the background."""
        adopt = self.sources.positives is None
        facts, rules = self.prolog.call(
            "fold_load",
            "set_target",
            self.module,
            target.name,
            target.arity,
            "true" if adopt else "false",
        )
        where = self.sources.background[0]
        if adopt and facts == "0":
            hint = self.did_you_mean(target)
            raise InputError(f"no positive example: no fact of {target}{hint}", where)
        ignored = int(rules) + (0 if adopt else int(facts))
        if ignored:
            self.warnings.append(
                f"{ignored} clause{'s' * (ignored > 1)} of the target {target} in the "
                "background left aside: the target is learned from the examples alone"
            )

    # The background

    def background(self) -> list[Predicate]:
        fields = self.prolog.call("fold_load", "predicates", self.module)
        return [Predicate(name, int(arity)) for name, arity, _, _ in groups(fields, 4)]

    def did_you_mean(self, wanted: Predicate) -> str:
        """Return a hint at a defined predicate with such a name, or nothing."""
        names = {p.name: p for p in self.background() if p != wanted}
        near = difflib.get_close_matches(wanted.name, names, n=1)
        return f"; did you mean {names[near[0]]}?" if near else ""

    def usable(self, background: list[Predicate], target: Predicate) -> list[Predicate]:
        """Vet the rules; leave out what is defined by way of the target."""
        callers: dict[Predicate, set[Predicate]] = {}
        fields = self.prolog.call("fold_vet", "vet", self.module)
        for name1, arity1, name2, arity2 in groups(fields, 4):
            callee = Predicate(name2, int(arity2))
            callers.setdefault(callee, set()).add(Predicate(name1, int(arity1)))
        tainted, queue = {target}, [target]
        while queue:
            for caller in callers.get(queue.pop(), set()) - tainted:
                tainted.add(caller)
                queue.append(caller)
        left_out = [str(p) for p in background if p in tainted]
        if left_out:
            self.warnings.append(
                f"left out, because defined by way of the target {target}: "
                + ", ".join(left_out)
            )
        return [p for p in background if p not in tainted]

    # The language

    def language(
        self,
        declared: Declarations,
        target: Predicate,
        usable: list[Predicate],
        types: _LazyTypes,
    ) -> tuple[Mode, tuple[Mode, ...]]:
        """Return the modes of head and body: declared, else inferred."""
        heads = [m for m in declared.heads if m.predicate == target]
        if declared.bodies or heads:
            head = heads[0] if heads else infer_modes(target, usable, types.get())[0]
            return head, self.declared_modes(declared.bodies, target, usable)
        if declared.categorical is not None:
            return self.foil_modes(declared, target, usable)
        return infer_modes(target, usable, types.get())

    def declared_modes(
        self, modes: Iterable[Mode], target: Predicate, usable: list[Predicate]
    ) -> tuple[Mode, ...]:
        kept = []
        for mode in modes:
            if mode.predicate in usable:
                kept.append(mode)
            elif mode.predicate != target:
                self.warn_undefined(mode.predicate, mode.file, mode.line)
        return tuple(dict.fromkeys(kept))

    def warn_undefined(self, predicate: Predicate, file: str, line: int) -> None:
        hint = self.did_you_mean(predicate)
        where = f"{file}:{line}: " if file else ""
        self.warnings.append(
            f"{where}a mode for {predicate}, which is not defined{hint}"
        )

    def foil_modes(
        self,
        declared: Declarations,
        target: Predicate,
        usable: list[Predicate],
    ) -> tuple[Mode, tuple[Mode, ...]]:
        """Return the language of ``foil_predicates/1``: attributes of one object."""
        body = []
        numeric = set(declared.numeric)
        listed = dict.fromkeys([*(declared.categorical or ()), *declared.numeric])
        missing = [str(p) for p in listed if p not in usable and p != target]
        if missing:
            self.warnings.append(
                "foil_predicates names what no clause defines: " + ", ".join(missing)
            )
        for predicate in (p for p in listed if p in usable):
            rest = Arg("-", "number") if predicate in numeric else Arg("#", "constant")
            args = (Arg("+", "object"), *[rest] * (predicate.arity - 1))
            body.append(Mode(predicate, args[: predicate.arity]))
        head = Mode(target, (Arg("+", "object"),) * target.arity)
        return head, tuple(body)

    def check_head(self, head: Mode, target: Predicate) -> None:
        if head.predicate != target or any(arg.kind == "#" for arg in head.args):
            raise InputError(
                f"the head mode {head} does not fit the target {target}",
                head.file,
                head.line,
            )

    # Negatives

    def close_world(
        self,
        head: Mode,
        body: Sequence[Mode],
        declared: Declarations,
        types: _LazyTypes,
    ) -> None:
        """Make negatives of all atoms over the target's types not positive."""
        if declared.closed_world is False:
            raise InputError(
                "foil_cwa(false), so negative examples must be given: "
                "fold learn BK POS NEG",
                self.sources.background[0],
            )
        lines = []
        for index, arg in enumerate(head.args, 1):
            positions = {(head.predicate, i): None for i in _of_type(head, arg.type)}
            for mode in body:
                positions |= {
                    (mode.predicate, i): None for i in _of_type(mode, arg.type)
                }
            if declared.categorical is None:
                for position in list(positions):
                    positions |= dict.fromkeys(types.get().like(position))
            lines += [f"{index}\t{p.name}\t{p.arity}\t{i}" for p, i in positions]
        made = self.prolog.call(
            "fold_types",
            "closed_world",
            self.module,
            "\n".join(lines),
            CLOSED_WORLD_CAP,
        )
        self.warnings.append(
            f"no negative examples given: the closed world has {made[0]} of them"
        )


class _LazyTypes:
    """Argument types, asked only when they are needed."""

    def __init__(self, loader: _Loader, target: Predicate) -> None:
        self._loader, self._target = loader, target
        self._types: Types | None = None

    def get(self) -> Types:
        if self._types is None:
            self._types = argument_types(
                self._loader.prolog.call(
                    "fold_types",
                    "argument_types",
                    self._loader.module,
                    self._target.name,
                    self._target.arity,
                ),
                self._target,
            )
        return self._types


def _of_type(mode: Mode, type_name: str) -> list[int]:
    return [i for i, arg in enumerate(mode.args, 1) if arg.type == type_name]


def groups(fields: list[str], size: int) -> Iterator[tuple[str, ...]]:
    """Yield the fields of a reply, so many at a time."""
    return zip(*[iter(fields)] * size, strict=True)


def check_file(path: str) -> None:
    """Raise a clear error unless ``path`` is a readable, non-empty UTF-8 file."""
    file = Path(path)
    if path.encode("utf-8", "replace").decode() != path:
        raise InputError("the name of this file is not UTF-8; rename it", path)
    if file.is_dir():
        raise InputError("is a directory, a file is expected", path)
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        near = difflib.get_close_matches(
            file.name, [f.name for f in _siblings(file)], n=1, cutoff=0.75
        )
        hint = f"; did you mean {near[0]}?" if near else ""
        raise InputError(f"no such file{hint}", path) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path) from error
    if not data.strip():
        raise InputError("the file is empty", path)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("not UTF-8 text; save the file as UTF-8", path, line) from None
    if (zero := data.find(b"\0")) >= 0:
        line = data.count(b"\n", 0, zero) + 1
        raise InputError("a NUL character; this is not a text file", path, line)


def _siblings(file: Path) -> list[Path]:
    try:
        return list(file.parent.iterdir())
    except OSError:
        return []
