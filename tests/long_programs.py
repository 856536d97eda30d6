"""Concepts over lists and numbers that take seconds, which the tests leave out."""

from __future__ import annotations

from math import gcd

from list_inputs import numbers, one_list, tree, two_lists, values
from list_programs import Concept

LONG = {
    "atleast": Concept(
        "list:in element:in list:out",
        "head tail empty none cons geq lower even",
        lambda c: (numbers(0, 7)(c), c.randint(0, 9)),
        lambda a, x: [n for n in a if n >= x],
        20,
        20,
    ),
    "reverse-by-append": Concept(
        "list:in list:out",
        "head tail empty none cons append_",
        one_list(0, 7),
        lambda a: a[::-1],
        20,
        20,
    ),
    "addlists": Concept(
        "list:in list:in list:out",
        "head tail empty none cons sum",
        two_lists,
        lambda a, b: [x + y for x, y in zip(a, b, strict=True)],
    ),
    "gcd": Concept(
        "number:in number:in number:out",
        "less minus equal is_zero",
        lambda c: (c.randint(1, 20), c.randint(1, 20)),
        gcd,
        14,
        14,
        ignores=True,
    ),
    "swappedpairs": Concept(
        "list:in list:out",
        "head tail empty none cons single same",
        one_list(0, 7),
        lambda a: [n for at in range(0, len(a), 2) for n in a[at : at + 2][::-1]],
        10,
    ),
    "leaves": Concept(
        "tree:in number:out",
        "leaf node one plus",
        lambda c: (tree(c),),
        lambda t: len(values(t)) + 1,
    ),
}
