"""Whatever is written from a stranger's files does nothing when other programs load it.

Every text of ``traps.py`` is put wherever a file has names, values, types, sentences or
notes. What all commands write of it is loaded by swipl and clingo, and parsed as JSON.
"""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from support import write_files
from traps import (
    SPRING,
    TEXTS,
    TRAP,
    by_numbers,
    check_not_sprung,
    load_in_clingo,
    load_in_swipl,
    quoted,
)

from fold_cli.theory.visible import visible_lines

if TYPE_CHECKING:
    from pathlib import Path

    from worker import Result, Worker

NUMBERS = range(len(TEXTS))
NAMES = [quoted(text) for text in TEXTS]
ODD_NAMES = [by_numbers(text) for text in TEXTS]
EXAMPLES = [
    "".join(f"fly(a{n}).\n" for n in NUMBERS),
    "".join(f"fly(b{n}).\n" for n in NUMBERS),
]


@dataclass(frozen=True)
class Case:
    """Files, the arguments that name a problem in them, and outputs beside those."""

    files: dict[str, str]
    inputs: list[str]
    options: list[str] = field(default_factory=list)


def _facts(names: list[str]) -> str:
    return "".join(f"{name}(a{n}).\n" for n, name in enumerate(names))


def _values(names: list[str]) -> str:
    lines = [f"colour(a{n}, {name}).\n" for n, name in enumerate(names)]
    return "".join(lines) + "".join(f"colour(b{n}, plain).\n" for n in NUMBERS)


def _table(names: list[str]) -> str:
    rows = [[name, f"v{n}", name, "yes"] for n, name in enumerate(names)]
    rows += [[f"n{name}", "plain", "plain", "no"] for name in names]
    return _csv([["name", names[0], names[1], "class"], *rows])


