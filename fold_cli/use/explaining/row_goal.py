"""Why one atom about a row of a table holds, or does not.

The atom is of the theory, or says what a cell is; the name of a row alone asks for what
the theory says of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.engine.prolog import engine
from fold_cli.errors import InputError
from fold_cli.theory.quoting import constant, unquoted
from fold_cli.theory.terms import Const, Literal, Var
from fold_cli.use.explaining.explanation import Explanation
from fold_cli.use.explaining.row_explanation import RowExplainer
from fold_cli.use.theories.judgement import judge_rows

if TYPE_CHECKING:
    from fold_cli.files.tables.columns import Rows
    from fold_cli.files.tables.table import Table
    from fold_cli.theory.english.sentences import Sentences
    from fold_cli.theory.theory import Theory
    from fold_cli.use.theories.written_theory import WrittenTheory


def explain_goal(
    table: Table, source: WrittenTheory, goal: str, sentences: Sentences, depth: int
) -> Explanation:
    """Return why an atom about one row holds, or not; no other row is looked at.

    The name of a row alone asks why the theory says of it what it says.
    """
    theory = source.theory
    defined = theory.defined | {theory.target.name}
    if "(" in goal or goal in defined:
        name, *args = engine().call("fold_goal", "goal_parts", goal)
    else:
        name, *args = _predicted_atom(table, theory, constant(unquoted(goal.strip())))
    if name not in defined and (name not in table.by_name or len(args) != 2):
        raise InputError(
            f"neither the theory nor {table.file} defines {name}/{len(args)}; the "
            f"theory is about {theory.target}"
        )
    if not args:
        raise InputError(f"{name} is about no row; ask about one, like {name}(row1)")
    rows = _rows_called(table, args[0])
    explainer = RowExplainer(table, source, sentences, depth)
    if name in defined:
        [explanation] = explainer.explanations(rows, [(name, *args[1:])])
        return explanation
    explainer.look_at(rows)
    literal = Literal(name, (Var(0), Const(args[1])))
    code = explainer.code(0, literal)
    said = explainer.said(0, code, lambda: explainer.wording.cell(literal, code))
    holds = code > 0 and table.by_name[name].texts[code - 1] == args[1]
    return Explanation(said, holds, "cell")


def _predicted_atom(table: Table, theory: Theory, row: str) -> tuple[str, ...]:
    """Return the atom that a theory predicts of a row: its name and arguments."""
    labels = judge_rows(table, theory, _rows_called(table, row)).labels
    value = () if labels is None else (constant(theory.classes[labels[0]]),)
    return theory.target.name, row, *value


def _rows_called(table: Table, name: str) -> Rows:
    """Return the row of a name; raise an error that says what rows are called."""
    rows = table.row_name.rows([name])
    rows = rows[rows < table.size]
    if not rows.size:
        raise InputError(f"no row is called {name}; {_names(table)}", table.file)
    return rows


def _names(table: Table) -> str:
    """Say what the rows of a table are called."""
    if table.schema.id_column is not None:
        return f"rows are called by {table.schema.id_column}"
    return f"there {'is' if table.size == 1 else 'are'} row1 to row{table.size}"
