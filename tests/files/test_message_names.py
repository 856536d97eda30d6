"""Lists of names in messages."""

from __future__ import annotations

from fold_cli.errors import some_names


def test_a_message_names_the_first_and_counts_the_others() -> None:
    assert some_names("abc") == "a, b, c"
    assert some_names(range(11)) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"
    assert some_names(range(2000)).endswith("8, 9 and 1,990 others")
