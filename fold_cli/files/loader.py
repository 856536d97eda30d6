"""From files to a :class:`Problem`: what is read, in which order, is here.

Each step stands in a module of its own: reading (``dialects``), the target and its
examples (``target``), the usable background (``background``), the modes of head and
body (``language``), missing negatives (``closed_world``), one class of several
(``classes``). Facts and examples stay in Prolog, in a module of the problem's own.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING

from fold_cli.engine.prolog import engine, records
from fold_cli.files.background import (
    background_predicates,
    did_you_mean,
    usable_predicates,
)
from fold_cli.files.canonical import write_canonically
from fold_cli.files.classes import class_values, keep_class
from fold_cli.files.closed_world import add_negatives
from fold_cli.files.dialects import dialect
from fold_cli.files.infer import Types, argument_types
from fold_cli.files.intake import Intake, new_intake
from fold_cli.files.language import Language, LanguageChooser
from fold_cli.files.mode_predicates import add_mode_predicates
from fold_cli.files.problem import NO_NEGATIVES, Problem
from fold_cli.files.target import example_groups, find_target, separate_target
from fold_cli.theory.english.sentences import Sentences
from fold_cli.theory.operators import Syntax

if TYPE_CHECKING:
    from collections.abc import Callable

    from fold_cli.files.declarations import Declarations
    from fold_cli.files.problem import Mode
    from fold_cli.files.sources import Sources
    from fold_cli.theory.terms import Predicate

MAX_UNKNOWN_SHARE = 0.1
"""The share of unknown names in an argument of the examples that may be mistakes."""

MAX_COMPARED_NAMES = 20_000
"""Names that are compared with those of undefined modes, to hint at similar ones."""


def load(sources: Sources, class_: str | None = None) -> Problem:
    """Read and check everything; raise :class:`InputError` at the first fault.

    With one of the ``classes`` of a problem, return the problem of that class alone.
    """
    intake = new_intake(sources)
    try:
        return _load(intake, class_)
    except BaseException:
        intake.free()
        raise


def with_inferred_modes(problem: Problem) -> Problem:
    """Return a problem with the modes that the examples give that Prolog holds now."""
    if problem.language is None:
        return problem
    language = problem.language()
    return replace(
        problem, head=language.head, body=language.body, recursive=language.recursive
    )


def free(problem: Problem) -> None:
    """Remove a problem's facts and examples from Prolog."""
    engine().call("fold_problem", "free_problem", problem.module)


def _load(intake: Intake, class_: str | None) -> Problem:
    declared = dialect.read(intake)
    write_canonically(declared)
    examples = example_groups(intake)
    target = find_target(intake, examples, declared)
    target_clauses = separate_target(intake, target, examples, declared)
    add_mode_predicates(intake, declared, target)
    background = background_predicates(intake)
    usable = usable_predicates(intake, background, target)
    types = functools.cache(lambda: _argument_types(intake, target))
    language = _language(intake, declared, target, usable, background, types)
    warned = len(intake.warnings)

    def language_again() -> Language:
        current_types = functools.cache(lambda: _argument_types(intake, target))
        current_language = _language(
            intake, declared, target, usable, background, current_types
        )
        del intake.warnings[warned:]
        return current_language

    closed = not declared.negatives and all(e.polarity != "neg" for e in examples)
    if closed:
        add_negatives(intake, language, declared, types)
    classes = class_values(intake, language.head)
    fixed: tuple[tuple[int, str], ...] = ()
    if class_ is not None:
        head, argument = keep_class(intake, language.head, class_)
        language, fixed, classes = replace(language, head=head), (argument,), ()
    positives, negatives = map(int, intake.ask("fold_index", "index_examples"))
    given = sum(group.size for group in examples)
    repeated = given - positives - (0 if closed else negatives)
    _warn_of_sizes(intake, repeated, negatives, language, declared)
    _warn_of_names(intake, language.head)
    recursion = declared.bias.recursion or bool(language.recursive)
    return Problem(
        module=intake.module,
        head=language.head,
        body=language.body,
        positives=positives,
        negatives=negatives,
        closed_world=closed,
        predicates=frozenset(p.name for p in [target, *background]),
        warnings=tuple(intake.warnings),
        bias=replace(declared.bias, recursion=recursion),
        recursive=language.recursive,
        sentences=Sentences(declared.sentences),
        syntax=_syntax(intake, target_clauses, language),
        classes=classes,
        fixed=fixed,
        language=None if fixed else language_again,
    )


def _syntax(intake: Intake, target_clauses: str, language: Language) -> Syntax:
    sets_quotes, count, *names = intake.ask("fold_syntax", "syntax")
    new, changed = names[: int(count)], names[int(count) :]
    return Syntax(
        frozenset(new),
        frozenset(changed),
        sets_quotes == "true",
        target_clauses,
        tuple((mode.predicate, mode.shape) for mode in language.body if mode.shape),
    )


def _argument_types(intake: Intake, target: Predicate) -> Types:
    reply = intake.ask("fold_types", "argument_types", target.name, target.arity)
    return argument_types(reply, target)


def _language(
    intake: Intake,
    declared: Declarations,
    target: Predicate,
    usable: list[Predicate],
    background: list[Predicate],
    types: Callable[[], Types],
) -> Language:
    """Return the modes of head and body; warn of modes for unknown predicates."""
    chooser = LanguageChooser(declared, target, usable, types, intake.warnings.append)
    language = chooser.language()
    compared, defined = 0, {*background}
    for predicate, mode in chooser.undefined.items():
        if predicate not in defined:
            few = compared < MAX_COMPARED_NAMES
            hint = did_you_mean(background, predicate) if few else ""
            compared += len(background)
            intake.warnings.append(
                f"{mode.file}:{mode.line}: a mode for {predicate}, which no file "
                f"defines{hint}"
            )
    language.check_head(target)
    return chooser.without_wide_modes(language)


def _warn_of_sizes(
    intake: Intake,
    repeated: int,
    negatives: int,
    language: Language,
    declared: Declarations,
) -> None:
    """Warn of repeated examples, missing negatives and an empty language."""
    if repeated > 0:
        intake.warnings.append(
            f"{repeated} example{'s' * (repeated > 1)} given before, counted once"
        )
    if not negatives:
        intake.warnings.append(NO_NEGATIVES)
    elif not language.body:
        head_alone = declared.heads and not (declared.bodies or declared.either)
        hint = ": a mode of the head is declared, but none of a body (modeb)"
        intake.warnings.append(
            "no background predicate describes the examples" + hint * bool(head_alone)
        )


def _warn_of_names(intake: Intake, head: Mode) -> None:
    """Warn of the few names in examples that the background does not have."""
    target = head.predicate
    found = intake.ask("fold_names", "unknown_names", target.name, target.arity)
    for argument, names, unknown_names, text, file, line in records(found, 6):
        every, unknown = int(names), int(unknown_names)
        few = unknown <= max(1, every * MAX_UNKNOWN_SHARE) and unknown < every
        if few and head.args[int(argument) - 1].kind != "#":
            more = f", and {unknown - 1} more" if unknown > 1 else ""
            intake.warnings.append(
                f"{file}:{line}: no fact or rule of the background names {text}{more}; "
                "is it spelled as there?"
            )
