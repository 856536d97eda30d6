"""Problems about trains and their cars, and learning from the texts of files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from fold_cli.files.sources import Sources
from fold_cli.theory.formats.prolog_format import clause_text
from fold_cli.use.learning import learn as api

if TYPE_CHECKING:
    from pathlib import Path

    from fold_cli.search.options import Options
    from fold_cli.theory.theory import Theory

TRAINS = """
:- modeh(1, east(+train)).
:- modeb(*, has_car(+train, -car)).
:- modeb(1, short(+car)).
:- modeb(1, closed(+car)).
:- modeb(1, colour(+car, #colour)).
:- modeb(1, weight(+car, -number)).
"""


def sources(directory: Path, **files: str) -> Sources:
    for name, text in files.items():
        (directory / f"{name}.pl").write_text(text, encoding="utf-8")
    paths = {name: str(directory / f"{name}.pl") for name in files}
    return Sources((paths["bk"],), paths["pos"], paths.get("neg"))


def theory_of(directory: Path, options: Options | None = None, **files: str) -> Theory:
    return api.learn(sources(directory, **files), options).theory


def clauses(theory: Theory) -> list[str]:
    return [clause_text(learned.clause) for learned in theory.clauses]


@st.composite
def train_problems(draw: st.DrawFn) -> dict[str, str]:
    """Trains with cars that are short, closed, coloured and heavy, or not."""
    trains = draw(st.integers(2, 7))
    facts, labels = [], []
    for train in range(trains):
        labels.append(draw(st.booleans()))
        for number in range(draw(st.integers(0, 3))):
            car = f"c{train}_{number}"
            facts.append(f"has_car(t{train}, {car}).")
            facts += [
                f"{p}({car})." for p in ("short", "closed") if draw(st.booleans())
            ]
            if draw(st.booleans()):
                facts.append(
                    f"colour({car}, {draw(st.sampled_from(['red', 'blue']))})."
                )
            for weight in draw(st.sets(st.integers(1, 9), max_size=2)):
                facts.append(f"weight({car}, {weight}).")
    labels[0], labels[1] = True, False
    dynamic = ":- dynamic has_car/2, short/1, closed/1, colour/2, weight/2.\n"
    return {
        "bk": dynamic + TRAINS + "\n".join(facts) + "\n",
        "pos": "".join(f"east(t{t}).\n" for t, yes in enumerate(labels) if yes),
        "neg": "".join(f"east(t{t}).\n" for t, yes in enumerate(labels) if not yes),
    }
