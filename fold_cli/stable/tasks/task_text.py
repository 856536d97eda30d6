"""A task as the text of a ``.las`` file, which ``task_reader`` reads back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fold_cli.stable.tasks.task import Leaf, Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fold_cli.stable.tasks.task import Example, Mode, Task, Template

_KINDS = {"head": "#modeh", "choice": "#modeha", "body": "#modeb"}


def task_text(task: Task) -> str:
    """Return background, examples and language, a statement a line."""
    blocks = [
        task.background.strip().split("\n"),
        map(_example, task.examples),
        map(_mode, task.modes),
        _constants(task),
        _limits(task.limits),
    ]
    texts = ("".join(f"{line}\n" for line in block if line.strip()) for block in blocks)
    return "\n".join(filter(None, texts))


def _example(example: Example) -> str:
    sets = [", ".join(example.inside), ", ".join(example.outside)]
    if example.context:
        sets.append(f" {example.context.strip()} ")
    parts = [f"{{{atoms}}}" for atoms in sets]
    if example.name:
        penalty = "" if example.penalty is None else f"@{example.penalty}"
        parts.insert(0, f"{example.name}{penalty}")
    return f"#{'pos' if example.positive else 'neg'}({', '.join(parts)})."


def _mode(mode: Mode) -> str:
    parts = [_template(mode.template)]
    if mode.recall is not None:
        parts.insert(0, str(mode.recall))
    flags = ["positive"] * (mode.kind == "body" and mode.signs == (True,))
    flags += ["anti_reflexive"] * mode.distinct
    if flags:
        parts.append(f"({', '.join(flags)})")
    return f"{_KINDS[mode.kind]}({', '.join(parts)})."


def _template(template: Template) -> str:
    fill = (
        f"{'const' if leaf.constant else 'var'}({leaf.type})"
        for leaf in template.leaves
        if isinstance(leaf, Leaf)
    )
    return template.text(fill)


def _constants(task: Task) -> Iterator[str]:
    for kind, values in task.constants.items():
        for value in values:
            yield f"#constant({kind}, {value})."


def _limits(limits: Limits) -> Iterator[str]:
    if limits.variables is not None:
        yield f"#maxv({limits.variables})."
    if limits.body is not None:
        yield f"#maxbl({limits.body})."
    if limits.least_heads != 1:
        yield f"#minhl({limits.least_heads})."
    if limits.most_heads is not None:
        yield f"#maxhl({limits.most_heads})."
