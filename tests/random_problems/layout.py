"""How the background is written: order, declarations, comments, several files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from random_problems.world import indicator

if TYPE_CHECKING:
    from random_problems.world import Predicate, World

COMMENTS = [
    "% it's a comment with a quote and a full stop.",
    "/* p(a). :- halt. */",
    "/** several\n * lines / * of them\n */",
    "%%%",
    "",
]


def laid_out(world: World) -> list[str]:
    """Return the clauses of the background as lines of a file."""
    predicates = world.predicates
    if world.may("scattered", 0.1):
        names = [f":- discontiguous {indicator(p)}." for p in predicates if p.types]
        return [*names, *_interleaved(world)]
    return [clause for predicate in predicates for clause in predicate.clauses]


def _interleaved(world: World) -> list[str]:
    """Return clauses of all predicates in turn, those of each in their order."""
    queues = [list(predicate.clauses) for predicate in world.predicates]
    if any(":- table" in line or "-->" in line for q in queues for line in q):
        return [line for queue in queues for line in queue]
    lines = []
    while queues := [queue for queue in queues if queue]:
        lines.append(world.random.choice(queues).pop(0))
    return lines


def declare(world: World, files: dict[str, list[str]]) -> None:
    """Add declarations and comments, and spread the background over files."""
    random, bk = world.random, files["bk.pl"]
    if world.may("dynamic", 0.06):
        names = [p for p in world.predicates if p.types and p.name[0] in "pqrs"]
        plain = [p for p in names if p.name[1:].isdigit() and _facts(p)]
        bk[:0] = [f":- dynamic {indicator(p)}." for p in world.some(plain)[:2] if plain]
        bk.insert(0, ":- dynamic nothing_known/1, nothing_known/2.")
    if world.may("include", 0.06):
        at = random.randint(0, len(bk))
        files["more.pl"] = bk[at:]
        bk[at:] = [random.choice([":- include(more).", ":- include('more.pl')."])]
    if world.may("conditional", 0.05):
        bk += random.choice(
            [
                [":- if(true).", "known(zz).", ":- endif."],
                [":- if(fail).", "p0(zz) :- nowhere.", ":- else.", ":- endif."],
            ]
        )
    if world.may("comments", 0.08):
        for _ in range(random.randint(1, 3)):
            bk.insert(random.randint(0, len(bk)), random.choice(COMMENTS))
    if world.may("own_module", 0.03):
        exports = [indicator(p) for p in world.some(world.predicates) if p.types]
        bk.insert(0, f":- module(mine, [{', '.join(exports)}]).")


def _facts(predicate: Predicate) -> bool:
    return not any(":-" in clause for clause in predicate.clauses)
