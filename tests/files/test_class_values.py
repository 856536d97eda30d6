"""Values of a class column that are hardly classes are told of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold

if TYPE_CHECKING:
    from pathlib import Path


def told(values: list[str], path: Path, *options: str) -> str:
    """Return what is said about a table with these classes."""
    rows = [f"{place % 7},{value}" for place, value in enumerate(values)]
    path.write_text("\n".join(["size,kind", *rows, ""]), encoding="utf-8")
    result = fold("learn", path, "--class", "kind", *options)
    assert result.returncode == 0, result.stderr
    return result.stderr


MANY = {
    "numbers": [str(17 + place % 61) for place in range(400)],
    "decimal numbers": [f"{place % 30 / 4}" for place in range(400)],
    "dates": [f"2024-05-{1 + place % 28:02}" for place in range(400)],
    "values": [f"name{place % 30}" for place in range(40)],
}


@pytest.mark.parametrize("kind", MANY)
def test_many_numbers_dates_or_names_are_told_of(kind: str, tmp_path: Path) -> None:
    said = told(MANY[kind], tmp_path / "t.csv")
    count, rows, noun = len(set(MANY[kind])), len(MANY[kind]), kind.split()[-1]
    assert (
        f"t.csv: the class kind has {count} different {noun} in {rows} rows; each is "
        "learned as a class of its own"
    ) in said
    assert ("whatever their order" in said) == (noun != "values")
    one = told(MANY[kind], tmp_path / "t.csv", "--positive", MANY[kind][0])
    assert "a class of its own" not in one


FEW = {
    "digits": [str(place % 10) for place in range(100)],
    "letters": [chr(97 + place % 26) for place in range(100)],
    "years": [str(2000 + place % 20) for place in range(100)],
}


@pytest.mark.parametrize("kind", FEW)
def test_classes_are_not(kind: str, tmp_path: Path) -> None:
    assert "a class of its own" not in told(FEW[kind], tmp_path / "t.csv")


@pytest.mark.parametrize("options", [[], ["--positive", "Yes"]])
def test_classes_that_differ_only_in_case_are_told_of(
    options: list[str], tmp_path: Path
) -> None:
    mixed = ["Yes", "no", "YES", "No", "no", "maybe"] * 5
    said = told(mixed, tmp_path / "t.csv", *options)
    assert (
        "t.csv: values of the class kind differ only in case, blanks or unseen "
        "characters: No and no, YES and Yes; write those alike that mean the same\n"
    ) in said
    assert "unseen" not in told(["Yes", "no"] * 5, tmp_path / "t.csv", *options)


def test_the_words_that_are_no_class_are_named(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    said = told(["None", "mild", "", "severe"] * 5, path)
    assert "t.csv: 10 rows without a class left out, for None means no value\n" in said
    said = told(["", "mild", "severe"] * 5, path)
    assert "t.csv: 5 rows without a class left out\n" in said
    path.write_text("size,kind\n1,None\n2,mild\n3,?\n")
    result = fold("learn", path, "--class", "kind")
    assert result.returncode == 1
    assert result.stderr.endswith(
        "only one value, mild (1 row); positive and negative rows are needed; 2 rows "
        "without a class left out, for ?, None mean no value\n"
    )


@pytest.mark.parametrize("target", ["no", "no/1", "kind_no"])
def test_the_target_is_not_named_after_the_other_class(
    target: str, tmp_path: Path
) -> None:
    path = tmp_path / "t.csv"
    assert "kind_yes/1" in told(["yes", "no"] * 5, path)
    assert "yes/1" in told(["yes", "no"] * 5, path, "--target", "yes")
    assert "no/1" in told(["yes", "no"] * 5, path, "--positive", "no", "--target", "no")
    result = fold("learn", path, "--class", "kind", "--target", target)
    assert result.returncode == 1
    assert "this names the rows with kind no, but the rules are about" in result.stderr


@pytest.mark.parametrize(
    ("classes", "options"), [("yn", []), ("yn", ["--exact"]), ("abc", [])]
)
def test_a_column_that_gives_the_class_by_itself_is_told_of(
    classes: str, options: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "t.csv"
    letters = [classes[place % len(classes)] for place in range(60)]
    rows = [f"{n % 7},{letter.upper()},{letter}" for n, letter in enumerate(letters)]

    def is_noted(*lines: str) -> bool:
        path.write_text("\n".join([*lines, ""]))
        return "code alone gives the class" in fold("learn", path, *options).stderr

    assert is_noted("size,code,class", *rows)
    assert not is_noted("size,code,class", *rows[:6])
    assert not is_noted("code,class", *(row[2:] for row in rows))
