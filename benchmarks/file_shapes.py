"""Tables and files of other systems that grow."""

from __future__ import annotations

from shapes import Files, many, shape

POPPER = ["modes .", "learn -q ."]
ILASP = ["modes x.las", "learn -q x.las"]
ALEPH = ["modes x", "learn -q x", "convert x -o out"]
CLASS = "--class k --positive y"
READ = [f"modes x.csv {CLASS}", f"learn -q x.csv {CLASS} -o t.pl"]
USE = ["evaluate t.pl x.csv", "predict t.pl x.csv", "explain t.pl x.csv row1"]
CONVERT = [f"convert x.csv {CLASS} -o out"]
ARFF = [f"modes x.arff {CLASS}", f"learn -q x.arff {CLASS}"]


def popper(bias: str, background: str = "", examples: str = "") -> Files:
    """Return the files of a problem for Popper."""
    return {
        "bk.pl": f"good(a). good(b).\n{background}",
        "exs.pl": f"pos(t(a)). pos(t(b)). neg(t(c)). neg(t(d)).\n{examples}",
        "bias.pl": f"head_pred(t,1). body_pred(good,1).\n{bias}",
    }


def ilasp(statements: str) -> Files:
    """Return one file for ILASP."""
    begin = "#modeh(t(var(o))).\n#modeb(good(var(o))).\ngood(a). good(b).\n"
    return {"x.las": f"{begin}#pos({{t(a),t(b)}},{{t(c),t(d)}}).\n{statements}"}


def aleph(background: str) -> Files:
    """Return the three files for Aleph."""
    begin = (
        ":- modeh(1, t(+o)).\n:- modeb(*, good(+o)).\n:- determination(t/1, good/1).\n"
    )
    return {
        "x.b": f"{begin}good(a). good(b).\n{background}",
        "x.f": "t(a). t(b).\n",
        "x.n": "t(c). t(d).\n",
    }


def csv(header: str, row: str, rows: int = 8) -> Files:
    """Return a table whose class is n in the first half of the rows."""
    lines = (f"{row.replace('@', str(i))},{'yn'[2 * i < rows]}\n" for i in range(rows))
    return {"x.csv": f"{header},k\n{''.join(lines)}"}


def arff(attributes: str, rows: str) -> Files:
    return {"x.arff": f"@relation r\n{attributes}@attribute k {{y,n}}\n@data\n{rows}"}


# Popper


@shape(*POPPER)
def bias_that_nests_without_end(n: int) -> Files:
    names = many(n, "a@.\n")
    return popper(f"{names}p(f(X,X)) :- p(X).\np(a).\nbody_pred(X,1) :- p(X).\n")


@shape(*POPPER)
def bias_that_grows_without_end(n: int) -> Files:
    return popper(
        many(n, "p@(s(X)) :- p^(X).\n") + "p0(a).\nbody_pred(X,1) :- p0(X).\n"
    )


@shape(*POPPER)
def bias_facts(n: int) -> Files:
    return popper(many(n, "body_pred(p@,1).\n"), many(n, "p@(a).\n"))


@shape(*POPPER)
def bias_of_undefined_predicates(n: int) -> Files:
    return popper(many(n, "body_pred(p@,1).\n"))


@shape(*POPPER)
def bias_types(n: int) -> Files:
    facts = many(n, "body_pred(p@,1). type(p@,(o,)). direction(p@,(in,)).\n")
    return popper(facts + "type(t,(o,)). type(good,(o,)).\n", many(n, "p@(a).\n"))


@shape(*POPPER)
def bias_helper_facts(n: int) -> Files:
    rule = "body_pred(C,1) :- constant(C).\n"
    return popper(rule + many(n, "constant(p@).\n"), many(n, "p@(a).\n"))


@shape(*POPPER)
def bias_chain_of_rules(n: int) -> Files:
    return popper(
        many(n, "p@(X) :- p^(X).\n") + f"body_pred(X,1) :- p0(X).\np{n}(q).\n"
    )


