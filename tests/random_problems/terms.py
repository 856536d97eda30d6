"""Ground terms as text, of every kind that a file may hold."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection
    from random import Random

ATOMIC = {
    "integer": ["0", "1", "2", "7", "10", "12"],
    "negative": ["-1", "-7", "-2.5", "-0.5"],
    "float": ["0.5", "2.5", "3.14", "1.0e10", "1.0e-7", "1.0e100"],
    "big": [
        "18446744073709551616",
        "-9223372036854775809",
        f"1{'0' * 400}",
        f"1{'0' * 399}1",
    ],
    "rational": ["1r3", "-1r3", "7r2", "22r7"],
    "infinite": ["1.0Inf", "-1.0Inf"],
    "nan": ["1.5NaN"],
    "minus_zero": ["-0.0", "0.0", "0"],
    "same_value": ["1", "1.0", "2", "2.0"],
    "near": [
        "9007199254740992",
        "9007199254740993",
        "9007199254740992.0",
        "9007199254740994",
        "1r3",
        "0.3333333333333333",
        "6004799503160661r18014398509481984",
        "0.33333333333333337",
    ],
    "spelling": [
        "0'a",
        "0'''",
        "0x1F",
        "0b101",
        "16'FF",
        "1_000",
        "1.5e3",
        "'hello'",
        "'\\x41\\bd'",
        "'\\u00e8'",
        '"\\x61\\b"',
        "'ab\\\ncd'",
        "`ab`",
        "'can\\'t'",
        "[a|[b]]",
        "'[]'",
        "+(1)",
        "+ 1",
        "'\\e\\0\\'",
        "'|'(a)",
    ],
    "string": ['"a"', '"ab c"', '""', '"it\'s"', '"1"', '"\\\\"'],
    "quoted": [
        "'New York'",
        "'don''t'",
        "'a.b'",
        "'%'",
        "'/*'",
        "'\\\\'",
        "'1'",
        "' '",
        "'\"'",
        "'a,b'",
        "'.'",
        "'0''a'",
    ],
    "control_character": ["'a\\nb'", '"a\\nb"', "'\\t'", "'\\x1\\'", "'\\x7f\\'"],
    "operator": [
        "+",
        "-",
        "*",
        "is",
        "mod",
        "dynamic",
        "table",
        "discontiguous",
        "initialization",
        "(:-)",
        "(\\+)",
        "(-->)",
        "=",
        "=<",
        "(->)",
        "?",
        "$",
        "\\",
        "rdiv",
        "xor",
        "@",
        "^",
    ],
    "special": ["[]", "{}", "!", ";", "''", "'|'", "','"],
    "unicode": ["é", "'Ünter'", "日本", "αβγ", "'🙂'", "ß", "'É'", "'a b'", "ǅ"],
    "variable_like": ["'X'", "'_'", "'_x'", "'Abc'"],
    "variable_term": ["'$VAR'(1)", "'$VAR'('X')", "f('$VAR'(0))"],
}
BUILT = {
    "list": ["[{}]", "[{},{}]", "[{},[{}]]", "[{}|{}]", "[[]]"],
    "compound": ["f({})", "f({},{})", "g(f({}),{})", "'a b'({})", "[]({})", "'F'({})"],
    "curly": ["{{{}}}", "{{({},{})}}", "'{{}}'({},{})"],
    "operation": [
        "({} + {})",
        "({} - {})",
        "({} * ({} + {}))",
        "({} = {})",
        "({} : {})",
        "({} ^ {})",
        "(dynamic {})",
        "(\\+ {})",
        "(- {})",
        "({} is {})",
        "({} -> {})",
        "({} ; {})",
        "f(({} :- {}))",
        "(?- {})",
        "({} mod {})",
        "(\\ {})",
    ],
    "minus": [
        "-(1)",
        "- a",
        "(1-(-1))",
        "-(-(1))",
        "-(-1)",
        "(- 1)",
        "-(1.0)",
        "-(f(a))",
    ],
    "comma": [
        "({} , {})",
        "({} :- {})",
        "(:- {})",
        "[({} , {})]",
        "({} | {})",
        "f(({} , {}))",
    ],
}
PLAIN = ["a", "b", "c", "d", "e", "k", "red", "blue", "green", "x1", "fooBar", "a_b"]
TERMS = frozenset(ATOMIC) | frozenset(BUILT)


def term(random: Random, kinds: Collection[str], depth: int = 0) -> str:
    """Return a term of one of these kinds; the plain are always among them."""
    usable = sorted(TERMS & set(kinds))
    kind = random.choice([*usable, "plain", "plain"])
    if kind in ATOMIC:
        return random.choice(ATOMIC[kind])
    if kind in BUILT:
        form = random.choice(BUILT[kind])
        holes = form.replace("{{", "").replace("}}", "").count("{}")
        deeper = kinds if depth < 2 else ()
        parts = [term(random, deeper, depth + 1) for _ in range(holes)]
        # Operators are no operands by themselves.
        return form.format(*(p if p in PLAIN else f"({p})" for p in parts))
    return random.choice(PLAIN)


def terms(random: Random, kinds: Collection[str], count: int) -> list[str]:
    """Return so many texts, all different."""
    found: dict[str, None] = {}
    for attempt in range(count * 5):
        if len(found) == count:
            break
        found[term(random, kinds if attempt < count * 3 else ())] = None
    number = 0
    while len(found) < count:
        found[f"o{number}"] = None
        number += 1
    return list(found)


NUMBERS = ("big", "rational", "infinite", "nan", "minus_zero", "same_value", "near")


def numbers(random: Random, kinds: Collection[str], count: int) -> list[str]:
    """Return texts of numbers, mostly plain ones."""
    odd = sorted(set(NUMBERS) & set(kinds))
    plain = [str(n) for n in range(-3, 12)] + ["0.5", "2.5", "-1.5", "7.25", "1.0e3"]
    if random.random() < 0.5:
        plain = plain[:15]
    pool = list(plain)
    if odd and random.random() < 0.4:
        for kind in random.sample(odd, min(len(odd), random.randint(1, 2))):
            pool = pool + ATOMIC[kind] * 3 if kind != "near" else ATOMIC[kind]
    return [random.choice(pool) for _ in range(count)]


def value(text: str) -> Fraction | float:
    """Return the number that a text stands for."""
    if text.endswith("NaN"):
        return float("nan")
    if text.endswith("Inf"):
        return float("-inf") if text.startswith("-") else float("inf")
    return Fraction(text.replace("r", "/"))
