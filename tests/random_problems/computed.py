"""Rules that compute: over terms, texts, lists, grammars and tables of answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from random_problems.world import Row, World

LISTS = ["[]", "[a]", "[b]", "[a, b]", "[b, a]", "[b, b, a]", "[[a], b]", "[a, a]"]
"""Objects of the type ``lists``."""

TESTS = [
    "atom(X)",
    "number(X)",
    "compound(X)",
    "X @< m",
    "X @> 3",
    "functor(X, f, _)",
    "X =.. [_, _]",
    "X = f(_)",
    "X \\= f(_)",
    "X == a",
    "\\+ X = b",
    "arg(1, X, _)",
    "ground(X), \\+ string(X)",
    "compare(<, X, g)",
    "once(( X = a ; X = b ))",
    "( var(X) ; atomic(X) )",
    'member(X, [a, b, 1, f(a), "a"])',
    "memberchk(X, [a, c, 2, 'B'])",
]
PARTS = [
    ("functor(X, V, _)", "name"),
    ("functor(X, _, V)", "number"),
    ("X =.. [V|_]", "name"),
    ("compare(V, X, m)", "name"),
    ("( atom(X) -> V = atom ; number(X) -> V = number ; V = other )", "name"),
    ("( X = f(V) ; X = g(V, _) )", "name"),
    ("( X @< m, !, V = low ; V = high )", "name"),
]
TEXTS = [
    ("atom_length(X, V)", "number"),
    ("atom_string(X, V)", "name"),
    ("upcase_atom(X, V)", "name"),
    ("atom_chars(X, [V|_])", "name"),
    ("sub_atom(X, 0, 1, _, V)", "name"),
    ("atom_number(X, V)", "number"),
    ("atom_concat(V, b, X)", "name"),
    ("char_code(X, V)", "number"),
    ("V is X + 1", "number"),
    ("string_length(X, V)", "number"),
    ('string_concat(V, "b", X)', "name"),
    ("sub_string(X, 0, 1, _, V)", "name"),
    ('split_string(X, "b", "", [V|_])', "name"),
    ("atomic_list_concat([X, z], V)", "name"),
    ("atomic_list_concat([V|_], b, X)", "name"),
    ("number_codes(V, X)", "number"),
    ("succ(V, X)", "number"),
    ("between(1, X, V)", "number"),
]
OF_LISTS = [
    ("length(X, V)", "number"),
    ("last(X, V)", "name"),
    ("nth0(0, X, V)", "name"),
    ("member(V, X)", "name"),
    ("sort(X, S), length(S, V)", "number"),
    ("reverse(X, V)", "lists"),
    ("append([_], V, X)", "lists"),
    ("append(_, [V], X)", "name"),
    ("msort(X, V)", "lists"),
    ("aggregate_all(count, member(a, X), V)", "number"),
    ("( X = [] -> V = none ; X = [_] -> V = one ; V = more )", "name"),
    ("select(a, X, V)", "lists"),
]


def _named(text: str) -> Callable[[str], list[str]]:
    return lambda name: [name + text]


def _value(world: World, kind: str, forms: list[tuple[str, str]]) -> None:
    """Add a value of each object; what it is, is not known here."""
    body, of = world.random.choice(forms)
    value = f"v{len(world.predicates)}" if of == "name" else of
    rows: list[Row] = [(each, "?") for each in world.objects[kind]]
    world.add((kind, value), _named(f"(X, V) :- {body}."), rows, (0,))


def inspection(world: World) -> None:
    kind = world.random.choice(sorted(world.objects))
    if world.random.random() < 0.4:
        _value(world, kind, PARTS)
        return
    goal = world.random.choice(TESTS)
    rows: list[Row] = [(each,) for each in world.some(world.objects[kind])]
    world.add((kind,), _named(f"(X) :- {goal}."), rows, (0,))


def texts(world: World) -> None:
    _value(world, world.random.choice(sorted(world.objects)), TEXTS)


def lists(world: World) -> None:
    world.objects.setdefault("lists", LISTS)
    _value(world, "lists", OF_LISTS)


def grammar(world: World) -> None:
    """Lists that a grammar derives: as many a as b, or a letter anywhere."""
    world.objects.setdefault("lists", LISTS)
    rules, holds = world.random.choice(
        [
            (["{} --> [].", "{} --> [a], {}, [b]."], ["[]", "[a, b]"]),
            (["{} --> [b], {}.", "{} --> [a]."], ["[a]", "[b, a]", "[b, b, a]"]),
            (["{} --> [X], {{atom(X)}}.", "{} --> {}, [a]."], ["[a]", "[b]"]),
            (['{} --> "a" ; [a], ! ; [_], {}.'], ["[a]"]),
        ]
    )
    start = f"words{len(world.predicates)}"
    table = [f":- table {start}//0."] if "{}, [a]" in rules[-1] else []
    texts_ = [rule.replace("{}", start).replace("{{", "{") for rule in rules]
    texts_ = [text.replace("}}", "}") for text in texts_]

    def clauses(name: str) -> list[str]:
        return [*table, *texts_, f"{name}(X) :- {start}(X, [])."]

    world.add(("lists",), clauses, [(each,) for each in holds], (0,))


def mutual(world: World) -> None:
    """Two predicates that call each other along a list."""
    world.objects.setdefault("lists", LISTS)
    odd = f"odd{len(world.predicates)}"

    def clauses(name: str) -> list[str]:
        return [
            f"{name}([]).",
            f"{name}([_|T]) :- {odd}(T).",
            f"{odd}([_|T]) :- {name}(T).",
        ]

    even = [(each,) for each in LISTS if each in ("[]", "[a, b]", "[b, a]", "[a, a]")]
    world.add(("lists",), clauses, even, (0,))


COMPUTED: list[tuple[str, float, Callable[[World], None]]] = [
    ("inspection", 0.7, inspection),
    ("texts", 0.4, texts),
    ("lists", 0.6, lists),
    ("grammar", 0.3, grammar),
    ("mutual", 0.2, mutual),
]
