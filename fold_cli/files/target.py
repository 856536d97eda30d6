"""The target predicate: chosen by option, declaration or examples, and set apart.

The clauses of the target are taken out of the background, since the target is learned
from the examples alone; without a positive example its facts become the examples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from fold_cli.engine.prolog import records
from fold_cli.errors import InputError, UnlabelledError, some_names
from fold_cli.files.background import background_predicates, did_you_mean
from fold_cli.theory.terms import Predicate

if TYPE_CHECKING:
    from fold_cli.files.declarations import Declarations
    from fold_cli.files.intake import Intake


NEGATIONS = {Predicate(name, 1) for name in ("not", "\\+", "-")}
"""What a negative example might be taken to begin with."""

POPPER = {Predicate(name, 1) for name in ("pos", "neg")}
"""What the examples of a directory of Popper's are."""


class ExampleGroup(NamedTuple):
    """The examples of one polarity and predicate, with the place of the first."""

    polarity: str  # pos or neg
    predicate: Predicate
    size: int
    file: str
    line: int


def example_groups(intake: Intake) -> list[ExampleGroup]:
    """Return the examples that were loaded, by polarity and predicate."""
    return [
        ExampleGroup(polarity, Predicate(name, int(arity)), int(count), file, int(line))
        for polarity, name, arity, count, file, line in records(
            intake.ask("fold_examples", "example_predicates"), 6
        )
    ]


def find_target(
    intake: Intake, examples: list[ExampleGroup], declared: Declarations
) -> Predicate:
    """Return the target; raise an error unless all examples are of it."""
    target = _choose(intake, examples, declared)
    for group in examples:
        if group.predicate != target:
            raise of_other_systems(examples) or InputError(
                f"{group.size} example{'s' * (group.size > 1)} of {group.predicate} "
                f"here, but the target is {target}; correct the file, or choose with "
                "--target",
                group.file,
                group.line,
            )
    return target


def _choose(
    intake: Intake, examples: list[ExampleGroup], declared: Declarations
) -> Predicate:
    if intake.sources.target:
        return _parse_indicator(intake, intake.sources.target)
    positives = [group for group in examples if group.polarity == "pos"]
    heads = list(dict.fromkeys(mode.predicate for mode in declared.heads))
    if declared.head_first and len(heads) == 1:
        return heads[0]
    if len(positives) == 1:
        return positives[0].predicate
    if positives:
        raise _several(positives)
    if declared.examples:
        raise InputError("no positive example", declared.examples)
    if len(heads) == 1:
        return heads[0]
    raise InputError(
        "what is to be learned? Give a file of positive examples, or "
        "--target NAME/ARITY when they are among the background",
        intake.sources.background[0],
    )


def of_other_systems(groups: list[ExampleGroup]) -> InputError | None:
    """Return the error of examples as other systems write them."""
    if {group.predicate for group in groups} == POPPER:
        return InputError(
            "these are examples as Popper has them; give the directory that they are "
            "in, or write the atoms inside pos(...) and neg(...) to two files",
            groups[0].file,
            min(group.line for group in groups),
        )
    return next((_negated(g) for g in groups if g.predicate in NEGATIONS), None)


def _several(groups: list[ExampleGroup]) -> InputError:
    """Return the error of examples of several predicates, at the rarest of them."""
    if error := of_other_systems(groups):
        return error
    odd = min(groups, key=lambda group: (group.size, -group.line))
    names = some_names(group.predicate for group in groups)
    return InputError(
        f"examples of several predicates ({names}), of {odd.predicate} here; correct "
        "the name, or keep those of one predicate; the order of the files is BK POS "
        "NEG",
        odd.file,
        odd.line,
    )


def _negated(group: ExampleGroup) -> InputError:
    return InputError(
        f"an example is negated by {group.predicate.name} here; write the atom without "
        "it, in the file of negative examples",
        group.file,
        group.line,
    )


def _parse_indicator(intake: Intake, text: str) -> Predicate:
    parts = intake.prolog.call("fold_target", "indicator", text)
    if not parts:
        raise InputError(f"--target {text}: write it like fly/1")
    return Predicate(parts[0], int(parts[1]))


def separate_target(
    intake: Intake,
    target: Predicate,
    examples: list[ExampleGroup],
    declared: Declarations,
) -> Literal["", "replaced", "added"]:
    """Take the target's clauses out of the background.

    Its facts there are the positive examples if no others are given. Return whether
    there are clauses, "added" to a theory's where the target is multifile.
    """
    positives = any(group.polarity == "pos" for group in examples)
    if declared.examples and not positives:
        raise InputError("no positive example", declared.examples)
    adopt = not positives
    facts, rules = intake.ask(
        "fold_target",
        "set_target",
        target.name,
        target.arity,
        "true" if adopt else "false",
    )
    if adopt and facts == "0":
        hint = did_you_mean(background_predicates(intake), target)
        raise UnlabelledError(
            f"no positive example: no fact of {target}{hint}",
            intake.sources.background[0],
        )
    ignored = int(rules) + (0 if adopt else int(facts))
    if ignored:
        intake.warnings.append(
            f"{ignored} clause{'s' * (ignored > 1)} of the target {target} in the "
            "background left aside: the target is learned from the examples alone"
        )
    if facts == "0" and rules == "0":
        return ""
    asked = ("fold_directives", "is_multifile", target.name, target.arity)
    return "added" if intake.ask(*asked) == ["true"] else "replaced"
