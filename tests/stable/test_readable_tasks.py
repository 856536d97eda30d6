"""Tasks that clingo cannot read: an error with its line, never a signal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from support import refusal, run_script

from fold_cli.errors import InputError
from fold_cli.stable.tasks.readable import MAX_NESTING, check_readable

if TYPE_CHECKING:
    from pathlib import Path

    from worker import Worker

LEVELS = 100_000
TERMS = {
    "function": "f(" * LEVELS + "a" + ")" * LEVELS,
    "tuple": "(" * LEVELS + "a" + ",)" * LEVELS,
    "sum": "+".join(["1"] * LEVELS),
    "power": "**".join(["1"] * LEVELS),
    "minus": "-" * LEVELS + "1",
    "not": "~" * LEVELS + "1",
}
MODES = "#modeh(t(var(x))).\n#modeb(p(var(x))).\np(a). x(a). x(b).\n"
PLACES = {
    "background": "q(@).\n#pos({t(a)}, {t(b)}).\n",
    "context": "#pos({t(a)}, {t(b)}, {q(@).}).\n",
    "example": "#pos({t(@)}, {t(b)}).\n",
    "body": "q :- p(X), X != @.\n#pos({t(a)}, {t(b)}).\n",
}


@pytest.mark.parametrize("term", TERMS)
def test_a_deep_term_in_a_task(term: str, worker: Worker, tmp_path: Path) -> None:
    for text in PLACES.values():
        (tmp_path / "x.las").write_text(MODES + text.replace("@", TERMS[term]))
        result = worker.run(["learn", "x.las", "--semantics", "stable"], tmp_path)
        assert result.code == 1
        assert result.err.startswith("fold: error: x.las:4: a term has more than 500")


@pytest.mark.parametrize("place", PLACES)
def test_letters_that_clingo_has_not(
    place: str, worker: Worker, tmp_path: Path
) -> None:
    for name in ("é", "'é'", "a\u00e9", "\u2028", "\U0001f600", "\x9b"):
        (tmp_path / "x.las").write_text(MODES + PLACES[place].replace("@", name))
        result = worker.run(["learn", "x.las", "--semantics", "stable"], tmp_path)
        assert result.code == 1
        assert result.err.startswith("fold: error: x.las:4: clingo has no ")
    text = PLACES[place].replace("@", '"é"') + "% é\n%* é *%\n"
    (tmp_path / "x.las").write_text(MODES + text)
    result = worker.run(["learn", "x.las", "--semantics", "stable"], tmp_path)
    assert "clingo has no" not in result.err
    assert "Traceback" not in result.err


def test_deep_background_of_clingo(worker: Worker, tmp_path: Path) -> None:
    (tmp_path / "pos.pl").write_text("t(a).\n")
    (tmp_path / "bk.lp").write_text(f"1 {{q; r}} 1.\np(a) :- q.\ns({TERMS['sum']}).\n")
    words = ["learn", "bk.lp", "pos.pl", "--semantics", "stable"]
    result = worker.run(words, tmp_path)
    assert (result.code, "Traceback" in result.err) == (1, False), result.err


@pytest.mark.parametrize(
    "text",
    [
        "p(" + ", ".join(["1 + 2"] * 1000) + ").",
        "p(1 + 2). " * 1000,
        '% ((((\n%* ++++ *%\nq("((((").\n' * 500,
        "a :- b, " + "; ".join(["f(1) + 1"] * 1000) + ".",
        "f(" * 400 + "a" + ")" * 400 + ".",
    ],
)
def test_what_is_long_but_not_deep(text: str) -> None:
    assert len(text) > MAX_NESTING
    check_readable(text, "x.las")


def test_where_a_term_is_too_deep() -> None:
    with pytest.raises(InputError, match="500 levels") as error:
        check_readable("a.\n\nb(\n" + "-(" * 251 + "1" + ")" * 252 + ".", "x.las")
    assert error.value.line == 4


NO_STRINGS = [
    r'"\q @"',
    r'"\t@"',
    r'"\x41\@"',
    '"\\\n@"',
    '"@\n"',
    '"@',
    '"a" "\\',
    '\\"@',
]


@pytest.mark.parametrize("place", ["background", "body", "context"])
def test_quotes_where_clingo_begins_no_string(
    place: str, worker: Worker, tmp_path: Path
) -> None:
    for text in NO_STRINGS:
        for inside in ("é", "f(" * 3000 + "a" + ")" * 3000):
            term = PLACES[place].replace("@", text.replace("@", inside))
            (tmp_path / "x.las").write_text(MODES + term)
            result = worker.run(["learn", "x.las", "--semantics", "stable"], tmp_path)
            assert result.code == 1, (text, result.err)
            assert result.err.startswith("fold: error: x.las"), (text, result.err)


RANDOM = """
import random, sys
from clingo import ast
from fold_cli.errors import InputError
from fold_cli.stable.tasks.readable import check_readable

parts = [*'abé"%*\\\\\\n \\t(),.;:-|&#~@?']
parts += ['*%', '%*', '"a"', '\\\\"', 'q(', ').', 'not ']
chance = random.Random(7)
read = 0
for _ in range(20_000):
    text = "".join(chance.choices(parts, k=chance.randint(1, 12)))
    try:
        check_readable(text, "")
    except InputError:
        continue
    read += 1
    try:
        ast.parse_string(text, lambda _: None, logger=lambda *_: None)
    except RuntimeError:
        pass
print(read)
"""


def test_what_is_readable_does_not_end_clingo(tmp_path: Path) -> None:
    result = run_script(RANDOM, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert int(result.stdout) > 5000


NEST = "f(" * 400 + "T" + ")" * 400
ASKED = {
    "learn": ["learn", "x.las", "--semantics", "stable"],
    "evaluate": ["evaluate", "t.lp", "x.las", "--semantics", "stable"],
    "predict": ["predict", "t.lp", "x.las"],
    "explain": ["explain", "t.lp", "x.las", "t(a)"],
}


def nested(times: int) -> str:
    return (
        f"q(0, a). q(N+1, {NEST}) :- q(N, T), N < {times}. p(T) :- q({times}, T).\n"
        f"x(T) :- p(T).\n"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="needs a stack for signals")
@pytest.mark.parametrize("command", ASKED)
def test_terms_that_rules_nest_as_deep_as_the_c_stack(
    command: str, tmp_path: Path
) -> None:
    task = f"{MODES}{nested(400)}#pos({{t(a)}}, {{t(b)}}).\n"
    (tmp_path / "x.las").write_text(task)
    (tmp_path / "t.lp").write_text("t(X) :- p(X), x(X).\n")
    message = refusal(*ASKED[command], cwd=tmp_path)
    start = "fold: error: a term is nested more deeply than there is C stack for (while"
    assert message.startswith(start)
    assert message.count("\n") == 1


@pytest.mark.parametrize(
    "rules",
    [nested(20), "q(0, a). q(N+1, (T, T)) :- q(N, T), N < 22. p(T) :- q(22, T).\n"],
    ids=["deep", "long"],
)
def test_terms_that_rules_make_too_large(
    rules: str, worker: Worker, tmp_path: Path
) -> None:
    task = f"{MODES}{rules}x(T) :- p(T).\n#pos({{t(a)}}, {{t(b)}}).\n"
    (tmp_path / "x.las").write_text(task)
    result = worker.run(ASKED["learn"], tmp_path)
    assert result.code == 1
    assert "fold: error: the rules make a term of more than 5000 levels" in result.err
