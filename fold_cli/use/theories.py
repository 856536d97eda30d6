"""A theory as users of the library hold it: to look at, render, apply and explain."""

from __future__ import annotations

import warnings
from functools import cached_property
from typing import TYPE_CHECKING

from fold_cli.output import write_file
from fold_cli.theory.formats import render
from fold_cli.theory.prolog_format import clause_text, to_prolog
from fold_cli.theory.sentences import Sentences
from fold_cli.use.inputs import reading

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator

    from typing_extensions import Unpack

    from fold_cli.theory import theory as internal
    from fold_cli.theory.rule_data import Rule
    from fold_cli.theory.theory import Counts
    from fold_cli.use.evaluate import Evaluation
    from fold_cli.use.explain import Explanation
    from fold_cli.use.inputs import InputOptions, Source
    from fold_cli.use.predict import Prediction
    from fold_cli.use.written import WrittenTheory

DEPTH = 10
"""How many rules deep explanations look."""


class FoldWarning(UserWarning):
    """Something about the files that may not be meant so."""


def warn(message: str) -> None:
    """Issue a warning of Python's, where the caller of the library is shown."""
    warnings.warn(message, FoldWarning, stacklevel=4)


class Theory:
    """Rules for a target, with exceptions; get one from ``learn`` or ``load``.

    It holds no part of Prolog, so it can be kept, compared, hashed and pickled. Each
    question beside a background reads that background anew: ask about many atoms at
    once where that takes long.

    >>> from fold_cli import Text, learn
    >>> bk = Text("bird(X) :- penguin(X). bird(tweety). penguin(polly). cat(tom).")
    >>> theory = learn(bk, ["fly(tweety)"], ["fly(polly)", "fly(tom)"])
    >>> theory
    <Theory of fly/1: 2 clauses, covers 1 of 1 positive, 0 of 2 negative examples>
    >>> theory.holds(bk, "fly(tweety)")
    True
    """

    def __init__(
        self,
        theory: internal.Theory,
        text: str | None = None,
        path: str = "",
        sentences: Sentences | None = None,
        warnings: tuple[str, ...] = (),
        noisy_examples: tuple[str, ...] = (),
    ) -> None:
        self._theory, self._text, self._path = theory, text, path
        self._sentences = sentences or Sentences()
        self.warnings = warnings  # of the run that learned it
        self.noisy_examples = noisy_examples  # that it gets wrong, learned with noise

    # What it says

    @property
    def target(self) -> str:
        """The predicate that is defined: ``"fly/1"``."""
        return str(self._theory.target)

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of the target as data, with their exceptions nested in them."""
        from fold_cli.theory.rule_data import rules_of

        return rules_of(self._theory)

    @property
    def clauses(self) -> tuple[str, ...]:
        """All clauses as Prolog: those of the target, then of its exceptions."""
        return tuple(clause_text(learned.clause) for learned in self._theory.clauses)

    @property
    def size(self) -> tuple[int, int]:
        """The number of all clauses, and of the literals in their bodies."""
        return self._theory.size

    @property
    def classes(self) -> tuple[str, ...]:
        """The values of the class in order, where it tells several of them apart."""
        return self._theory.classes

    @property
    def examples(self) -> Counts | None:
        """The examples that it was learned from, where that is known."""
        return self._theory.examples

    @property
    def covers(self) -> Counts | None:
        """The examples that it covers of those it was learned from."""
        return self._theory.covers

    @property
    def partial(self) -> bool:
        """Whether learning was stopped early."""
        return self._theory.partial

    @property
    def notes(self) -> tuple[str, ...]:
        """Lines of the header about how it was learned."""
        return self._theory.notes

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return self.to_prolog()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Theory) and self.to_prolog() == other.to_prolog()

    def __hash__(self) -> int:
        return hash(self.to_prolog())

    def __repr__(self) -> str:
        count = len(self._theory.clauses)
        text = f"<Theory of {self.target}: {count} clause{'s' * (count != 1)}"
        if self.covers and self.examples and self.classes:
            text += (
                f", right about {self.covers.positives} of {self.examples.positives} "
                "rows"
            )
        elif self.covers and self.examples:
            text += (
                f", covers {self.covers.positives} of {self.examples.positives} "
                f"positive, {self.covers.negatives} of {self.examples.negatives} "
                "negative examples"
            )
        return f"{text}{', partial' * self.partial}>"

    def _repr_html_(self) -> str:
        from fold_cli.theory.html_format import to_fragment

        return to_fragment(self._theory, self._sentences)

    # Rendering

    def render(self, style: str, *, scale: int = 1) -> str:
        """Return it as ``"pl"``, ``"asp"``, ``"json"``, ``"text"`` or ``"html"``.

        ``"sql"`` and ``"python"`` are for theories that were learned from a table. With
        a ``scale``, all numbers in ``"asp"`` are multiplied by it.
        """
        return render(self._theory, style, self._sentences, scale)

    def to_prolog(self) -> str:
        """Return a program that swipl runs beside the background."""
        return to_prolog(self._theory)

    def to_asp(self) -> str:
        """Return a program for clingo."""
        return self.render("asp")

    def to_json(self) -> str:
        """Return data with each clause and what it covers."""
        return self.render("json")

    def to_text(self) -> str:
        """Return sentences, with the wording that the files declare."""
        return self.render("text")

    def save(self, path: str | os.PathLike[str], style: str = "pl") -> None:
        """Write it to a file, whole or not at all."""
        write_file(str(path), self.render(style))

    # Applying

    @property
    def _written(self) -> WrittenTheory:
        from fold_cli.use.written import WrittenTheory

        text = self.to_prolog() if self._text is None else self._text
        return WrittenTheory(self._theory, text, self._path)

    def predict(
        self,
        bk: Source,
        examples: Source | None = None,
        *,
        proba: bool = False,
        explain: bool = False,
        depth: int = DEPTH,
        on_warning: Callable[[str], None] = warn,
        **options: Unpack[InputOptions],
    ) -> list[Prediction]:
        """Return what it says of examples beside a background, or of a table's rows.

        Without examples, all atoms are listed that it makes true beside Prolog files.
        ``proba`` adds how sure a prediction is, ``explain`` why.
        """
        from fold_cli.use.opening import applied
        from fold_cli.use.predict import predict

        with (
            reading(bk, examples, None, options) as given,
            applied(given.sources, self._written) as rows,
        ):
            _tell(given.renamed(rows.warnings), on_warning)
            reasons = rows.explanations(depth) if explain else None
            return given.renamed(predict(rows, proba=proba, explanations=reasons))

    def holds(self, bk: Source, goal: str, **options: Unpack[InputOptions]) -> bool:
        """Return whether an atom holds beside a background: ``"fly(tweety)"``."""
        return self.explain(bk, goal, depth=1, **options).holds

    def explain(
        self,
        bk: Source,
        goal: str,
        *,
        depth: int = DEPTH,
        on_warning: Callable[[str], None] = warn,
        **options: Unpack[InputOptions],
    ) -> Explanation:
        """Return why an atom holds, or why not; as a ``str`` it is lines of text."""
        from fold_cli.use.opening import applied

        with (
            reading(bk, None, None, options) as given,
            applied(given.sources, self._written, ask="nothing") as program,
        ):
            _tell(given.renamed(program.warnings), on_warning)
            return given.renamed(program.explanation(goal, depth))

    def evaluate(
        self,
        bk: Source,
        pos: Source | None = None,
        neg: Source | None = None,
        *,
        list_errors: bool = False,
        on_warning: Callable[[str], None] = warn,
        **options: Unpack[InputOptions],
    ) -> Evaluation:
        """Compare what it says of examples with what they are.

        Warnings are in the result; where the examples are of another target, which is
        an error, they say how that target came about.
        """
        from fold_cli.use.evaluate import evaluate_problem
        from fold_cli.use.opening import opened

        with (
            reading(bk, pos, neg, options) as given,
            opened(given.sources, self._theory) as problem,
        ):
            if problem.target != self._theory.target:
                _tell(given.renamed(problem.warnings), on_warning)
            found = evaluate_problem(problem, self._written, list_errors=list_errors)
            return given.renamed(found)

    def report(
        self,
        bk: Source,
        pos: Source | None = None,
        neg: Source | None = None,
        *,
        on_warning: Callable[[str], None] = warn,
        **options: Unpack[InputOptions],
    ) -> str:
        """Return a page that shows what it says of examples, how well, and why."""
        from fold_cli.use.report.write import report_of

        with reading(bk, pos, neg, options) as given:
            files = given.names(bk=bk, pos=pos, neg=neg)
            page, warnings = report_of(given.sources, self._written, files)
            _tell(given.renamed(warnings), on_warning)
            return page


def _tell(messages: tuple[str, ...], on_warning: Callable[[str], None]) -> None:
    for message in messages:
        on_warning(message)
