"""A random problem: files and a command line, determined by a number."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from random_problems.background import background
from random_problems.concept import concept
from random_problems.kinds import ON
from random_problems.layout import declare, laid_out
from random_problems.spread import spread
from random_problems.terms import TERMS, numbers
from random_problems.world import Predicate, World, atom

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

Row: TypeAlias = tuple[str, ...]

SWITCHES = ("empty_negatives", "negation_order", "recursive_counts")
SWITCHES += ("tabling_converted",)
"""Kinds that say what is checked, not what problems hold."""

MAX_CLOSED_WORLD = 130
"""Atoms of a target whose negatives are not given."""


@dataclass(frozen=True)
class Problem:
    """Files, each a tuple of lines, and how they are learned from."""

    files: dict[str, tuple[str, ...]]
    inputs: tuple[str, ...]
    options: tuple[tuple[str, ...], ...] = ()
    extras: frozenset[str] = field(default=frozenset())

    @property
    def arguments(self) -> list[str]:
        """What follows the command."""
        present = [name for name in self.inputs if name in self.files]
        return [*present, *itertools.chain.from_iterable(self.options)]

    @property
    def is_table(self) -> bool:
        return self.inputs[0].endswith((".csv", ".tsv", ".arff"))

    @property
    def background(self) -> list[str]:
        """The lines of all files of the background."""
        names = self.files.keys() - {"pos.pl", "neg.pl", "modes.pl"}
        return [line for name in sorted(names) for line in self.files[name]]

    @property
    def noisy(self) -> bool:
        """Whether only what pays for itself is learned, the default for tables."""
        if self.is_table:
            return ("--exact",) not in self.options
        return ("--noise",) in self.options

    def write(self, directory: Path) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        for name, lines in self.files.items():
            text = "".join(f"{line}\n" for line in lines)
            (directory / name).write_text(text, encoding="utf-8")


def problem(number: int, kinds: frozenset[str] = ON) -> Problem:
    """Return the problem with this number."""
    from random_problems.list_target import list_target
    from random_problems.table import table

    random = Random(number)
    if "table" in kinds and random.random() < 0.2:
        return table(random, kinds)
    if "list_target" in kinds and random.random() < 0.05:
        return list_target(random)
    return _Maker(random, kinds).make()


class _Maker:
    def __init__(self, random: Random, kinds: Collection[str]) -> None:
        self.random = random
        self.arity = self.draw_arity(kinds)
        if self.arity > 1 and "odd_pairs" not in kinds:
            kinds = set(kinds) - TERMS
        self.world = World(random, kinds)
        if self.arity == 4 and "four_relation" not in kinds:
            self.world.widest = 2
        self.may = self.world.may

    def draw_arity(self, kinds: Collection[str]) -> int:
        """Return how many arguments the target has."""
        arity = self.random.choices([1, 2, 3, 4, 0], [60, 22, 8, 5, 5])[0]
        kind = {0: "none", 2: "several", 3: "several", 4: "four"}.get(arity)
        return arity if kind is None or kind in kinds else 1

    def make(self) -> Problem:
        random, world = self.random, self.world
        most = random.choice([10, 10, 30]) if self.arity < 2 else 7
        quotes = self.may("double_quotes", 0.05)
        pool = world.pool("object", random.randint(3, most))
        if quotes:
            pool = ['"a"', '"b c"', '""', *pool[:4]]
        world.objects["object"] = pool
        if random.random() < 0.35:
            world.objects["thing"] = world.pool("thing", random.randint(2, 5))
        if self.may("own_numbers", 0.1):
            some = numbers(random, world.kinds, random.randint(3, 7))
            world.objects["number"] = list(dict.fromkeys(some))
        background(world)
        kinds = sorted(world.objects)
        self.types = tuple(
            "object" if random.random() < 0.7 else random.choice(kinds)
            for _ in range(self.arity)
        )
        self.class_ = self.arity == 2 and self.may("class", 0.3)
        positives, negatives = self.examples()
        target = self.target()
        files = {
            "bk.pl": laid_out(world),
            "pos.pl": [f"{atom(target, row)}." for row in positives],
            "neg.pl": [f"{atom(target, row)}." for row in negatives],
        }
        self.odd_files(files, target, quotes=quotes)
        inputs = ["bk.pl", "pos.pl", "neg.pl"]
        options: list[tuple[str, ...]] = []
        closed = "closed_class" if self.class_ else "closed_world"
        if not negatives or (self.closes() and self.may(closed, 0.35)):
            del files["neg.pl"]
        if not negatives:
            files["bk.pl"].append("away(away).")
        if "neg.pl" not in files and not self.class_ and self.may("one_file", 0.2):
            files["bk.pl"] += files.pop("pos.pl")
            indicator = target if target[0] != "-" else f"({target})"
            options.append(("--target", f"{indicator}/{self.arity}"))
        if self.class_ or self.may("modes", 0.45):
            options += self.modes(files, target)
        options += self.options(target)
        declare(world, files)
        if "pos.pl" not in files and not self.may("one_file_noise"):
            options = [
                o for o in options if o[0] not in ("--noise", "--noisy-examples")
            ]
        if not self.arity and not self.may("enumerated_none"):
            options = [o for o in options if o != ("--max-clauses", "0")]
        extras = {kind for kind in SWITCHES if kind in self.world.kinds}
        extras |= {"json"} if self.may("json", 0.03) else set()
        options += [("--beam", random.choice("24"))] if self.may("beam", 0.08) else []
        options += spread(world, files) if self.may("several_files", 0.15) else []
        return Problem(
            {name: tuple(lines) for name, lines in files.items()},
            tuple(inputs),
            tuple(options),
            frozenset(extras),
        )

    # Examples

    def target(self) -> str:
        """Return a name for the target."""
        names = ["'T x'", "+", "mod", "é", "'T'", "''", "'t.u'", "\\", "ab0", "table"]
        if self.arity == 2:
            names += ["-", "member"] if "own_member" in self.world.kinds else ["-"]
        if self.arity and self.may("odd_target", 0.12):
            name = self.random.choice(names)
            if name not in self.world.names:
                return name
        return "t"

    def closes(self) -> bool:
        """Return whether a closed world is not too large."""
        counts = [len(self.world.objects[kind]) for kind in self.types]
        size = 1
        for count in counts:
            size *= count + 2
        return size <= MAX_CLOSED_WORLD

    def examples(self) -> tuple[list[Row], list[Row]]:
        """Return what the target holds of, and some of what it does not."""
        random = self.random
        if self.arity == 0:
            return [()], []
        if self.class_:
            return self.class_examples()
        every = list(
            itertools.product(*(self.world.objects[kind] for kind in self.types))
        )
        random.shuffle(every)
        every = every[: random.randint(4, 30)]
        holds = concept(self.world, self.types)
        flips = random.choice([0, 0, 0.1, 0.2])
        positives, negatives = [], []
        for row in every:
            positive = holds(row) != (random.random() < flips)
            (positives if positive else negatives).append(row)
        if not positives:
            positives.append(negatives.pop())
        if not negatives and not self.may("all_positive", 0.3):
            if len(positives) > 1:
                negatives.append(positives.pop())
            else:
                negatives.append(tuple("zz" for _ in self.types))
        if self.may("repeated", 0.08):
            positives.append(positives[0])
        return positives, negatives

    def class_examples(self) -> tuple[list[Row], list[Row]]:
        """Return each object with its class, and with one that it has not."""
        random = self.random
        classes = self.world.pool("class", random.randint(2, 3))
        if "odd_classes" not in self.world.kinds:
            classes = [f"c{number}" for number in range(len(classes))]
        holds = concept(self.world, self.types)
        positives, negatives = [], []
        for each in self.world.objects[self.types[0]]:
            at = 0 if holds((each, each)) else random.randrange(1, len(classes))
            positives.append((each, classes[at]))
            others = [c for c in classes if c != classes[at]]
            negatives += [(each, c) for c in others if random.random() < 0.7]
        used = {row[1] for row in positives}
        if "class_other" not in self.world.kinds:
            negatives = [row for row in negatives if row[1] in used]
        return positives, negatives or [("zz", positives[0][1])]

    # Files

    def odd_files(
        self, files: dict[str, list[str]], target: str, *, quotes: bool
    ) -> None:
        """Add flags, operators, clauses of the target, comments."""
        random, bk = self.random, files["bk.pl"]
        if self.may("target_in_background", 0.04) and self.arity:
            args = ["zz"] * self.arity
            bk.insert(0, f"{atom(target, args)}.")
        flag = random.choice(["codes", "chars", "atom", "string"])
        line = f":- set_prolog_flag(double_quotes, {flag})."
        if quotes:
            for lines in files.values():
                lines.insert(0, line)
            bk.append('quoted_text(zz, "ab").')
        elif self.may("double_quotes_once", 0.03):
            bk.insert(0, line)
            bk.append('quoted_text(zz, "ab").')
        if self.may("own_operator", 0.06):
            kind, name = random.choice(
                [("xfx", "===>"), ("fy", "very"), ("xfy", "and"), ("xf", "squared")]
            )
            bk.insert(0, f":- op(700, {kind}, {name}).")
            term = {"fy": f"{name} a", "xf": f"a {name}"}.get(kind, f"a {name} b")
            objects = self.world.objects["object"]
            bk += [f"made_of({o}, ({term}))." for o in self.world.some(objects)]
        if self.may("operator_away", 0.03):
            kind, name = random.choice(
                [("xfx", "=<"), ("xfx", ">"), ("fy", "\\+"), ("yfx", "-")]
            )
            if name in "".join([*files["pos.pl"], *files["neg.pl"]]):
                kind, name = "xfx", "=@="
            bk.append(f":- op(0, {kind}, {name}).")
        if random.random() < 0.2:
            bk.insert(0, "% a comment")

    def modes(self, files: dict[str, list[str]], target: str) -> list[tuple[str, ...]]:
        """Declare modes in the background or in a file of their own."""
        head = ["+" + kind for kind in self.types]
        if self.class_:
            head[1] = "#(class)"
        lines = [f"modeh(1, {atom(target, head)})"]
        for predicate, args in self.reachable().items():
            if not args and not self.may("proposition_mode"):
                continue
            lines.append(f"modeb(*, {atom(predicate.name, args)})")
            if self.may("several_modes", 0.15):
                often = self.random.choice(["1", "2", "*"])
                more = atom(predicate.name, self.mode(predicate))
                lines.append(f"modeb({often}, {more})")
        if self.may("odd_types", 0.1):
            lines = [re.sub(r"(?<=[+-])object", "'My Object'", line) for line in lines]
        way = self.random.random()
        if way < 0.4:
            files["bk.pl"] = [f"{line}." for line in lines] + files["bk.pl"]
            return []
        files["modes.pl"] = [f":- {line}." for line in lines]
        return [("--modes", "modes.pl")]

    def reachable(self) -> dict[Predicate, list[str]]:
        """Return modes for what the head, or what it leads to, can be given to."""
        modes = {p: self.mode(p) for p in self.world.predicates}
        known = set(self.types[:1] if self.class_ else self.types)
        before = -1
        while before != len(known):
            before = len(known)
            for args in modes.values():
                if all(arg[1:] in known for arg in args if arg[0] == "+"):
                    known |= {arg[1:] for arg in args if arg[0] == "-"}
        return {
            p: args
            for p, args in modes.items()
            if all(arg[1:] in known for arg in args if arg[0] == "+")
        }

    def mode(self, predicate: Predicate) -> list[str]:
        random = self.random
        args = []
        for place, kind in enumerate(predicate.types):
            sign = "#" if kind not in self.world.objects else "-"
            if kind == "number":
                sign = "-"
            if place in predicate.given or (place == 0 and random.random() < 0.8):
                sign = "+"
            elif self.may("odd_modes", 0.15):
                sign = random.choice("+-#")
            if sign == "+" and kind not in self.world.objects:
                sign = "#"
            args.append(f"#({kind})" if sign == "#" else f"{sign}{kind}")
        return args

    # Options

    def options(self, target: str) -> list[tuple[str, ...]]:
        random, may = self.random, self.may
        options: list[tuple[str, ...]] = []
        relations = any(self.introduces(p) for p in self.world.predicates)
        if may("foil", 0.15) and (not relations or may("foil_relation")):
            options.append(("--algorithm", "foil"))
        noise = may("noise", 0.18) and (self.arity > 0 or may("noise_none"))
        if noise and (not relations or may("noise_relation")):
            options.append(("--noise",))
            if random.random() < 0.5:
                options.append(("--noisy-examples", "noisy.pl"))
        elif may("recursive", 0.15) and 0 < self.arity < 3:
            options.append(("--recursion",))
        if may("limits", 0.25):
            limits = [
                ("--max-literals", random.choice("123")),
                ("--max-clauses", random.choice("012")),
                ("--max-exception-depth", random.choice("012")),
            ]
            options += random.sample(limits, random.randint(1, 2))
        if may("lookahead", 0.15):
            wide = any(len(p.types) > 2 for p in self.world.predicates)
            deep = not wide or may("lookahead_wide")
            depths = ["0", "2", "auto"] if deep else ["0", "1", "auto"]
            options.append(("--lookahead", random.choice(depths)))
        if may("gain", 0.08):
            options.append(("--gain", random.choice(["entropy", "foil"])))
        return options

    def introduces(self, predicate: Predicate) -> bool:
        """Return whether a predicate may bring new variables into a body."""
        objects = {o for pool in self.world.objects.values() for o in pool}
        columns = list(zip(*predicate.rows, strict=True))
        return sum(not objects.isdisjoint(column) for column in columns) > 1


def without(problem_: Problem, name: str, lines: Collection[int]) -> Problem:
    """Return a problem without some lines of a file."""
    kept = [t for i, t in enumerate(problem_.files[name]) if i not in lines]
    return replace(problem_, files={**problem_.files, name: tuple(kept)})