def _csv(rows: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _arff(names: list[str]) -> str:
    values = [quoted(f"{n}{name}") for n, name in enumerate(names)]
    rows = [f"{value},yes\n" for value in values] + [f"{values[0]},no\n"] * 3
    return (
        f"@relation {quoted(names[2])}\n@attribute {quoted(names[0])} "
        f"{{{','.join(values)}}}\n@attribute class {{yes, no}}\n@data\n{''.join(rows)}"
    )


def _modes(names: list[str]) -> str:
    first = names[0]
    return f":- modeh(1, fly(+{first})).\n" + "".join(
        f":- modeb(*, q{n}(+{first}, #({name}), -({name}))).\nq{n}(a{n}, x, y).\n"
        f":- modeb(*, r{n}(+({name}))).\nr{n}(y).\n"
        f":- pred q{n}(X, Y, Z) :: {name}.\n:- pred r{n}(_) :: {name}.\n"
        for n, name in enumerate(names)
    )


def _classes(names: list[str]) -> str:
    rows = [[f"v{n}", name] for n, name in enumerate(names)] * 2
    return _csv([[names[3], "class"], *rows])


def _of_classes(names: list[str]) -> Case:
    head = f":- modeh(1, kind(+x, #({names[0]}))).\n:- modeb(*, colour(+x, #c)).\n"
    kinds = "".join(f"kind(a{n}, {name}).\n" for n, name in enumerate(names))
    return Case({"bk.pl": head + _values(names), "pos.pl": kinds}, OWN[:2])


def _target(name: str) -> Case:
    pos, neg = (text.replace("fly", name) for text in EXAMPLES)
    return Case(
        {"bk.pl": _facts(["q"] * len(NAMES)), "pos.pl": pos, "neg.pl": neg}, OWN
    )


OWN = ["bk.pl", "pos.pl", "neg.pl"]


def _own(bk: str) -> Case:
    return Case({"bk.pl": bk, "pos.pl": EXAMPLES[0], "neg.pl": EXAMPLES[1]}, OWN)


def _popper(names: list[str]) -> Case:
    first = names[0]
    bias = f"head_pred(fly,1).\ntype(fly,({first},)).\n" + "".join(
        f"body_pred({name},1).\ntype({name},({name},)).\nbody_pred(p{n},2).\n"
        f"type(p{n},({first},{name})).\ndirection(p{n},(in,out)).\n"
        for n, name in enumerate(names)
    )
    facts = _facts(names[:-1]) + "".join(f"p{n}(a{n}, b).\n" for n in NUMBERS)
    examples = "".join(f"pos(fly(a{n})). neg(fly(b{n})).\n" for n in NUMBERS)
    return Case({"bk.pl": facts, "bias.pl": bias, "exs.pl": examples}, ["."])


def _ilasp(names: list[str]) -> Case:
    lines = ["#modeh(fly(var(t))).\n"]
    for n, name in enumerate(names):
        lines += [f"#modeb(q{n}(var(t),const({name}))).\n#constant({name},x).\n"]
        lines += [f"#pos({{fly({name})}},{{fly(b{n})}}).\nq{n}({name},x).\n"]
    return Case({"t.las": "".join(lines)}, ["t.las"])


def _aleph(names: list[str]) -> Case:
    lines = [":- modeh(1, fly(+t)).\n"]
    for n, name in enumerate(names):
        lines += [f":- modeb(*, q{n}(+t, #{name})).\n:- set({name}, {name}).\n"]
        lines += [f":- determination(fly/1, q{n}/2).\nq{n}(a{n}, {name}).\n"]
    files = {"s.b": "".join(lines), "s.f": EXAMPLES[0], "s.n": EXAMPLES[1]}
    return Case(files, ["s.b"])


CASES = {
    "names": _own(_facts(NAMES[:-1])),
    "names-by-numbers": _own(_facts(ODD_NAMES[:-1])),
    "values": _own(_values(NAMES)),
    "strings": _own(_values([quoted(text, '"') for text in TEXTS])),
    "terms": _own(_values([f"f({name}, [{name}|t])" for name in NAMES])),
    "types": _own(_modes(NAMES)),
    "types-by-numbers": _own(_modes(ODD_NAMES)),
    "operators": _own(
        "".join(f":- op(700, fx, {name}).\n" for name in NAMES[:-1])
        + _facts(NAMES[:-1])
    ),
    "popper": _popper(NAMES),
    "popper-by-numbers": _popper(ODD_NAMES),
    "ilasp": _ilasp(NAMES),
    "ilasp-by-numbers": _ilasp(ODD_NAMES),
    "aleph": _aleph(NAMES),
    "csv": Case({"t.csv": _table(TEXTS)}, ["t.csv", "--positive", "yes"]),
    "csv-id": Case({"t.csv": _table(TEXTS)}, ["t.csv", "--id", "name"]),
    "csv-class": Case(
        {"t.csv": _table(TEXTS)}, ["t.csv", "--class", TEXTS[0], "--positive", "v0"]
    ),
    "csv-classes": Case({"t.csv": _classes(TEXTS)}, ["t.csv"]),
    "classes": _of_classes(NAMES),
    "target": _target(NAMES[1]),
    "target-by-numbers": _target(ODD_NAMES[0]),
    "arff": Case({"t.arff": _arff(TEXTS)}, ["t.arff"]),
}


@pytest.fixture
def room(tmp_path: Path) -> Path:
    directory = tmp_path / "room"
    directory.mkdir()
    return directory


def run(worker: Worker, room: Path, *args: str) -> Result:
    """Run a command; what goes wrong is reported, and nothing is run."""
    result = worker.run(
        [*args, "--max-inferences", "300000"][: None if args[0] != "show" else -2], room
    )
    assert result.code in (0, 1), (args, result.err)
    assert "Traceback" not in result.err, result.err
    assert result.err.count("fold: error: ") == result.code, result.err
    lines = [line for line in result.err.splitlines() if line.startswith(":- ")]
    assert not lines, lines
    check_not_sprung(room, args)
    return result


@pytest.mark.parametrize("name", CASES)
def test_nothing_that_is_written_runs(name: str, worker: Worker, room: Path) -> None:
    case = CASES[name]
    for file, text in case.files.items():
        (room / file).write_text(text, encoding="utf-8", newline="")
    learned = run(worker, room, "learn", *case.inputs, "-o", "theory.pl")
    assert learned.code == 0, learned.err
    noise = ["--noise", "--noisy-examples", "noisy.pl", "-o", "noisy_theory.pl"]
    run(worker, room, "learn", *case.inputs, *noise)
    saved = ["--exact", "--checkpoint", "saved.pl"]
    run(worker, room, "learn", *case.inputs, *saved, "-q")
    modes = run(worker, room, "modes", *case.inputs)
    assert modes.code == 0, modes.err
    (room / "modes_out.pl").write_text(modes.out, encoding="utf-8", newline="")
    converted = run(worker, room, "convert", *case.inputs, "-o", "converted")
    assert converted.code == 0, converted.err
    again = run(worker, room, "learn", "converted", "-q")
    assert again.code == 0, again.err
    if ".csv" not in case.inputs[0] and ".arff" not in case.inputs[0]:
        assert theory_in(again.out) == theory_in((room / "theory.pl").read_text())
    folds = ["--folds", "2", "--jobs", "1", "--save-theories", "folds", "-q"]
    run(worker, room, "cv", *case.inputs, *folds)
    check_formats(worker, room, "theory.pl")
    written = [path for path in room.rglob("*.pl") if path.name not in case.files]
    written += [path for path in room.glob("converted/*") if path not in written]
    assert len(written) >= 8
    load_in_swipl(room, written)


def theory_in(text: str) -> str:
    """Return the clauses of a theory without its comments."""
    lines = text.split("\n")
    return "\n".join(line for line in lines if not line.startswith("%"))


def check_formats(worker: Worker, room: Path, theory: str) -> None:
    """A theory file in each format is what that says, on lines of ours."""
    shown = run(worker, room, "show", theory)
    assert shown.code == 0, shown.err
    (room / f"shown_{theory}").write_text(shown.out, encoding="utf-8", newline="")
    text = run(worker, room, "show", theory, "--format", "text")
    assert text.out == visible_lines(text.out)
    data = run(worker, room, "show", theory, "--format", "json")
    json.loads(data.out)
    (room / "shown.json").write_text(data.out, encoding="utf-8", newline="")
    assert run(worker, room, "show", "shown.json").out == shown.out
    asp = run(worker, room, "show", theory, "--format", "asp")
    if asp.code == 0:
        load_in_clingo(room, asp.out)


def test_values_are_held_by_clingo(worker: Worker, room: Path) -> None:
    lines = [f"fly(X) :- colour(X, {name}).\n" for name in NAMES if name != "':-'"]
    (room / "theory.pl").write_text("".join(lines), encoding="utf-8", newline="")
    asp = run(worker, room, "show", "theory.pl", "--format", "asp")
    assert asp.code == 0, asp.err
    load_in_clingo(room, asp.out)


NOTES = [text.replace("\n", "\r") for text in TEXTS]


def test_notes_of_a_theory(worker: Worker, room: Path) -> None:
    header = "".join(f"% {note}\n% operators: {note}\n" for note in NOTES)
    header += "".join(f"% options: {note}\r\n" for note in NOTES)
    text = f"% fold: default theory for fly/1\n{header}\nfly(X) :- bird(X).\n"
    (room / "theory.pl").write_text(text, encoding="utf-8", newline="")
    check_formats(worker, room, "theory.pl")
    load_in_swipl(room, room.glob("*.pl"))
    shown = (room / "shown_theory.pl").read_text(encoding="utf-8")
    assert shown == visible_lines(shown)


def test_notes_in_json(worker: Worker, room: Path) -> None:
    counts = {"positives": 1, "negatives": 1}
    for place in ("notes", "operators", "target", "prolog", "head", "body"):
        for text in [*TEXTS, "\ud800", f"fly(X).\n{TRAP}", f"fly(X) :- {SPRING}."]:
            clause = {"head": "fly(X)", "body": [], "covers": counts}
            clause["prolog"] = "fly(X) :- bird(X)."
            data = {"target": "fly/1", "partial": False, "examples": counts}
            data |= {"covered": counts, "notes": [], "clauses": [clause]}
            if place in ("prolog", "head", "body"):
                clause[place] = text
            else:
                data[place] = text if place == "target" else [text]
            (room / "theory.json").write_text(json.dumps(data))
            shown = run(worker, room, "show", "theory.json")
            if shown.code == 0:
                (room / "shown.pl").write_text(shown.out, encoding="utf-8", newline="")
                assert TRAP not in shown.out.split("\n")


def test_names_of_files(worker: Worker, room: Path) -> None:
    facts, (pos, neg) = "bird(x). cat(y).\n", ("fly(x).\n", "fly(y).\n")
    for number, text in enumerate([*TEXTS, "\x1b[31m", "\udcff"]):
        stem = text.replace("/", "_")[:80]
        bk, table = f"{stem}.pl", f"{stem}.csv"
        write_files(room, {bk: facts, "pos.pl": pos, "neg.pl": neg})
        (room / table).write_text("a,class\n1,yes\n2,no\n")
        (room / "theory.pl").write_text("fly(X) :- bird(X).\n")
        (room / f"{stem}.theory").write_text("fly(X) :- bird(X), a(X).\n")
        learn = ["learn", f"./{bk}", "pos.pl", "neg.pl", "-o"]
        run(worker, room, *learn, f"out{number}.pl")
        run(worker, room, "learn", f"./{table}", "-o", f"table{number}.pl")
        run(worker, room, "convert", f"./{table}", "-o", f"converted{number}")
        run(worker, room, *learn, f"./{stem}.out")
        run(worker, room, "evaluate", f"./{stem}.theory", "pos.pl", "pos.pl")
        said = run(worker, room, "explain", "theory.pl", f"./{bk}", "fly(x)")
        assert said.out == visible_lines(said.out)
        assert TRAP not in said.out.split("\n")
    load_in_swipl(
        room,
        [*room.glob("out*.pl"), *room.glob("table*.pl"), *room.glob("converted*/*")],
    )


def test_the_traps_can_spring(room: Path) -> None:
    (room / "careless.pl").write_text(f"p('x').\n{TRAP}\n%').\n")
    with pytest.raises(AssertionError):
        load_in_swipl(room, [room / "careless.pl"])
    assert (room.parent / "sprung").exists()
