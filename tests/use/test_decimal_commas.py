"""Numbers with a decimal comma are the same numbers wherever a theory meets them."""

from __future__ import annotations

import csv
import random
from typing import TYPE_CHECKING, Any

import pytest

from fold_cli import learn, load
from fold_cli.api import write_predictions

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write

    from fold_cli import Theory


def rows_of(seed: int, classes: str) -> list[list[str]]:
    chance, rows = random.Random(seed), []
    for _ in range(90):
        size, weight = chance.uniform(0, 10), chance.uniform(-3, 3)
        place = int(size > 4) + int(weight > 1)
        numbers = [f"{size:.2f}", chance.choice(["", f"{weight:.1f}"])]
        colour = chance.choice(["rot", "blau"])
        rows.append([*numbers, colour, classes[min(place, len(classes) - 1)]])
    return rows


def table(rows: list[list[str]], separator: str, point: str) -> str:
    lines = [["größe", "gewicht", "farbe", "class"]]
    lines += [[cell.replace(".", point) for cell in row] for row in rows]
    quoted = [[f'"{cell}"' if separator in cell else cell for cell in r] for r in lines]
    return "".join(f"{separator.join(line)}\n" for line in quoted)


def labels(theory: Theory, source: Any) -> list[Any]:
    found = theory.predict(source, on_warning=lambda _: None)
    return [each.label for each in found]


@pytest.mark.parametrize("classes", ["ab", "abc"])
def test_every_way_to_a_number(classes: str, tmp_path: Path, write: Write) -> None:
    rows = rows_of(len(classes), classes)
    written = {";,": table(rows, ";", ","), ",.": table(rows, ",", ".")}
    written[",,"] = table(rows, ",", ",")
    theory = learn(write("t.csv", written[";,"]))
    pointed = learn(write("t.csv", written[",."]))
    assert theory.clauses == pointed.clauses
    expected = labels(pointed, write("b.csv", written[",."]))
    assert len({*expected}) == len(classes)
    text = theory.to_prolog()
    assert text.count("% decimal: comma\n") == 1
    assert "decimal" not in pointed.to_prolog()
    for name, known in (("t.pl", text), ("t.json", theory.to_json())):
        (tmp_path / name).write_text(known, encoding="utf-8")
        for batch in written.values():
            assert labels(load(tmp_path / name), write("b.csv", batch)) == expected
    module: dict[str, Any] = {}
    exec(theory.render("python"), module)
    for batch, separator in ((written[";,"], ";"), (written[",."], ",")):
        cells = csv.DictReader(batch.splitlines(), delimiter=separator)
        assert [module["predict"](row) for row in cells] == expected


@pytest.mark.parametrize("trained", [";,", ",."])
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_what_is_appended_to_is_read_again(
    trained: str, suffix: str, tmp_path: Path, write: Write
) -> None:
    rows = rows_of(7, "ab")
    theory = learn(write("t.csv", table(rows, *trained)))
    batch, output = tmp_path / "batch.csv", tmp_path / f"out.{suffix}"
    batch.write_text(table(rows, ";", ","), encoding="utf-8")
    write_predictions(theory, batch, output, append=True)
    if suffix == "csv":
        with output.open(encoding="utf-8", newline="") as file:
            found = [row["prediction"] for row in csv.DictReader(file, delimiter=";")]
        assert found == labels(theory, batch)
    assert labels(theory, output) == labels(theory, batch)
    measured = [theory.evaluate(path) for path in (output, batch)]
    assert measured[0].confusion == measured[1].confusion


@pytest.mark.parametrize("word", ["1", "1.0", "true"])
def test_a_word_for_no_value_is_no_truth_value(word: str, write: Write) -> None:
    rows = "".join(f"{'false' if n % 2 else 'TRUE'},{'ny'[n % 2]}\n" for n in range(40))
    theory = learn(write("t.csv", f"flag,class\n{rows}"), missing=word, positive="y")
    cells = ["true", "1", "1.0", "TRUE", "false", "0", ""]
    batch = write("b.csv", "flag,size\n" + "".join(f"{cell},1\n" for cell in cells))
    module: dict[str, Any] = {}
    exec(theory.render("python"), module)
    expected = labels(theory, batch)
    assert [module["predict"]({"flag": cell}) for cell in cells] == expected
    missing = [word, "1", "1.0"] if word != "true" else [word]
    theory = learn(write("t.csv", f"flag,class\n{rows}"), missing=word, positive="n")
    said = dict(zip(cells, labels(theory, batch), strict=True))
    assert [said[cell] for cell in missing] == ["y"] * len(missing)
    assert said["TRUE"] == "n"
