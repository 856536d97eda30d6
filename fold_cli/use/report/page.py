"""The page of a theory beside the examples of files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fold_cli.theory.english.nouns import capitalised
from fold_cli.theory.english.phrases import counted
from fold_cli.theory.formats.html_format import deck_elements
from fold_cli.theory.formats.markup import element, shortened
from fold_cli.use.problems.problem_factory import applied_to_examples
from fold_cli.use.report import page_parts, svg
from fold_cli.use.report.explanation_trees import TreeWriter
from fold_cli.use.report.page_parts import Section
from fold_cli.use.report.report_contents import report_contents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.files.sources import Sources, TableSource
    from fold_cli.theory.formats.markup import Child, Markup
    from fold_cli.use.report.data import (
        Curve,
        Example,
        ExampleGroup,
        Histogram,
        Overlap,
        Report,
    )
    from fold_cli.use.theories.written_theory import WrittenTheory

MAX_EXAMPLES = 50_000
"""Characters of examples and their explanations."""

MAX_NAME_CHARS = 120
"""Characters of an example's name."""


def report_of(
    sources: Sources | TableSource, theory: WrittenTheory, names: Sequence[str]
) -> tuple[str, tuple[str, ...]]:
    """Return the page of a report, and what was noticed when the files were read.

    ``names`` are those of the files beside the theory's.
    """
    theory_names = [Path(theory.path).name] if theory.path else []
    with applied_to_examples(sources, theory) as (applied, problem):
        contents = report_contents(
            applied.theory, applied, problem, [*theory_names, *names]
        )
        warnings = problem.warnings if problem else applied.warnings
        if problem is None:
            unknown = "it is not known what the examples are: nothing is compared"
            warnings = (*warnings, unknown)
        return _page(contents), warnings


def _page(report: Report) -> str:
    """Return a whole page, in one file that asks for no other."""
    sections = [
        Section("about", "What was learned, and from what", _about(report)),
        Section("rules", "Rules", _rules(report)),
        Section("overlap", "How the rules overlap", _overlap(report.overlap)),
        Section("measures", "How good they are", _measures(report)),
        Section("cuts", "Where the rules cut", _cuts(report)),
        Section("examples", "Examples", _examples(report)),
    ]
    return page_parts.page(report.title, sections, report.summary)


def _about(report: Report) -> Child:
    return page_parts.facts(report.facts)


def _rules(report: Report) -> Child:
    if not report.deck.rules:
        return element("p", "There are no rules: nothing holds.")
    several = len(report.kinds) > 1 and report.kinds[0] == "of its class"
    said = "A row gets the class of the first rule that holds. " if several else ""
    note = (
        f"{said}Bars and numbers are of the examples here that a rule covers, and of "
        "those of its rule that an exception covers."
    )
    return [
        element("p", note),
        page_parts.unfold_button(),
        deck_elements(report.deck, report.kinds, level=3),
    ]


def _overlap(overlap: Overlap | None) -> Child:
    if overlap is None:
        return element("p", "There are no two rules.")
    names = [f"Rule {label}" for label in overlap.labels]
    rows: list[list[Child]] = [["", *names, "no other"]]
    for name, both, alone in zip(names, overlap.both, overlap.alone, strict=True):
        rows.append([name, *(f"{count:,}" for count in both), f"{alone:,}"])
    more = f" {counted(overlap.more, 'more rule')} left out." if overlap.more else ""
    return [
        element(
            "p",
            "Examples that two rules both cover; on the diagonal all that a rule "
            f"covers, and last what no other rule does.{more}",
        ),
        page_parts.table("Examples covered by both", rows, shades=True),
    ]


def _measures(report: Report) -> Child:
    if report.evaluation is None:
        return element(
            "p", "It is not known what the examples are, so nothing is compared."
        )
    confusion, *others = page_parts.confusion_tables(report.evaluation.confusion)
    return [
        page_parts.figures(report.evaluation.measures),
        element(
            "div",
            page_parts.table(
                "Examples and what they were taken for", confusion, shades=True
            ),
            _roc(report.curves),
            class_="columns",
        ),
        [page_parts.table("Each class against the others", rows) for rows in others],
    ]


