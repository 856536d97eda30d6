"""Inputs in which two things grow beside each other, and commands of few shapes."""

from __future__ import annotations

import json

from file_shapes import CLASS, aleph, csv, ilasp, popper
from shapes import (
    CONVERT,
    EVALUATE,
    READ,
    RULES_TIMES_EXAMPLES,
    SHOW,
    USE,
    Files,
    many,
    problem,
    shape,
)
from theory_shapes import theory

LEARN = "learn -q bk.pl pos.pl neg.pl"
CV = "cv -q bk.pl pos.pl neg.pl --folds 2 --jobs 1"
HTML = "show t.pl --format html"


# Backgrounds of several files


@shape(*READ)
def operators_beside_modules(n: int) -> Files:
    parts = {f"m{i}.pl": f":- module(m{i}, [p{i}/1]).\np{i}(a).\n" for i in range(n)}
    begin = many(n, ":- op(700, xfx, o@).\n")
    return {**problem(begin + many(n, ":- use_module(m@).\n")), **parts}


@shape(*READ)
def modules_that_load_each_other(n: int) -> Files:
    parts = {
        f"m{i}.pl": f":- module(m{i}, [p{i}/1]).\n:- use_module(m{i + 1}).\n"
        f"p{i}(X) :- p{i + 1}(X).\n"
        for i in range(min(n, 400))
    }
    last = f"m{len(parts)}"
    parts[f"{last}.pl"] = f":- module({last}, [p{len(parts)}/1]).\n" + many(
        n, f"p{len(parts)}(c@).\n"
    )
    return {**problem(":- use_module(m0).\n"), **parts}


@shape(*READ)
def files_of_one_multifile_predicate(n: int) -> Files:
    parts = {f"f{i}.pl": f":- multifile p/1.\np(c{i}).\n" for i in range(n)}
    begin = ":- multifile p/1.\n" + many(n, ":- ensure_loaded(f@).\n")
    return {**problem(begin), **parts}


@shape(*READ, *CONVERT)
def files_that_are_included(n: int) -> Files:
    parts = {f"f{i}.pl": f"p(c{i}).\n" for i in range(n)}
    return {**problem(many(n, ":- include(f@).\n")), **parts}


@shape(*READ)
def rules_that_say_not(n: int) -> Files:
    return problem(many(n, "p@(X) :- good(X), not bad(X).\n"))


# Backgrounds of one file


@shape(*READ, *CONVERT)
def clauses_of_many_lines(n: int) -> Files:
    return problem("p(X) :-\n" + many(n, "    % note @\n") + "    good(X).\n")


@shape(*READ)
def facts_with_equal_lists(n: int) -> Files:
    return problem(many(n, "p(a, [x, y, z, @]).\n"))


@shape(LEARN, CV)
def objects_of_many_facts(n: int) -> Files:
    facts = many(n, "p(a, c@). p(c, d@). q(c@). q(d@).\n")
    return problem(f":- modeh(t(+o)). :- modeb(p(+o, -k)). :- modeb(q(+k)).\n{facts}")


@shape(LEARN, CV, slow=RULES_TIMES_EXAMPLES)
def constants_of_every_mode(n: int) -> Files:
    facts = many(n, "p(o@, c@). q(o@, d@).\n")
    modes = ":- modeh(t(+o)). :- modeb(p(+o, #c)). :- modeb(q(+o, #d)).\n"
    return problem(modes + facts, many(n, "t(o@).\n"))


