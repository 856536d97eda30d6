"""Theories that grow: clauses, exceptions, terms and comments, shown and applied."""

from __future__ import annotations

from shapes import (
    EVALUATE,
    EXPLAIN,
    JSON,
    PREDICT,
    SHOW,
    USE,
    Files,
    many,
    problem,
    shape,
)


def theory(clauses: str, background: str = "") -> Files:
    """Return the files of a problem with a theory."""
    return {"t.pl": clauses, **problem(background)}


@shape(*SHOW, *JSON, *USE)
def theory_clauses(n: int) -> Files:
    return theory(
        many(n, "t(X) :- p@(X).\n"), ":- dynamic p0/1.\n" + many(n, "p@(a).\n")
    )


@shape(*SHOW, *JSON, *USE)
def theory_clauses_of_one_predicate(n: int) -> Files:
    return theory(many(n, "t(X) :- p(X, c@).\n"), "p(a, c0).\n")


@shape(*SHOW, *JSON, *USE)
def theory_clauses_with_counts(n: int) -> Files:
    header = "% fold: default theory for t/1\n% examples: 2 positive, 2 negative\n\n"
    clause = "% covers 1 positive, 0 negative\nt(X) :- p(X, c@).\n\n"
    return theory(header + many(n, clause), "p(a, c0).\n")


@shape(*SHOW, *JSON, *USE)
def theory_facts(n: int) -> Files:
    return theory("t(X) :- good(X).\n" + many(n, "t(c@).\n"))


@shape(*SHOW, *JSON, *USE)
def theory_thresholds(n: int) -> Files:
    return theory(many(n, "t(X) :- p(X, A), A =< @, A > -@.\n"), "p(a, 1).\n")


@shape(*SHOW, *JSON, *USE)
def chain_of_predicates(n: int) -> Files:
    return theory("t(X) :- p0(X).\n" + many(n, "p@(X) :- p^(X).\n") + f"p{n}(a).\n")


@shape(*SHOW, *JSON, *USE)
def chain_of_exceptions(n: int) -> Files:
    chain = many(n, "ab@(X) :- good(X), \\+ ab^(X).\n")
    return theory(f"t(X) :- good(X), \\+ ab0(X).\n{chain}ab{n}(X) :- bad(X).\n")


@shape(*EVALUATE, *PREDICT, *EXPLAIN)
def loops_through_negation(n: int) -> Files:
    loops = many(n, "p@ :- \\+ q@.\nq@ :- \\+ p@.\n")
    return theory(f"t(X) :- good(X).\n{loops}")


@shape(*SHOW, *JSON, *USE)
def exceptions_of_two_clauses(n: int) -> Files:
    two = "ab@(X) :- good(X), \\+ ab^(X).\nab@(X) :- bad(X), \\+ ab^(X).\n"
    chain = many(n, two)
    return theory(f"t(X) :- good(X), \\+ ab0(X).\n{chain}ab{n}(X) :- bad(X).\n")


@shape(*SHOW, *JSON, *USE)
def chain_of_predicates_of_two_clauses(n: int) -> Files:
    chain = many(n, "p@(X) :- good(X), p^(X).\np@(X) :- bad(X), p^(X).\n")
    return theory(f"t(X) :- p0(X).\n{chain}p{n}(X) :- good(X).\n")


@shape(*SHOW, *JSON, *USE)
def rules_that_share_an_exception(n: int) -> Files:
    rules = many(n, "t(X) :- p(X, c@), \\+ ab0(X).\n")
    return theory(f"{rules}ab0(X) :- bad(X).\n", "p(a, c0).\n")


@shape(*SHOW, *JSON, *USE)
def exceptions_side_by_side(n: int) -> Files:
    rules = many(n, "t(X) :- p(X, c@), \\+ ab@(X).\nab@(X) :- bad(X).\n")
    return theory(rules, "p(a, c0).\n")


@shape(*SHOW, *JSON, *USE)
def theory_of_many_literals(n: int) -> Files:
    return theory(f"t(X) :- {many(n, 'good(X)', ', ')}.\n")


@shape(*SHOW, *JSON, *USE)
def theory_of_many_exceptions_in_a_rule(n: int) -> Files:
    body = many(n, "\\+ ab@(X)", ", ")
    return theory(f"t(X) :- good(X), {body}.\n{many(n, 'ab@(X) :- bad(X).' + chr(10))}")


@shape(*SHOW, *JSON, *EVALUATE, *EXPLAIN)
def theory_of_many_disjunctions(n: int) -> Files:
    return theory(f"t(X) :- {many(n, '(good(X) ; bad(X), fail)', ', ')}.\n")


@shape(*SHOW, *JSON, *EVALUATE, *EXPLAIN)
def theory_of_many_variables(n: int) -> Files:
    return theory(f"t(X) :- q(X, X0), {many(n, 'q(X@, X^)', ', ')}.\n", "q(a, a).\n")


