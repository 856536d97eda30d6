"""Theories read from files, for users of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.use.inputs.text_files import files_for_text
from fold_cli.use.theories.prolog_theory import sentences_in
from fold_cli.use.theories.theory import Theory
from fold_cli.use.theories.written_theory import written

if TYPE_CHECKING:
    from fold_cli.use.inputs.text_files import Source


def load_theory(source: Source, modes: Source | None) -> Theory:
    """Read a theory, with the sentences that the modes declare."""
    with files_for_text() as files:
        sentences = None
        if modes is not None:
            sentences = sentences_in(files.path(modes, "modes.pl"))
        found = written(files.path(source, "theory.pl"))
        path = files.renamed(found.path)
        return Theory(found.theory, found.text, path, sentences)