@shape(LEARN, CV)
def long_chains_of_objects(n: int) -> Files:
    facts = many(n, "next(o@, o^).\n")
    modes = ":- modeh(t(+o)). :- modeb(next(+o, -o)). :- modeb(good(+o)).\n"
    return problem(modes + facts, many(n // 2, "t(o@).\n"))


@shape(LEARN, CV, "learn -q bk.pl pos.pl neg.pl --noise")
def numbers_without_pattern(n: int) -> Files:
    facts = "".join(f"p(o{i}, {i * 7919 % 10007}).\n" for i in range(n))
    positives = "".join(f"t(o{i}).\n" for i in range(0, n, 2))
    negatives = "".join(f"t(o{i}).\n" for i in range(1, n, 2))
    return {"bk.pl": facts, "pos.pl": positives, "neg.pl": negatives}


@shape("modes bk.pl pos.pl", "learn -q bk.pl pos.pl")
def classes_of_objects(n: int) -> Files:
    begin = ":- modeh(1, t(+o, #c)).\n:- modeb(*, p(+o, #k)).\n"
    return {
        "bk.pl": begin + "".join(f"p(o{i}, k{i % 50}).\n" for i in range(n)),
        "pos.pl": "".join(f"t(o{i}, c{i % 5}).\n" for i in range(n)),
    }


@shape(*READ)
def examples_of_unknown_names(n: int) -> Files:
    modes = ":- modeh(t(+o, +o)). :- modeb(p(+o)).\n"
    return {
        "bk.pl": modes + many(n, "p(c@).\n"),
        "pos.pl": many(n, "t(c@, u@).\n"),
        "neg.pl": many(n, "t(u@, c@).\n"),
    }


@shape(*READ)
def examples_of_nested_terms(n: int) -> Files:
    return problem("p(f(_)).\n", many(n, "t(f(g(h(k(@), l(@)), [m(@)]))).\n"))


@shape(f"{LEARN} --checkpoint c.json")
def checkpoint_of_many_parts(n: int) -> Files:
    parts = {f"part {i}": {"rules": [], "open": [i]} for i in range(n)}
    return {**problem(""), "c.json": json.dumps({"fold checkpoint": 1, "parts": parts})}


@shape("learn -q bk.pl pos.pl neg.pl --modes m.pl", "modes bk.pl pos.pl --modes m.pl")
def modes_in_a_file(n: int) -> Files:
    modes = ":- modeh(t(+o)).\n" + many(n, ":- modeb(p@(+o, #k@)).\n")
    return {**problem(many(n, "p@(a, b@).\n")), "m.pl": modes}


# Theories


@shape(*SHOW, HTML, *USE)
def theory_of_wide_literals(n: int) -> Files:
    args = ", ".join(["_"] * 30)
    fact = f"p(a, {args}, c0).\n"
    return theory(many(n, f"t(X) :- p(X, {args}, c@).\n"), fact)


@shape(*SHOW, HTML, *EVALUATE)
def theory_of_long_lists(n: int) -> Files:
    return theory(many(n, "t(X) :- q(X, [a, b, c, d, e, f(@)]).\n"), "q(a, [a]).\n")


@shape(*SHOW, HTML, *USE)
def theory_of_helper_predicates(n: int) -> Files:
    rules = many(n, "t(X) :- h@(X, _).\nh@(X, Y) :- p(X, Y), \\+ bad(Y).\n")
    return theory(rules, "p(a, b).\n")


@shape(*SHOW, HTML, *USE)
def theory_of_quoted_names(n: int) -> Files:
    return theory(many(n, "t(X) :- p(X, 'Name @ it''s').\n"), "p(a, b).\n")


@shape(
    "show t.json", "show t.json --format html", "evaluate t.json bk.pl pos.pl neg.pl"
)
def json_of_many_clauses(n: int) -> Files:
    clauses = [
        {"head": "t(X)", "body": [], "prolog": f"t(X) :- p(X, c{i}).", "covers": None}
        for i in range(n)
    ]
    counts = {"examples": None, "covered": None, "notes": [], "partial": False}
    data = {"target": "t/1", **counts, "clauses": clauses}
    return {**problem("p(a, c0).\n"), "t.json": json.dumps(data)}


@shape(
    *EVALUATE, "predict t.pl bk.pl pos.pl", "report t.pl bk.pl pos.pl neg.pl -o r.html"
)
def clauses_beside_examples(n: int) -> Files:
    side = max(2, n // 50)
    files = problem(many(n, "p(e@, c@).\n"), many(n, "t(e@).\n"))
    return {**files, "t.pl": many(min(side, 100), "t(X) :- p(X, c@).\n")}


# Other systems


@shape("modes .", "learn -q .", "convert . -o out")
def popper_examples_of_lists(n: int) -> Files:
    return popper(
        "type(t,(list,)). type(good,(list,)).\n", "", many(n, "pos(t([@,@,@])).\n")
    )


@shape("modes .", "learn -q .")
def popper_facts_of_constants(n: int) -> Files:
    return popper(many(n, "constant(c@, k). type(c@, k).\n"), many(n, "p(a, c@).\n"))


@shape("modes x", "learn -q x", "convert x -o out")
def aleph_sections(n: int) -> Files:
    return aleph(many(n, ":- begin_bg.\np(c@).\n:- end_bg.\n"))


@shape("modes x", "learn -q x")
def aleph_types(n: int) -> Files:
    mode = (
        ":- modeb(*, p@(+o, -k@)).\n:- determination(t/1, p@/2).\nk@(b@).\np@(a, b@).\n"
    )
    return aleph(many(n, mode))


@shape("modes x.las", "learn -q x.las")
def ilasp_rule_of_many_literals(n: int) -> Files:
    return ilasp(f"q(X) :- {many(n, 'good(X)', ', ')}.\n")


@shape("modes x.las", "learn -q x.las")
def ilasp_ranges(n: int) -> Files:
    return ilasp(many(n, "p(@..@).\n"))


@shape("learn -q x.las")
def ilasp_noisy_examples(n: int) -> Files:
    return ilasp(many(n, "#pos(e@~1, {t(a)}, {t(c)}).\n").replace("~", "@"))


@shape("modes x.las", "learn -q x.las")
def ilasp_orderings(n: int) -> Files:
    return ilasp(many(n, "#pos(e@,{t(a)},{t(c)}).\n#brave_ordering(e@,e@).\n"))


# Tables


@shape(f"learn -q x.csv {CLASS}", f"learn -q x.csv {CLASS} --noise --beam 2")
def table_of_missing_cells(n: int) -> Files:
    rows = "".join(
        f"{i % 97 if i % 3 else '?'},{'' if i % 5 else 'v'},{'yn'[i % 7 > 3]}\n"
        for i in range(n)
    )
    return {"x.csv": f"a,b,k\n{rows}"}


@shape(
    f"learn -q x.csv {CLASS} --id id -o t.pl",
    "predict t.pl x.csv --id id --explain",
    f"convert x.csv {CLASS} --id id -o out",
)
def table_of_long_ids(n: int) -> Files:
    return csv("id,a", f"{'x' * 40}@,@", n)


@shape(f"learn -q x.csv {CLASS}", f"modes x.csv {CLASS}")
def table_of_quotes_over_lines(n: int) -> Files:
    return csv("a,b", '"v\n@\nw",@', n)


@shape("learn -q x.csv --class k -o t.pl", "evaluate t.pl x.csv", "show t.pl")
def table_of_490_classes(n: int) -> Files:
    rows = "".join(f"{i % 490},{i * 31 % 97},c{i % 490}\n" for i in range(n))
    return {"x.csv": f"a,b,k\n{rows}"}