@shape(*SHOW, *JSON, *EVALUATE, *EXPLAIN)
def theory_rules_of_many_variables(n: int) -> Files:
    body = many(max(1, n // 15), "q(X@, X^)", ", ")
    return theory(f"t(X0) :- {body}.\n" * 15, "q(a, a).\n")


@shape(*SHOW, *JSON, *EVALUATE, *PREDICT[:1])
def theory_that_enumerates(n: int) -> Files:
    return theory(f"t(X) :- member(X, [{many(n, 'c@', ', ')}]).\n")


@shape(*SHOW, *JSON, *EVALUATE)
def theory_that_enumerates_pairs(n: int) -> Files:
    files = theory(f"t(X, Y) :- member(X-Y, [{many(n, 'c@-d@', ', ')}]).\n")
    return {**files, "pos.pl": "t(c0, d0).\n", "neg.pl": "t(c0, d1).\n"}


@shape(*SHOW, *JSON)
def theory_that_enumerates_wide_rows(n: int) -> Files:
    head, row = many(n, "X@", ", "), many(n, "c@", "-")
    return theory(f"t({head}) :- member({many(n, 'X@', '-')}, [{row}]).\n")


@shape(*SHOW, *JSON, *EVALUATE)
def theory_with_a_long_string(n: int) -> Files:
    return theory(f'p(X) :- q(X, "{many(n, "x")}").\n', "q(a, b).\n")


@shape(*SHOW, *JSON, *EVALUATE)
def theory_with_a_long_atom_of_escapes(n: int) -> Files:
    return theory("t(X) :- q(X, '" + "\\n''" * n + "').\n", "q(a, b).\n")


@shape(*SHOW, *JSON, *EVALUATE)
def theory_with_a_long_list(n: int) -> Files:
    return theory(f"t(X) :- q(X, [{many(n, 'c@', ',')}]).\n", "q(a, b).\n")


@shape(*SHOW, *JSON, *EVALUATE)
def theory_with_a_long_sum(n: int) -> Files:
    return theory(f"t(X) :- q(X, {many(n, '1', '+')}).\n", "q(a, b).\n")


@shape(*SHOW, *JSON, *EVALUATE)
def theory_comments(n: int) -> Files:
    return theory(
        "% fold: default theory for t/1\n" + many(n, "% note @\n") + "t(a).\n"
    )


@shape(*SHOW, *JSON, *EVALUATE)
def theory_operators(n: int) -> Files:
    names = many(n, "o@", " ")
    header = f"% fold: default theory for t/1\n% operators: {names}\n"
    return theory(f"{header}t(X) :- good(X).\n")


@shape("show t.pl --modes m.pl --format text", "explain t.pl bk.pl t(a) --modes m.pl")
def theory_sentences(n: int) -> Files:
    files = theory(many(n, "t(X) :- p@(X).\n"), many(n, "p@(a).\n"))
    return {**files, "m.pl": many(n, ":- pred p@(X) :: '@@(X) is p@'.\n")}


@shape(*PREDICT, "predict t.pl bk.pl pos.pl --explain", *EVALUATE)
def predictions(n: int) -> Files:
    files = problem(many(n, "good(o@).\n"), many(n, "t(o@).\n"), many(n, "t(n@).\n"))
    return {**files, "t.pl": "t(X) :- good(X), \\+ ab0(X).\nab0(X) :- bad(X).\n"}


@shape("predict t.pl bk.pl pos.pl --explain --format json")
def explanations_of_many_classes(n: int) -> Files:
    earlier = ""
    clauses = []
    for i in range(100):
        clauses.append(f"t(X, k{i}) :- c{i}(X){earlier}.\nc{i}(X) :- p(X, v{i}).\n")
        earlier += f", \\+ c{i}(X)"
    return {
        "bk.pl": "".join(f"p(o{i}, v{i % 100}).\n" for i in range(n)),
        "pos.pl": "".join(f"t(o{i}, k{i % 100}).\n" for i in range(n)),
        "t.pl": "".join(sorted(clauses)),
    }


@shape(*EXPLAIN, *EVALUATE)
def explanations_of_a_long_chain(n: int) -> Files:
    chain = many(n, "q(n@, n^).\n") + f"r(X) :- q(X, Y), r(Y).\nr(n{n}).\n"
    return theory("t(X) :- good(X), r(n0).\n", chain)


@shape(*EXPLAIN)
def explanations_of_many_facts(n: int) -> Files:
    return theory(
        "t(X) :- p(X, Y), q(Y).\n", many(n, "p(a, c@). p(c, c@).\n") + "q(z).\n"
    )


@shape("explain t.pl bk.pl t(a) --depth 100", *EVALUATE)
def explanations_of_shared_rules(n: int) -> Files:
    chain = many(n, "p@(X) :- p^(X), p^(X).\n") + f"p{n}(a).\n"
    return theory("t(X) :- p0(X).\n", chain)


@shape("show t.pl", "predict t.pl x.csv --proba", "show t.pl --format sql")
def theory_header_of_many_columns(n: int) -> Files:
    columns = many(n, "% column: c@ numeric c@\n")
    head = "% fold: default theory for t/1\n% class: k y\n"
    rule = "t(X) :- c0(X, N), N =< 1.\n"
    names = many(max(1, n // 4), "c@", ",")
    row = many(max(1, n // 4), "1", ",")
    table = f"{names},k\n{row},y\n{row},n\n"
    return {"t.pl": f"{head}{columns}\n{rule}", "x.csv": table}


@shape("show t.pl", "predict t.pl x.csv")
def theory_header_of_many_classes(n: int) -> Files:
    head = (
        f"% fold: default theory for t/2\n% class: k\n% classes: {many(n, 'k@', ' ')}"
    )
    columns = "\n" + many(n, "% column: c@ numeric c@\n")
    rules = many(n, "t(X, k@) :- r@(X).\nr@(X) :- c0(X, N), N =< @.\n")
    return {"t.pl": f"{head}{columns}\n{rules}", "x.csv": "c0,k\n1,k1\n2,k2\n"}
