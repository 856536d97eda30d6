"""Files of tasks: what is read, and what is refused with its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold, run_script

from fold_cli.errors import InputError
from fold_cli.stable.tasks.program_vetting import statements
from fold_cli.stable.tasks.task_reader import Reader
from fold_cli.theory.visible import visible

if TYPE_CHECKING:
    from pathlib import Path

COIN = (
    "coin(c1).\n#pos({heads(c1)}, {tails(c1)}).\n#pos({tails(c1)}, {heads(c1)}).\n"
    "#modeh(heads(var(c))).\n#modeh(tails(var(c))).\n#modeb(coin(var(c))).\n"
    "#modeb(heads(var(c))).\n#modeb(tails(var(c))).\n"
)


def test_examples_with_names_penalties_and_contexts() -> None:
    task = Reader(
        "f",
        "% #pos({no}, {}).\n"
        '#pos(p@10, {a(1,(2,3)); b}, {c("}.")}, {\n  d :- e, not f(1..2).\n  e.\n}).\n'
        "#neg({a}).\nx(1). #neg(n, {}, {b}). y.\n",
    ).task()
    first, second, third = task.examples
    assert (first.name, first.penalty, first.line) == ("p", 10, 2)
    assert first.inside == ("a(1,(2,3))", "b")
    assert first.outside == ('c("}.")',)
    assert first.context.strip() == "d :- e, not f(1..2).\n  e."
    assert first.context.count("\n", 0, first.context.index("d")) == 2
    assert (second.positive, second.inside, second.outside) == (False, ("a",), ())
    assert (third.name, third.outside) == ("n", ("b",))
    assert task.background.split() == ["%", "#pos({no},", "{}).", "x(1).", "y."]


def test_modes_and_limits() -> None:
    task = Reader(
        "f",
        "#modeh(p(var(t), const(c))). #modeha(2, q). #modeb(*, r((var(t),var(u))), "
        "(positive, anti_reflexive)).\n#modeb(s). #modeb(var(t) != var(t)).\n"
        "#constant(c, 1..3). #constant(c, red). #maxv(4). #maxbl(2). #minhl(2).\n"
        '#maxhl(3). #bias("penalty(1, head)."). #disallow_multiple_head_variables\n',
    ).task()
    kinds = [
        (m.kind, m.template.name, m.signs, m.recall, m.distinct) for m in task.modes
    ]
    assert kinds == [
        ("head", "p", (True,), None, False),
        ("choice", "q", (True,), 2, False),
        ("body", "r", (True,), None, True),
        ("body", "s", (True, False), None, False),
        ("body", "!=", (True,), None, False),
    ]
    assert task.constants == {"c": ("1", "2", "3", "red")}
    limits = task.limits
    assert (limits.variables, limits.body) == (4, 2)
    assert (limits.least_heads, limits.most_heads) == (2, 3)
    assert task.notes == (
        "f: left out: #bias (line 4), #disallow_multiple_head_variables (line 4)",
    )


REFUSED = {
    "script": ("a. #script (python) print(1) #end.", 1, "#script is never run"),
    "include": ('a.\n#include "/etc/passwd".', 2, "#include is never run"),
    "behind_a_quote": ("a'. #include \"x\". b'.", 1, "#include is never run"),
    "behind_a_string": ('a("%"). #include "x".', 1, "#include is never run"),
    "after_a_block": ('%* a\n *% #include "x".', 2, "#include is never run"),
    "function": ("a.\nb(@f(1)).", 2, "@f calls a function"),
    "external": ("#external a.", 1, "#external is not for learning"),
    "program": ("#program p(t).\na(t).", 1, "#program is not for learning"),
    "theory": ("&diff { a } <= 1.", 1, "theory atoms"),
    "syntax": ("a.\nb :- c(X.\n", 2, "syntax error"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_could_run_is_refused(name: str, tmp_path: Path) -> None:
    text, line, words = REFUSED[name]
    with pytest.raises(InputError) as caught:
        statements(text, "f")
    assert (caught.value.file, caught.value.line) == ("f", line)
    assert words in caught.value.message
    (tmp_path / "t.las").write_text(f"{text}\n{COIN}", encoding="utf-8")
    result = fold("learn", "t.las", cwd=tmp_path)
    assert result.returncode == 1, result.stdout
    assert "Traceback" not in result.stderr


WRONG = {
    "open_bracket": (f"{COIN}#pos({{a}}, {{b).\n", 9, "closing bracket"),
    "no_sets": (f"{COIN}#pos(a, b, c).\n", 9, "an example is written like"),
    "penalty": (f"{COIN}#pos(a@x, {{b}}, {{}}).\n", 9, "a penalty is a whole number"),
    "context": (f"{COIN}#pos({{b}}, {{}}, {{c}}).\n", 9, "full stop"),
    "variable": (f"{COIN}#pos({{b(X)}}, {{}}).\n", 9, "b(X) is no ground atom"),
    "mode": (f"{COIN}#modeb(p(X)).\n", 9, "X is a variable"),
    "constant": (f"{COIN}#modeb(p(const(z))).\n", 9, "no #constant(z"),
    "penalty_digits": (
        f"{COIN}#pos(a@{'1' * 5000}, {{b}}, {{}}).\n",
        9,
        "a penalty is a whole number",
    ),
    "recall_digits": (f"{COIN}#modeb({'1' * 5000}, p).\n", 9, "a mode is written like"),
    "limit_digits": (f"{COIN}#maxv({'1' * 5000}).\n", 9, "takes a whole number"),
    "constants": (f"{COIN}#constant(c, 1..900000000).\n", 9, "more than 100,000"),
    "limit": (f"{COIN}#maxv(many).\n", 9, "takes a whole number"),
    "compared_term": (
        f"{COIN}#modeb(f(var(t)) < 1).\n",
        9,
        "f(var(t)) < 1 compares a term with var(type) in it",
    ),
    "rule_space": (
        f"{COIN}2 ~ heads(X) :- coin(X).\n",
        9,
        "rules with ~ before them are not read",
    ),
    "full_stop": (
        f"coin(c2)\n#maxv(2).\n{COIN}",
        1,
        "a full stop is missing before #maxv",
    ),
    "full_stop_of_a_rule": (
        "a :- b.\n\nc :- coin(c1),\n not b\n#modeh(a).\n" + COIN,
        4,
        "a full stop is missing before #modeh",
    ),
    "misspelt": (f"{COIN}#modb(p).\n", 9, "#modb is not known; did you mean #modeb?"),
    "misspelt_example": (f"{COIN}#posi({{b}}, {{}}).\n", 9, "did you mean #pos?"),
    "ordering": (
        f"{COIN}#brave_ordering(pos1, pos2).\n",
        9,
        "#brave_ordering is an example of preferences",
    ),
    "unsafe": (f"{COIN}p(X) :- not q(X).\n", 9, "unsafe"),
    "impossible": (f"{COIN}#pos({{gone}}, {{}}).\n", 9, "no rules with the heads"),
}


@pytest.mark.parametrize(
    "weak",
    [
        ":~ coin(C), heads(C). [1@2, C]",
        ":~ heads(C).[1@2,C]",
        ":~ heads(C). [C]\n:~ coin(C). [1]",
    ],
    ids=["written_out", "without_blanks", "two"],
)
def test_statements_may_follow_weak_constraints(weak: str, tmp_path: Path) -> None:
    lines = COIN.splitlines(keepends=True)
    text = "".join([lines[0], weak, "\n", *lines[1:]])
    (tmp_path / "t.las").write_text(text, encoding="utf-8")
    result = fold("learn", "t.las", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "% right on all examples, as clingo has verified" in result.stdout


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_with_its_line(name: str, tmp_path: Path) -> None:
    text, line, words = WRONG[name]
    (tmp_path / "t.las").write_text(text, encoding="utf-8")
    result = fold("learn", "t.las", cwd=tmp_path)
    assert result.returncode == 1, result.stdout
    assert f"t.las:{line}: " in result.stderr
    assert words in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    "term",
    ["X", "f(Y)", "a..b", "1..", "@f()", "not a", "(a;b)", "1/0", '"\\q"', "a b"],
)
def test_a_constant_is_a_ground_term(term: str, tmp_path: Path) -> None:
    mode = f"#constant(c, {term}).\n#modeb(p(const(c))).\n"
    (tmp_path / "t.las").write_text(COIN + mode)
    result = fold("learn", "t.las", "--semantics", "stable", cwd=tmp_path)
    assert result.returncode == 1
    assert "fold: error: t.las:9: " in result.stderr
    assert "Traceback" not in result.stderr


def test_constants_below_zero_and_the_empty_tuple() -> None:
    text = "#constant(c, -2..1).\n#constant(c, ()).\n#modeb(q((), -1, const(c))).\n"
    task = Reader("f", text).task()
    assert task.constants == {"c": ("-2", "-1", "0", "1", "()")}


def test_one_model_is_learned_from_as_before(tmp_path: Path) -> None:
    (tmp_path / "one.las").write_text(
        "#modeh(fly(var(x))).\n#modeb(bird(var(x))).\nbird(a).\nbird(b).\n"
        "#pos({fly(a)}, {fly(c)}).\n"
    )
    result = fold("learn", "-q", "one.las", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "fold: default theory for fly/1" in result.stdout


@pytest.mark.parametrize(
    "rule",
    [
        "q(1..100000000).",
        "q(-100000000..0).",
        "{q(1..100000000)}.",
        "q(1..10000, 1..10000).",
        "q(f(1..100000000)).",
        "q(X) :- X = 1..100000000.",
    ],
)
def test_an_interval_that_is_too_large(rule: str) -> None:
    with pytest.raises(InputError, match="give fewer"):
        statements(f"a.\n{rule}\n", "f")


@pytest.mark.parametrize("rule", [":- {}.", "p(X) :- {}, q(X).", "{}."])
def test_a_rule_of_too_many_literals(rule: str) -> None:
    between = "; " if rule == "{}." else ", "
    literals = [f"a{n}" for n in range(501)]
    message = "^x.las:2: a rule has more than 500 literals; divide it into several$"
    with pytest.raises(InputError, match=message):
        statements(f"a.\n{rule.format(between.join(literals))}\n", "x.las")
    assert statements(f"a.\n{rule.format(between.join(literals[:499]))}\n", "x.las")


def test_what_intervals_may_stand_for() -> None:
    assert statements("q(1..1000,1..1000). r(X..Y) :- q(X,Y). s(1..0).", "f")


@pytest.mark.parametrize(
    "rules",
    [
        "#const n=100000000. q(1..n).",
        "r(1..10000). q(X,Y) :- r(X), r(Y).",
        'r(1..10000). q(X,Y,"\x1b[2J\u202e\x9b") :- r(X), r(Y).',
    ],
    ids=["interval", "pairs", "control-characters"],
)
def test_grounding_without_end_is_an_error(rules: str, tmp_path: Path) -> None:
    """It may take as long as one built-in of Prolog."""
    script = (
        "import fold_cli.engine.stop as stop; stop.MAX_BUILTIN_SECONDS = 0.3\n"
        "from fold_cli.__main__ import main; main()"
    )
    (tmp_path / "x.las").write_text(f"{COIN}{rules}\n")
    result = run_script(script, "learn", "x.las", cwd=tmp_path)
    assert result.returncode == 1
    assert result.stderr.startswith("fold: error: a step took more than 0.3 s (while ")
    assert "most instances are of the rule q(" in result.stderr
    assert result.stderr.rstrip("\n") == visible(result.stderr.rstrip("\n"))
