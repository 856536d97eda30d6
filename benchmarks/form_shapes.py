"""Forms that grow: nested control, many files, classes, tasks, cells and schemas."""

from __future__ import annotations

import json

from row_shapes import SCHEMA, table
from row_shapes import SHOW as SHOW_ROWS
from row_shapes import USE as USE_ROWS
from shapes import (
    BOUNDED_CHOICES,
    CONVERT,
    EVALUATE,
    EXPLAIN,
    READ,
    RULES_TIMES_ROWS,
    USE,
    Files,
    many,
    problem,
    shape,
)
from theory_shapes import theory

CLASS = "--class k --positive y"
TABLE = [f"learn -q x.csv {CLASS}", f"learn -q x.csv {CLASS} --exact -o t.pl"]
OF_TABLE = [*SHOW_ROWS, *USE_ROWS, "predict t.pl x.csv --explain --format json"]
REPORT = ["report t.pl bk.pl pos.pl neg.pl -o r.html"]
TASK = ["modes x.las", "learn -q x.las", "convert x.las -o out"]


# Background knowledge


@shape(*READ, *CONVERT)
def nested_negations(n: int) -> Files:
    return problem("q(X) :- " + "\\+ (" * n + "good(X)" + ")" * n + ".\n")


@shape(*READ, *CONVERT)
def nested_choices(n: int) -> Files:
    body = many(n, "(X = a@ -> true ; ") + "good(X)" + ")" * n
    return problem(f"q(X) :- {body}.\n")


@shape(*READ, *CONVERT)
def nested_findalls(n: int) -> Files:
    body = many(n, "findall(X@, ") + "good(X)" + many(n, ", L@)")
    impure = "w(X, Y) :- good(X), Z = 3, Y is Z, Z \\== random.\n"
    return problem(f"q(X) :- good(X), {body}.\n{impure}")


@shape(*READ)
def nested_calls(n: int) -> Files:
    return problem("q(X) :- " + "call(" * n + "good(X)" + ")" * n + ".\n")


@shape(*READ, *CONVERT)
def arities_of_one_name(n: int) -> Files:
    wide = (f"q({', '.join(['a'] * (i % 200 + 1))}).\n" for i in range(n))
    return problem("".join(wide))


@shape(*READ)
def all_call_all(n: int) -> Files:
    side = max(2, int(n**0.5))
    rules = (
        f"p{i}(X) :- good(X), p{j}(X).\n" for i in range(side) for j in range(side)
    )
    return problem("".join(rules))


@shape(*READ)
def all_deny_earlier(n: int) -> Files:
    side = max(2, int((2 * n) ** 0.5))
    rules = (
        f"p{i}(X) :- good(X), \\+ p{j}(X).\n" for i in range(side) for j in range(i)
    )
    return problem("".join(rules) + "p0(a).\n")


@shape(*READ, *CONVERT)
def tabled_predicates(n: int) -> Files:
    return problem(many(n, ":- table p@/1.\np@(X) :- good(X).\n"))


@shape(*READ)
def dynamic_names(n: int) -> Files:
    return problem(f":- dynamic {many(n, 'p@/1', ', ')}.\n")


@shape(*READ, *CONVERT)
def modules(n: int) -> Files:
    parts = {
        f"m{i}.pl": f":- module(m{i}, [p{i}/1]).\np{i}(X) :- q{i}(X).\nq{i}(a).\n"
        for i in range(n)
    }
    return {**problem(many(n, ":- use_module(m@).\n")), **parts}


@shape(*READ, *CONVERT)
def imports_of_a_module(n: int) -> Files:
    names = many(n, "p@/1", ", ")
    module = f":- module(m, [{names}]).\n{many(n, 'p@(a).' + chr(10))}"
    return {**problem(f":- use_module(m, [{names}]).\n"), "m.pl": module}


@shape(*READ)
def operators_of_a_module(n: int) -> Files:
    names = many(n, "op(700, xfx, o@)", ", ")
    module = f":- module(m, [{names}]).\n{many(n, 'p(a o@ b).' + chr(10))}"
    return {**problem(":- use_module(m).\n"), "m.pl": module}


