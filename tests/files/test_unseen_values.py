"""Values that a theory never saw are told; truth values are known in any writing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import fold

from fold_cli import learn, load

if TYPE_CHECKING:
    from pathlib import Path

    from support import Write

    from fold_cli.api import Theory


SPELLINGS = [("True", "False"), ("TRUE", "FALSE"), ("true", "false"), ("1", "0")]


def table(words: tuple[str, str]) -> str:
    """Return a table in which those are ill who smoke and are not young."""
    lines = ["smoker,age,job,ill"]
    for n in range(40):
        ill = n % 2 == 0 and n > 12
        job = ("nurse", "clerk")[n % 3 == 0]
        lines.append(f"{words[n % 2]},{n},{job},{'yes' if ill else 'no'}")
    return "\n".join(lines) + "\n"


def told(theory: Theory, path: Path) -> tuple[list[str | None], list[str]]:
    messages: list[str] = []
    found = theory.predict(path, on_warning=messages.append)
    return [each.label for each in found], messages


@pytest.mark.parametrize("words", SPELLINGS)
def test_truth_values_are_the_same_in_any_writing(
    words: tuple[str, str], write: Write
) -> None:
    theory = learn(write("t.csv", table(words)), class_column="ill")
    assert "smoker" in theory.to_prolog()
    module: dict[str, object] = {}
    exec(theory.render("python"), module)
    batch = "smoker,age\n" + "".join(f"{w},30\n" for w in TRUE + FALSE)
    labels, messages = told(theory, write("b.csv", batch))
    assert labels == ["yes"] * len(TRUE) + ["no"] * len(FALSE)
    assert messages == []
    rows = [{"smoker": word, "age": 30} for word in (*TRUE, True, 1.0, *FALSE, False)]
    wanted = ["yes"] * (len(TRUE) + 2) + ["no"] * (len(FALSE) + 1)
    assert [module["predict"](row) for row in rows] == wanted  # type: ignore[operator]


TRUE = ["True", "TRUE", "true", " true ", "1", "1.0"]
FALSE = ["False", "FALSE", "false", "0", "0.0"]


def test_other_words_are_not_taken_for_truth_values(write: Write) -> None:
    words = learn(write("t.csv", table(("yes", "no"))), class_column="ill")
    labels, messages = told(
        words, write("b.csv", "smoker,age\nTRUE,30\n1,30\nyes,30\n")
    )
    assert labels == ["no", "no", "yes"]
    assert len(messages) == 1
    assert messages[0].endswith(
        "b.csv: in the column smoker 2 cells have values that the theory never saw: "
        "1 (1), TRUE (1)"
    )


def test_only_values_that_the_theory_asks_for_are_told(write: Write) -> None:
    theory = learn(write("t.csv", table(("Yes", "No"))), class_column="ill")
    batch = write("b.csv", "smoker,age,job\nYes,30,pilot\nyes,3,pilot\n,3,pilot\n")
    labels, messages = told(theory, batch)
    assert labels == ["yes", "no", "no"]
    assert [message.partition(": ")[2] for message in messages] == [
        "in the column smoker 1 cell has a value that the theory never saw: yes (1)"
    ]


def test_many_values_are_not_kept(write: Write) -> None:
    rows = "".join(f"c{n % 150},{'ny'[n % 150 < 2]}\n" for n in range(600))
    theory = learn(write("t.csv", f"code,class\n{rows}"), positive="y")
    assert "code(X, c" in theory.to_prolog()
    assert "categorical code\n" in theory.to_prolog()
    assert told(theory, write("b.csv", "code\nnew\n")) == (["n"], [])


def test_the_class_is_known_in_any_writing(write: Write) -> None:
    text = table(("a", "b")).replace("yes\n", "True\n").replace("no\n", "False\n")
    theory = write("t.pl", learn(write("t.csv", text), class_column="ill").to_prolog())
    batch = write("b.csv", text.replace("True", "TRUE").replace("False", "0"))
    result = fold("evaluate", theory, batch)
    assert "accuracy 1.000" in result.stdout
    assert result.stderr == ""


def test_a_class_that_was_never_seen_is_told(write: Write) -> None:
    theory = write(
        "t.pl", learn(write("t.csv", table(("a", "b"))), class_column="ill").to_prolog()
    )
    batch = write("b.csv", "smoker,age,ill\na,30,yes\nb,30,perhaps\n")
    result = fold("evaluate", theory, batch)
    assert "taken as negative: rows whose ill the theory never saw, perhaps (1)" in (
        result.stderr
    )


def test_labels_are_the_values_of_the_class(write: Write) -> None:
    path = write(
        "t.csv", table(("a", "b")).replace("yes", ">50K").replace("no", "<=50K")
    )
    theory = write("t.pl", learn(path, class_column="ill", positive=">50K").to_prolog())
    assert "% class: ill '>50K' '<=50K'\n" in theory.read_text()
    batch = write("b.csv", "smoker,age\na,30\nb,30\n")
    output = batch.with_name("out.csv")
    assert fold("predict", theory, batch, "-o", output).returncode == 0
    assert output.read_text() == "row,prediction\nrow1,>50K\nrow2,<=50K\n"
    said = [each.label for each in load(theory).predict(batch)]
    assert said == [">50K", "<=50K"]


def test_other_classes_together_have_no_name_of_their_own(write: Write) -> None:
    rows = "".join(f"{n % 3},{'abc'[n % 3]}\n" for n in range(30))
    theory = learn(write("t.csv", f"n,class\n{rows}"), positive="a")
    assert "% class: class a\n" in theory.to_prolog()
    labels, _ = told(theory, write("b.csv", "n\n0\n2\n"))
    assert labels == ["a", "not a"]
