"""Random background knowledge: facts of several objects, and rules over them.

Each predicate knows, as rows of texts, what it holds of when it is asked with all of
its arguments given. Examples are labelled by these rows, so that there is something to
find.
"""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from random_problems.computed import COMPUTED
from random_problems.metacalls import METACALLS
from random_problems.terms import numbers, value
from random_problems.world import Predicate, Row, World, atom, facts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection


# Facts


def property_(world: World) -> None:
    kind = world.random.choice(sorted(world.objects))
    facts(world, (kind,), [(o,) for o in world.some(world.objects[kind])])


def category(world: World) -> None:
    kind = world.random.choice(sorted(world.objects))
    values = world.pool("value", world.random.randint(2, 4))
    several = world.random.random() < 0.2
    rows = []
    for each in world.some(world.objects[kind]):
        for v in world.random.sample(values, 2 if several and len(values) > 1 else 1):
            rows.append((each, v))
    facts(world, (kind, f"v{len(world.predicates)}"), rows)


def measure(world: World) -> None:
    kind = world.random.choice(sorted(world.objects))
    several = world.random.random() < 0.25
    having = world.some(world.objects[kind])
    rows = []
    for each in having:
        count = world.random.randint(1, 3) if several else 1
        rows += [(each, n) for n in numbers(world.random, world.kinds, count)]
    facts(world, (kind, "number"), list(dict.fromkeys(rows)))


def relation(world: World, most: int = 8) -> None:
    random = world.random
    kinds = [random.choice(sorted(world.objects)) for _ in range(2)]
    shape = random.random()
    rows: list[Row] = [
        tuple(random.choice(world.objects[kind]) for kind in kinds)
        for _ in range(random.randint(2, most))
    ]
    types = tuple(kinds)
    if world.widest == 2:
        pass
    elif shape < 0.2 and "number_relation" in world.kinds:
        rows = [(*row, *numbers(random, world.kinds, 1)) for row in rows]
        types = (*types, "number")
    elif shape < 0.35:
        values = world.pool("value", 3)
        rows = [(*row, random.choice(values)) for row in rows]
        types = (*types, f"v{len(world.predicates)}")
    elif shape < 0.45 and "wide" in world.kinds:
        more = [random.choice(sorted(world.objects)) for _ in range(2)]
        rows = [(*r, *(random.choice(world.objects[k]) for k in more)) for r in rows]
        types = (*types, *more)
    facts(world, types, list(dict.fromkeys(rows)))


def proposition(world: World) -> None:
    rows: list[Row] = [()]
    world.add((), lambda name: [f"{name}."], rows)


def general_fact(world: World) -> None:
    kind = world.random.choice(sorted(world.objects))
    a, b = world.random.sample(["a", "b", "'C'"], 2)
    rows = [(o, a) for o in world.objects[kind]]
    clauses = [f"{{}}(_, {a})."]
    if world.random.random() < 0.5:
        first = world.objects[kind][0]
        rows.append((first, b))
        clauses.append(f"{{}}({first}, {b}).")
    types = (kind, f"v{len(world.predicates)}")
    world.add(types, lambda n: [c.replace("{}", n, 1) for c in clauses], rows, (0,))


# Rules


def rule(world: World) -> None:
    """Conjunction or disjunction of two properties, with or without a negation."""
    random = world.random
    kind = random.choice(sorted(world.objects))
    known = [p for p in world.predicates if p.types[:1] == (kind,)]
    if len(known) < 2:
        return
    one, two = random.sample(known, 2)
    left, right = ({r[0] for r in p.rows} for p in (one, two))
    one_, two_ = (atom(p.name, ["X", *"_" * (len(p.types) - 1)]) for p in (one, two))
    if world.may("negation", 0.5):
        no = random.choice(["\\+ {}", "not({})"]).format(two_)
        body, holds = f"{one_}, {no}", left - right
    elif random.random() < 0.5:
        body, holds = f"{one_}, {two_}", left & right
    else:
        body, holds = f"( {one_} ; {two_} )", left | right
    given = (*one.given, *two.given)
    rows = [(o,) for o in world.objects[kind] if o in holds]
    world.add((kind,), lambda n: [f"{n}(X) :- {body}."], rows, given and (0,))


