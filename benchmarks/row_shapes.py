"""Theories of tables that grow, beside tables that grow or not.

Where both grow, asking each row about each rule takes the product of both. That is not
judged here; what such a shape says of every row is bounded, and so are its commands.
"""

from __future__ import annotations

from shapes import Files, many, shape

SCHEMA = """\
% fold: default theory for t/1
% class: k y
% column: a numeric a
% column: b categorical b

"""
SHOW = [f"show t.pl --format {name}" for name in ("sql", "python", "html", "text")]
EXPLAIN = [f"predict t.pl x.csv --explain --format {name}" for name in ("text", "json")]
USE = ["predict t.pl x.csv", "evaluate t.pl x.csv", "report t.pl x.csv -o r.html"]


def table(rows: int, id_column: bool = False) -> str:
    """Return a table with columns of numbers and of names."""
    names = ("id," if id_column else "") + "a,b,k\n"
    lines = (
        (f"o{i}," if id_column else "")
        + f"{i * 7919 % 1009},v{i % 31},{'yn'[i % 3 == 0]}\n"
        for i in range(rows)
    )
    return names + "".join(lines)


@shape(*SHOW, *USE, *EXPLAIN, "predict t.pl x.csv --explain -o p.csv")
def rows_beside_some_rules(n: int) -> Files:
    rules = many(100, "t(X) :- a(X, A), A =< @, A > @.5, b(X, v@).\n")
    return {"t.pl": SCHEMA + rules, "x.csv": table(n)}


@shape(*SHOW, *USE, *EXPLAIN, "explain t.pl x.csv row1")
def rules_beside_some_rows(n: int) -> Files:
    rules = many(n, "t(X) :- a(X, A), A =< @, b(X, w@).\n")
    return {"t.pl": SCHEMA + rules, "x.csv": table(100)}


@shape(*SHOW, *USE, *EXPLAIN, "explain t.pl x.csv row1 --depth 100")
def nested_exceptions_beside_rows(n: int) -> Files:
    rules = "t(X) :- a(X, A), A =< 900, \\+ ab0(X).\n" + many(
        n, "ab@(X) :- a(X, A), A > @, \\+ ab^(X).\n"
    )
    return {"t.pl": f"{SCHEMA}{rules}ab{n}(X) :- b(X, v1).\n", "x.csv": table(20)}


@shape(*SHOW, *USE, *EXPLAIN)
def exceptions_beside_rows(n: int) -> Files:
    rules = "t(X) :- a(X, A), A =< 900, \\+ ab0(X).\n"
    return {
        "t.pl": SCHEMA + rules + many(n, "ab0(X) :- b(X, w@).\n"),
        "x.csv": table(100),
    }


@shape(
    "show t.pl --format sql", *(f"{command} --id id" for command in (*USE, *EXPLAIN))
)
def listed_rows(n: int) -> Files:
    names = many(n, "o@", ", ")
    rules = f"t(X) :- member(X, [{names}]).\nt(X) :- \\+ b(X, v1), \\+ ab0(X).\n"
    header = SCHEMA.replace("% column: a", "% id: id\n% column: a")
    return {
        "t.pl": f"{header}{rules}ab0(X) :- member(X, [{names}]).\n",
        "x.csv": table(max(3, n // 2), id_column=True),
    }


@shape("show t.pl --format sql", "show t.pl --format python", *USE, *EXPLAIN)
def a_rule_of_many_conditions(n: int) -> Files:
    body = ", ".join(f"\\+ b(X, w{i})" for i in range(n))
    return {"t.pl": f"{SCHEMA}t(X) :- {body}.\n", "x.csv": table(100)}
