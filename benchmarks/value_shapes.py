"""Large values, and theories, tasks and reports of tables that grow.

One number of many digits is not among them: Prolog takes the square of their count to
read it, 20 seconds for a million.
"""

from __future__ import annotations

import json

from file_shapes import CLASS, aleph, csv, ilasp, popper
from shapes import RULES_TIMES_ROWS, Files, many, problem, shape
from theory_shapes import theory

READ = ["modes bk.pl pos.pl neg.pl", "learn -q bk.pl pos.pl neg.pl"]
TABLE = [
    f"learn -q x.csv {CLASS}",
    f"learn -q x.csv {CLASS} --exact -o t.pl",
    "show t.pl --format sql",
    "show t.pl --format python",
    "show t.pl --format html",
    "predict t.pl x.csv --proba",
    "report t.pl x.csv -o r.html",
    f"cv -q x.csv {CLASS} --folds 2 --jobs 1 --report cv.html",
    f"learn -q x.csv {CLASS} --memory 200MB",
]


# Numbers, texts and lists


@shape(*READ)
def integers_of_many_digits(n: int) -> Files:
    return problem(many(n, f"p(o@, {'7' * 5000}@).\n"), many(n, "t(o@).\n"))


@shape(*READ)
def a_fraction_of_many_digits(n: int) -> Files:
    return problem(f"p(a, 0.{'7' * n}).\np(b, 1.5).\n")


@shape(*READ)
def examples_with_a_long_list(n: int) -> Files:
    return problem("p([a|_]).\n", f"t([{many(n, 'c@', ',')}]).\n")


@shape(*READ)
def examples_with_a_long_string(n: int) -> Files:
    return problem("", f't("{many(n, "x")}").\n')


@shape(*READ)
def a_name_of_many_letters(n: int) -> Files:
    return problem(f"{'p' * n}(a).\n")


@shape(*READ)
def a_variable_of_many_letters(n: int) -> Files:
    return problem(f"p({'X' * n}) :- good({'X' * n}).\n")


@shape("learn -q . --modes bk.pl")
def lists_of_programs(n: int) -> Files:
    begin = ":- modeh(t(+list)). :- modeb(head(+list, -e)). head([X|_], X).\n"
    return {
        "bk.pl": begin,
        "pos.pl": f"t([{many(n, 'a', ',')}]).\n",
        "neg.pl": "t([]).\n",
    }


# Other systems


@shape("modes .", "learn -q .")
def bias_integer_of_many_digits(n: int) -> Files:
    return popper(f"max_vars({'7' * n}).\n")


@shape("modes .", "learn -q .")
def bias_types_of_many_arguments(n: int) -> Files:
    facts = many(
        n, "body_pred(p@,3). type(p@,(o,k@,k^)). direction(p@,(in,out,out)).\n"
    )
    return popper(facts, many(n, "p@(a,b,c).\n"))


@shape("learn -q x.las --semantics stable")
def ilasp_rules(n: int) -> Files:
    return ilasp(many(n, "p@(X) :- good(X), not q@(X).\n"))


@shape("learn -q x.las --semantics stable")
def ilasp_contexts(n: int) -> Files:
    return ilasp(many(n, "#pos(e@,{t(o@)},{t(n@)},{good(o@). bad(n@).}).\n"))


@shape("modes x", "learn -q x")
def aleph_determinations(n: int) -> Files:
    return aleph(many(n, ":- determination(t/1, p@/1).\n"))


# Theories


@shape("learn -q bk.pl pos.pl neg.pl --given t.pl")
def given_chain(n: int) -> Files:
    chain = many(n, "p@(X) :- p^(X).\n") + f"p{n}(X) :- good(X).\n"
    return theory(f"q(X) :- p0(X).\n{chain}")


@shape("learn -q bk.pl pos.pl neg.pl --given t.pl --extend")
def extended_clauses(n: int) -> Files:
    return theory(many(n, "t(X) :- p(X, c@).\n"), "p(c, c1).\n")


@shape("show t.json", "evaluate t.json bk.pl pos.pl neg.pl")
def json_of_deep_lists(n: int) -> Files:
    return {"t.json": '{"target": ' + "[" * n + "]" * n + "}", **problem("")}


@shape("show t.json")
def json_number_of_many_digits(n: int) -> Files:
    return {"t.json": '{"target": "t/1", "clauses": ' + "7" * n + "}"}


@shape("learn -q bk.pl pos.pl neg.pl --checkpoint c.json")
def checkpoint_of_many_digits(n: int) -> Files:
    text = json.dumps({"fold checkpoint": "x", "parts": {}})
    return {"c.json": text.replace('"x"', "7" * n), **problem("")}


@shape(f"learn -q x.csv {CLASS} --exact --checkpoint c.json", slow=RULES_TIMES_ROWS)
def rules_in_a_checkpoint(n: int) -> Files:
    rows = (f"v{i},{'yn'[i % 2]}\n" for i in range(n))
    return {"x.csv": "b,k\n" + "".join(rows)}


@shape("show t.pl")
def theory_header_of_many_digits(n: int) -> Files:
    head = (
        f"% fold: default theory for t/1\n% examples: {'7' * n} positive, 2 negative\n"
    )
    return {"t.pl": f"{head}% covered: {'7' * n}\n\nt(X) :- c0(X, N), N =< 1.\n"}


# Tables


@shape(*(command.replace(" --positive y", "") for command in TABLE))
def table_of_many_classes(n: int) -> Files:
    rows = "".join(f"{i % 97},v{i % 31},c{i * 7919 % 97 // 5}\n" for i in range(n))
    return {"x.csv": f"a,b,k\n{rows}"}


@shape(f"learn -q x.csv {CLASS}", f"learn -q x.csv {CLASS} --exact")
def table_of_long_years(n: int) -> Files:
    return csv("a,b", f"{'9' * n}-01-02,@", 4)


@shape(f"learn -q x.csv {CLASS}", f"learn -q x.csv {CLASS} --exact")
def table_of_long_fractions(n: int) -> Files:
    return csv("a,b", f"@.{'7' * n},@", 4)


@shape(f"learn -q x.csv {CLASS}", f"learn -q x.csv {CLASS} --exact")
def table_of_long_exponents(n: int) -> Files:
    return csv("a,b", f"1e{'7' * n},@", 4)


@shape(*TABLE, slow=RULES_TIMES_ROWS)
def table_of_noise(n: int) -> Files:
    names = many(8, "c@", ",")
    rows = "".join(
        ",".join(str(i * (3 + 2 * j) * 7919 % (97 + j)) for j in range(8))
        + f",{'yn'[i * i * 104729 % 10007 % 3 == 0]}\n"
        for i in range(n)
    )
    return {"x.csv": f"{names},k\n{rows}"}


@shape(*TABLE)
def table_wide_and_noisy(n: int) -> Files:
    names = many(n, "c@", ",")
    rows = "".join(
        ",".join(str((i + 1) * (j + 7) * 7919 % 101) for j in range(n))
        + f",{'yn'[i % 3 == 0]}\n"
        for i in range(12)
    )
    return {"x.csv": f"{names},k\n{rows}"}
