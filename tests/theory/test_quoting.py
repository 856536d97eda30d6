"""Atoms and numbers written without Prolog are written as Prolog writes them."""

from __future__ import annotations

import random
import struct
import unicodedata
from typing import TYPE_CHECKING

import pytest
from support import clauses, fold, learned, swipl

from fold_cli.theory import quoting
from fold_cli.theory.quoting import (
    constant,
    float_text,
    quote_atom,
    requoted,
    standard_order,
    unquoted,
)

if TYPE_CHECKING:
    from pathlib import Path

ODD = [
    *["", " ", "a", "A", "_", "_a", "aB_1", "1a", "a b", "a-b", "it's", 'say "x"', "`"],
    *["[]", "{}", "!", ";", ",", "|", "||", "!!", ";;", "{}{}", "[", "]", "(", ")"],
    *[".", "..", "...", "/", "/*", "/**", "*/", "+/*", "%", "a%", "\\", "\\\\", "\\n"],
    *["+", "-", "*", ":-", "-->", "?-", "->", "=..", "<=", ">=50K", "\\+", "=>", "$"],
    *["dynamic", "is", "mod", "table", "end_of_file", "[a]", "f(x)", "a:b", "0'a"],
    *["a\nb", "a\tb", "\a\b\f\v\r", "\x1b", "a\x01b", "\x7f", "\x85", "\xa0", "\u2028"],
    *[
        "é",
        "É",
        "ß",
        "größe",
        "Größe",
        "年齢",
        "Ǆ",
        "ǅ",
        "ǆ",
        "·",
        "€",
        "→",
        "a→",
        "+→",
    ],
    *[
        "🙂",
        "a🙂",
        "á",
        "٣",
        "a٣",
        "²",
        "a²",
        "ª",
        "«",
        "x«",
        "\xad",
        "\u200b",
        "\ufeff",
    ],
    *["1", "-1", "007", "1.5", "1e5", "1.0Inf", "nan", "inf", "0x1F", "1r3", "1_000"],
]

ALPHABET = "abzABZ_019 '\"`\\/*+-.:;,|!()[]{}%$&#@^~<>=?\t\n\x01\xa0éÉ年Ǆ·€→🙂²ª"

PROGRAM = """
main :-
    forall(atom_text(Codes),
           ( atom_codes(Atom, Codes),
             write_term_to_codes(Atom, Text),
             writeq(Text), nl )).
write_term_to_codes(Term, Codes) :-
    with_output_to(codes(Codes), write_term(Term, [quoted(true), priority(999)])).
"""


def written_by_prolog(texts: list[str], tmp_path: Path) -> list[str]:
    path = tmp_path / "atoms.pl"
    facts = "".join(f"atom_text({[*map(ord, text)]}).\n" for text in texts)
    path.write_text(PROGRAM + facts, encoding="utf-8")
    lines = swipl("main", files=(path,))
    codes = (line.strip("[]").split(",") for line in lines)
    return ["".join(chr(int(code)) for code in each) for each in codes]


def test_odd_texts_are_quoted_as_prolog_quotes_them(tmp_path: Path) -> None:
    chance = random.Random(1)
    texts = [*ODD]
    for _ in range(5000):
        texts.append("".join(chance.choices(ALPHABET, k=chance.randint(1, 5))))
    expected = [*map(requoted, written_by_prolog(texts, tmp_path))]
    assert [quote_atom(text) for text in texts] == expected


def is_sure(char: str) -> bool:
    """Return whether a character is the same in every version of Unicode."""
    before = unicodedata.ucd_3_2_0.category(char)
    same = before[0] == unicodedata.category(char)[0]
    return before != "Cn" and same and char not in quoting._DISPUTED


def test_quotes_and_escapes_are_taken_off_again() -> None:
    chance = random.Random(5)
    texts = [*ODD, *("".join(chance.choices(ALPHABET, k=4)) for _ in range(5000))]
    quoted = [(text, quote_atom(text)) for text in texts]
    assert all(unquoted(atom) == text for text, atom in quoted if atom != text)
    by_hand = {"'it''s'": "it's", r"'\x41\B'": "AB", r"'\101\\s\e'": "A \x1b"}
    assert {atom: unquoted(atom) for atom in by_hand} == by_hand


def test_every_character_is_quoted_as_prolog_quotes_it(tmp_path: Path) -> None:
    everything = [*map(chr, [*range(1, 0xD800), *range(0xE000, 0x1FB00)])]
    known = [char for char in everything if is_sure(char)]
    texts = [*known, *(f"a{char}" for char in known), *(f"A{char}" for char in known)]
    expected = written_by_prolog(texts, tmp_path)
    wrong = [
        (text, quote_atom(text), by_prolog)
        for text, by_prolog in zip(texts, expected, strict=True)
        if quote_atom(text) != by_prolog
    ]
    assert not wrong


