"""A theory as users of the library hold it: to look at, render, apply and explain."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fold_cli.errors import for_caller, shortened
from fold_cli.use.inputs.input_sources import reading
from fold_cli.use.inputs.option_values import whole_number
from fold_cli.use.inputs.text_files import files_for_text, path_of
from fold_cli.use.theories.readable_theory import ReadableTheory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from typing_extensions import Unpack

    from fold_cli.use.explaining.explanation import Explanation
    from fold_cli.use.inputs.atoms import Atom
    from fold_cli.use.inputs.input_sources import InputOptions, Reading
    from fold_cli.use.inputs.text_files import Source
    from fold_cli.use.learning.learn import Outcome
    from fold_cli.use.measuring.evaluation import Evaluation
    from fold_cli.use.predicting.prediction import Prediction
    from fold_cli.use.theories.written_theory import WrittenTheory

DEPTH = 10
"""How many rules deep explanations look."""


class FoldWarning(UserWarning):
    """Something about the files that may not be meant so."""


def warn(message: str) -> None:
    """Issue a warning of Python's, where the caller of the library is shown."""
    warnings.warn(for_caller(shortened(message)), FoldWarning, stacklevel=4)


class Theory(ReadableTheory):
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

    @property
    def _written(self) -> WrittenTheory:
        from fold_cli.use.theories.written_theory import WrittenTheory

        text = self.to_prolog() if self._text is None else self._text
        return WrittenTheory(self._theory, text, self._path)

    @contextmanager
    def _reading(
        self,
        bk: Source,
        pos: Source | None,
        neg: Source | None,
        options: InputOptions,
    ) -> Iterator[Reading]:
        """Give the sources that the arguments name, for as long as the block runs."""
        from fold_cli.use.theories.written_theory import check_order

        if path := path_of(bk):
            check_order(self._written, path)
        with reading(bk, pos, neg, options) as given:
            yield given

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
        messages: list[str] = []
        with self.predictions(
            bk,
            examples,
            proba=proba,
            explain=explain,
            depth=depth,
            on_warning=messages.append,
            **options,
        ) as found:
            _tell(tuple(messages), on_warning)
            return list(found)

    @contextmanager
    def predictions(
        self,
        bk: Source,
        examples: Source | None = None,
        *,
        proba: bool = False,
        explain: bool = False,
        depth: int = DEPTH,
        on_warning: Callable[[str], None] = warn,
        **options: Unpack[InputOptions],
    ) -> Iterator[Iterator[Prediction]]:
        """Give one by one what ``predict`` returns, for as long as the block runs.

        So the reasons of a million rows need not be kept at the same time.
        """
        from fold_cli.use.predicting.prediction import predict
        from fold_cli.use.problems.problem_factory import applied

        depth = whole_number("depth", depth)
        with (
            self._reading(bk, examples, None, options) as given,
            applied(given.sources, self._written) as rows,
        ):
            _tell(given.renamed(rows.warnings), on_warning)
            reasons = rows.explanations(depth) if explain else None
            found = predict(rows, proba=proba, explanations=reasons)
            yield map(given.renamed, found)

    def holds(self, bk: Source, goal: Atom, **options: Unpack[InputOptions]) -> bool:
        """Return whether an atom holds beside a background: ``"fly(tweety)"``."""
        return self.explain(bk, goal, depth=1, **options).holds

    def explain(
        self,
        bk: Source,
        goal: Atom,
        *,
        depth: int = DEPTH,
        on_warning: Callable[[str], None] = warn,
        **options: Unpack[InputOptions],
    ) -> Explanation:
        """Return why an atom holds, or why not; as a ``str`` it is lines of text."""
        from fold_cli.use.inputs.atoms import atom_text
        from fold_cli.use.problems.problem_factory import applied

        text, depth = atom_text(goal), whole_number("depth", depth)
        with (
            self._reading(bk, None, None, options) as given,
            applied(given.sources, self._written, ask="nothing") as program,
        ):
            _tell(given.renamed(program.warnings), on_warning)
            return given.renamed(program.explanation(text, depth))

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
        from fold_cli.use.measuring.evaluation import evaluate_problem
        from fold_cli.use.problems.problem_factory import opened

        with (
            self._reading(bk, pos, neg, options) as given,
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
        from fold_cli.use.report.page import report_of

        with self._reading(bk, pos, neg, options) as given:
            files = given.names(bk=bk, pos=pos, neg=neg)
            page, warnings = report_of(given.sources, self._written, files)
            _tell(given.renamed(warnings), on_warning)
            return page


def load_theory(source: Source, modes: Source | None) -> Theory:
    """Read a theory, with the sentences that the modes declare."""
    from fold_cli.use.theories.prolog_theory import sentences_in
    from fold_cli.use.theories.written_theory import written

    with files_for_text() as files:
        sentences = None
        if modes is not None:
            sentences = sentences_in(files.path(modes, "modes.pl"))
        found = written(files.path(source, "theory.pl"))
        path = files.renamed(found.path)
        return Theory(found.theory, found.text, path, sentences)


def _tell(messages: tuple[str, ...], on_warning: Callable[[str], None]) -> None:
    for message in messages:
        on_warning(message)


def theory_of(outcome: Outcome) -> Theory:
    """Return what was learned as users hold it."""
    return Theory(
        outcome.theory,
        sentences=outcome.sentences,
        warnings=tuple(map(for_caller, outcome.warnings)),
        noisy_examples=outcome.noisy_examples,
    )
