"""Tasks of several stable models that grow."""

from __future__ import annotations

from shapes import Files, many, shape

LEARN = ["modes x.las", "learn -q x.las"]


def task(statements: str, example: str = "#pos({t(c1)}, {t(c0)}).\n") -> Files:
    """Return a task to learn which constants p describes."""
    modes = "#modeh(t(var(x))).\n#modeb(p(var(x))).\n"
    return {"x.las": f"{modes}{statements}{example}"}


@shape(*LEARN)
def task_of_disjunctions(n: int) -> Files:
    return task(many(n, "p(c@). x(c@).\na@ ; b@.\n"))
