"""Rules that list, count or choose among the answers of predicates that recurse.

swipl tables what the file says, and nothing else.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from support import fold, swipl

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write

EDGES = "e(a, b). e(a, c). e(b, d). e(c, d). e(d, f). e(g, h). e(h, i). e(i, j).\n"
PATH = "path(X, Y) :- e(X, Y).\npath(X, Y) :- e(X, Z), path(Z, Y).\n"
MUTUAL = (
    "path(X, Y) :- e(X, Y).\npath(X, Y) :- e(X, Z), even(Z, Y).\n"
    "even(X, Y) :- e(X, Z), path(Z, Y).\n"
)
USERS = {
    "findall": "k(X, V) :- findall(Y, path(X, Y), V).",
    "length": "k(X, V) :- findall(Y, path(X, Y), L), length(L, V).",
    "count": "k(X, V) :- aggregate_all(count, path(X, _), V).",
    "bagof": "k(X, V) :- bagof(Y, path(X, Y), V).",
    "first": "k(X, V) :- findall(Y, path(X, Y), [V|_]).",
    "last": "k(X, V) :- findall(Y, path(X, Y), L), last(L, V).",
    "once": "k(X, V) :- once(path(X, V)).",
    "cut": "k(X, V) :- path(X, V), !.",
    "condition": "k(X, V) :- ( path(X, Y) -> V = Y ; V = none ).",
    "cut-in-branch": "k(X, V) :- ( path(X, V), ! ; V = none ).",
    "witness": "k(X, V) :- aggregate_all(max(1, Y), path(X, Y), max(_, V)).",
    "through-another": "k(X, V) :- findall(Y, far(X, Y), V).\n"
    "far(X, Y) :- path(X, Y), Y \\== b.",
    "closure": "k(X, V) :- maplist(all_of, [X], [V]).\n"
    "all_of(X, L) :- findall(Y, path(X, Y), L).",
}


@pytest.mark.parametrize("path", [PATH, MUTUAL], ids=["direct", "mutual"])
@pytest.mark.parametrize("user", USERS.values(), ids=USERS)
def test_answers_are_those_of_swipl(
    user: str, path: str, write: Write, tmp_path: Path
) -> None:
    bk = write("bk.pl", f"{EDGES}{path}{user}\n")
    theory = write("theory.pl", "t(X, V) :- k(X, V).\n")
    goal = "forall(( member(X, [a, b, c, d, g, h]), t(X, V) ), (print(X-V), nl))"
    found = [line.split("-", 1) for line in swipl(goal, files=(bk, theory))]
    atoms = [f"t({x}, {v})" for x, v in found]
    examples = write("pos.pl", "".join(f"{atom}.\n" for atom in atoms))
    result = fold("predict", theory, bk, examples, "--explain", cwd=tmp_path)
    assert result.stdout.count("\ttrue\n") == len(atoms), result.stdout + result.stderr
    listed = fold("predict", theory, bk, "--format", "csv", cwd=tmp_path)
    if listed.returncode == 0:
        assert listed.stdout.count(",true\n") == len(atoms)


def test_a_theory_that_counts_answers_is_what_swipl_finds(
    write: Write, tmp_path: Path
) -> None:
    bk = write("bk.pl", EDGES + PATH + USERS["last"])
    write("pos.pl", "t(a). t(b).\n")
    write("neg.pl", "t(g). t(d). t(j).\n")
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", cwd=tmp_path)
    assert "% covered: 2 positive, 0 negative" in result.stdout
    theory = write("theory.pl", result.stdout)
    asked = "forall(( member(X, [a, b, g, d, j]), t(X) ), (print(X), nl))"
    assert sorted({*swipl(asked, files=(bk, theory))}) == ["a", "b"]


@pytest.mark.parametrize("user", ["count", "condition"])
def test_what_does_not_end_in_swipl_is_left_out(
    user: str, write: Write, tmp_path: Path
) -> None:
    """The predicate that calls itself stays, since a table ends."""
    cycle = "e(f, a). " if user == "count" else ""
    left = "path(X, Y) :- path(X, Z), e(Z, Y).\npath(X, Y) :- e(X, Y).\n"
    write("bk.pl", f"{cycle}{EDGES}{PATH if cycle else left}{USERS[user]}\n")
    write("pos.pl", "t(a, f). t(b, d).\n")
    write("neg.pl", "t(g, a). t(d, g). t(j, f).\n")
    result = fold("learn", "bk.pl", "pos.pl", "neg.pl", cwd=tmp_path)
    assert re.search(
        r"k/2 is left out of the rules: bk\.pl:\d+: .*path/2 calls itself, and its "
        r"answers as swipl gives them took more than .* where ':- table path/2\.' is",
        result.stderr,
    ), result.stderr
    assert "\nt(X, Y) :- path(X, Y).\n" in result.stdout
    assert ("calls itself before anything else" in result.stderr) == (not cycle)


def test_what_the_file_tables_has_each_answer_once(
    write: Write, tmp_path: Path
) -> None:
    write("bk.pl", f":- table path/2.\n{EDGES}{PATH}{USERS['count']}\n")
    theory = write("theory.pl", "t(X, V) :- k(X, V).\n")
    write("pos.pl", "t(a, 4). t(c, 2). t(g, 3).\n")
    write("neg.pl", "t(a, 6). t(a, 5).\n")
    words = ("evaluate", theory, "bk.pl", "pos.pl", "neg.pl")
    result = fold(*words, "--format", "json", cwd=tmp_path)
    assert json.loads(result.stdout)["confusion"]["true_positives"] == 3
    assert json.loads(result.stdout)["confusion"]["false_positives"] == 0


def test_clauses_of_a_theory_that_count_are_judged_by_themselves(
    write: Write, tmp_path: Path
) -> None:
    write("bk.pl", EDGES + PATH)
    theory = write("theory.pl", "t(X, N) :- aggregate_all(count, path(X, _), N).\n")
    write("pos.pl", "t(a, 6). t(b, 2).\n")
    write("neg.pl", "t(a, 4).\n")
    words = ("evaluate", theory, "bk.pl", "pos.pl", "neg.pl")
    data = json.loads(fold(*words, "--format", "json", cwd=tmp_path).stdout)
    assert data["clauses"][0]["covers"] == {"positives": 2, "negatives": 0}
