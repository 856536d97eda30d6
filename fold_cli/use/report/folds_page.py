"""The page of a cross-validation: how figures spread, and how stable rules are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.theory.english.nouns import capitalised
from fold_cli.theory.english.phrases import counted
from fold_cli.theory.formats.html_format import bar
from fold_cli.theory.formats.markup import element, shortened
from fold_cli.use.measuring.confusion import ClassConfusion, Confusion, pooled
from fold_cli.use.report import page_parts, svg
from fold_cli.use.report.page_parts import Section
from fold_cli.use.report.stability import same_theories, stable_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.theory.formats.markup import Child, Markup
    from fold_cli.use.measuring.cross_validation import CrossValidation, Result
    from fold_cli.use.report.stability import Compared, StableRule

MAX_RULES = 40
"""Rules whose stability is shown."""

MAX_FOLDS = 100
"""Folds that have a row in the table."""

VARYING_FIGURE = "seconds"
"""The figure that is not the same for the same input."""


def folds_page(validation: CrossValidation) -> str:
    """Return a whole page, in one file that asks for no other."""
    target = str(validation.results[0].learned.target)
    sections = [
        Section("about", "What was learned, and from what", _about(validation)),
        Section("spread", "How good the theories are", _spread(validation)),
        Section("rules", "How stable the rules are", _stability(validation)),
        Section("folds", "Fold by fold", _folds(validation.results)),
    ]
    accuracy = validation.summary["accuracy"]
    summary = (
        f"{counted(len(validation.results), 'fold')}, each judged by a theory that did "
        f"not learn from it: accuracy {accuracy['mean']:.3f} ± {accuracy['std']:.3f}."
    )
    return page_parts.page(f"{target} cross-validated", sections, summary)


def _about(validation: CrossValidation) -> Child:
    theory, plan = validation.results[0].learned, validation.plan
    facts = [("Target", str(theory.target))]
    for note in theory.notes:
        facts += page_parts.note_facts(note)
    confusion = pooled([result.confusion for result in validation.results])
    if not validation.partial and isinstance(confusion, Confusion):
        positives, negatives = (
            number // plan.repeat
            for number in (confusion.positives, confusion.negatives)
        )
        examples = f"{positives:,} positive and {negatives:,} negative"
        facts.append(("Examples", examples))
    elif not validation.partial and isinstance(confusion, ClassConfusion):
        facts.append(("Examples", f"{confusion.total // plan.repeat:,}"))
    if validation.files:
        facts.append(("Files", ", ".join(validation.files)))
    again = f", {plan.repeat} times" if plan.repeat > 1 else ""
    facts.append(("Divided", f"into {plan.folds} folds{again}, seed {plan.seed}"))
    if validation.partial:
        done, planned = len(validation.results), plan.folds * plan.repeat
        facts.append(("Partial", f"stopped early: {done} of {planned} folds"))
    return page_parts.facts(facts)


def _spread(validation: CrossValidation) -> Child:
    figures = [result.figures() for result in validation.results]
    rows: list[list[Child]] = [["", "mean", "std", "lowest", "highest", "folds"]]
    for name, statistics in validation.summary.items():
        values = [figure[name] for figure in figures if name in figure]
        if name != VARYING_FIGURE:
            low, high = min(values), max(values)
            numbers = [statistics["mean"], statistics["std"], low, high]
            ends = (0.0, 1.0) if high <= 1 else (0.0, high)
            points = svg.points(values, statistics["mean"], *ends)
            texts = [f"{number:.3f}" for number in numbers]
            rows.append([page_parts.measure_name(name), *texts, points])
    confusion, *others = page_parts.confusion_tables(
        pooled([result.confusion for result in validation.results])
    )
    return [
        page_parts.table("Figures over the folds, a point for each", rows),
        page_parts.table(
            "All examples left out, and what they were taken for",
            confusion,
            shades=True,
        ),
        [page_parts.table("Each class against the others", rows) for rows in others],
    ]


def _stability(found: CrossValidation) -> Child:
    theories = [result.learned for result in found.results]
    rules, size = stable_rules(theories), len(theories)
    same = same_theories(theories)
    note = (
        f"{counted(len(rules), 'different rule')} in {size} theories, of which "
        f"{same} {'is' if same == 1 else 'are'} the same throughout. Rules are taken "
        "for one where they have the same conditions in any order, whatever their "
        "exceptions and the numbers that they compare with."
    )
    rows: list[list[Child]] = [["rule", "folds", "", "all the same", "numbers"]]
    for rule in rules[:MAX_RULES]:
        english = shortened(capitalised(rule.english), 300)
        rows.append(
            [
                element("span", english, class_="rule"),
                f"{rule.folds} of {size}",
                bar(rule.folds, size, "positive"),
                f"{rule.same}",
                _compared(rule),
            ]
        )
    more = len(rules) - MAX_RULES
    return [
        element("p", note),
        page_parts.table("Rules, those first that come in the most folds", rows),
        element("p", f"{counted(more, 'more rule')} left out.") if more > 0 else None,
    ]


def _compared(rule: StableRule) -> Markup:
    return element("ul", [element("li", _range(each)) for each in rule.numbers])


def _range(each: Compared) -> str:
    condition = shortened(each.condition, page_parts.MAX_CELL_CHARS)
    if each.lowest == each.highest:
        return f"{condition} {each.lowest:.6g}"
    return f"{condition} {each.lowest:.6g} to {each.highest:.6g}"


def _folds(results: Sequence[Result]) -> Child:
    figures = [result.figures() for result in results]
    names = [name for name in max(figures, key=len) if name != VARYING_FIGURE]
    rows: list[list[Child]] = [["fold", *map(page_parts.measure_name, names)]]
    for result, figure in zip(results[:MAX_FOLDS], figures, strict=False):
        turn = result.turn
        cells = [f"{figure[name]:.3f}" if name in figure else "-" for name in names]
        rows.append([f"{turn.repetition + 1}.{turn.fold + 1}", *cells])
    more = len(results) - MAX_FOLDS
    return [
        page_parts.table("Figures of each fold: repetition and fold", rows),
        element("p", f"{counted(more, 'more fold')} left out.") if more > 0 else None,
    ]
