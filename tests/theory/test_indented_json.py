"""Indented JSON is that of the standard library, byte for byte."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from fold_cli.theory.formats.indented_json import indented_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@settings(max_examples=100)
@given(VALUES)
def test_it_is_that_of_the_standard_library(value: object) -> None:
    assert indented_json(value) == json.dumps(value, indent=2, ensure_ascii=False)
