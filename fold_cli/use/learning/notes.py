"""What a run says about itself: a line of the theory's header, and warnings."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

from fold_cli.coverage.predicate_error import RaisingPredicateError
from fold_cli.errors import option_with
from fold_cli.files.modes import EQUALITY
from fold_cli.files.settings import bounds_note

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.files.problem import Mode
    from fold_cli.search.coverage import Coverage
    from fold_cli.search.options import Options
    from fold_cli.theory.rules import Rule
    from fold_cli.theory.theory import Theory
    from fold_cli.use.problems.learning_problem import Learnable


def options_note(options: Options) -> str:
    """Return the header line with the options that a theory was learned with."""
    words = [f"--algorithm {options.algorithm}"]
    for name in ("max_literals", "max_clauses", "max_exception_depth"):
        value = getattr(options, name)
        if value is not None:
            words.append(f"--{name.replace('_', '-')} {value}")
    if options.lookahead is not None:
        words.append(f"--lookahead {options.lookahead}")
    if options.recursion:
        words.append("--recursion")
    if options.gain:
        words.append(f"--gain {options.gain}")
    if options.noise is not None:
        words.append("--noise" if options.noise else "--exact")
    if options.beam != 1:
        words.append(f"--beam {options.beam}")
    if options.weight:
        words.append(f"--weight {options.weight}")
    return f"options: {' '.join(words)}"


def noise_note(theory: Theory, options: Options) -> list[str]:
    """Return how many examples a theory gets wrong, where that is allowed."""
    if not (options.noise and theory.examples and theory.covers):
        return []
    missed = theory.examples.positives - theory.covers.positives
    if theory.classes:
        return [
            f"regarded as noise: {missed} of {theory.examples.positives} rows, which "
            "the theory gives another class"
        ]
    return [
        f"regarded as noise: {missed} of {theory.examples.positives} positive "
        f"examples, which the theory does not cover, and {theory.covers.negatives} of "
        f"{theory.examples.negatives} negative ones, which it does"
    ]


def sole_column_note(theory: Theory) -> list[str]:
    """Return that one of several columns gives the class of every row.

    So does a column that was made from the class. Of few rows any column may.
    """
    schema, examples, covers = theory.schema, theory.examples, theory.covers
    if not (schema and examples and covers) or len(schema.columns) == 1:
        return []
    from fold_cli.files.tables.spelling import MAX_ROWS_DISTINCT_BY_CHANCE

    rows, wrong = examples.positives, 0
    if not theory.classes:
        rows, wrong = rows + examples.negatives, covers.negatives
    if wrong or covers.positives < examples.positives:
        return []
    names = theory.used
    used = [column for column in schema.columns if column.name in names]
    if len(used) != 1 or rows <= MAX_ROWS_DISTINCT_BY_CHANCE:
        return []
    header = used[0].header
    return [
        f"the column {header} alone gives the class of every row; if it is known only "
        f"once the class is, leave it out with {option_with('--ignore', header)}"
    ]


def memorised_note(theory: Theory) -> list[str]:
    """Return how many rows of a table no rule describes, and what becomes of them."""
    if not theory.schema:
        return []
    left_out, listed = theory.schema.memorised, theory.memorised
    if left_out:
        return [
            f"{left_out} row{'s' * (left_out > 1)} of the table learned from could "
            "only be memorised; without --id nothing names them, so the theory leaves "
            f"{'them' if left_out > 1 else 'it'} out"
        ]
    if listed:
        names = theory.schema.id_column or "the names of the rows"
        return [
            f"{listed} row{'s' * (listed > 1)} of the table learned from "
            f"{'are' if listed > 1 else 'is'} memorised, by {names}: no rule describes "
            f"{'them' if listed > 1 else 'it'}"
        ]
    return []


def little_note(
    problem: Learnable,
    coverage: Coverage,
    options: Options,
    rules: Sequence[Rule],
    usable: Sequence[Mode],
) -> list[str]:
    """Return why little or nothing was learned, by rules of the usable modes."""
    from fold_cli.search.diagnosis import Diagnosis

    with_names = (mode.with_names() for mode in problem.body)
    diagnosis = Diagnosis(
        coverage,
        options,
        rules,
        problem.target,
        [*dict.fromkeys(mode.declared for mode in usable)],
        with_names=next((f"modeb(*, {mode})" for mode in with_names if mode), ""),
        equality=_equality(problem.head, usable),
        has_modes=any(mode.file for mode in problem.body),
        is_table=problem.schema is not None,
    )
    with suppress(RaisingPredicateError):  # of what no rule has
        if options.noise:
            from fold_cli.search.weak_signal import WeakSignal

            reasons = WeakSignal(diagnosis).lines()
        else:
            reasons = diagnosis.lines()
        return reasons + bounds_note(problem.bias) if reasons else []
    return []


def _equality(head: Mode, usable: Sequence[Mode]) -> str:
    """Return a mode by which rules compare arguments of the head, if none does."""
    types = Counter(arg.type for arg in head.args if arg.kind == "+")
    if not types or any(mode.declared == EQUALITY for mode in usable):
        return ""
    [(type_, count)] = types.most_common(1)
    return f"modeb(*, +{type_} = +{type_})" if count > 1 else ""