def test_what_is_not_surely_plain_is_quoted(tmp_path: Path) -> None:
    """Every Prolog reads it, and what Prolog writes is known to be the same."""
    chance = random.Random(4)
    unsure = [*map(chr, chance.sample(range(0x250, 0xD800), 5000))]
    unsure = [char for char in unsure if not is_sure(char)]
    unsure += ["\u2ffc", "\U0001f642", "\u200d", "\u309b", "\u0241", "\ua640"]
    texts = [*unsure, *(f"a{char}" for char in unsure), *(f"+{c}" for c in unsure)]
    quoted = [*map(quote_atom, texts)]
    assert all(text.startswith("'") and text.endswith("'") for text in quoted)
    assert [*map(unquoted, quoted)] == texts
    by_prolog = written_by_prolog(texts, tmp_path)
    assert [*map(requoted, by_prolog)] == quoted
    path = tmp_path / "quoted.pl"
    facts = "".join(f"quoted({text}).\n" for text in quoted)
    path.write_text(facts, encoding="utf-8")
    lines = swipl("forall(quoted(X), (atom_codes(X, C), print(C), nl))", files=(path,))
    assert lines == [str([*map(ord, text)]).replace(" ", "") for text in texts]


@pytest.mark.parametrize("text", ["f(é)", "[é]", '"é"', "7", "-1.5", "größe", "'A é'"])
def test_other_terms_stay_as_they_are(text: str) -> None:
    assert requoted(text) == text


def test_floats_are_written_as_prolog_writes_them(tmp_path: Path) -> None:
    chance = random.Random(2)
    values = [0.0, -0.0, 1.0, 0.1, 1e14, 1e15, 1e16, 1e22, 1e-4, 1e-5, 5e-324, 100.0]
    values += [1.7976931348623157e308, 1234567890123456.5, 0.30000000000000004]
    for _ in range(3000):
        (value,) = struct.unpack("d", chance.randbytes(8))
        values += [value] if value - value == 0 else []
        values.append(round(chance.uniform(-1e6, 1e6), chance.randint(0, 8)))
        values.append(chance.random() * 10 ** chance.randint(-8, 20))
    path = tmp_path / "floats.pl"
    facts = (f"f({value:.17e}).\n" for value in values)
    path.write_text("".join(facts), encoding="utf-8")
    lines = swipl("forall(f(X), (writeq(X), nl))", files=(path,))
    assert [float_text(value) for value in values] == lines


def test_texts_sort_as_prolog_sorts_their_constants(tmp_path: Path) -> None:
    chance = random.Random(3)
    texts = [*ODD, "10", "9", "2.5", "2", "2.0", "-3", "0", "0.0", "1.0e-5", "Zebra"]
    texts = [text for text in dict.fromkeys(texts) if "\0" not in text]
    chance.shuffle(texts)
    path = tmp_path / "constants.pl"
    facts = (f"c({constant(text)}).\n" for text in texts)
    path.write_text("".join(facts), encoding="utf-8")
    lines = swipl(
        "findall(X, c(X), L), msort(L, S), length(S, N),"
        "sort(L, D), length(D, N),"
        "forall(member(X, S), (write_term(X, [quoted(true)]), nl))",
        files=(path,),
    )
    expected = [*map(requoted, lines)]
    assert [constant(text) for text in sorted(texts, key=standard_order)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7", "7"),
        ("007", "'007'"),
        ("-7", "-7"),
        ("-0", "'-0'"),
        ("+7", "'+7'"),
        ("1.5", "1.5"),
        ("1.50", "'1.50'"),
        ("1e5", "'1e5'"),
        ("100000.0", "100000.0"),
        ("12345678901234567890", "12345678901234567890"),
        ("1.0e+22", "1.0e+22"),
        ("red", "red"),
        ("Red", "'Red'"),
    ],
)
def test_only_a_text_just_like_a_number_is_one(text: str, expected: str) -> None:
    assert constant(text) == expected


@pytest.mark.parametrize(
    "cell", ["\u0870", "\u31ef\xa0", "\U0001fae8\x01", "é", "a\\b"]
)
def test_tables_files_and_prolog_write_a_constant_alike(
    cell: str, tmp_path: Path
) -> None:
    """Letters newer than a Prolog's or Python's Unicode are quoted by all of them."""
    rows = "".join(f"{cell if i % 2 else 'z'},{'ny'[i % 2]}\n" for i in range(24))
    (tmp_path / "t.csv").write_text(f"col,class\n{rows}", encoding="utf-8")
    files = [f"made/{name}.pl" for name in ("bk", "pos", "neg")]
    table = ["t.csv", "--positive", "y"]
    assert fold("convert", *table, "-o", "made", cwd=tmp_path).returncode == 0
    of_table = learned(*table, cwd=tmp_path)
    of_files = learned(*files, "--noise", cwd=tmp_path)
    assert clauses(of_table) == clauses(of_files)
    read_by_prolog = f"{of_table}\nclass_y(X) :- col(X, f(a)).\n"
    (tmp_path / "theory.pl").write_text(read_by_prolog, encoding="utf-8")
    shown = fold("show", "theory.pl", cwd=tmp_path).stdout
    assert clauses(shown)[:-1] == clauses(of_table)
    said = fold("evaluate", "theory.pl", "t.csv", "--format", "json", cwd=tmp_path)
    assert '"accuracy": 1.0' in said.stdout