@shape(*READ, *CONVERT)
def discontiguous_facts(n: int) -> Files:
    return problem(many(n, "p(c@).\nq(c@).\nr(c@, c^).\n"))


@shape(*READ, *CONVERT)
def terms_as_objects(n: int) -> Files:
    return problem(
        many(n, "p(f(g(@), [a, h(@)])).\n"), many(n // 2, "t(f(g(@), [a, h(@)])).\n")
    )


@shape(*READ, *CONVERT)
def strings_as_objects(n: int) -> Files:
    return problem(many(n, 'p("s @").\n'), many(n // 2, 't("s @").\n'))


@shape(*READ)
def grammar_strings(n: int) -> Files:
    return problem(f'w --> "{"x" * n}", w.\nw --> [].\n')


@shape(*READ)
def equal_rules(n: int) -> Files:
    return problem("q(X) :- good(X), \\+ bad(X).\n" * n)


@shape(*READ)
def facts_in_both(n: int) -> Files:
    return problem(many(n, "q(c@, d).\nq(d, c@).\nq(c@, c@).\n"))


@shape(*READ)
def unequal_lists(n: int) -> Files:
    lists = (f"l([{', '.join(['a'] * (i % 300))}]).\n" for i in range(n))
    return problem("".join(lists))


# Theories


@shape(*USE, *REPORT)
def examples_beside_a_theory(n: int) -> Files:
    return {
        "t.pl": "t(X) :- good(X), \\+ ab0(X).\nab0(X) :- p(X, c1).\n",
        **problem(many(n, "good(e@). p(e@, c@).\n"), many(n, "t(e@).\n")),
    }


@shape(*REPORT, *EXPLAIN, "evaluate t.pl bk.pl pos.pl neg.pl --list-errors")
def errors_of_a_theory(n: int) -> Files:
    return {"t.pl": "t(X) :- bad(X).\n", **problem("", many(n, "t(e@).\n"))}


@shape(*REPORT, *EVALUATE, "predict t.pl bk.pl pos.pl --explain --format json")
def clauses_that_explain(n: int) -> Files:
    return theory(
        many(n, "t(X) :- p(X, c@), \\+ ab@(X).\nab@(X) :- bad(X).\n"), "p(a, c0).\n"
    )


@shape("show t.pl --format text", "show t.pl --format html", *USE, *REPORT)
def theory_of_recursive_clauses(n: int) -> Files:
    return theory("t(X) :- good(X).\n" + many(n, "t(X) :- p(X, c@, Y), t(Y).\n"))


@shape("show t.pl --format html", *REPORT, *USE)
def theory_of_equal_clauses(n: int) -> Files:
    return theory("t(X) :- good(X), \\+ ab0(X).\n" * n + "ab0(X) :- bad(X).\n")


@shape("show t.pl --format text", "show t.json", "evaluate t.json bk.pl pos.pl neg.pl")
def theory_sentences_of_long_names(n: int) -> Files:
    files = theory(f"t(X) :- {'good_' * n}(X).\n", f"{'good_' * n}(a).\n")
    return {**files, "t.json": '{"format": "fold-theory"}'}


@shape("show t.json", "predict t.json x.csv", "show t.json --format sql")
def json_of_many_members(n: int) -> Files:
    return {
        "t.json": json.dumps({f"m{i}": [i, str(i)] for i in range(n)}),
        "x.csv": table(3),
    }


# Theories of tables


@shape(*OF_TABLE)
def shared_exceptions_beside_rows(n: int) -> Files:
    rules = many(n, "t(X) :- a(X, A), A =< @, \\+ ab0(X).\n")
    exceptions = many(n, "ab0(X) :- b(X, w@).\n")
    return {"t.pl": f"{SCHEMA}{rules}{exceptions}", "x.csv": table(20)}


@shape(*OF_TABLE)
def exceptions_shared_at_every_level(n: int) -> Files:
    two = "ab@(X) :- a(X, A), A =< @, \\+ ab^(X).\nab@(X) :- b(X, v@), \\+ ab^(X).\n"
    rules = "t(X) :- a(X, A), A =< 900, \\+ ab0(X).\n" + many(n, two)
    return {"t.pl": f"{SCHEMA}{rules}ab{n}(X) :- b(X, v1).\n", "x.csv": table(20)}


@shape(*OF_TABLE)
def bounds_of_one_rule(n: int) -> Files:
    bounds = many(n, "A > @.5", ", ")
    return {"t.pl": f"{SCHEMA}t(X) :- a(X, A), {bounds}.\n", "x.csv": table(20)}


@shape(*OF_TABLE)
def values_of_one_column(n: int) -> Files:
    values = many(n, "w@", " ")
    header = SCHEMA.replace("categorical b", f"categorical b {values}")
    return {"t.pl": f"{header}t(X) :- b(X, w0).\n", "x.csv": table(20)}


@shape(*OF_TABLE)
def columns_of_a_theory(n: int) -> Files:
    header = SCHEMA.rstrip() + "\n" + many(n, "% column: c@ numeric c@\n") + "\n"
    rules = "t(X) :- " + many(n, "c@(X, A@), A@ > 1", ", ") + ".\n"
    cells = f"a,b,k,{many(n, 'c@', ',')}\n1,v,y,{many(n, '2', ',')}\n"
    return {"t.pl": header + rules, "x.csv": cells}


# Tables


@shape(*TABLE, *OF_TABLE, slow=RULES_TIMES_ROWS)
def rows_of_one_value_each(n: int) -> Files:
    rows = (f"v{i},{'yn'[i % 2]}\n" for i in range(n))
    return {"x.csv": "b,k\n" + "".join(rows)}


@shape(*TABLE, *OF_TABLE, slow=RULES_TIMES_ROWS)
def rows_of_alternating_numbers(n: int) -> Files:
    rows = (f"{i},{'yn'[i % 2]}\n" for i in range(n))
    return {"x.csv": "a,k\n" + "".join(rows)}


@shape(*TABLE, *USE_ROWS)
def rows_of_dates(n: int) -> Files:
    rows = (
        f"{1900 + i % 130}-{i % 12 + 1:02}-{i % 28 + 1:02},{'yn'[i % 7 < 3]}\n"
        for i in range(n)
    )
    return {"x.csv": "a,k\n" + "".join(rows)}


@shape(*TABLE, *USE_ROWS, f"convert x.csv {CLASS} -o out")
def rows_of_units(n: int) -> Files:
    rows = (f"{i} k{i % 97}g,{'yn'[i % 2]}\n" for i in range(n))
    return {"x.csv": "a,k\n" + "".join(rows)}


@shape(*TABLE, *SHOW_ROWS, "report t.pl x.csv -o r.html")
def a_header_of_many_words(n: int) -> Files:
    rows = (f"{i},{'yn'[i > 9]}\n" for i in range(20))
    return {"x.csv": "word " * n + ",k\n" + "".join(rows)}


@shape(*TABLE, *SHOW_ROWS, "report t.pl x.csv -o r.html")
def a_header_of_capitals(n: int) -> Files:
    rows = (f"{i},{'yn'[i > 9]}\n" for i in range(20))
    return {"x.csv": "xY1" * n + ",k\n" + "".join(rows)}


@shape("learn -q x.csv --class k -o t.pl", *OF_TABLE)
def rows_of_many_classes(n: int) -> Files:
    rows = (f"{i % 1009},v{i % 200},c{i % 200}\n" for i in range(n))
    return {"x.csv": "a,b,k\n" + "".join(rows)}


@shape(*TABLE, "cv -q x.csv --class k --positive y --folds 2 --jobs 1")
def rows_settled_twice(n: int) -> Files:
    rows = (f"v{i // 3},{'yyn'[i % 3]}\n" for i in range(n))
    return {"x.csv": "b,k\n" + "".join(rows)}


@shape(f"learn -q parts {CLASS}", f"learn -q parts {CLASS} --memory 900MB")
def wide_parts_of_a_table(n: int) -> Files:
    head, cells = many(n, "c@", ","), ("1," * n, "2," * n)
    return {f"parts/{i}.csv": f"{head},k\n{cells[0]}y\n{cells[1]}n\n" for i in range(2)}


@shape(f"cv -q x.csv {CLASS} --folds 2 --jobs 1")
def folds_of_a_wide_table(n: int) -> Files:
    rows = "".join(f"{i}," * n + f"{'yn'[i % 2]}\n" for i in range(8))
    return {"x.csv": f"{many(n, 'c@', ',')},k\n{rows}"}


@shape(f"learn -q parts {CLASS}", f"learn -q parts {CLASS} --memory 300MB")
def parts_of_a_table(n: int) -> Files:
    return {f"parts/{i}.csv": f"a,b,k\n{i},v{i % 3},{'yn'[i % 2]}\n" for i in range(n)}


@shape(*(command.replace(".csv", ".arff") for command in TABLE))
def arff_values_beside_rows(n: int) -> Files:
    values = many(n, "v@", ",")
    rows = (f"v{i},{'yn'[i % 2]}\n" for i in range(n))
    head = f"@relation r\n@attribute b {{{values}}}\n@attribute k {{y,n}}\n@data\n"
    return {"x.arff": head + "".join(rows)}


@shape(*(command.replace(".csv", ".arff") for command in TABLE))
def arff_sparse_rows(n: int) -> Files:
    rows = (f"{{0 {i}, 1 {'yn'[i % 2]}}}\n" for i in range(n))
    head = "@relation r\n@attribute a numeric\n@attribute k {y,n}\n@data\n"
    return {"x.arff": head + "".join(rows)}


# Tasks and files of other systems


@shape(*TASK)
def task_of_one_long_example(n: int) -> Files:
    return {
        "x.las": "#modeh(t(var(x))).\n#modeb(p(var(x))).\n"
        + many(n, "p(c@). x(c@).\n")
        + f"#pos({{{many(n, 't(c@)', ', ')}}}, {{}}).\n"
    }


@shape(*TASK)
def task_of_many_worlds(n: int) -> Files:
    return {
        "x.las": "#modeha(t(var(x))).\n#modeb(p(var(x))).\n#modeb(q).\n"
        "p(a). p(b). x(a). x(b).\n1 {q; r} 1.\n"
        + many(n, "#pos(e@, {t(a)}, {t(b)}, {q. s@.}).\n")
    }


@shape(*TASK, slow=BOUNDED_CHOICES)
def task_of_choices(n: int) -> Files:
    return {
        "x.las": "#modeh(t(var(x))).\n#modeb(p(var(x))).\n"
        + many(n, "0 {p(c@)} 1. x(c@).\n")
        + "#pos({t(c1)}, {t(c0)}, {p(c1). :- p(c0).}).\n"
    }


@shape(*TASK)
def task_of_constants(n: int) -> Files:
    return {
        "x.las": "#modeh(t(var(x))).\n#modeb(p(var(x), const(k))).\n"
        + many(n, "#constant(k, k@).\np(c@, k@). x(c@).\n")
        + "#pos({t(c1)}, {t(c0)}).\n"
    }


@shape("modes .", "learn -q .")
def bias_directions(n: int) -> Files:
    return {
        "bias.pl": "head_pred(t,1).\n"
        + many(n, "body_pred(p@,2).\ntype(p@,(x,x)).\ndirection(p@,(in,out)).\n"),
        "bk.pl": "p0(a, b).\n",
        "exs.pl": "pos(t(a)).\nneg(t(b)).\n",
    }


@shape("modes x", "learn -q x")
def aleph_examples(n: int) -> Files:
    return {
        "x.b": ":- modeh(1,t(+x)).\n:- modeb(*,p(+x)).\n:- determination(t/1,p/1).\n"
        + many(n, "p(c@).\n"),
        "x.f": many(n, "t(c@).\n"),
        "x.n": "t(d).\n",
    }
