"""Wrong input: one clear message with its place, exit 1, nothing written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from support import fold

from fold_cli.engine.messages import explain
from fold_cli.engine.prolog import engine
from fold_cli.errors import InputError
from fold_cli.files.sources import Sources
from fold_cli.use.learning.learn import learn

if TYPE_CHECKING:
    from pathlib import Path

BK = "bird(X) :- penguin(X).\nbird(tweety).\nbird(et).\ncat(kitty).\npenguin(polly).\n"
POS = "fly(tweety).\nfly(et).\n"
NEG = "fly(kitty).\nfly(polly).\n"


@dataclass
class Case:
    """What is wrong in the files of the birds, and what must be said."""

    message: str
    bk: str | bytes | None = BK
    pos: str | bytes | None = POS
    neg: str | bytes | None = NEG
    args: list[str] = field(default_factory=list)


def case(id_: str, message: str, **parts: object) -> object:
    return pytest.param(Case(message, **parts), id=id_)  # type: ignore[arg-type]


CASES = [
    # Files
    case("no-background", "bk.pl: no such file", bk=None),
    case("no-positives", "pos.pl: no such file", pos=None),
    case(
        "near-name",
        "po.pl: no such file; did you mean pos.pl?",
        args=["bk.pl", "po.pl"],
    ),
    case(
        "no-suffix",
        "pos: no such file; did you mean pos.pl?",
        args=["bk.pl", "pos"],
    ),
    case("directory", "dir.pl: is a directory", args=["bk.pl", "dir.pl"]),
    case("device", "/dev/null: is a pipe or device", args=["bk.pl", "/dev/null"]),
    case("empty-background", "bk.pl: the file is empty", bk=""),
    case("empty-positives", "pos.pl: the file is empty", pos=" \n\n"),
    case("latin-1", "bk.pl:2: not UTF-8", bk=b"bird(a).\nbird('\xe9').\n"),
    case("binary", "bk.pl:1: a NUL character", bk=b"bird(\0).\n"),
    case("output-directory", "dir.pl: is a directory", args=["-o", "dir.pl"]),
    case("output-nowhere", "no/t.pl: cannot be written", args=["-o", "no/t.pl"]),
    case("output-is-input", "bk.pl: is an input", args=["-o", "bk.pl"]),
    # Syntax
    case("other-arrow", "bk.pl:1: rules with := are", bk="d(X) := b(X).\nb(a).\n"),
    case("no-full-stop", "bk.pl:3: syntax error", bk="bird(a).\ncat(b).\nbird(c)\n"),
    case("bracket", "bk.pl:2: syntax error", bk="bird(a).\nbird(b.\ncat(c).\n"),
    case("in-positives", "pos.pl:1: syntax error", pos="fly(a) fly(b).\n"),
    case("in-negatives", "neg.pl:1: syntax error", neg="fly(a,).\n"),
    case("crlf", "bk.pl:2: syntax error", bk=b"bird(a).\r\nbird(b.\r\ncat(c).\r\n"),
    case("open-quote", "bk.pl:1: syntax error", bk="bird('a).\nbird(b).\n"),
    case(
        "column",
        "pos.pl:2: syntax error near column 8: operator expected",
        pos="fly(b).\nfly(a) fly(b).\n",
    ),
    case(
        "column-of-a-later-line",
        "bk.pl:3: syntax error near column 2: operator expected",
        bk="bird(X) :-\n  cat(X)\n  cat(X).\n",
    ),
    case(
        "empty-body",
        "bk.pl:1: syntax error near column 12: unbalanced operator (nothing stands on",
        bk="bird(a) :- .\n",
    ),
    # Clauses
    case(
        "number",
        "bk.pl:1: a fact or rule is expected here, this is a number",
        bk="3.\n",
    ),
    case("variable-clause", "bk.pl:1: a fact or rule", bk="X.\nbird(a).\n"),
    case("module", "bk.pl:1: m:bird(a) names a module", bk="m:bird(a).\n"),
    case(
        "colon-for-neck",
        "bk.pl:1: bird(X):cat(X) names a module; write the clause without it, or :-",
        bk="bird(X) : cat(X).\n",
    ),
    case("no-arguments", "bk.pl:1: p() has brackets without", bk="p().\n"),
    case("example-of-none", "pos.pl:1: fly() has brackets without", pos="fly().\n"),
    case("example-of-a-module", "pos.pl:1: user:fly(a) names a", pos="user:fly(a).\n"),
    case(
        "answer-subsumption",
        "bk.pl:1: the directive ':- table path(_,_,min)' keeps one answer of several, "
        "the least for example, which files that are not trusted cannot ask for. Write "
        "':- table path/3.'",
        bk=":- table path(_,_,min).\n",
    ),
    case(
        "answer-subsumption-of-two",
        "bk.pl:1: the directive ':- table p/1,q(index,max)' keeps one answer",
        bk=":- table p/1, q(index, max).\n",
    ),
    case("comma", "bk.pl:1: atoms are joined by ',' here; end each", bk="a, b.\n"),
    case("semicolon", "bk.pl:1: atoms are joined by ';' here", bk="a ; b.\n"),
    case("redefined", "bk.pl:1: ", bk="atom(a).\n"),
    case(
        "halt", "bk.pl:2: the directive ':- halt' is not run", bk="bird(a).\n:- halt.\n"
    ),
    case(
        "capital",
        "bk.pl:1: the fact bird(Tweety) holds of everything",
        bk="bird(Tweety).\n",
    ),
    # What rules call
    case(
        "undefined",
        "bk.pl:1: pinguin/1 is called here but defined nowhere",
        bk="bird(X) :- pinguin(X).\n",
    ),
    case(
        "undefined-negated",
        "bk.pl:2: dog/1 is called",
        bk="cat(a).\npet(X) :- cat(X), \\+ dog(X).\n",
    ),
    case(
        "unsafe",
        "bk.pl:1: shell/1 is called here; it is not among",
        bk="bird(X) :- shell(X).\n",
    ),
    case(
        "unsafe-inside",
        "bk.pl:1: assertz/1",
        bk="bird(X) :- forall(true, assertz(p(X))).\n",
    ),
    case("unknown-goal", "bk.pl:1: a variable is called", bk="bird(X) :- call(X).\n"),
    # Examples
    case("only-comments", "pos.pl: no positive example", pos="% none\n"),
    case(
        "rule", "pos.pl:1: a fact of the target is expected", pos="fly(X) :- bird(X).\n"
    ),
    case(
        "not-ground",
        "pos.pl:2: fly(Polly) has the variable Polly",
        pos="fly(et).\nfly(Polly).\n",
    ),
    case(
        "wide-world",
        "pos.pl: no closed world is made of more than 64 arguments",
        pos=f"fly({', '.join('a' * 99)}).\n",
        args=["bk.pl", "pos.pl"],
    ),
    case("nameless-example", "pos.pl:1: a fact of the target is", pos="[](a).\n"),
    case("nameless-fact", "bk.pl:1: a fact or rule is expected", bk="[](a).\n"),
    case(
        "dot-example",
        "pos.pl:1: after a full stop",
        pos="'.'(a, b).\n",
        neg="'.'(c, d).\n",
    ),
    case("not-ground-negative", "neg.pl:1: fly(_) has the variable _", neg="fly(_).\n"),
    case(
        "two-targets",
        "pos.pl:2: examples of several predicates (fly/1, swim/1), of swim/1 here",
        pos="fly(et).\nswim(et).\n",
    ),
    case("joined", "pos.pl:1: atoms are joined by ','", pos="fly(tweety), fly(et).\n"),
    case("joined-negative", "neg.pl:1: atoms are joined", neg="fly(kitty); fly(a).\n"),
    case("not", "neg.pl:1: an example is negated by not here", neg="not fly(polly).\n"),
    case(
        "minus", "neg.pl:2: an example is negated by -", neg="fly(a).\n-fly(polly).\n"
    ),
    case(
        "naf", "pos.pl:3: an example is negated by \\+", pos=POS + "\\+ fly(polly).\n"
    ),
    case(
        "popper",
        "pos.pl:1: these are examples as Popper has them; give the directory",
        pos="pos(fly(et)).\nneg(fly(polly)).\n",
        args=["bk.pl", "pos.pl"],
    ),
    case(
        "popper-bias",
        "neg.pl: is a bias file of Popper's, not a Prolog file; give the directory",
        neg="head_pred(fly,1).\nbody_pred(bird,1).\ntype(fly,(animal,)).\n",
    ),
    case(
        "swapped",
        "pos.pl:1: a fact of the target is expected here, this is a rule; the order",
        bk=POS,
        pos=BK,
    ),
    case(
        "other-arity",
        "neg.pl:1: 1 example of fly/2 here, but the target is fly/1",
        neg="fly(a, b).\n",
    ),
    case("other-name", "neg.pl:1: 1 example of swim/1 here", neg="swim(a).\n"),
    case(
        "both",
        "neg.pl:2: fly(et) is both a positive and a negative example (positive ",
        neg="fly(kitty).\nfly(et).\n",
    ),
    case(
        "target-option",
        "neg.pl:1: 2 examples of fly/1 here, but the target is swim/1",
        args=["--target", "swim/1"],
    ),
    case("no-indicator", "--target fly: write it like fly/1", args=["--target", "fly"]),
    # Modes
    case(
        "wrong-mode",
        "modes.pl:1: an argument of the mode for bird",
        args=["--modes", "modes.pl"],
    ),
    case(
        "no-mode-file",
        "mode.pl: no such file; did you mean modes.pl?",
        args=["--modes", "mode.pl"],
    ),
]


def prepare(case: Case, directory: Path) -> list[str]:
    (directory / "dir.pl").mkdir()
    (directory / "modes.pl").write_text(":- modeb(*, bird(animal)).\n")
    names = []
    for name in ("bk", "pos", "neg"):
        text = getattr(case, name)
        if text is not None:
            data = text.encode() if isinstance(text, str) else text
            (directory / f"{name}.pl").write_bytes(data)
        names.append(f"{name}.pl")
    if case.args and case.args[0].endswith(".pl"):
        return case.args
    return [*names, *case.args]


@pytest.mark.parametrize("case", CASES)
def test_is_reported_in_a_line_and_nothing_is_written(
    case: Case, tmp_path: Path
) -> None:
    args = prepare(case, tmp_path)
    if "-o" not in args:
        (tmp_path / "theory.pl").write_text("before")
        args += ["-o", "theory.pl"]
    before = {path: path.is_file() and path.read_bytes() for path in tmp_path.iterdir()}
    result = fold("learn", *args, cwd=tmp_path)
    assert result.returncode == 1, result.stderr
    assert result.stdout == ""
    assert f"fold: error: {case.message}" in result.stderr
    errors = [line for line in result.stderr.splitlines() if "error:" in line]
    assert len(errors) == 1
    assert len(result.stderr.splitlines()) <= 3
    assert "Traceback" not in result.stderr
    after = {path: path.is_file() and path.read_bytes() for path in tmp_path.iterdir()}
    assert after == before


def test_a_file_of_modes_without_any(tmp_path: Path) -> None:
    files = prepare(Case(""), tmp_path)
    (tmp_path / "more.pl").write_text("red(tweety).\n")
    result = fold("learn", *files, "--modes", "more.pl", cwd=tmp_path)
    assert result.returncode == 0
    assert "fold: more.pl: no mode or other declaration in this file" in result.stderr
    for declared in (":- modeh(1, fly(+animal)).", ":- pred bird(X) :: '@(X) is one'."):
        (tmp_path / "more.pl").write_text(f"{declared}\n")
        result = fold("modes", *files, "--modes", "more.pl", cwd=tmp_path)
        assert "no mode" not in result.stderr


def test_fold_modes_warns_as_learning_does(tmp_path: Path) -> None:
    files = prepare(Case(""), tmp_path)
    (tmp_path / "modes.pl").write_text(":- modeb(*, brid(+animal)).\n")
    result = fold("modes", *files, "--modes", "modes.pl", cwd=tmp_path)
    assert "fold: modes.pl:1: a mode for brid/1, which no file" in result.stderr


def test_a_mode_of_the_head_alone(tmp_path: Path) -> None:
    files = prepare(Case(""), tmp_path)
    (tmp_path / "modes.pl").write_text(":- modeh(1, fly(+animal)).\n")
    result = fold("learn", *files, "--modes", "modes.pl", cwd=tmp_path)
    assert "mode of the head is declared, but none of a body (modeb)\n" in result.stderr


def test_no_target_at_all(tmp_path: Path) -> None:
    (tmp_path / "bk.pl").write_text(BK)
    result = fold("learn", "bk.pl", cwd=tmp_path)
    assert result.returncode == 1
    assert "bk.pl: what is to be learned?" in result.stderr
    result = fold("learn", "bk.pl", "--target", "brid/1", cwd=tmp_path)
    assert result.returncode == 1
    assert "no fact of brid/1; did you mean bird/1?" in result.stderr


@pytest.mark.parametrize(
    "args",
    [
        pytest.param(["show", "none.pl"], id="missing"),
        pytest.param(["show", "."], id="directory"),
        pytest.param(["show", "bk.pl", "-o", "no/such/theory.pl"], id="output"),
    ],
)
def test_show_fails_as_clearly(args: list[str], tmp_path: Path) -> None:
    (tmp_path / "bk.pl").write_text("f(X) :- p(X).\n")
    result = fold(*args, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("fold: error: ")


def test_a_rule_without_end_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine(), "inference_limit", 100_000)
    bk = "loop(X) :- loop(s(X)).\nbird(tweety).\n"
    names = prepare(Case("", bk=bk), tmp_path)
    bk, pos, neg = (str(tmp_path / name) for name in names)
    with pytest.raises(InputError) as caught:
        learn(Sources((bk,), pos, neg))
    assert "bk.pl:1: asking loop(tweety) took more than 100000" in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "details", "text"),
    [
        pytest.param(
            "syntax",
            ["operator_expected", "Syntax error: Operator expected", "7", ""],
            "syntax error near column 7: operator expected (is a comma",
            id="syntax-once",
        ),
        pytest.param(
            "syntax",
            ["operator_expected", "Syntax error: Operator expected", "7", ""],
            "begin with a capital letter or have a blank after it?",
            id="capital-or-blank",
        ),
        pytest.param(
            "limit", ["p(a)", "10"], "took more than 10 inferences", id="limit"
        ),
        pytest.param("memory", ["p/1"], "asking p/1 took more memory", id="memory"),
        pytest.param("growing", ["p/1"], "ever larger terms", id="growing"),
        pytest.param("cap", ["9", "8"], "the closed world has 9 atoms", id="cap"),
        pytest.param("nonsense", ["what"], "unexpected error", id="unknown-kind"),
    ],
)
def test_wording(kind: str, details: list[str], text: str) -> None:
    assert text in str(explain(kind, "f.pl", 3, details))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"bird('\xed\xa0\x80').\n", "part.pl:1: not UTF-8 text"),
        (b"bird(a).\nbird('\xff').\n", "part.pl:2: not UTF-8 text"),
        (b"bird(a).\n% \0\n", "part.pl:2: a NUL character"),
    ],
    ids=["surrogate", "latin-1", "nul"],
)
def test_included_files_are_text_too(data: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "part.pl").write_bytes(data)
    for name, text in {"bk.pl": f":- include(part).\n{BK}", "pos.pl": POS}.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=message):
        learn(Sources((str(tmp_path / "bk.pl"),), str(tmp_path / "pos.pl")))


FOREIGN = {
    "q(X) :- p(X) and r(X).": "'and' is written as a comma",
    "q(X) :- p(X) && r(X).": "'and' is written as a comma",
    "q(X) :- p(X) or r(X).": "'or' is written as ;",
    "q(X) <- p(X).": "a rule is written head :- body",
    "if p(X) then q(X).": "a rule is written head :- body",
    "q(X) :- p(X), !r(X).": "'not' is written as \\+",
    "q(X) :- p(X), X != a.": "'differs from' is written as \\==",
    "q(X) :- p(X), X <= 3.": "'at most' is written as =<",
    "// a remark": "a comment begins with %",
    "# a remark": "a comment begins with %",
}


@pytest.mark.parametrize("line", FOREIGN)
def test_signs_of_other_languages_are_told(line: str, tmp_path: Path) -> None:
    names = prepare(Case("", bk=f"p(a).\n{line}\nr(b).\n"), tmp_path)
    bk, pos, neg = (str(tmp_path / name) for name in names)
    with pytest.raises(InputError) as caught:
        learn(Sources((bk,), pos, neg))
    assert caught.value.line == 2
    assert FOREIGN[line] in str(caught.value)