def arithmetic(world: World) -> None:
    measured = [p for p in world.predicates if p.types[1:] == ("number",)]
    measured = [p for p in measured if _plain(p)]
    if not measured:
        return
    random = world.random
    of = random.choice(measured)
    if random.random() < 0.5:
        limit = random.choice(of.rows)[1]
        rows = [(r[0],) for r in of.rows if value(r[1]) > value(limit)]
        body = f"{of.name}(X, V), V > {limit}"
        world.add(of.types[:1], lambda n: [f"{n}(X) :- {body}."], rows)
        return
    sum_ = random.choice(["V + 1", "V * 2", "max(V, 1)", "abs(V)", "-V", "V - 3"])
    rows = [(r[0], "?") for r in of.rows]
    text = f"(X, W) :- {of.name}(X, V), W is {sum_}."
    world.add(of.types, lambda n: [n + text], rows)


def _plain(predicate: Predicate) -> bool:
    """Return whether the numbers of a measure are such that nothing overflows."""
    return all(len(row[1]) < 7 and row[1][-1].isdigit() for row in predicate.rows)


def collection(world: World) -> None:
    """Count what is related, or ask whether all of it has a property."""
    random = world.random
    related = [p for p in world.predicates if len(p.types) == 2 and not p.given]
    if not related:
        return
    of = random.choice(related)
    kind = of.types[0]
    if kind not in world.objects:
        return
    counts = {o: len({r for r in of.rows if r[0] == o}) for o in world.objects[kind]}
    goal = f"{of.name}(X, Y)"
    if random.random() < 0.6:
        body = random.choice(
            [
                f"findall(Y, {goal}, L), length(L, N)",
                f"aggregate_all(count, {goal}, N)",
                f"( setof(Y, {goal}, L) -> length(L, N) ; N = 0 )",
                f"findall(Y, {goal}, L), sort(L, S), length(S, N)",
            ]
        )
        rows = [(o, str(n)) for o, n in counts.items()]
        world.add((kind, "number"), lambda n: [f"{n}(X, N) :- {body}."], rows, (0,))
        return
    properties = world.of_types(of.types[1])
    if not properties:
        return
    has = random.choice(properties)
    holds = {r[0] for r in has.rows}
    rows = [
        (o,)
        for o in world.objects[kind]
        if all(r[1] in holds for r in of.rows if r[0] == o)
    ]
    text = f"(X) :- forall({goal}, {has.name}(Y))."
    world.add((kind,), lambda n: [n + text], rows, (0,))


def closure(rows: Collection[Row]) -> set[Row]:
    """Return the pairs that a path leads from and to."""
    reach = set(rows)
    while more := {(a, d) for a, b in reach for c, d in reach if b == c} - reach:
        reach |= more
    return reach


def recursion(world: World) -> None:
    """A path, tabled; or the length of a list, which is not."""
    random = world.random
    edges = [p for p in world.predicates if len(p.types) == 2 and not p.given]
    edges = [p for p in edges if p.types[0] == p.types[1]]
    if not edges or random.random() < 0.2:
        lists = ["[]", "[a]", "[a, b]", "[b, b, a]"]
        kind = "lists"
        world.objects.setdefault(kind, lists)
        text = ["{}([], 0).", "{}([_|T], N) :- {}(T, M), N is M + 1."]
        rows = [(each, str(n)) for n, each in enumerate(lists)]
        world.add(
            (kind, "number"), lambda n: [t.replace("{}", n) for t in text], rows, (0,)
        )
        return
    edge = random.choice(edges)
    reach = closure(edge.rows)
    goals = random.choice(
        [
            (f"{edge.name}(X, Y)", "{}(Y, Z)"),
            ("{}(X, Y)", f"{edge.name}(Y, Z)"),
            ("{}(X, Y)", "{}(Y, Z)"),
        ]
    )
    text = [
        ":- table ({})/2.",
        f"{{}}(X, Y) :- {edge.name}(X, Y).",
        f"{{}}(X, Z) :- {', '.join(goals)}.",
    ]

    def clauses(name: str) -> list[str]:
        return [t.replace("{}", name) for t in text]

    world.add(edge.types, clauses, sorted(reach))