@shape(*POPPER)
def bias_joins(n: int) -> Files:
    rule = "body_pred(X,1) :- e(X,Y), f(Y).\n"
    return popper(rule + many(n, "e(p@,c@).\n") + many(n, "f(c@).\n"))


@shape(*POPPER)
def bias_body_of_many_literals(n: int) -> Files:
    return popper(f"c(q).\nbody_pred(X,1) :- {many(n, 'c(X)', ', ')}.\n")


@shape(*POPPER)
def bias_constraints(n: int) -> Files:
    return popper(many(n, ":- clause(C), body_literal(C,p@,_,_).\n"))


@shape(*POPPER)
def bias_string_of_escapes(n: int) -> Files:
    return popper('x("' + "\\n" * n + '").\n')


@shape(*POPPER)
def bias_string_without_end(n: int) -> Files:
    return popper("x(" + '"' + "\\n" * n + "\n")


@shape(*POPPER)
def bias_string_of_escaped_quotes_without_end(n: int) -> Files:
    return popper("x(" + '"' + '\\"' * n + "\n")


@shape(*POPPER)
def bias_quotes_without_end(n: int) -> Files:
    return popper(many(n, "'a \n"))


@shape(*POPPER)
def bias_comments_without_end(n: int) -> Files:
    return popper(many(n, "/* %* \n"))


@shape(*POPPER)
def bias_blanks(n: int) -> Files:
    return popper(f"x(a{' ' * n}).\n")


@shape(*POPPER)
def bias_one_long_term(n: int) -> Files:
    return popper(f"x(({many(n, 'a@', ',')})).\n")


@shape(*POPPER)
def bias_nested_terms(n: int) -> Files:
    return popper(f"x({many(n, 'f(')}a{many(n, ')')}).\n")


@shape(*POPPER)
def hash_lines(n: int) -> Files:
    return popper("", "#\n" * n)


@shape(*POPPER)
def hash_lines_with_blanks(n: int) -> Files:
    return popper("", " " * n + "#x\n" + "    \n" * n)


# ILASP and Aleph


@shape(*ILASP)
def ilasp_modes(n: int) -> Files:
    return ilasp(many(n, "#modeb(p@(var(o))).\np@(a).\n"))


@shape(*ILASP)
def ilasp_modes_without_stops(n: int) -> Files:
    return ilasp(many(n, "#modeb(1,p@(var(o)))\n"))


@shape(*ILASP)
def ilasp_nested_terms(n: int) -> Files:
    return ilasp(f"p({many(n, 'f(')}a{many(n, ')')}).\n")


@shape(*ILASP)
def ilasp_constants(n: int) -> Files:
    return ilasp(
        "#modeb(p(var(o),const(c))).\n" + many(n, "#constant(c,c@).\np(a,c@).\n")
    )


@shape(*ILASP)
def ilasp_examples(n: int) -> Files:
    return ilasp(many(n, "#pos({t(p@)},{t(n@)}).\ngood(p@).\n"))


@shape(*ILASP)
def ilasp_statements_without_end(n: int) -> Files:
    return ilasp("#bias((\n" * n)


@shape(*ILASP)
def ilasp_unknown_statements(n: int) -> Files:
    return ilasp("#show.\n" * n)


@shape(*ALEPH)
def aleph_modes(n: int) -> Files:
    mode = ":- modeb(*, p@(+o)).\n:- determination(t/1, p@/1).\np@(a).\n"
    return aleph(many(n, mode))


@shape(*ALEPH)
def aleph_modes_without_determination(n: int) -> Files:
    return aleph(many(n, ":- modeb(*, p@(+o)).\np@(a).\n"))


@shape(*ALEPH)
def aleph_chain_of_uncallable_rules(n: int) -> Files:
    return aleph(many(n, "p@(X) :- p^(X).\n"))


