"""What a theory knows of its table survives being written and read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fold_cli.errors import InputError
from fold_cli.files.theories import read_theory
from fold_cli.theory.formats import render
from fold_cli.theory.quoting import quote_atom, unquoted
from fold_cli.theory.schema import (
    KINDS,
    ColumnSchema,
    TableSchema,
    from_data,
    from_lines,
    to_data,
    to_lines,
)
from fold_cli.theory.terms import Clause, Const, Literal, Predicate, Var
from fold_cli.theory.theory import LearnedClause, Theory

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = st.text(st.characters(exclude_categories=["Cs"])) | st.sampled_from(
    [
        "",
        "\n",
        "*/",
        "% x",
        "a b",
        "it's",
        "\\",
        "'",
        "''",
        "\u2028",
        "\x85",
        "class: x",
    ]
)
WORDS = st.lists(TEXTS, max_size=3).map(tuple)
COLUMNS = st.builds(
    ColumnSchema,
    TEXTS,
    TEXTS.map(quote_atom).filter(str.isprintable),
    st.sampled_from(KINDS),
    WORDS,
    WORDS,
)
VALUES = st.sampled_from([(None, None)]) | st.tuples(TEXTS, st.none() | TEXTS)

SCHEMAS = st.builds(
    lambda columns, header, values, *rest: TableSchema(columns, header, *values, *rest),
    st.lists(
        COLUMNS,
        min_size=1,
        max_size=3,
        unique_by=(lambda column: column.name, lambda column: column.header),
    ).map(tuple),
    TEXTS,
    VALUES,
    WORDS.map(lambda words: tuple(dict.fromkeys(words))),
    WORDS,
    st.none() | TEXTS,
    WORDS,
    st.integers(0, 10**6),
    st.booleans(),
)

HOSTILE = "a\n:- halt.\n*/ '\\ % column: x numeric x"
SCHEMA = TableSchema(
    (
        ColumnSchema("Age", "age", "numeric"),
        ColumnSchema(HOSTILE, quote_atom(HOSTILE), "categorical", ("-", "NA")),
        ColumnSchema("Joined", "joined", "date"),
        ColumnSchema("Job", "job", "categorical", (), ("it's", HOSTILE, "007")),
    ),
    "Credit",
    "very good",
    "not so good",
    id_column="No.",
    missing=("not given", "*"),
    memorised=3,
)
BODY = (Literal("age", (Var(0), Const("3"))),)
THEORY = Theory(
    Predicate("good", 1),
    (LearnedClause(Clause("good", 1, BODY)),),
    notes=("options: --algorithm fold --noise",),
    schema=SCHEMA,
)


@given(SCHEMAS)
def test_any_schema_is_read_back(schema: TableSchema) -> None:
    lines = to_lines(schema)
    assert not any(set(line) & set("\n\r\v\f\x85\u2028\u2029") for line in lines)
    assert from_lines(["fold: default theory for x/1", *lines]) == schema
    assert from_data(json.loads(json.dumps(to_data(schema)))) == schema


@given(TEXTS)
def test_quotes_can_be_taken_off(text: str) -> None:
    assert unquoted(quote_atom(text)) == text


@pytest.mark.parametrize("style", ["pl", "json"])
def test_files_keep_the_schema(tmp_path: Path, style: str) -> None:
    path = tmp_path / "theory"
    path.write_text(render(THEORY, style), encoding="utf-8")
    read = read_theory(str(path))
    assert read.schema == SCHEMA
    assert read.notes == THEORY.notes
    assert render(read, style) == render(THEORY, style)


def test_it_is_written_to_be_read() -> None:
    assert to_lines(SCHEMA) == [
        "class: 'Credit' 'very good' 'not so good'",
        "column: age numeric 'Age'",
        f"column: {quote_atom(HOSTILE)} categorical {quote_atom(HOSTILE)}",
        "values: - 'NA'",
        "column: joined date 'Joined'",
        f"column: job categorical 'Job' 'it\\'s' {quote_atom(HOSTILE)} '007'",
        "id: 'No.'",
        "missing: 'not given' *",
        "memorised: 3",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "column: age",
        "column: age big 'Age'",
        "class: a b c d",
        "memorised: x",
        "id: a b",
    ],
)
def test_a_line_that_was_changed_is_an_error(tmp_path: Path, line: str) -> None:
    path = tmp_path / "theory.pl"
    text = render(THEORY, "pl").replace("% column: age numeric 'Age'", f"% {line}")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=line) as error:
        read_theory(str(path))
    assert error.value.line == 4


@pytest.mark.parametrize(
    "change",
    [
        {"columns": [{"header": "a", "name": "a\nb", "kind": "numeric"}]},
        {"columns": [{"header": "a", "name": "a", "kind": "big"}]},
        {"columns": [{"header": 1, "name": "a", "kind": "date"}]},
        {"columns": 3},
        {"missing": "words"},
        {"class_column": 3},
        {"other": 3},
    ],
)
def test_json_that_is_no_schema_is_an_error(
    tmp_path: Path, change: dict[str, object]
) -> None:
    data = json.loads(render(THEORY, "json"))
    data["table"] |= change
    path = tmp_path / "theory.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(InputError, match="no theory that fold wrote"):
        read_theory(str(path))
