"""Reports: what they show is what ``fold evaluate`` says, whatever the problem."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from pages import parsed
from support import BIRDS, DATA, PROBLEMS, fold, learned

from fold_cli import Text, learn, load

if TYPE_CHECKING:
    from pathlib import Path

    from pages import Element

TENNIS = (
    str(PROBLEMS / "play_tennis" / "bk.pl"),
    str(PROBLEMS / "play_tennis" / "pos.pl"),
    str(PROBLEMS / "play_tennis" / "neg.pl"),
)
LOANS = "age,job,credit\n" + "".join(
    f"{20 + n},{'clerk' if n % 3 else 'gambler'},{'bad' if n < 25 else 'good'}\n"
    for n in range(60)
)
PETALS = "id,petal,kind\n" + "".join(
    f"f{n},{n % 30}.5,{('small', 'middle', 'large')[n % 30 // 10]}\n" for n in range(90)
)


def reported(directory: Path, *args: str | Path) -> str:
    """Learn, write a report of the same files, and return it."""
    theory = directory / "theory.pl"
    theory.write_text(learned(*args), "utf-8")
    return report(directory, *args)


def report(directory: Path, *args: str | Path) -> str:
    page = directory / "report.html"
    result = fold("report", directory / "theory.pl", *args, "-o", page)
    assert (result.returncode, result.stdout) == (0, ""), result.stderr
    return page.read_text("utf-8")


def evaluated(directory: Path, *args: str | Path) -> dict[str, object]:
    theory = directory / "theory.pl"
    result = fold("evaluate", theory, *args, "--format", "json")
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def section(page: Element, name: str) -> Element:
    return page.one("section", id=name)


def measures(page: Element) -> list[str]:
    return [each.text for each in section(page, "measures").one("dl").all("dd")]


def cells(element: Element) -> list[list[str]]:
    """Return the cells of the first table in an element."""
    [table, *_] = element.all("table")
    rows = table.all("tr")
    return [[e.text for e in row.walk() if e.tag in ("th", "td")] for row in rows]


def facts(page: Element) -> dict[str, str]:
    rows = section(page, "about").one("dl").all("div")
    return {row.one("dt").text: row.one("dd").text for row in rows}


@pytest.fixture(scope="module")
def tennis(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Element]:
    directory = tmp_path_factory.mktemp("tennis")
    return directory, parsed(reported(directory, *TENNIS))


def test_sections_are_in_order(tennis: tuple[Path, Element]) -> None:
    _, page = tennis
    headings = [each.text for each in page.all("h2")]
    assert headings == [
        "What was learned, and from what",
        "Rules",
        "How the rules overlap",
        "How good they are",
        "Where the rules cut",
        "Examples",
    ]
    links = [each.text for each in page.one("nav").all("a")]
    assert links == headings
    assert facts(page)["Learned from"] == "9 positive and 5 negative examples"
    assert facts(page)["Mode"] == "exact"
    assert facts(page)["Files"] == "theory.pl, bk.pl, pos.pl, neg.pl"


def test_numbers_are_those_of_evaluate(tennis: tuple[Path, Element]) -> None:
    directory, page = tennis
    said = evaluated(directory, *TENNIS)
    names = ["accuracy", "precision", "recall", "f1", "majority", "auc", "log_loss"]
    wanted = [f"{said[name]:.3f}" for name in [*names, "brier"]]
    assert measures(page) == wanted
    rules = section(page, "rules")
    bars = [each.all("b") for each in rules.all("div", "bars")]
    shown = [[int(number.text) for number in each] for each in bars]
    assert shown == [[*each["covers"].values()] for each in said["clauses"]]
    confusion = said["confusion"]
    assert cells(section(page, "measures"))[1:] == [
        ["positive", str(confusion["true_positives"]), "0"],
        ["negative", "0", str(confusion["true_negatives"])],
    ]


def test_every_example_has_its_explanation(tennis: tuple[Path, Element]) -> None:
    directory, page = tennis
    examples = page.all("details", "example")
    assert len(examples) == 14
    names = [each.one("code", "name").text for each in examples]
    assert "play(d1)" in names
    [day] = [each for each in examples if each.one("code", "name").text == "play(d2)"]
    theory = directory / "theory.pl"
    said = fold("explain", theory, TENNIS[0], "play(d2)").stdout
    first = said.splitlines()[0].rstrip(":")
    assert first.lower() in day.text.lower()
    assert day.all("a"), "its rules are linked to"


def test_histograms_count_the_examples_that_meet_the_other_conditions(
    tennis: tuple[Path, Element],
) -> None:
    _, page = tennis
    titles = [each.text for each in section(page, "cuts").all("title")]
    captions = [each.text for each in section(page, "cuts").all("figcaption")]
    assert captions == [
        "Rule 2: the temperature of X is at most 70",
        "Rule 3: the temperature of X is more than 72 and at most 75",
    ]
    assert titles[1] == (
        "Histogram of 9 positive and 5 negative, from 64 to 85, cut at 72 and 75"
    )


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    first = reported(tmp_path, *TENNIS)
    other = tmp_path / "elsewhere"
    other.mkdir()
    assert reported(other, *TENNIS) == first
    assert str(tmp_path) not in first


def test_it_asks_for_nothing(tennis: tuple[Path, Element]) -> None:
    _, page = tennis
    policy = page.one("meta", **{"http-equiv": "Content-Security-Policy"})
    assert "default-src 'none'" in (policy.attributes["content"] or "")
    for each in page.walk():
        assert "src" not in each.attributes
        assert "style" not in each.attributes
        assert not [name for name in each.attributes if name.startswith("on")]
        link = each.attributes.get("href") or "#"
        assert link == "data:," or link.startswith("#")


def test_a_table_of_two_classes(tmp_path: Path) -> None:
    table = tmp_path / "loans.csv"
    table.write_text(LOANS)
    page = parsed(reported(tmp_path, table, "--class", "credit", "--positive", "bad"))
    assert facts(page)["Class"] == "credit: bad"
    assert facts(page)["Mode"] == "with noise"
    assert facts(page)["Applied to"] == "25 positive and 35 negative examples"
    assert page.all("polyline", "curve")
    assert len(page.all("details", "example")) == 60


def test_a_table_of_several_classes(tmp_path: Path) -> None:
    table = tmp_path / "petals.csv"
    table.write_text(PETALS)
    page = parsed(reported(tmp_path, table, "--class", "kind", "--id", "id"))
    said = evaluated(tmp_path, table)
    assert facts(page)["Class"] == "kind: large, middle, small"
    assert measures(page)[0] == f"{said['accuracy']:.3f}"
    shown = cells(section(page, "measures"))
    assert [list(map(int, row[1:])) for row in shown[1:]] == [
        row[:3] for row in said["confusion"]
    ]
    assert len(page.all("polyline", "curve")) == 3
    assert "of its class" in section(page, "rules").text


def test_many_classes_are_brought_together(tmp_path: Path) -> None:
    table = tmp_path / "many.csv"
    rows = [f"{n % 40},k{n % 40}\n" for n in range(400)]
    table.write_text("size,kind\n" + "".join(rows))
    page = parsed(reported(tmp_path, table, "--class", "kind"))
    shown = cells(section(page, "measures"))
    assert len(shown) == 21
    assert shown[-1][0] == "21 others"
    assert sum(int(n) for row in shown[1:] for n in row[1:]) == 400


def test_rows_of_unknown_class(tmp_path: Path) -> None:
    table, later = tmp_path / "loans.csv", tmp_path / "later.csv"
    table.write_text(LOANS)
    later.write_text("age,job\n22,clerk\n70,clerk\n")
    learn(str(table), class_column="credit", positive="bad").save(
        tmp_path / "theory.pl"
    )
    path = tmp_path / "report.html"
    result = fold("report", tmp_path / "theory.pl", later, "-o", path)
    assert result.returncode == 0
    assert "it is not known what the examples are" in result.stderr
    page = parsed(path.read_text())
    assert "applied to 2 examples whose kind is not known" in page.text
    assert "nothing is compared" in section(page, "measures").text
    titles = [each.text for each in section(page, "examples").all("h3")]
    assert titles == ["Predicted true: 1", "Predicted false: 1"]
    wrong = fold("report", tmp_path / "theory.pl", later, "--class", "nothing")
    assert wrong.returncode == 1
    assert "nothing" in wrong.stderr


def test_all_that_a_theory_makes_true_where_there_are_no_examples(
    tmp_path: Path,
) -> None:
    theory = load(Text("fly(X) :- bird(X), \\+ ab(X). ab(X) :- penguin(X)."))
    bk = Text("bird(tweety). bird(polly). penguin(polly).")
    said: list[str] = []
    page = parsed(theory.report(bk, on_warning=said.append))
    names = [each.text for each in page.all("code", "name")]
    assert names == ["fly(tweety)"]
    assert "it is not known what the examples are" in said[-1]
    assert facts(page)["Files"] == "theory.pl, bk.pl"


@pytest.mark.parametrize(
    ("bk", "pos", "neg", "options"),
    [
        ("p(a). p(b).", ["t(a)"], ["t(b)"], {}),
        ("e(a,b). e(b,c). e(c,d).", ["r(a,b)", "r(a,c)", "r(b,d)", "r(a,d)",
         "r(b,c)", "r(c,d)"], ["r(b,a)", "r(d,a)", "r(c,a)"], {"recursion": True}),
        ("q(a). q(b).", ["big(9)", "big(12)"], ["big(1)", "big(2)"], {}),
        ("h(a,1). h(a,7). h(b,3). h(c,9). h(d,2).", ["t(a)", "t(c)"], ["t(b)", "t(d)"],
         {}),
    ],
    ids=["enumeration", "recursion", "own numbers", "several numbers"],
)  # fmt: skip
def test_theories_of_every_kind(
    bk: str, pos: list[str], neg: list[str], options: dict[str, bool]
) -> None:
    theory = learn(Text(bk), pos, neg, **options)
    page = parsed(theory.report(Text(bk), pos, neg))
    said = theory.evaluate(Text(bk), pos, neg)
    assert measures(page)[0] == f"{said.confusion.accuracy:.3f}"
    assert len(page.all("details", "example")) == len(pos) + len(neg)


def test_a_theory_without_rules() -> None:
    theory = load(Text("% fold: default theory for fly/1\n"))
    page = parsed(theory.report(Text("bird(a)."), ["fly(a)"], ["fly(b)"]))
    assert "There are no rules" in section(page, "rules").text
    assert "0.500" in measures(page)


def test_shared_exceptions_and_sentences_of_the_background() -> None:
    bk = Text(
        ":- pred fly(X) :: '@(X) flies'. bird(a). plane(b). bird(c). broken(c). cat(d)."
    )
    theory = load(
        Text(
            "fly(X) :- bird(X), \\+ ab0(X). fly(X) :- plane(X), \\+ ab0(X). "
            "ab0(X) :- broken(X)."
        )
    )
    page = parsed(theory.report(bk, ["fly(a)", "fly(b)"], ["fly(c)", "fly(d)"]))
    assert "Normally, X flies if" in section(page, "rules").text
    assert section(page, "rules").all("article", id="exception-1")
    assert "exception ab0 a" in section(page, "examples").text


def test_dates_are_cut_by_days(tmp_path: Path) -> None:
    table = tmp_path / "dates.csv"
    rows = [
        f"2024-{1 + n % 12:02}-03,{'yes' if n % 12 < 6 else 'no'}" for n in range(48)
    ]
    table.write_text("day,class\n" + "\n".join(rows) + "\n")
    page = parsed(reported(tmp_path, table, "--positive", "yes"))
    [title] = [each.text for each in section(page, "cuts").all("title")]
    assert "from 2024-01-03 to 2024-12-03" in title


def test_the_output_is_no_input_and_is_written_whole(tmp_path: Path) -> None:
    theory = tmp_path / "theory.pl"
    theory.write_text(learned(*BIRDS))
    before = theory.read_text()
    result = fold("report", theory, *BIRDS, "-o", theory)
    assert result.returncode == 1
    assert "is an input as well" in result.stderr
    assert theory.read_text() == before
    result = fold("report", theory, *BIRDS)
    assert result.stdout.startswith("<!doctype html>")


@pytest.mark.skipif(not DATA.is_dir(), reason="needs the shared data")
def test_adult_fits_into_a_mail(tmp_path: Path) -> None:
    data = DATA / "uci" / "adult" / "data.csv"
    text = reported(tmp_path, data)
    assert len(text.encode()) < 150_000
    page = parsed(text)
    said = evaluated(tmp_path, data)
    assert measures(page)[0] == f"{said['accuracy']:.3f}"
    wrong = said["confusion"]["false_negatives"]
    assert f"of {wrong:,}" in section(page, "examples").all("h3")[0].text


def test_classes_of_prolog_files() -> None:
    bk = Text("".join(f"n(a{i}, {i}). " for i in range(9)))
    pos = [f"size(a{i}, {('small', 'middle', 'large')[i // 3]})" for i in range(9)]
    modes = Text(":- modeh(1, size(+x, #c)). :- modeb(*, n(+x, -number)).")
    theory = learn(bk, pos, modes=modes)
    page = parsed(theory.report(bk, pos, modes=modes))
    said = theory.evaluate(bk, pos, modes=modes)
    shown = [f"{value:.3f}" for value in said.measures.values()]
    assert measures(page) == shown
    curves = section(page, "measures").one("ul", "legend").all("li")
    assert [each.text.split(" AUC")[0] for each in curves] == [
        "large",
        "middle",
        "small",
    ]
