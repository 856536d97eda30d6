"""Predicates that stand for literals of modes: with terms in them, or of built-ins.

``+list = [-item|-list]`` and ``reverse(+list, -list)`` have no clauses in the files.
Each gets a predicate of its own, with a rule that calls the literal; the clauses of a
theory have the literal itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fold_cli.engine.prolog import records
from fold_cli.errors import InputError
from fold_cli.files.modes import EQUALITY, compares, is_test_of_equality
from fold_cli.files.shapes import rule_for
from fold_cli.theory.terms import Literal, Predicate, Var

if TYPE_CHECKING:
    from fold_cli.files.declarations import Declarations
    from fold_cli.files.intake import Intake
    from fold_cli.files.problem import Mode


def add_mode_predicates(
    intake: Intake, declared: Declarations, target: Predicate
) -> None:
    """Replace modes of built-ins; load the rules of all predicates that stand for one.

    What the files define is no built-in, and neither is the target.
    """
    lists = (declared.bodies, declared.either)
    if not any(lists):
        return
    known = records(intake.ask("fold_problem", "predicates"), 4)
    defined = {Predicate(name, int(arity)) for name, arity, _, _ in known} | {target}
    callable_ = {*defined, EQUALITY}
    built_in: set[Predicate] = set()
    if any(mode.declared not in callable_ for modes in lists for mode in modes):
        reply = records(intake.ask("fold_vet", "callable_builtins"), 2)
        built_in = {Predicate(name, int(arity)) for name, arity in reply} - callable_
        callable_ |= built_in
    for modes in lists:
        modes[:] = [
            _standing_for_itself(mode)
            if is_test_of_equality(mode)
            or (mode.predicate in built_in and not compares(mode))
            else mode
            for mode in modes
        ]
    shaped = {m.predicate: m for modes in lists for m in modes if m.shape}
    for predicate, mode in shaped.items():
        if predicate in defined:
            raise InputError(
                f"{predicate} is defined, and is what this mode is called by; "
                "give the predicate another name",
                mode.file,
                mode.line,
            )
        if mode.shape and mode.declared in callable_:
            _, rule = rule_for(mode.shape, predicate.arity)
            lines = "\n" * (mode.line - 1)  # errors name the line of the mode
            intake.load_text(mode.file, lines + rule, "bk")


def _standing_for_itself(mode: Mode) -> Mode:
    """Return the mode of a predicate whose rule calls a built-in."""
    variables = tuple(Var(place) for place in range(mode.predicate.arity))
    shape = Literal(mode.predicate.name, variables)
    name, _ = rule_for(shape, len(variables))
    return replace(mode, predicate=Predicate(name, mode.predicate.arity), shape=shape)
