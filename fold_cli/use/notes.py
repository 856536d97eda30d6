"""What a run says about itself: a line of the theory's header, and warnings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.search.options import Options
    from fold_cli.theory.theory import Theory
    from fold_cli.use.problems import LearningProblem


def options_note(options: Options) -> str:
    """Return the header line with the options that a theory was learned with."""
    words = [f"--algorithm {options.algorithm}"]
    for name in ("max_literals", "max_clauses", "max_exception_depth"):
        value = getattr(options, name)
        if value is not None:
            words.append(f"--{name.replace('_', '-')} {value}")
    if options.lookahead != 1:
        words.append(f"--lookahead {options.lookahead}")
    if options.recursion:
        words.append("--recursion")
    if options.gain:
        words.append(f"--gain {options.gain}")
    if options.noise:
        words.append("--noise")
    return f"options: {' '.join(words)}"


def shortcomings(
    theory: Theory, problem: LearningProblem, options: Options
) -> Iterator[str]:
    """Yield warnings about what a theory enumerates, and about what it gets wrong."""
    if theory.enumerated and problem.body:
        yield (
            f"no rule was found for {theory.enumerated} of {problem.positives} "
            "positive examples; they are enumerated"
        )
    if options.noise and theory.examples and theory.covers:
        missed = theory.examples.positives - theory.covers.positives
        yield (
            f"regarded as noise: {missed} of {theory.examples.positives} positive "
            f"examples, which the theory does not cover, and "
            f"{theory.covers.negatives} of {theory.examples.negatives} negative "
            "ones, which it does"
        )
