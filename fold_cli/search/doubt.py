"""What examples leave open about a recursive theory."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.theory.rules import Rule


class Reason(Enum):
    """Why a theory may not be what is meant."""

    NO_PROGRAM = auto()  # a program would be expected, and rules were found one by one
    RIVALS = auto()  # other programs are hardly longer and fit
    SEVERAL_OUTPUTS = auto()  # positives have one output each, their inputs get more
    RARE_CASES = auto()  # base cases may fit the positives by accident
    UNRELATED_INPUTS = auto()  # a rule does not say what inputs have to do with others
    NO_RECURSION = auto()  # few positives, one rule, and no call of the target


class Doubt(NamedTuple):
    """A reason to doubt a theory."""

    reason: Reason
    others: int = 0  # programs that are hardly longer and answer otherwise
    rules: Sequence[Rule] = ()  # of one of these
