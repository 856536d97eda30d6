"""Scenes of pieces, and a concept over them in three rules: a problem of Popper's kind.

A scene is positive where a blue and a red piece have one first coordinate, where a
piece that leans right touches a large one, or where an upright piece touches a large
blue one (zendo3 of Hocquette and Cropper, AAAI 2023). Scenes are random.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

SIZES = {"small": (1, 3), "medium": (4, 6), "large": (7, 9)}
UNARY = ("blue", "green", "red", "upright", "lhs", "rhs", "strange")


class Piece(NamedTuple):
    colour: str
    leaning: str
    size: int
    at: tuple[int, int]


class Scene(NamedTuple):
    pieces: list[Piece]
    touching: list[tuple[int, int]]  # both ways


def scene(chance: random.Random) -> Scene:
    pieces = [
        Piece(
            chance.choice(UNARY[:3]),
            chance.choice(UNARY[3:]),
            chance.randint(1, 9),
            (chance.randint(0, 9), chance.randint(0, 9)),
        )
        for _ in range(chance.randint(2, 5))
    ]
    places = range(len(pieces))
    pairs = [(a, b) for a in places for b in places[a + 1 :] if chance.random() < 0.25]
    return Scene(pieces, pairs + [(b, a) for a, b in pairs])


def is_positive(found: Scene) -> bool:
    columns = {
        colour: {piece.at[0] for piece in found.pieces if piece.colour == colour}
        for colour in ("blue", "red")
    }
    touching = [(found.pieces[a], found.pieces[b]) for a, b in found.touching]
    return bool(columns["blue"] & columns["red"]) or any(
        b.size >= SIZES["large"][0]
        and (a.leaning == "rhs" or (a.leaning, b.colour) == ("upright", "blue"))
        for a, b in touching
    )


def facts(number: int, found: Scene) -> list[str]:
    lines = [f"contact(p{number}_{a}, p{number}_{b})." for a, b in found.touching]
    for at, piece in enumerate(found.pieces):
        name = f"p{number}_{at}"
        lines += [f"piece({number}, {name}).", f"size({name}, {piece.size})."]
        lines += [f"{piece.colour}({name}).", f"{piece.leaning}({name})."]
        lines += [f"coord{axis + 1}({name}, {piece.at[axis]})." for axis in (0, 1)]
    return lines


def write(directory: Path, seed: int = 5, examples: int = 100) -> Path:
    """Write a problem with so many positive and negative scenes; return the path."""
    chance, number = random.Random(seed), 0
    kinds: dict[bool, list[str]] = {True: [], False: []}
    background = []
    while min(map(len, kinds.values())) < examples:
        found, number = scene(chance), number + 1
        kind = kinds[is_positive(found)]
        if len(kind) < examples:
            kind.append(f"{'pos' if is_positive(found) else 'neg'}(zendo({number})).")
            background += facts(number, found)
    for name, (low, high) in SIZES.items():
        background += [f"{name}({size})." for size in range(low, high + 1)]
    types = {"piece": ("state", "piece"), "contact": ("piece", "piece")}
    types |= dict.fromkeys(("coord1", "coord2", "size"), ("piece", "real"))
    types |= dict.fromkeys(UNARY, ("piece",)) | dict.fromkeys(SIZES, ("real",))
    bias = ["head_pred(zendo, 1).", "type(zendo, (state,))."]
    for name, given in types.items():
        bias += [f"body_pred({name}, {len(given)})."]
        bias += [f"type({name}, ({', '.join(given)}{',' * (len(given) == 1)}))."]
    directory.mkdir(parents=True)
    for file, lines in (
        ("bk.pl", sorted(background)),
        ("exs.pl", kinds[True] + kinds[False]),
        ("bias.pl", bias),
    ):
        (directory / file).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return directory
