"""Inputs of concepts over lists, trees and numbers, made by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random
    from collections.abc import Callable


def numbers(low: int, high: int, top: int = 9) -> Callable[[random.Random], list[int]]:
    """Return what makes lists with so many numbers up to ``top``."""
    return lambda chance: [
        chance.randint(0, top) for _ in range(chance.randint(low, high))
    ]


def one_list(low: int, high: int, top: int = 9) -> Callable[..., tuple[Any, ...]]:
    """Return what makes one list as the inputs."""
    return lambda chance: (numbers(low, high, top)(chance),)


def evens_or_not(chance: random.Random) -> tuple[list[int]]:
    made = numbers(0, 6)(chance)
    if chance.random() < 0.5:
        made = [2 * (number // 2) for number in made]
    return (made,)


def with_member(chance: random.Random) -> tuple[list[int], int]:
    made = numbers(0, 6)(chance)
    return made, chance.choice(made) if made and chance.random() < 0.5 else 5


def runs(chance: random.Random) -> tuple[list[int]]:
    return (numbers(2, 8, 2)(chance),)


def duplicate(made: list[int]) -> int | None:
    found = {n for n in made if made.count(n) > 1}
    return found.pop() if len(found) == 1 else None


def tree(chance: random.Random, depth: int = 4) -> Any:
    if not depth or chance.random() < 0.3:
        return None
    return tree(chance, depth - 1), chance.randint(0, 9), tree(chance, depth - 1)


def values(made: Any) -> list[int]:
    """Return the values in a tree from left to right."""
    return [*values(made[0]), made[1], *values(made[2])] if made else []


def tree_and_value(chance: random.Random) -> tuple[Any, int]:
    made = tree(chance)
    known = values(made) if chance.random() < 0.5 else []
    return made, chance.choice(known) if known else chance.randint(0, 9)


def depth(made: Any) -> int:
    return 1 + max(depth(made[0]), depth(made[2])) if made else 0


def tree_of_evens_or_not(chance: random.Random) -> tuple[Any]:
    made = tree(chance)
    return (_evens(made) if chance.random() < 0.5 else made,)


def _evens(made: Any) -> Any:
    return made and (_evens(made[0]), made[1] // 2 * 2, _evens(made[2]))


def number(most: int) -> Callable[[random.Random], tuple[int]]:
    """Return what makes one number as the inputs."""
    return lambda chance: (chance.randint(0, most),)


def with_prefix(chance: random.Random) -> tuple[list[int], list[int]]:
    made = numbers(0, 6)(chance)
    if chance.random() < 0.5:
        return made[: chance.randint(0, len(made))], made
    return numbers(0, 4)(chance), made


def same_or_not(chance: random.Random) -> tuple[list[int]]:
    if chance.random() < 0.5:
        return ([chance.randint(0, 9)] * chance.randint(1, 6),)
    return (numbers(2, 6, 3)(chance),)


def odd_even_in_turn(chance: random.Random) -> tuple[list[int]]:
    if chance.random() < 0.5:
        return (numbers(2, 5)(chance),)
    first = chance.randint(0, 1)
    length = chance.randint(1, 6)
    return ([2 * chance.randint(0, 4) + (first + at) % 2 for at in range(length)],)


def two_lists(chance: random.Random) -> tuple[list[int], list[int]]:
    """Return lists of the same length."""
    length = chance.randint(0, 4)
    return numbers(length, length)(chance), numbers(length, length)(chance)


def fibonacci(n: int) -> int:
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)
