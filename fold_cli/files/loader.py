"""From files to a problem."""

from __future__ import annotations

import difflib
import math
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from fold_cli.engine.prolog import Engine, engine, fresh_module
from fold_cli.errors import InputError
from fold_cli.files.dialects import dialect
from fold_cli.files.dialects.intake import Intake
from fold_cli.files.infer import Position, Types, argument_types
from fold_cli.files.language import Chooser, Language
from fold_cli.files.problem import Arg, Mode, Problem
from fold_cli.files.sources import Sources, check_file
from fold_cli.theory.sentences import Sentences
from fold_cli.theory.terms import Predicate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fold_cli.files.declarations import Declarations

__all__ = ["Sources", "check_file", "free", "groups", "load"]

CLOSED_WORLD_CAP = 1_000_000
WIDEST_WORLD = 64
"""Arguments of a target whose closed world is made."""

MOST_FORMS = 10_000
"""Literals of one mode over the head's variables, constants aside, that are tried."""

Found: TypeAlias = tuple[str, Predicate, int, str, int]
"""Polarity, predicate, number, and the first example's file and line."""


def load(sources: Sources, class_: str | None = None) -> Problem:
    """Read and check everything; raise :class:`InputError` at the first fault.

    With one of the ``classes`` of a problem, return the problem of that class alone.
    """
    module = fresh_module()
    prolog = engine()
    prolog.call("fold_problem", "new_problem", module)
    try:
        return _Loader(prolog, module, sources).load(class_)
    except BaseException:
        prolog.call("fold_problem", "free_problem", module)
        raise


def free(problem: Problem) -> None:
    """Let Prolog forget a problem."""
    engine().call("fold_problem", "free_problem", problem.module)


