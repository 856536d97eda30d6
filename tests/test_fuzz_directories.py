"""Hostile directories: odd names of files, links, pipes, traps, outputs that clash.

No input is written over, nothing outside changes, nothing is left behind or half
written, and what is written is loaded by swipl without a trap springing. ``make fuzz``
tries more of them, and others each time.
"""

from __future__ import annotations

import os
import random
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mutations import SEEDS, Seed, mutated
from test_fuzz import check_reported
from traps import SIGNS, TEXTS, by_numbers, check_not_sprung, load_in_swipl, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from worker import Worker

CASES = max(60, int(os.environ.get("FOLD_FUZZ", "0")) // 20)
FIRST = random.SystemRandom().randrange(10**9) if "FOLD_FUZZ" in os.environ else 0
PROBLEMS = [seed for seed in SEEDS if seed.args[0] == "learn"]
PRECIOUS = "mine\n"


@dataclass
class Room:
    """A directory with a problem in it that somebody else has prepared."""

    path: Path
    chance: random.Random
    seed: Seed
    kept: dict[str, bytes] = field(default_factory=dict)  # inputs, which must stay

    def fill(self) -> list[str]:
        """Write the files, perhaps with faults and under odd names; return options."""
        names = {name: self.odd_name(name) for name in self.seed.files}
        for name, data in self.seed.files.items():
            if self.chance.random() < 0.5:
                data = self.with_trap(data)
            (self.path / names[name]).write_bytes(data)
            self.kept[names[name]] = data
        for _ in range(self.chance.randint(0, 4)):
            self.add_something()
        args = [f"./{names[a]}" if a in names else a for a in self.seed.args[1:]]
        return args + self.outputs()

    def odd_name(self, name: str) -> str:
        """Return another name with the same suffix, unless names tell what is what."""
        if self.seed.name in ("popper", "aleph") or self.chance.random() < 0.5:
            return name
        suffix = name[name.rindex(".") :]
        texts = [*TEXTS, *SIGNS, "\x1b[31m", "-o", "é", " ", "\udcff"]
        text = self.chance.choice(texts)
        return f"{self.chance.randrange(9)}{text.replace('/', '_')[:60]}{suffix}"

    def with_trap(self, data: bytes) -> bytes:
        """Put a trap in the place of a word, or at random."""
        text = self.chance.choice([*TEXTS, *SIGNS])
        word = self.chance.choice([quoted(text), by_numbers(text), quoted(text, '"')])
        words = data.split(b" ")
        words[self.chance.randrange(len(words))] = word.encode()
        data = self.chance.choice([b" ".join(words), data])
        return mutated(data, self.chance, self.chance.randint(0, 1))

    def add_something(self) -> None:
        """Add a link, a pipe, a directory or a file that nobody asked for."""
        name = self.chance.choice(
            ["out.pl", "bk.pl", "pos.pl", "neg.pl", "theory_1_1.pl", "saved.json", "x"]
        )
        name = self.chance.choice(["", "out/"]) + name
        path = self.path / name
        path.parent.mkdir(exist_ok=True)
        if os.path.lexists(path):
            return
        kind = self.chance.randrange(7)
        inputs = [one for one in self.kept if (self.path / one).is_file()]
        if kind == 0 and "out/" in name:
            path.symlink_to(self.path.parent / "precious")
        elif kind == 1:
            path.symlink_to(path.name)  # a loop
        elif kind == 2:
            path.symlink_to(self.path / "nothing")
        elif kind == 3:
            path.symlink_to(self.path / self.chance.choice(inputs))
        elif kind == 4:
            os.link(self.path / self.chance.choice(inputs), path)
        elif kind == 5 and "out/" in name:
            os.mkfifo(path)
        else:
            path.write_text(":- shell('touch ../sprung').\n")

    def outputs(self) -> list[str]:
        """Return options that name outputs, wherever they may lead."""
        names = [
            "out.pl",
            "new.pl",
            "x",
            "./out.pl",
            "no/where.pl",
            ".",
            "out",
            *self.kept,
        ]
        options: list[str] = []
        for option in ("-o", "--noisy-examples", "--checkpoint"):
            if self.chance.random() < 0.5:
                options += [option, f"./{self.chance.choice(names)}"]
        return [*options, "--noise"] if "--noisy-examples" in options else options

    def check(self) -> None:
        """The inputs are as they were, and so is what is outside."""
        for name, data in self.kept.items():
            assert (self.path / name).read_bytes() == data, name
        assert (self.path.parent / "precious").read_text() == PRECIOUS
        assert not list(self.path.rglob(".*.tmp"))
        check_not_sprung(self.path)


def test_hostile_directories(worker: Worker, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text(PRECIOUS)
    (tmp_path / "bag").mkdir()
    codes = set()
    for number in range(FIRST, FIRST + CASES):
        chance = random.Random(number)
        room = Room(tmp_path / "room", chance, chance.choice(PROBLEMS))
        room.path.mkdir()
        args = room.fill()
        for command in commands(args, chance):
            result = worker.run(command, room.path)
            codes.add(result.code)
            room.check()
            assert "\x1b" not in result.err, number
            check_reported(result)
        for place, path in enumerate(sorted(room.path.rglob("*.pl"))):
            if path.is_file() and not path.is_symlink():
                text = path.read_bytes()
                if text not in room.kept.values() and (
                    b":- shell" not in text.split(b"\n")[0]
                ):
                    shutil.copy(path, tmp_path / "bag" / f"{number}_{place}.pl")
        shutil.rmtree(room.path)
    assert codes >= {0, 1}
    files = [p for p in (tmp_path / "bag").iterdir() if p.read_text("utf-8")]
    assert len(files) > CASES // 4
    load_in_swipl(tmp_path / "bag", files)


def commands(args: list[str], chance: random.Random) -> Iterator[list[str]]:
    """Yield commands about a problem, with these options as far as they take them."""
    yield ["learn", *args]
    inputs = [each for each in args if each != "--noise"]
    for option in ("-o", "--noisy-examples", "--checkpoint"):
        if option in inputs:
            at = inputs.index(option)
            inputs = inputs[:at] + inputs[at + 2 :]
    place = chance.choice(["out", "out/deeper", "."])
    if chance.random() < 0.5:
        yield ["convert", *inputs, "-o", place]
    else:
        folds = ["--folds", "2", "--jobs", "1"]
        yield ["cv", *inputs, *folds, "--save-theories", place]
