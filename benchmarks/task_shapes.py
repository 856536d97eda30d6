"""Tasks of several stable models that grow."""

from __future__ import annotations

from shapes import Files, many, shape

LEARN = ["modes x.las", "learn -q x.las"]


def task(statements: str, example: str = "#pos({t(c1)}, {t(c0)}).\n") -> Files:
    """Return a task to learn which constants p describes."""
    modes = "#modeh(t(var(x))).\n#modeb(p(var(x))).\n"
    return {"x.las": f"{modes}{statements}{example}"}


@shape(*LEARN)
def task_of_a_long_rule(n: int) -> Files:
    return task(f"{{p(c1)}}. x(c1). x(c0).\n:- {many(n, 'a@', ', ')}.\n")


@shape(*LEARN)
def task_of_rules_of_many_literals(n: int) -> Files:
    body = ", ".join(f"not a{i}" for i in range(300))
    return task("{p(c1)}. x(c1). x(c0).\n" + many(n, f"b@ :- {body}.\n"))


@shape(*LEARN)
def task_of_noisy_examples(n: int) -> Files:
    pairs = [("b", "a") if i % 5 == 0 else ("a", "b") for i in range(n)]
    examples = (
        f"#pos(e{i}@{i % 9 + 1}, {{t({inside})}}, {{t({outside})}}).\n"
        for i, (inside, outside) in enumerate(pairs)
    )
    return task("{z}. x(a). x(b). p(a).\n", "".join(examples))


@shape("explain t.lp x.las t(b)")
def task_of_rules_that_explain(n: int) -> Files:
    files = task("{z}. x(a). x(b). p(a).\n", "#pos({t(a)}, {t(b)}).\n")
    return {**files, "t.lp": many(n, "t(X) :- p(X), not q@(X).\n")}


@shape("explain t.lp x.las t(b)")
def task_of_constraints_that_explain(n: int) -> Files:
    files = task("{z; t(b)}. x(a). x(b). p(a).\n", "#pos({t(a)}, {t(b)}).\n")
    constraints = many(n, ":- t(b), z, not q@.\n")
    return {**files, "t.lp": f"t(a).\n{constraints}:- t(b), not z.\n"}


@shape(*LEARN)
def task_of_disjunctions(n: int) -> Files:
    return task(many(n, "p(c@). x(c@).\na@ ; b@.\n"))
