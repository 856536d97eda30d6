"""What fold says about a theory: its header, its comments and its summary."""

from __future__ import annotations

import re
from dataclasses import dataclass

Pair = tuple[int, int]

_EXAMPLES = re.compile(r"^% examples: (\d+) positive, (\d+) negative$", re.M)
_COVERED = re.compile(r"^% covered: (\d+) positive, (\d+) negative$", re.M)
_COMMENT = re.compile(r"^% covers (\d+) positive, (\d+) negative$", re.M)
_SUMMARY = re.compile(
    r"^\S.*: (\d+) clauses?, (\d+) literals?; covers (\d+) of (\d+) positive, "
    r"(\d+) of (\d+) negative; [\d.]+ s$",
    re.M,
)
_CLOSED = re.compile(
    r"the closed world has (\d+) of them(?:, \w+ about objects .*)?$", re.M
)
_NOISE = re.compile(
    r"regarded as noise: (\d+) of (\d+) positive examples, which the theory does not "
    r"cover, and (\d+) of (\d+) negative ones, which it does$",
    re.M,
)
_LISTED = re.compile(
    r"no rule was found for (\d+) of (\d+) positive examples; they are enumerated$",
    re.M,
)


@dataclass(frozen=True)
class Claims:
    """Numbers of positive and of negative examples, as they are stated."""

    examples: Pair
    covered: Pair
    comments: tuple[Pair, ...]
    summary: tuple[int, ...] | None
    closed: int | None
    noise: tuple[int, ...] | None
    listed: int  # by all classes


def claims(theory: str, told: str) -> Claims:
    """Read a theory file, and what was told on standard error."""
    examples, covered = _EXAMPLES.search(theory), _COVERED.search(theory)
    assert examples, theory
    assert covered, theory
    closed = _CLOSED.search(told)
    return Claims(
        (int(examples[1]), int(examples[2])),
        (int(covered[1]), int(covered[2])),
        tuple((int(p), int(n)) for p, n in _COMMENT.findall(theory)),
        _numbers(_SUMMARY.search(told)),
        int(closed[1]) if closed else None,
        _numbers(_NOISE.search(told)),
        sum(int(listed) for listed, _ in _LISTED.findall(told)),
    )


def _numbers(found: re.Match[str] | None) -> tuple[int, ...] | None:
    return tuple(map(int, found.groups())) if found else None


def rules(theory: str) -> list[str]:
    """Return the lines of the clauses of a theory file."""
    return [line for line in theory.splitlines() if line and line[0] != "%"]


def clauses(theory: str) -> str:
    """Return the clauses of a theory file, what they cover, and that of all together.

    How it was made, and what it sets aside in its own background, is left out.
    """
    header, _, rest = theory.partition("\n\n")
    kept = [line for line in header.splitlines() if "covered:" in line]
    rest = re.sub(r"^:- (set_prolog_flag|abolish)\(.*\n\n", "", rest, flags=re.M)
    return "\n".join([*kept, rest])


def without_thresholds(text: str) -> str:
    """Return clauses on one line, with no number in any bound.

    With noise, the thresholds of a table stand between values; in files they are some.
    """
    return re.sub(r"(=<|>) -?[0-9][0-9.e+-]*", r"\1 _", " ".join(text.split()))