_SPELLING = re.compile(r"[()'\s]")
"""What ``-(1)`` and ``(- 1)`` differ in, which are one object."""


def well_founded(world: World) -> None:
    """The game that is won by moving to a position that is lost, without cycles."""
    kind = world.random.choice(sorted(world.objects))
    objects = [
        *{_SPELLING.sub("", each): each for each in world.objects[kind]}.values()
    ]
    moves = [
        (a, b)
        for a, b in itertools.combinations(objects, 2)
        if world.random.random() < 0.4
    ]
    if not moves:
        return
    move = facts(world, (kind, kind), moves)
    won: set[str] = set()
    for each in reversed(objects):
        if any(a == each and b not in won for a, b in moves):
            won.add(each)

    def clauses(name: str) -> list[str]:
        return [
            f":- table ({name})/1.",
            f"{name}(X) :- {move.name}(X, Y), \\+ {name}(Y).",
        ]

    world.add((kind,), clauses, [(o,) for o in objects if o in won])


def cut(world: World) -> None:
    """A grade by the first rule that fits, or the first of several answers."""
    random = world.random
    measured = [p for p in world.predicates if p.types[1:] == ("number",)]
    measured = [p for p in measured if all(row[1] != "?" for row in p.rows)]
    if measured and random.random() < 0.6:
        of = random.choice(measured)
        limit = random.choice(of.rows)[1]
        good = {r[0] for r in of.rows if value(r[1]) > value(limit)}
        objects = world.objects.get(of.types[0], [])
        rows = [(o, "good" if o in good else "poor") for o in objects]
        text = [f"{{}}(X, good) :- {of.name}(X, S), S > {limit}, !.", "{}(_, poor)."]
        types = (of.types[0], f"v{len(world.predicates)}")
        world.add(types, lambda n: [t.replace("{}", n, 1) for t in text], rows, (0,))
        return
    pairs = [p for p in world.predicates if len(p.types) == 2]
    if pairs:
        of = random.choice(pairs)
        first = list({r[0]: r for r in reversed(of.rows)}.values())
        text_ = f"(X, Y) :- {of.name}(X, Y), !."
        world.add(of.types, lambda n: [n + text_], first, (0,))


def if_then_else(world: World) -> None:
    random = world.random
    kind = random.choice(sorted(world.objects))
    known = [p for p in world.predicates if p.types[:1] == (kind,)]
    if not known:
        return
    of = random.choice(known)
    goal = atom(of.name, ["X", *"_" * (len(of.types) - 1)])
    holds = {r[0] for r in of.rows}
    rows = [(o, "yes" if o in holds else "no") for o in world.objects[kind]]
    arrow = random.choice(["->", "*->"])
    text = f"(X, V) :- ( {goal} {arrow} V = yes ; V = no )."
    types = (kind, f"v{len(world.predicates)}")
    world.add(types, lambda n: [n + text], rows, (0,))


MAKERS: list[tuple[str, float, Callable[[World], None]]] = [
    ("", 3, property_),
    ("", 3, category),
    ("number", 3, measure),
    ("", 3, relation),
    ("proposition", 0.4, proposition),
    ("general_fact", 0.4, general_fact),
    ("rule", 1.5, rule),
    ("arithmetic", 0.8, arithmetic),
    ("findall", 0.8, collection),
    ("recursion", 0.7, recursion),
    ("well_founded", 0.3, well_founded),
    ("cut", 0.5, cut),
    ("if_then_else", 0.5, if_then_else),
    *COMPUTED,
    *METACALLS,
]


def background(world: World) -> None:
    """Draw the predicates of a background, now and then mostly relations."""
    random = world.random
    if random.random() < 0.3:
        for _ in range(random.randint(1, 3)):
            relation(world, most=14)
        for _ in range(random.randint(0, 2)):
            random.choice([property_, category, measure, relation])(world)
        return
    makers = [m for m in MAKERS if not m[0] or m[0] in world.kinds]
    weights = [weight for _, weight, _ in makers]
    property_(world)
    for _ in range(random.choice([0, 1, 1, 2, 3, 4, 6])):
        random.choices(makers, weights)[0][2](world)
    random.shuffle(world.predicates)
