"""A task with a single stable model as background, examples and modes for Prolog.

The task must have one predicate to learn, examples without context, and a background
without choices and constraints that has one stable model. In that model an atom is true
or false; an example decides the only atom that it leaves open. Predicates whose rules
Prolog would read otherwise (intervals, arithmetic, order) are written as the facts that
clingo derives.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from clingo import ast

from fold_cli.errors import InputError, some_names
from fold_cli.stable import symbols
from fold_cli.stable.cases import Cases
from fold_cli.stable.solver import Solver
from fold_cli.stable.tasks.program_vetting import parts, statements
from fold_cli.stable.tasks.prolog_rules import (
    UntranslatableError,
    has_lists,
    rule_text,
    term_text,
)
from fold_cli.stable.tasks.task import Leaf
from fold_cli.theory.quoting import quote_atom

if TYPE_CHECKING:
    from fold_cli.stable.cases import Case
    from fold_cli.stable.symbols import Atom
    from fold_cli.stable.tasks.task import Mode, Task


def in_one_model(task: Task) -> str:
    """Return the task in the same syntax, with Prolog for its background.

    It keeps each statement on the line on which it stood.
    """
    return _Translation(task).text()


class _Translation:
    def __init__(self, task: Task) -> None:
        self.task = task
        heads = task.of_kind("head")
        for mode in task.of_kind("choice"):
            raise self._error("a choice may be learned here", mode.line)
        names = {(m.template.name, len(m.template.args)): m for m in heads}
        if len(names) != 1:
            others = some_names(f"{name}/{arity}" for name, arity in sorted(names))
            raise self._error(
                f"it learns {len(names)} predicates ({others}), not one"
                if names
                else "no #modeh says what is learned",
                list(names.values())[-1].line if names else 0,
            )
        (self.target,) = names
        program = statements(task.background, task.path)
        rules = [s for s in program if s.ast_type == ast.ASTType.Rule]
        self.rules = [rule for pooled in rules for rule in pooled.unpool()]
        self.constants = {s.name for s in program if s.ast_type != ast.ASTType.Rule}
        self._check_rules()
        solver = Solver([task.background], task.path)
        models = list(solver.models(count=2))
        if len(models) != 1:
            number = "no" if not models else "several"
            raise self._error(f"its background has {number} stable models", 0)
        (self.model,) = models

    def _error(self, why: str, line: int) -> InputError:
        return InputError(
            "bk.pl, pos.pl and neg.pl, which this command works with, cannot say this "
            f"task: {why}. Programs for it are learned by fold learn, in Python by "
            "fold_cli.api.programs.learn_program(path)",
            self.task.path,
            line,
        )

    def _check_rules(self) -> None:
        for rule in self.rules:
            line, head = rule.location.begin.line, rule.head
            if str(head) == "#false":
                raise self._error("a constraint excludes models", line)
            if head.ast_type != ast.ASTType.Literal:
                raise self._error("a choice or disjunction has several models", line)
            if str(head).startswith("-"):
                raise self._error(f"Prolog has no {head}", line)

    def text(self) -> str:
        """Return the statements, each on its line."""
        lines: dict[int, list[str]] = {}
        for line, text in self._statements():
            lines.setdefault(max(line, 1), []).append(text)
        last = max(lines, default=0)
        return "\n".join(" ".join(lines.get(n, [])) for n in range(1, last + 1)) + "\n"

    def _statements(self) -> list[tuple[int, str]]:
        statements = list(self._background())
        decided = self._decided_atoms()
        first = next((e.line for e in self.task.examples), 1)
        inside, outside = (
            ", ".join(self._term(atom, first) for atom, true in decided if true == side)
            for side in (True, False)
        )
        statements.append((first, f"#pos({{{inside}}}, {{{outside}}})."))
        defined = {symbols.signature(atom) for atom in self.model} | {self.target}
        for mode in self.task.modes:
            template = mode.template
            signature = template.name, len(template.args)
            if mode.kind == "head" or template.compares or signature in defined:
                statements.append((mode.line, _mode(mode, self)))
        statements += [
            (1, f"#constant({kind}, {value}).")
            for kind, values in self.task.constants.items()
            for value in values
        ]
        limits = self.task.limits
        for name, value in (("#maxv", limits.variables), ("#maxbl", limits.body)):
            if value is not None:
                statements.append((1, f"{name}({value})."))
        statements += [  # which Prolog's reader tells of
            (line, f"{text}.")
            for text, line in self.task.left_out
            if text.startswith("#")
        ]
        return statements

    # The background

    def _background(self) -> list[tuple[int, str]]:
        """Return rules as Prolog, or facts where a rule cannot be translated."""
        clauses: dict[tuple[str, int], list[tuple[int, str]]] = {}
        listed: dict[tuple[str, int], int] = {}
        lists = has_lists(self.rules)
        for rule in self.rules:
            key, line = _signature(rule), rule.location.begin.line
            try:
                text = rule_text(rule, self.constants, lists=lists)
                clauses.setdefault(key, []).append((line, text))
            except UntranslatableError as error:
                listed.setdefault(key, line)
                if key in self._on_target:
                    raise self._error(f"{error}, on the target", line) from None
        for key, line in listed.items():
            atoms = {a for a in self.model if symbols.signature(a) == key}
            clauses[key] = [
                (line, f"{self._term(a, line)}.") for a in symbols.in_order(atoms)
            ]
        return [clause for group in clauses.values() for clause in group]

    @cached_property
    def _on_target(self) -> set[tuple[str, int]]:
        """What depends on what is learned, through others too."""
        callers: dict[tuple[str, int], list[tuple[str, int]]] = {}
        for rule in self.rules:
            for literal in rule.body:
                for part in parts(literal):
                    if part.ast_type == ast.ASTType.Function:
                        called = part.name, len(part.arguments)
                        callers.setdefault(called, []).append(_signature(rule))
        reached: set[tuple[str, int]] = set()
        waiting = [self.target]
        while waiting:
            key = waiting.pop()
            if key not in reached:
                reached.add(key)
                waiting += callers.get(key, ())
        return reached

    def _term(self, atom: Atom, line: int) -> str:
        try:
            return term_text(symbols.symbol(atom))
        except UntranslatableError as error:
            raise self._error(str(error), line) from None

    # Examples

    def _decided_atoms(self) -> list[tuple[Atom, bool]]:
        """Return the atoms of the target that examples decide, true or false."""
        known: dict[Atom, bool] = {}
        waiting: list[Case] = []
        for group in Cases(self.task).groups:
            for case in group.cases:
                if case.example.context.strip():
                    raise self._error("an example has a context", case.example.line)
                if case.example.penalty is not None:
                    raise self._error(
                        "an example has a penalty; learn with --noise",
                        case.example.line,
                    )
                waiting.append(case)
        waiting.sort(key=lambda case: not case.positive)
        changed = True
        while changed:
            changed = False
            undecided = []
            for case in waiting:
                found = self._decided(case, known)
                if found is None:
                    undecided.append(case)
                else:
                    known.update(found)
                    changed = True
            waiting = undecided
        for case in waiting:
            raise self._error(
                "a negative example is about several atoms at once", case.example.line
            )
        return list(known.items())

    def _decided(self, case: Case, known: dict[Atom, bool]) -> dict[Atom, bool] | None:
        """Return what an example decides; None if it leaves several atoms open."""
        wanted = dict.fromkeys(case.inside, True) | dict.fromkeys(case.outside, False)
        if len(wanted) < len({*case.inside}) + len({*case.outside}):
            if case.positive:
                raise self._error("an atom is in and out at once", case.example.line)
            return {}
        open_atoms: dict[Atom, bool] = {}
        for atom, value in wanted.items():
            fixed = self._value(atom, known)
            if fixed is None:
                open_atoms[atom] = value
            elif fixed != value:
                if not case.positive:
                    return {}
                raise self._error(
                    f"{symbols.text(atom)} is {'not ' * value}so already",
                    case.example.line,
                )
        if case.positive:
            return open_atoms
        if not open_atoms:
            raise self._error(
                "a negative example holds whatever is learned", case.example.line
            )
        if len(open_atoms) > 1:
            return None
        ((atom, value),) = open_atoms.items()
        return {atom: not value}

    def _value(self, atom: Atom, known: dict[Atom, bool]) -> bool | None:
        """Return whether an atom is true, if that is known."""
        if atom in known:
            return known[atom]
        if symbols.signature(atom) == self.target and atom not in self.model:
            return None
        return atom in self.model


def _signature(rule: ast.AST) -> tuple[str, int]:
    term = rule.head.atom.symbol if str(rule.head) != "#true" else None
    if term is None or term.ast_type != ast.ASTType.Function:
        return str(rule.head), 0
    return term.name, len(term.arguments)


def _mode(mode: Mode, translation: _Translation) -> str:
    args = []
    for arg in mode.template.args:
        if isinstance(arg, Leaf):
            args.append(f"{'const' if arg.constant else 'var'}({arg.type})")
        elif mode.template.compares:
            args.append("const(any)")
        else:
            raise translation._error("a mode has a term for an argument", mode.line)
    if mode.template.compares:
        return f"#modeb({args[0]} {mode.template.name} {args[1]})."
    name = quote_atom(mode.template.name)
    head = "#modeh" if mode.kind == "head" else "#modeb"
    return f"{head}({name}({', '.join(args)}))." if args else f"{head}({name})."