def _roc(curves: Sequence[Curve]) -> Child:
    if not curves:
        return None
    legend = [
        element(
            "li",
            element("span", class_=f"key c{number}", aria_hidden="true"),
            f"{shortened(curve.name, 60)} " if curve.name else "",
            f"AUC {curve.area:.3f}",
        )
        for number, curve in enumerate(curves)
    ]
    return element(
        "figure",
        element(
            "figcaption",
            "ROC curve: positives found (upwards) against negatives taken (across)",
        ),
        svg.roc(curves),
        element("ul", legend, class_="legend"),
        class_="roc",
    )


def _cuts(report: Report) -> Child:
    if not report.histograms and not report.more_histograms:
        return element("p", "No rule compares a number.")
    more = ""
    if report.more_histograms:
        more = f" {counted(report.more_histograms, 'more threshold')} left out."
    upwards = f"{report.kinds[0]} upwards"
    if len(report.kinds) > 1:
        upwards += f", {report.kinds[1]} downwards"
    note = (
        "The examples that meet the other conditions of a rule, by the number that it "
        f"compares: {upwards}. The line is where it cuts. Heights are square roots of "
        f"counts, so that few are seen beside many.{more}"
    )
    return [
        element("p", note),
        element(
            "div",
            [_cut(each, report.kinds) for each in report.histograms],
            class_="grid",
        ),
    ]


def _cut(shown: Histogram, kinds: Sequence[str]) -> Markup:
    below, above = shown.beyond
    outside = [
        f"{count:,} {word}"
        for count, word in [(below, "lower"), (above, "higher")]
        if count
    ]
    note = f" ({' and '.join(outside)} in the outer bars)" if outside else ""
    return element(
        "figure",
        element(
            "figcaption",
            element("a", capitalised(shown.title), href=f"#{shown.anchor}"),
            f": {shortened(shown.condition, 160)}{note}",
        ),
        svg.histogram(shown, kinds),
    )


# Examples


def _examples(report: Report) -> Child:
    wrong = sum(group.total for group in report.groups if group.wrong)
    total = sum(group.total for group in report.groups)
    known = report.evaluation is not None
    writer = TreeWriter(report.cited)
    lists = [
        [_example(example, writer, group.wrong) for example in group.examples]
        for group in report.groups
    ]
    shown = _within(lists, MAX_EXAMPLES)
    included = sum(map(len, shown))
    said = f"{included:,} of {total:,} examples included here."
    if known:
        goes = "example goes" if wrong == 1 else "examples go"
        said = f"{wrong:,} of {total:,} {goes} wrong. {said}"
    return [
        element("p", f"{said} Unfold one to see why."),
        page_parts.finder(included, known=known),
        [
            _group(group, items)
            for group, items in zip(report.groups, shown, strict=True)
            if group.total
        ],
    ]


def _within(lists: Sequence[Sequence[Markup]], limit: int) -> list[list[Markup]]:
    """Return items of each list, evenly spread, as many as fit together.

    The lists take turns, each with the item that is farthest from those it has: the
    first, the middle one, those between, and so on.
    """
    kept: list[set[int]] = [set() for _ in lists]
    longest = max(map(len, lists), default=0)
    digits = longest.bit_length()
    for turn in range(1 << digits):
        place = int(f"{turn:0{digits}b}"[::-1], 2)
        for items, places in zip(lists, kept, strict=True):
            if place < len(items):
                limit -= len(items[place])
                if limit < 0:
                    return _chosen(lists, kept)
                places.add(place)
    return _chosen(lists, kept)


def _chosen(
    lists: Sequence[Sequence[Markup]], kept: Sequence[set[int]]
) -> list[list[Markup]]:
    return [
        [items[place] for place in sorted(own)]
        for items, own in zip(lists, kept, strict=True)
    ]


def _group(group: ExampleGroup, items: Sequence[Markup]) -> Markup:
    count = (
        f"{group.total:,}"
        if len(items) == group.total
        else (f"{len(items):,} of {group.total:,}")
    )
    return element(
        "div", element("h3", f"{group.title}: {count}"), items, class_="group"
    )


def _example(example: Example, writer: TreeWriter, wrong: bool) -> Markup:
    return element(
        "details",
        element(
            "summary",
            element("code", shortened(example.name, MAX_NAME_CHARS), class_="name"),
            " ",
            element("span", shortened(example.said, MAX_NAME_CHARS), class_="said"),
        ),
        writer.tree(example.explanation),
        class_="example",
        data_kind="wrong" if wrong else "right",
    )
