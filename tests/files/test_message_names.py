"""Lists of names in messages."""

from __future__ import annotations

from unittest.mock import Mock

from fold_cli.errors import some_names
from fold_cli.files.declarations import Skipped
from fold_cli.files.intake import Intake


def test_a_message_names_the_first_and_counts_the_others() -> None:
    assert some_names("abc") == "a, b, c"
    assert some_names(range(11)) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"
    assert some_names(range(2000)).endswith("8, 9 and 1,990 others")


def test_few_of_the_statements_that_are_left_out_are_named() -> None:
    intake = Intake(Mock(), "m", Mock())
    skipped = [Skipped(f"f{i}.pl", n, "p") for i in range(50) for n in range(50)]
    intake.warn_of_skipped("so", skipped)
    (warning,) = intake.warnings
    assert warning.endswith("line 8 (p), line 9 (p) and 2,490 others")
