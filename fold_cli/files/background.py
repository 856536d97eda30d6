"""The predicates of the background, and which of them rules may use.

Prolog vets the rules once and returns who calls whom. A predicate that calls the
target, directly or through others, describes what is to be learned by itself and is
left out. Where predicates recur, all recursion is tabled; where they call one another
in a long chain, some of them are memoized.
"""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

from fold_cli.engine.prolog import records
from fold_cli.errors import InputError, some_names
from fold_cli.theory.terms import Predicate

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from fold_cli.engine.prolog import Engine
    from fold_cli.files.intake import Intake

MAX_UNMEMOIZED_CALLS = 8
"""Length of the longest chain of calls without a memoized predicate in it."""

COMPILED_IN_PLACE = frozenset({Predicate("string", 1), Predicate("rational", 1)})
"""Built-ins of swipl that a file may define, though no rule ever calls its clauses."""


def background_predicates(intake: Intake) -> list[Predicate]:
    """Return the predicates that the background defines, in order of definition."""
    reply = intake.ask("fold_problem", "predicates")
    return [Predicate(name, int(arity)) for name, arity, _, _ in records(reply, 4)]


def did_you_mean(background: Iterable[Predicate], missing: Predicate) -> str:
    """Return a hint at a defined predicate of a similar name, or empty text."""
    import difflib  # slow to load

    names = {p.name: p for p in background if p != missing}
    near = difflib.get_close_matches(missing.name, names, n=1)
    return f"; did you mean {names[near[0]]}?" if near else ""


def usable_predicates(
    intake: Intake, background: list[Predicate], target: Predicate
) -> list[Predicate]:
    """Vet the rules; return the predicates that a theory of the target may call."""
    callers = vetted(intake.prolog, intake.module, intake.warnings.append)
    _check_modules(intake, callers)
    warn_of_swipl(intake, target)
    dependent = {target, *_all_callers(callers, target)}
    left_out = [str(p) for p in background if p in dependent]
    if left_out:
        intake.warnings.append(
            f"left out, because defined by way of the target {target}: "
            + some_names(left_out)
        )
    reply = intake.ask("fold_exports", "hidden_predicates")
    hidden = {Predicate(name, int(arity)) for name, arity in records(reply, 2)}
    if hidden:
        intake.warnings.append(
            "left out, because no theory can call what a module does not export, or "
            "what a file does not import from it: "
            + some_names(p for p in background if p in hidden)
        )
    built_in = COMPILED_IN_PLACE.intersection(background)
    if built_in:
        intake.warnings.append(
            "left out, because swipl takes calls of it in rules for its own built-in: "
            f"{', '.join(sorted(map(str, built_in)))}; give it another name"
        )
    left = dependent | hidden | built_in
    return [p for p in background if p not in left]


def warn_of_swipl(intake: Intake, target: Predicate) -> None:
    """Warn of what swipl reads otherwise: imports, several files, and ``not p``.

    Clauses of the target do not matter: a theory replaces them.
    """
    for file, line in records(intake.ask("fold_syntax", "bare_negations"), 2):
        intake.warnings.append(
            f"{file}:{line}: swipl cannot read 'not' without brackets; write \\+, or "
            "add ':- op(900, fy, not).' to the file"
        )
    about = (target.name, target.arity)
    for file, line in records(
        intake.ask("fold_exports", "imported_by_name", *about), 2
    ):
        intake.warnings.append(
            f"{file}:{line}: swipl lets no theory define {target}, which is imported "
            "by name here; leave it out of the list"
        )
    files_of: dict[Predicate, list[str]] = {}
    for name, arity, file in records(intake.ask("fold_units", "joined_predicates"), 3):
        files_of.setdefault(Predicate(name, int(arity)), []).append(file)
    groups: dict[tuple[str, ...], list[str]] = {}
    for predicate, files in files_of.items():
        if predicate != target:
            groups.setdefault(tuple(files), []).append(str(predicate))
    for paths, names in groups.items():
        intake.warnings.append(
            f"{', '.join(names)}: clauses in {' and in '.join(paths)} are taken "
            f"together here, but swipl keeps those of {paths[-1]} alone; add ':- "
            f"multifile {', '.join(names)}.' to the files"
        )


def _check_modules(
    intake: Intake, callers: Mapping[Predicate, Collection[Predicate]]
) -> None:
    """Refuse rules that call what a module of another file keeps for itself."""
    reply = intake.ask("fold_units", "private_predicates")
    modules = {
        Predicate(name, int(arity)): (file, private == "true")
        for name, arity, file, private in records(reply, 4)
    }
    for callee, (file, private) in modules.items():
        for caller in callers.get(callee, ()) if private else ():
            if modules.get(caller, ("",))[0] != file:
                raise InputError(
                    f"{caller} calls {callee}, which the module does not export", file
                )


def vetted(
    prolog: Engine, module: str, warn: Callable[[str], None] = lambda _: None
) -> dict[Predicate, set[Predicate]]:
    """Vet the rules in a module, table what recurs, and return who calls each.

    It warns of rules that end only where they are tabled.
    """
    callers: dict[Predicate, set[Predicate]] = {}
    calls = prolog.call("fold_vet", "vet", module)
    for name1, arity1, name2, arity2 in records(calls, 4):
        callee = Predicate(name2, int(arity2))
        callers.setdefault(callee, set()).add(Predicate(name1, int(arity1)))
    order = _callees_first(callers)
    try:
        order.prepare()
    except CycleError:
        prolog.call("fold_table", "table_recursion", module)
        endless = prolog.call("fold_left_recursion", "left_recursive", module)
        for name, arity, file, line in records(endless, 4):
            warn(
                f"{file}:{line}: {name}/{arity} calls itself before anything else; it "
                "is tabled here, but swipl may never end: add "
                f"':- table {name}/{arity}.' to the file"
            )
    for predicate in _memoized_predicates(order, callers):
        prolog.call("fold_memo", "memoize", module, predicate.name, predicate.arity)
    return callers


def _callees_first(
    callers: Mapping[Predicate, set[Predicate]],
) -> TopologicalSorter[Predicate]:
    """Return the order in which each predicate comes after those that it calls."""
    order: TopologicalSorter[Predicate] = TopologicalSorter()
    for callee, its_callers in callers.items():
        for caller in its_callers:
            order.add(caller, callee)
    return order


def _memoized_predicates(
    order: TopologicalSorter[Predicate], callers: Mapping[Predicate, set[Predicate]]
) -> list[Predicate]:
    """Return predicates without which no chain exceeds ``MAX_UNMEMOIZED_CALLS``.

    Recursive predicates, and those that call them, are not in the order, so they are
    not among them. Every call is looked at once.
    """
    height_of: dict[Predicate, int] = {}
    chosen = []
    while ready := order.get_ready():
        for predicate in ready:
            height = height_of.pop(predicate, 0) + 1
            if height > MAX_UNMEMOIZED_CALLS:
                chosen.append(predicate)
                height = 0
            for caller in callers.get(predicate, ()):
                height_of[caller] = max(height, height_of.get(caller, 0))
        order.done(*ready)
    return chosen


def _all_callers(
    callers: Mapping[Predicate, set[Predicate]], called: Predicate
) -> set[Predicate]:
    """Return what calls a predicate, directly or through others."""
    reached: set[Predicate] = set()
    queue = [called]
    while queue:
        new = callers.get(queue.pop(), set()) - reached
        reached |= new
        queue += new
    return reached