@shape(*ALEPH)
def aleph_uncallable_rules(n: int) -> Files:
    return aleph(many(n, "p@(X) :- nothing(X).\n"))


@shape(*ALEPH)
def aleph_settings(n: int) -> Files:
    return aleph(many(n, ":- set(s@, 1).\n"))


# Tables


@shape(*READ, *USE, *CONVERT)
def table_rows(n: int) -> Files:
    return csv("a,b", "v@,@", n)


@shape(*READ, *USE, *CONVERT)
def table_rows_in_quotes(n: int) -> Files:
    return csv("a,b", '"v,@","a""b"', n)


@shape(*READ, *USE, *CONVERT)
def table_columns(n: int) -> Files:
    return csv(many(n, "c@", ","), many(n, "1", ","))


@shape(*READ, *USE, *CONVERT)
def table_columns_of_names(n: int) -> Files:
    return csv(many(n, "c@", ","), many(n, "v", ","))


@shape(*READ, *USE, *CONVERT)
def table_headers_of_one_name(n: int) -> Files:
    names = ["a" + "".join("-+"[bit == "1"] for bit in f"{i:b}") for i in range(n)]
    return csv(",".join(names).replace("+", "*"), ",".join("1" * n))


@shape(*READ)
def table_headers_given_twice(n: int) -> Files:
    return csv(",".join("a" * n), ",".join("1" * n))


@shape(*READ)
def table_cell_of_blanks(n: int) -> Files:
    return csv("a,b", f"x{' ' * n},@", 2)


@shape(*READ)
def table_header_of_blanks(n: int) -> Files:
    return csv(f"a{' ' * n}b,b", "@,1")


@shape(*READ)
def table_header_of_signs(n: int) -> Files:
    return csv(f"a{'-' * n}b,b{'<=' * n}", "@,1")


@shape(*READ, *USE, *CONVERT)
def table_long_cells(n: int) -> Files:
    return csv("a,b", f"{'x' * n}@,1", 2)


@shape(*READ)
def table_of_digits(n: int) -> Files:
    return csv("a,b", f"{'1' * n}@,1", 2)


@shape(*READ)
def table_blank_lines(n: int) -> Files:
    return {"x.csv": csv("a,b", "@,1")["x.csv"] + "\n" * n}


@shape(*READ)
def table_ragged_rows(n: int) -> Files:
    return {"x.csv": csv("a,b", "@,1")["x.csv"] + "," * n}


@shape(*ARFF)
def arff_rows(n: int) -> Files:
    return arff("@attribute a numeric\n", many(n, "@,y\n@,n\n"))


@shape(*ARFF)
def arff_quotes_and_blanks(n: int) -> Files:
    return arff("@attribute a string\n", f"'{' ' * n},y\n")


@shape(*ARFF)
def arff_blanks_before_a_quote(n: int) -> Files:
    return arff("@attribute a string\n", f"a{' ' * n}'x',y\n{' ' * n}'a'{' ' * n}b,n\n")


@shape(*ARFF)
def arff_attributes(n: int) -> Files:
    names = many(n, "@attribute a~ numeric\n".replace("@", "~").replace("a~", "a@"))
    return arff(names.replace("~", "@"), f"{'1,' * n}y\n{'2,' * n}n\n")


@shape(*ARFF)
def arff_values(n: int) -> Files:
    values = many(n, "v@", ",")
    return arff(f"@attribute a {{{values}}}\n", "v0,y\nv1,n\n")


@shape(*ARFF)
def arff_attribute_of_blanks(n: int) -> Files:
    return arff(f"@attribute a{' ' * n}numeric\n@attribute '{' ' * n}\n", "1,y\n")


@shape(*ARFF)
def arff_blanks_before_data(n: int) -> Files:
    return arff(f"@attribute a numeric\n{' ' * n}\n", f"1,y\n2,n\n{' ' * n}%\n")
