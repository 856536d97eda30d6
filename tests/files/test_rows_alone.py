"""What a theory says of a row depends on that row alone, whatever is in the cells."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from support import swipl
from tables import written

from fold_cli import FoldError, Text, learn, load
from fold_cli.api import convert

CELLS = st.sampled_from(
    [
        *("1", "2", "1.0", "2.5", "01", "-3", "1e3", "9007199254740993", "0.5", "1,5"),
        *("", "?", "-", "NA", "None", "inf", "+", "nan", "n/a", "x7"),
        *(
            "red",
            "Red",
            "a b",
            "it's",
            "é",
            "true",
            "TRUE",
            "False",
            "0",
            "2024-05-01",
            "2024-05-01 10:00:00",
        ),
        *("2024-06-30T00:00:00", "2024-02-30", "yes", "no"),
    ]
)
HEADERS = st.lists(
    st.sampled_from(["a", "A", "a b", "A B", "length", "2019", "%", "é", "n"]),
    min_size=1,
    max_size=4,
    unique=True,
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[str], list[list[str]], list[list[str]]]:
    """Return headers, rows to learn from with a class, and others without."""
    headers = draw(HEADERS)
    few = [draw(st.lists(CELLS, min_size=1, max_size=4)) for _ in headers]
    row = st.tuples(*map(st.sampled_from, few)).map(list)
    rows = draw(st.lists(row, min_size=8, max_size=25))
    named = [[*cells, "yes" if cells[0] == few[0][0] else "no"] for cells in rows]
    other = st.tuples(*(st.sampled_from(each) | CELLS for each in few)).map(list)
    return headers, named, draw(st.lists(other, min_size=1, max_size=5))


@given(tables(), st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_rows_one_by_one_and_all_together(drawn, noise, random) -> None:  # type: ignore[no-untyped-def]
    headers, rows, batch = drawn
    with tempfile.TemporaryDirectory() as directory:
        try:
            theory = learn(
                written(directory, [*headers, "class"], rows),
                class_column="class",
                positive="yes",
                noise=noise,
            )
        except FoldError:
            return
        theory = load(Text(theory.to_prolog()))
        order = list(range(len(headers)))
        random.shuffle(order)
        mixed = [[row[at] for at in order] for row in batch]
        shuffled = [headers[at] for at in order]

        def said(names: list[str], cells: list[list[str]]) -> list[bool]:
            path = written(directory, names, cells)
            found = theory.predict(path, on_warning=lambda _: None)
            return [each.holds for each in found]

        together = said(headers, batch)
        assert len(together) == len(batch)
        assert said(shuffled, mixed) == together
        assert [said(headers, [row])[0] for row in batch] == together
        assert said([*headers, "more"], [[*row, "1"] for row in batch]) == together


def test_swipl_says_what_predict_says() -> None:
    """Numbers, dates, names and gaps, beside the facts that fold convert writes."""
    rows = [
        [
            str(n % 7) if n % 5 else "",
            ("red", "blue", "dark red")[n % 3],
            f"2024-0{n % 9 + 1}-01{' 10:00:00' if n % 2 else ''}",
            "yes" if (n % 7 > 3) != (n % 3 == 0) and n % 9 > 2 else "no",
        ]
        for n in range(120)
    ]
    with tempfile.TemporaryDirectory() as directory:
        path = written(directory, ["n", "c d", "day", "class"], rows)
        for noise in (True, False):
            theory = learn(path, positive="yes", noise=noise)
            (Path(directory) / "theory.pl").write_text(theory.to_prolog(), "utf-8")
            told: list[str] = []
            output = f"{directory}/out"
            convert(path, positive="yes", output=output, on_warning=told.append)
            found = swipl(
                "forall(class_yes(X), (print(X), nl))",
                files=(f"{directory}/out/bk.pl", f"{directory}/theory.pl"),
            )
            predicted = theory.predict(path)
            held = {f"class_yes({name})" for name in found}
            assert held == {each.atom for each in predicted if each.holds}
