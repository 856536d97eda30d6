"""What a theory says: its rules as data, and its text in each format."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from fold_cli.output import write_file
from fold_cli.theory.english.sentences import Sentences
from fold_cli.theory.formats import format_of, render
from fold_cli.theory.formats.prolog_format import clause_text, to_prolog
from fold_cli.use.inputs.text_files import file_path

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from fold_cli.theory import theory as internal
    from fold_cli.theory.rule_data import Rule
    from fold_cli.theory.theory import Counts


class ReadableTheory:
    """The part of :class:`Theory` that needs no background."""

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
        return (
            isinstance(other, ReadableTheory) and self.to_prolog() == other.to_prolog()
        )

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
        from fold_cli.theory.formats.html_format import to_fragment

        return to_fragment(self._theory, self._sentences)

    # Rendering

    def render(self, style: str, *, scale: int = 1) -> str:
        """Return it as ``"pl"``, ``"asp"``, ``"json"``, ``"text"`` or ``"html"``.

        ``"sql"`` and ``"python"`` are for theories that were learned from a table. With
        a ``scale``, all numbers in ``"asp"`` are multiplied by it.
        """
        theory = self._theory
        if style == "asp":
            from fold_cli.files.clingo_calls import checked_for_clingo

            theory = checked_for_clingo(theory)
        return render(theory, style, self._sentences, scale)

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

    def save(self, path: str | os.PathLike[str], style: str | None = None) -> None:
        """Write it to a file, whole or not at all, in the format that its name says."""
        name = file_path(path)
        write_file(name, self.render(style or format_of(name)))
