"""Valid files of every dialect, and the same with random faults."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hypothesis import strategies as st
from support import PROBLEMS

if TYPE_CHECKING:
    from pathlib import Path

LIMITS = ("--max-inferences", "200000")
LEARN = ("learn", "bk.pl", "pos.pl", "neg.pl", *LIMITS)


@dataclass(frozen=True)
class Seed:
    """Valid files, and the command that reads them."""

    name: str
    files: dict[str, bytes]
    args: tuple[str, ...] = LEARN


def _of(*names: str) -> dict[str, bytes]:
    return {name.rpartition("/")[2]: (PROBLEMS / name).read_bytes() for name in names}


def _texts(**texts: str) -> dict[str, bytes]:
    return {name.replace("_", "."): text.encode() for name, text in texts.items()}


BK = """\
:- modeh(1, fly(+thing)).
:- modeb(*, bird(+thing)).
:- modeb(*, size(+thing, -number)).
:- modeb(*, color(+thing, #color)).
:- dynamic cat/1.
bird(X) :- penguin(X).
bird(a). bird(b).
penguin(c). cat(d).
size(a, 3). size(b, 4.5). size(c, 1.0e3). size(d, -2).
color(a, red). color(c, 'Dark blue'). color(d, "red").
near(a, b). near(X, Y) :- near(Y, X), \\+ X == Y.
heavy(X) :- size(X, S), S > 2, member(X, [a, c]).
"""
POS, NEG = "fly(a).\nfly(b).\n", "fly(c).\nfly(d).\n"
CSV = (
    "name,size,colour,class\nann,1,red,yes\nbob,2.5,,no\n"
    '"c, d",3,"bl""ue",yes\neve,?,red,no\n'
)
ARFF = (
    "@relation r\n@attribute size numeric\n@attribute 'my colour' {red, 'dark blue'}\n"
    "@attribute class {yes, no}\n@data\n1,red,yes\n2,'dark blue',no\n?,red,yes\n"
)
THEORY = """\
% fold: default theory for fly/1
% examples: 2 positive, 2 negative
% covered: 2 positive, 0 negative
% options: --algorithm fold

% covers 2 positive, 0 negative
fly(X) :- bird(X), size(X, A), A =< 4.5, A > -1, \\+ ab0(X).

% covers 0 positive, 1 negative
ab0(X) :- penguin(X).

fly(X) :- member(X, [zz, 'Y z', f(x)]).
"""
POPPER_BIAS = """\
head_pred(tall,1). body_pred(on,2). body_pred(block,1).
type(tall,(tower,)). type(on,(tower,block)). type(block,(block,)).
direction(tall,(in,)). direction(on,(in,out)). direction(block,(in,)).
max_vars(4). max_body(3). max_clauses(2).
:- clause(C), #count{V : var_type(C,V,tower)} != 1.
p(X) :- body_pred(X,1).
"""
BESIDE = _texts(theory_pl=THEORY, bk_pl=BK, pos_pl=POS, neg_pl=NEG)
SEEDS = [
    Seed("fold", _texts(bk_pl=BK, pos_pl=POS, neg_pl=NEG)),
    Seed("closed", _of("birds/bk.pl", "birds/pos.pl"), (*LEARN[:3], *LIMITS)),
    Seed("tennis", _of(*(f"play_tennis/{n}.pl" for n in ("bk", "pos", "neg")))),
    Seed("target", _texts(bk_pl=BK), ("learn", "bk.pl", "--target", "bird/1", *LIMITS)),
    Seed("modes", _texts(bk_pl=BK, pos_pl=POS), ("modes", "bk.pl", "pos.pl")),
    Seed(
        "popper",
        {
            "bk.pl": b"on(t1,b1). on(t1,b2). on(t2,b3). block(b1). block(b3).\n#T1\n",
            "exs.pl": b"pos(tall(t1)). neg(tall(t2)).\n",
            "bias.pl": POPPER_BIAS.encode(),
        },
        ("learn", ".", "--dialect", "popper", *LIMITS),
    ),
    Seed(
        "aleph",
        _of(*(f"aleph_parcels/parcels.{n}" for n in "bfn")),
        ("learn", "parcels.b", *LIMITS),
    ),
    Seed("aleph-one", _of("aleph_garden/garden.pl"), ("learn", "garden.pl", *LIMITS)),
    Seed(
        "ilasp",
        _of("ilasp_mushrooms/mushrooms_bias.txt", "ilasp_mushrooms/mushrooms_train.pl"),
        ("learn", "mushrooms_train.pl", "mushrooms_bias.txt", *LIMITS),
    ),
    Seed("csv", _texts(t_csv=CSV), ("learn", "t.csv")),
    Seed("tsv", _texts(t_tsv=CSV.replace(",", "\t")), ("learn", "t.tsv")),
    Seed("arff", _texts(t_arff=ARFF), ("learn", "t.arff")),
    Seed("convert", _texts(t_csv=CSV), ("convert", "t.csv", "-o", "out")),
    Seed("show", {"theory.pl": THEORY.encode()}, ("show", "theory.pl")),
    Seed(
        "show-text",
        {"theory.pl": THEORY.encode()},
        ("show", "theory.pl", "--format", "text"),
    ),
    Seed(
        "show-asp",
        {"theory.pl": THEORY.replace(", f(x)", "").replace("4.5", "4").encode()},
        ("show", "theory.pl", "--format", "asp"),
    ),
    Seed("evaluate", BESIDE, ("evaluate", "theory.pl", *LEARN[1:])),
    Seed("predict", BESIDE, ("predict", "theory.pl", "bk.pl", "--explain", *LIMITS)),
    Seed("explain", BESIDE, ("explain", "theory.pl", "bk.pl", "fly(a)", *LIMITS)),
]

WORDS = [
    *(
        " ",
        "\n",
        ".",
        ",",
        ".\n",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "|",
        "'",
        '"',
        "`",
        "%",
    ),
    *(
        "/*",
        "*/",
        "\\",
        ":-",
        "?-",
        "-->",
        "=>",
        "->",
        ";",
        "\\+",
        "not ",
        "X",
        "_",
        "Y",
    ),
    *("a", "bird(a).\n", "fly(a).\n", "fly(X)", "0", "-1", "1.5", "1e400", "1.0Inf"),
    *(
        "0'a",
        "0x1F",
        "1r3",
        "9" * 30,
        "9" * 5000,
        "\\x0\\",
        "\\uD800",
        "\\u0000",
        "é",
        "日",
    ),
    *(
        "\ufeff",
        "\u2028",
        "\u202e",
        "😀",
        "\t",
        "\r\n",
        "\x00",
        "\x1a",
        "\x7f",
        "f(" * 300,
    ),
    *(
        "[" * 200,
        "- " * 200,
        "a:b",
        "{a}",
        "_{a:1}",
        "A.b",
        "'$x'",
        "''",
        "[]",
        "[a|b]",
    ),
    *(
        ":- dynamic p/1.\n",
        ":- table p/1.\n",
        ":- op(700, xfx, =>).\n",
        ":- op(0, fy, #).",
    ),
    *(
        ":- discontiguous p/1.\n",
        ":- set(i, 2).\n",
        ":- set(max_vars, 1e99).\n",
        ":- end_bg.\n",
    ),
    *(
        ":- modeb(*, p(+a, -b, #c)).\n",
        ":- modeh(1, X).\n",
        ":- determination(f/1, p/X).\n",
    ),
    *(
        "foil_predicates([p/1, X/2]).\n",
        ":- pred p(X) :: 'x @(X)'.\n",
        ":- if(true).\n",
    ),
    *(
        ":- include(pos).\n",
        ":- begin_bg.\n",
        "#modeb(1, p(var(t))).\n",
        "#pos({a}, {b}).\n",
    ),
    *(
        "p(X) :- p(X).\n",
        "p(X) :- \\+ p(X).\n",
        "p(X) :- between(1, inf, X).\n",
        "p(_).\n",
    ),
    *(
        "p(X) :- bird(X), q(X).\n",
        "type(p,(t,)).\n",
        "max_vars(s(X)) :- max_vars(X).\n",
    ),
    *(
        "@attribute x numeric\n",
        "@data\n",
        "{0 1, 1 2}\n",
        '"a""b"',
        ",,,,",
        "\t\t",
        "?",
    ),
    *(
        "=<",
        ">",
        "member(X, [",
        "])",
        "covers 1 positive, 2 negative",
        "fly/1",
        "% fold: ",
    ),
]

CHANCE = st.binary(min_size=8, max_size=8).map(random.Random)
"""Hypothesis chooses the seed; what comes of it spreads evenly over a file."""


def mutated(data: bytes, chance: random.Random, faults: int) -> bytes:
    """Return a file that is nearly the given one."""
    for _ in range(faults):
        data = chance.choice([_bytes, _words, _words, _words, _lines, _lines])(
            data, chance
        )
    return data


def _bytes(data: bytes, chance: random.Random) -> bytes:
    """Replace, repeat or leave out a stretch of bytes."""
    at = chance.randint(0, len(data))
    to = min(len(data), at + chance.randint(0, 24))
    middle = chance.choice([b"", data[at:to] * 2, chance.randbytes(2)])
    return data[:at] + middle + data[to:]


def _words(data: bytes, chance: random.Random) -> bytes:
    """Replace a word by another, of the same file or any, or insert one."""
    words = re.findall(rb"\w+|\s+|.", data) or [b""]
    at = chance.randrange(len(words))
    word = chance.choice([chance.choice(words), chance.choice(WORDS).encode()])
    return b"".join([*words[:at], word, *words[at + chance.randint(0, 1) :]])


def _lines(data: bytes, chance: random.Random) -> bytes:
    """Swap two lines, or insert a clause."""
    lines = data.split(b"\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    if chance.randint(0, 1):
        lines[one], lines[other] = lines[other], lines[one]
    else:
        clauses = [word for word in WORDS if word.endswith(".\n") and len(word) > 3]
        lines.insert(one, chance.choice(clauses).strip().encode())
    return b"\n".join(lines)


@st.composite
def mutants(draw: st.DrawFn) -> Seed:
    """Draw a problem of any dialect with a fault or two."""
    seed, chance = draw(st.sampled_from(SEEDS)), draw(CHANCE)
    files = dict(seed.files)
    for name in chance.sample(sorted(files), min(len(files), chance.randint(1, 2))):
        files[name] = mutated(files[name], chance, draw(st.integers(1, 2)))
    return replace(seed, files=files)


@st.composite
def noises(draw: st.DrawFn) -> Seed:
    """Draw files of bytes, or of our own words in any order."""
    seed, chance = draw(st.sampled_from(SEEDS)), draw(CHANCE)
    if draw(st.booleans()):
        data = chance.randbytes(chance.randint(0, 200))
    else:
        data = "".join(chance.choices(WORDS, k=chance.randint(0, 30))).encode()
    name = chance.choice(sorted(seed.files))
    return replace(seed, name=f"noise-{seed.name}", files={**seed.files, name: data})


CELLS = [
    "",
    "?",
    "0",
    "1",
    "-1.5",
    "1e5",
    "1e999",
    "nan",
    "yes",
    "no",
    "a b",
    "'",
    '"',
    "é",
    "X",
    "\\",
    "a,b",
    '"x',
    'x"y',
    "0x1",
    "1_000",
    "9" * 400,
    "\u0660",
    "\x00",
    "=",
    "-",
]


@st.composite
def tables(draw: st.DrawFn) -> Seed:
    """Draw a table, as text that is nearly one."""
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 8))
    arff, chance = draw(st.booleans()), draw(CHANCE)
    lines = [",".join(chance.choices(CELLS, k=width)) for _ in range(height)]
    lines = [f"{line},{chance.choice(['yes', 'no', 'no', '?'])}" for line in lines]
    columns = chance.choices(CELLS, k=width)
    if arff:
        kinds = chance.choices(["numeric", "{yes, no, a b}", "string", "{'"], k=width)
        names = zip(columns, kinds, strict=True)
        declared = [f"@attribute {name or 'c'} {kind}" for name, kind in names]
        lines = ["@relation r", *declared, "@attribute class {yes,no}", "@data", *lines]
    else:
        lines.insert(0, ",".join([*columns, "class"]))
    text = "\n".join(lines).encode()
    name = "t.arff" if arff else "t.csv"
    return Seed("table", {name: text}, ("learn", name))


def written(seed: Seed, directory: Path) -> Path:
    """Write the files of a problem, and nothing else, into a directory."""
    for path in sorted(directory.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    for name, data in seed.files.items():
        (directory / name).write_bytes(data)
    return directory