class _Loader:
    def __init__(self, prolog: Engine, module: str, sources: Sources) -> None:
        self.prolog = prolog
        self.module = module
        self.sources = sources
        self.intake = Intake(prolog, module, sources)
        self.warnings = self.intake.warnings

    def load(self, class_: str | None) -> Problem:
        declared = dialect.read(self.intake)
        found = self.examples()
        target = self.find_target(found, declared)
        self.take_target(target, found, declared)
        background = self.background()
        usable = self.usable(background, target)
        types = _LazyTypes(self, target)
        language = self.language(declared, target, usable, background, types)
        given = sum(count for _, _, count, _, _ in found)
        closed = not declared.negatives and all(f[0] != "neg" for f in found)
        if closed:
            self.close_world(language, declared, types)
        classes = self.classes(language.head)
        fixed: tuple[tuple[int, str], ...] = ()
        if class_ is not None:
            language, fixed = self.keep_class(language, class_)
        positives, negatives = map(
            int, self.prolog.call("fold_index", "index_examples", self.module)
        )
        self.tell_sizes(
            given - positives - (0 if closed else negatives), negatives, language
        )
        recursion = declared.bias.recursion or bool(language.recursive)
        return Problem(
            module=self.module,
            head=language.head,
            body=language.body,
            positives=positives,
            negatives=negatives,
            closed_world=closed,
            predicates=frozenset(p.name for p in [target, *background]),
            warnings=tuple(self.warnings),
            bias=replace(declared.bias, recursion=recursion),
            recursive=language.recursive,
            sentences=Sentences(declared.sentences),
            classes=() if fixed else classes,
            fixed=fixed,
        )

    def tell_sizes(self, repeated: int, negatives: int, language: Language) -> None:
        if repeated > 0:
            self.warnings.append(
                f"{repeated} example{'s' * (repeated > 1)} given before, counted once"
            )
        if not negatives:
            self.warnings.append(
                "there are no negative examples: whatever is asked will be covered"
            )
        elif not language.body:
            self.warnings.append(
                "no background predicate describes the examples, so there is no "
                "literal to learn from; the examples are enumerated"
            )

    # The target

    def examples(self) -> list[Found]:
        """Return the predicates of the examples, with their number and place."""
        fields = self.prolog.call("fold_examples", "example_predicates", self.module)
        return [
            (polarity, Predicate(name, int(arity)), int(count), file, int(line))
            for polarity, name, arity, count, file, line in groups(fields, 6)
        ]

    def find_target(self, found: list[Found], declared: Declarations) -> Predicate:
        """Return the target, and see that all examples are of it."""
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
        heads = list(dict.fromkeys(m.predicate for m in declared.heads))
        if declared.head_first and len(heads) == 1:
            return heads[0]
        if len(positives) == 1:
            return positives[0]
        if positives:
            names = ", ".join(map(str, positives))
            raise InputError(
                f"examples of several predicates ({names}); choose with --target",
                declared.examples or "",
            )
        if declared.examples:
            raise InputError("no positive example", declared.examples)
        if len(heads) == 1:
            return heads[0]
        raise InputError(
            "what is to be learned? Give a file of positive examples, or "
            "--target NAME/ARITY when they are among the background",
            self.sources.background[0],
        )

    def parse_indicator(self, text: str) -> Predicate:
        parts = self.prolog.call("fold_target", "indicator", text)
        if not parts:
            raise InputError(f"--target {text}: write it like fly/1")
        return Predicate(parts[0], int(parts[1]))

    def take_target(
        self, target: Predicate, found: list[Found], declared: Declarations
    ) -> None:
        """Separate the target's own clauses from the background."""
        positives = any(polarity == "pos" for polarity, *_ in found)
        if declared.examples and not positives:
            raise InputError("no positive example", declared.examples)
        adopt = not positives
        facts, rules = self.prolog.call(
            "fold_target",
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
        fields = self.prolog.call("fold_problem", "predicates", self.module)
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
        if any(called in _all_callers(callers, called) for called in callers):
            self.prolog.call("fold_table", "table_recursion", self.module)
        tainted = {target, *_all_callers(callers, target)}
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
        background: list[Predicate],
        types: _LazyTypes,
    ) -> Language:
        chooser = Chooser(declared, target, usable, types.get, self.warnings.append)
        language = chooser.language()
        for predicate, mode in chooser.undefined.items():
            if predicate not in background:
                hint = self.did_you_mean(predicate)
                self.warnings.append(
                    f"{mode.file}:{mode.line}: a mode for {predicate}, which is not "
                    f"defined{hint}"
                )
        self.check_head(language.head, target)
        return self.leave_out_wide(language)

    def leave_out_wide(self, language: Language) -> Language:
        """Leave out what can hold the same variables in too many ways to try."""
        known = Counter(arg.type for arg in language.head.args)
        wide = {
            mode.predicate: None
            for mode in language.body
            if math.prod(1 + known[a.type] for a in mode.args if a.kind == "-")
            > MOST_FORMS
        }
        if wide:
            self.warnings.append(
                "left out, since the head's variables fit in too many ways; declare "
                f"modes with # or + instead: {', '.join(map(str, wide))}"
            )
        body = tuple(mode for mode in language.body if mode.predicate not in wide)
        return replace(language, body=body)

    def classes(self, head: Mode) -> tuple[str, ...]:
        """Return the values of the head's constant argument, if it has one."""
        if (place := _class_place(head)) is None:
            return ()
        return tuple(
            self.prolog.call("fold_classes", "classes", self.module, place + 1)
        )

    def keep_class(
        self, language: Language, class_: str
    ) -> tuple[Language, tuple[tuple[int, str], ...]]:
        """Keep the examples of one class; its argument is then like any other."""
        place = _class_place(language.head)
        assert place is not None
        self.prolog.call("fold_classes", "keep_class", self.module, place + 1, class_)
        args = tuple(
            Arg("+", arg.type) if arg.kind == "#" else arg for arg in language.head.args
        )
        head = replace(language.head, args=args)
        return replace(language, head=head), ((place, class_),)

    def check_head(self, head: Mode, target: Predicate) -> None:
        constants = [arg for arg in head.args if arg.kind == "#"]
        if head.predicate != target or len(constants) > 1:
            raise InputError(
                f"the head mode {head} does not fit the target {target}",
                head.file,
                head.line,
            )

    # Negatives

    def close_world(
        self, language: Language, declared: Declarations, types: _LazyTypes
    ) -> None:
        """Make negatives of all atoms over the target's types not positive."""
        if declared.closed_world is False:
            raise InputError(
                "foil_cwa(false), so negative examples must be given: "
                "fold learn BK POS NEG",
                self.sources.background[0],
            )
        lines = []
        head, body = language.head, language.body
        if len(head.args) > WIDEST_WORLD:
            raise InputError(
                f"no closed world is made of more than {WIDEST_WORLD} arguments, which "
                f"{head.predicate} has; give the negative examples in a file: fold "
                "learn BK POS NEG",
                self.sources.positives or self.sources.background[0],
            )
        for index, arg in enumerate(head.args, 1):
            positions = {(head.predicate, index): None}
            if arg.kind == "#":  # the classes are those of the examples
                lines += _positions(index, positions)
                continue
            positions |= {(head.predicate, i): None for i in _of_type(head, arg.type)}
            for mode in body:
                positions |= {
                    (mode.predicate, i): None for i in _of_type(mode, arg.type)
                }
            if declared.categorical is None:
                for position in list(positions):
                    positions |= dict.fromkeys(types.get().like(position))
            lines += _positions(index, positions)
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


def _positions(index: int, positions: Iterable[Position]) -> list[str]:
    return [f"{index}\t{p.name}\t{p.arity}\t{i}" for p, i in positions]


def _class_place(head: Mode) -> int | None:
    return next((i for i, arg in enumerate(head.args) if arg.kind == "#"), None)


def _all_callers(
    callers: Mapping[Predicate, set[Predicate]], called: Predicate
) -> set[Predicate]:
    """Return what calls a predicate, directly or through others."""
    found: set[Predicate] = set()
    queue = [called]
    while queue:
        new = callers.get(queue.pop(), set()) - found
        found |= new
        queue += new
    return found


def _of_type(mode: Mode, type_name: str) -> list[int]:
    return [i for i, arg in enumerate(mode.args, 1) if arg.type == type_name]


def groups(fields: list[str], size: int) -> Iterator[tuple[str, ...]]:
    """Yield the fields of a reply, so many at a time."""
    return zip(*[iter(fields)] * size, strict=True)
