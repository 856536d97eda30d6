"""Recursive programs, derived by Prolog for many base cases at once.

The arguments of the target are inputs and outputs, by its mode. Bodies are run on
*instances*, inputs of examples and what they lead to, and compared by their answers;
programs are run on the examples. ``fold_bodies.pl`` does the one in bulk, and
``fold_programs.pl`` the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from typing import Literal as OneOf

import numpy as np

from fold_cli import bits
from fold_cli.coverage.clause_space import ClauseSpace, PartialBody
from fold_cli.coverage.program_text import goal, names, tree
from fold_cli.engine.packed import pack
from fold_cli.engine.prolog import engine
from fold_cli.theory.terms import Const, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_cli.bits import Bits
    from fold_cli.coverage.recursive_clause import RecursiveClause
    from fold_cli.files.problem import Mode, Problem

MAX_INSTANCES = 160
"""Instances by which bodies are told apart."""

MAX_PROGRAM_INFERENCES = 5_000_000
"""Inferences that Prolog may make for one program and all examples."""

MAX_INFERENCES = 85_000_000
"""What all programs may take in inferences, other work too, if no budget is lower."""

PROGRAM_COST = 400
"""Inferences that take half as long as writing and reading a program, or a body."""

PROGRAMS_PER_CALL = 200
"""Programs that are run in one call of Prolog."""

MAX_CONSTANTS = 5
"""Constants that are tried for each mode that has one."""


class ProgramLimitError(Exception):
    """The search for programs has taken what it may take."""


class Derivation(NamedTuple):
    """What a program derives: choices of base cases, as bits of integers."""

    positives: tuple[int, ...]  # with which each positive is derived
    negative: int  # with which some negative is
    ambiguous: int  # with which a positive's inputs have another output as well


class Programs:
    """The programs of a problem's target."""

    def __init__(self, problem: Problem) -> None:
        self._module, self.target = problem.module, problem.target
        self._positives = problem.positives
        mode = _recursive_mode(problem)
        self.inputs = [i for i, arg in enumerate(mode.args) if arg.kind == "+"]
        self.outputs = [i for i, arg in enumerate(mode.args) if arg.kind == "-"]
        types = [arg.type for arg in mode.args]
        body = [m for m in problem.body if sum(a.kind == "#" for a in m.args) < 2]
        self.space = ClauseSpace(body, types, self.outputs)
        self.shaped = {m.predicate.name for m in body if m.takes_apart}
        """Predicates that take a term apart."""
        input_types = {types[at] for at in self.inputs}
        self.branching = any(m.branches & input_types for m in body)
        self.bias = problem.bias
        self.functional = False
        self.structured = False  # whether a positive has terms that have parts
        self.constants = 0  # in the positives by which programs are judged
        self.every_instance = 0  # as bits of an integer
        self.negating = False  # whether clauses may have negated literals
        self.budget = MAX_INFERENCES
        self._first: int | None = None  # inferences before the first question
        self._charged = 0

    @property
    def start(self) -> PartialBody:
        """The empty body."""
        return PartialBody((), frozenset(self.inputs))

    def hold(self, examples: Bits, size: int) -> None:
        """Judge by these examples, and find the instances that they lead to."""
        indices = bits.indices(examples, size)
        inputs = " ".join(str(at + 1) for at in self.inputs)
        kind, structure, constants = self._ask(
            "fold_instances",
            "hold_program_examples",
            self.target.name,
            self.target.arity,
            inputs,
            self._positives,
            pack(indices.astype(np.int64)),
        )
        self.functional = bool(self.outputs) and kind == "functional"
        self.structured = structure == "structured"
        self.constants = int(constants)
        moves = ",".join(map(self._move, self.space.moves(self.start)))
        text = f"steps([{names(self.inputs)}],[{moves}])."
        (count,) = self._ask("fold_instances", "reach_instances", text, MAX_INSTANCES)
        self._find_constants()
        self.every_instance = (1 << int(count)) - 1

    def _find_constants(self) -> None:
        """Find what may stand for constants: the commonest answers on instances.

        Goals with a constant are asked about inputs, and about what one step makes.
        """
        open_modes = [m for m in self.space.modes if any(a.kind == "#" for a in m.args)]
        if not open_modes:
            return
        steps = self.space.steps(self.start, frozenset())
        bodies = [self.start, *(self.start.with_step(step) for step in steps)]
        asked = [
            f"m({number},[{','.join(map(goal, body.literals))}],{asked_goal},C)"
            for number, mode in enumerate(open_modes)
            for body in bodies
            for asked_goal in self.space.open_goals(mode, body)
        ]
        text = f"constants([{names(self.inputs)}],[{','.join(asked)}])."
        found: dict[Mode, list[Const]] = {}
        about = "common_constants", text, MAX_CONSTANTS
        for line in self._ask("fold_instances", *about):
            number, value = line.split(" ", 1)
            found.setdefault(open_modes[int(number)], []).append(Const(value))
        self.space.hold_constants(found)

    def allow_outputs(self) -> None:
        """Let questions have several outputs, although the positives have one each."""
        self._ask("fold_instances", "allow_outputs")
        self.functional = False

    def _move(self, made: dict[int, tuple[Literal, int]]) -> str:
        """Return goals and the inputs after them, some made by these."""
        goals = ",".join(goal(literal) for literal, _ in made.values())
        after = [made[at][1] if at in made else at for at in self.inputs]
        return f"({goals})-[{names(after)}]"

    def answers(
        self, bodies: Sequence[PartialBody], of_outputs: bool, variants: bool = False
    ) -> list[tuple[int, int]]:
        """Return on which instances each body has answers, and a hash of them.

        An answer is the values of all variables, or those of the outputs. A body that
        has none, or raises an error, has (0, 0). With ``variants``, those of instances
        count as instances.
        """
        self.charge(len(bodies) * PROGRAM_COST)
        by_body = [(0, 0)] * len(bodies)
        values = [self.outputs if of_outputs else sorted(b.bound) for b in bodies]
        nodes = tree([(b.literals, v) for b, v in zip(bodies, values, strict=True)])
        inputs = "variants" if variants else "instances"
        text = f"bodies([{names(self.inputs)}],{nodes},{inputs})."
        for line in self._ask("fold_bodies", "body_answers", text):
            number, instances, hash_ = map(int, line.split())
            by_body[number] = instances, hash_
        return by_body

    def hold_base_cases(
        self, bodies: Sequence[PartialBody], masks: Sequence[int], choices: int
    ) -> None:
        """Take these base cases for the programs that are derived from now on.

        The mask of a base case has a bit for each of the choices that it belongs to.
        """
        nodes = tree([(body.literals, self.outputs) for body in bodies])
        term = f"masks({','.join(map(str, [*masks, (1 << choices) - 1]))})"
        text = f"bases({self._head},{nodes},{term})."
        self._ask("fold_programs", "hold_base_cases", text)

    def derive(
        self,
        programs: Sequence[tuple[RecursiveClause, ...]],
        how: OneOf["whole", "partly", "briefly"] = "whole",
    ) -> list[Derivation | None]:
        """Return what each program derives; None if not all positives but ``partly``.

        Where each positive has one output, ``briefly`` is by the smallest ones alone.
        """
        lines: list[str] = []
        for first in range(0, len(programs), PROGRAMS_PER_CALL):
            part = programs[first : first + PROGRAMS_PER_CALL]
            self.charge(len(part) * PROGRAM_COST)
            texts = ",".join(map(self._clauses, part))
            text = f"programs({self._head},[{texts}])."
            asked = "derive_programs", text, MAX_PROGRAM_INFERENCES, self.left, how
            lines += self._ask("fold_programs", *asked)
        return [_derivation(line) for line in lines]

    def possible(self, clauses: Sequence[RecursiveClause]) -> list[RecursiveClause]:
        """Return the clauses that may give the outputs of positives where they apply.

        Positives that a base case derives do not count.
        """
        text = f"clauses({self._head},{self._clauses(clauses)})."
        numbers = self._ask("fold_backwards", "possible_clauses", text, self.left)
        return [clauses[int(number)] for number in numbers]

    def outputs_of(
        self,
        program: tuple[RecursiveClause, ...],
        where: OneOf["instances", "parts"] = "instances",
    ) -> dict[int, int]:
        """Return hashes of what a program with the held base cases gives.

        The keys are the numbers of instances, and of variants of them, that it has
        outputs for, or those of instances in each part of the background: it is without
        some objects, or what holds between some. There are none if it takes too long.
        """
        text = f"program({self._head},{self._clauses(program)})."
        asked = "program_outputs", text, MAX_PROGRAM_INFERENCES, where
        (found,) = self._ask("fold_programs", *asked)
        return {at: int(each) for at, each in enumerate(found.split()) if each != "-"}

    def relates_arguments(self) -> bool:
        """Return whether a negative has only arguments of positives, put together."""
        about = self._module, self._positives
        return bool(engine().call("fold_variants", "crossed_negatives", *about))

    @property
    def _head(self) -> str:
        return f"[{names(self.inputs)}],[{names(self.outputs)}]"

    def _clauses(self, program: Sequence[RecursiveClause]) -> str:
        texts = (clause.text(self.inputs, self.outputs) for clause in program)
        return f"[{','.join(texts)}]"

    def _ask(self, module: str, question: str, *about: str | int) -> list[str]:
        """Ask Prolog; raise ``ProgramLimitError`` where enough has been asked."""
        if self.spent > self.budget:
            raise ProgramLimitError
        return engine().call(module, question, self._module, *about)

    @property
    def left(self) -> int:
        """Return what may still be spent, in inferences."""
        return max(0, self.budget - self.spent)

    @property
    def spent(self) -> int:
        """What has been spent of the budget, in inferences."""
        made = self.inferences()
        self._first = made if self._first is None else self._first
        return made - self._first + self._charged

    def charge(self, inferences: int) -> None:
        """Count work outside Prolog as if it were inferences."""
        self._charged += inferences
        if self._charged > self.budget:
            raise ProgramLimitError

    @staticmethod
    def inferences() -> int:
        """Return how many inferences Prolog has made."""
        (count,) = engine().call("fold_programs", "program_inferences")
        return int(count)


def _recursive_mode(problem: Problem) -> Mode:
    """Return the mode by which the target is called; undecided arguments are inputs."""
    if len(problem.recursive) == 1:
        return problem.recursive[0]
    return problem.head


def _derivation(line: str) -> Derivation | None:
    if not line:
        return None
    *positives, negative, ambiguous = (int(mask, 16) for mask in line.split(" "))
    return Derivation(tuple(positives), negative, ambiguous)
