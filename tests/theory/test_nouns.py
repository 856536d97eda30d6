"""Names of columns as they stand in sentences."""

from __future__ import annotations

import pytest

from fold_cli.theory.english.nouns import capitalised, noun


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("age", "the age is"),
        ("total_price", "the total price is"),
        ("major_vessels", "the major vessels are"),
        ("Doors", "the Doors are"),
        ("children", "the children are"),
        ("bare_nuclei", "the bare nuclei are"),
        ("hours_per_week", "the hours per week are"),
        ("number_of_vessels", "the number of vessels is"),
        ("class", "the class is"),
        ("checking_status", "the checking status is"),
        ("diagnosis", "the diagnosis is"),
        ("species", "the species is"),
        ("gps", "gps is"),
        ("gas", "the gas is"),
        ("p_black", "p_black is"),
        ("a8", "a8 is"),
        ("has_pets", "has_pets is"),
        ("x-rays", "the x-rays are"),
        ("of_old", "the of old is"),
        ("größe", "the größe is"),
        ("ß", "the ß is"),
        ("日本", "the 日本 is"),
        ("", " is"),
    ],
)
def test_names_as_subjects(name: str, begins: str) -> None:
    assert noun(name).is_said() == begins


def test_something_that_a_row_has() -> None:
    assert noun("legs").is_said("tom") == "the legs of tom are"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("normally, X flies", "Normally, X flies"),
        ("the age is 3", "The age is 3"),
        ("p_black is 3", "p_black is 3"),
    ],
)
def test_a_sentence_begins_with_a_capital(sentence: str, expected: str) -> None:
    assert capitalised(sentence) == expected
