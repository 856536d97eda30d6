"""Tasks that clingo cannot read: an error with its line, never a signal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

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
