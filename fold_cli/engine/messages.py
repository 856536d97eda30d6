"""The wording of errors that are found on the Prolog side.

Prolog reports a kind, file, line and details; the texts for each kind are here.
"""

from __future__ import annotations

import re

from fold_cli.errors import (
    EngineError,
    ExhaustedError,
    FoldError,
    InputError,
    RuleError,
)

_WORDING = {
    "open": "cannot be read: {0}",
    "syntax": "syntax error{where}: {1}{hint}",
    "not_a_clause": "a fact or rule is expected here, this is {0}",
    "not_an_example": (
        "a fact of the target is expected here, this is {0}; the order of the files is "
        "BK POS NEG, or THEORY BK EXAMPLES"
    ),
    "qualified_head": (
        "{0} names a module; write the clause without it, or :- for : if this is a rule"
    ),
    "qualified_example": "{0} names a module; write the example without it",
    "no_arguments": "{0}() has brackets without arguments; write {0} without them",
    "table_modes": (
        "the directive ':- {0}' keeps one answer of several, the least for example, "
        "which files that are not trusted cannot ask for. Write ':- table {1}.' and "
        "choose in a rule, as aggregate_all(min(C), path(X, Y, C), Least) does; "
        "--trust would run it"
    ),
    "arity": "{0} has {1} arguments, more than the {2} that a predicate may have",
    "redefine": "{0} is built into Prolog and cannot be redefined; use another name",
    "joined": "atoms are joined by '{0}' here; end each fact with a full stop",
    "bad_clause": "{0}",
    "bad_term": "{0} is not understood here",
    "directive": (
        "the directive ':- {0}' is not run: loading a file executes nothing"
        "{hint} Remove it, or give its effect as facts, a negative example in NEG; "
        "--trust would run it"
    ),
    "deep": "a term is nested more than 5000 deep",
    "large": "a term has more than 2000000 parts, or a text 10000000 characters",
    "hook": (
        "{0} would take part in loading, which executes nothing; remove it. --trust "
        "would let it"
    ),
    "arrow": "rules with {0} are not understood; write them with :-",
    "outside": (
        "{0} is not a file in this file's own directory, so it is not read; --trust "
        "would load it{hint}"
    ),
    "no_module": (
        "{0} is no module, so swipl does not load it: begin that file with ':- "
        "module(Name, Exports).', or load it with ':- [{0}].'"
    ),
    "again": (
        "{0} is a part of this file already, and swipl would take its clauses twice; "
        "include it once, or load it with ':- ensure_loaded({0}).'"
    ),
    "replaced": (
        "{0}/{1} has clauses in {2} too, and swipl keeps those of the file that it "
        "loads last; use ':- include', or say ':- multifile {0}/{1}'"
    ),
    "apart": (
        "{0}/{1} has clauses in {2} too; swipl keeps them apart, for one of the files "
        "is a module, and here all files are one: rename one, or use --trust"
    ),
    "full_stop": "after a full stop must come a space or the end of the line",
    "not_labelled": "pos(...) or neg(...) is expected here, this is {0}",
    "no_section": "':- end_{0}' here, in the section {1}",
    "no_if": "this stands outside any ':- if(...)'",
    "no_endif": "the ':- if(...)' here never ends; add ':- endif.'",
    "singleton": (
        "the fact {0} holds of everything, since {1} is a variable: write {lower} or "
        "'{1}' if a constant is meant, or _{1} if it is so"
    ),
    "not_ground": (
        "{0} has the variable {1}; an example has none. Names that begin with a "
        "capital letter or _ are variables: write {lower}, or quote it"
    ),
    "undefined": (
        "{0}/{1} is called here but defined nowhere{hint}; correct the name, add its "
        "facts, or declare ':- dynamic {0}/{1}.'"
    ),
    "unsafe": (
        "{0}/{1} is called here; it is not among the side-effect free built-ins "
        "that background knowledge may call. --trust would allow it"
    ),
    "unknown_call": (
        "{0} is called here as a goal, and what it will be cannot be known before "
        "it runs; name the predicate. --trust would allow it"
    ),
    "impure": "{0} depends on the time or on chance, so nothing can be learned from it",
    "undefined_atom": (
        "{0} is neither true nor false: it rests on its own negation through the "
        "rules at {1}, so the background has no single stable model"
    ),
    "both": "{0} is both a positive and a negative example{where}",
    "cap": (
        "the closed world has {0} atoms, more than the {1} that are made; give the "
        "negative examples in a file: fold learn BK POS NEG"
    ),
    "cap_cells": (
        "the closed world has {0} atoms of large terms, {1} cells in all, more than "
        "the {2} that are made; give the negative examples in a file: fold learn BK "
        "POS NEG"
    ),
    "not_bound": (
        "a solution of {0}/{1} has a variable; what it holds of must be known. Give "
        "the argument that must be known a + in a mode, or in Popper's files an in: "
        "direction({0},({direction}))."
    ),
    "unbound": (
        "the body does not give all values of the variables in {0} by itself (a "
        "negation, cut or condition gives none), so what it holds of cannot be listed; "
        "let a goal of the body give them, or give the atoms to ask about: fold "
        "predict THEORY BK EXAMPLES"
    ),
    "endless": (
        "{0}/{1} has no end of atoms, or more than the {2} that are listed; give those "
        "to ask about: fold predict THEORY BK EXAMPLES"
    ),
    "blob": (
        "{0} is among the objects, which no text in a file can denote; let the "
        "background give its objects other names"
    ),
    "goal_syntax": "cannot read {0}: {1}; write an atom such as 'fly(tweety)'",
    "goal_kind": "'{0}' is no atom; write one such as 'fly(tweety)'",
    "goal_variable": "{0} has the variable {1}; ask about one atom without variables",
    "goal_undefined": (
        "neither the theory nor the background defines {0}/{1}; the theory is about {2}"
    ),
    "runtime": "asking {0} failed: {1}",
    "limit": (
        "asking {0} took more than {1} inferences and was stopped; does a rule call "
        "itself without end? If not, give --max-inferences"
    ),
    "exhausted": (
        "Prolog took more memory than there is for one step, and was stopped; is a "
        "file or a term very large?"
    ),
    "incomplete": (
        "Prolog cannot load this file of fold; may the process open more files "
        "(ulimit -n), and is the installation complete?"
    ),
    "growing": (
        "asking {0} leads to ever larger terms, or ever more, and was stopped; does a "
        "rule call itself or answer without end? If it does so only where too little "
        "is known, declare modes, with a + for what must be known"
    ),
    "memory": (
        "asking {0} took more memory than there is for it and was stopped; does a "
        "rule call itself or answer without end, or compute with terms or numbers of "
        "enormous size?"
    ),
}

_SYNTAX_HINTS = {
    "operator_expected": (
        "is a comma, bracket or full stop missing nearby, or does a predicate's name "
        "begin with a capital letter or have a blank after it?"
    ),
    "operator_balance": "nothing stands on one side of an operator such as :- or ','",
    "operator_clash": "is a full stop missing at the end of a clause nearby?",
    "end_of_clause_expected": "is a full stop or bracket missing nearby?",
    "end_of_file": "the last clause does not end with a full stop",
    "cannot_start_term": "is there a comma or bracket too many?",
    "undefined_char_escape": "write \\\\ for a backslash inside quotes",
    "end_of_file_in_block_comment": "a comment is opened and never closed",
    "end_of_file_in_quoted": "a quote is opened and never closed",
}

_FOREIGN_SIGNS = {
    r"\)\s*\?\s*$": "Progol's ? at the end is a full stop here",
    r"^\s*(//|#|--)": "a comment begins with %",
    r"<-|:=|\bif\b.*\bthen\b": "a rule is written head :- body",
    r"\s(and|&&?)\s": "'and' is written as a comma",
    r"\s(or|\|\|)\s": "'or' is written as ;",
    r"!=|<>": "'differs from' is written as \\== or, between numbers, =\\=",
    r"<=": "'at most' is written as =<",
    r"\s=>\s": "'at least' is written as >=",
    r"[!~]\s*[a-z]": "'not' is written as \\+",
}
"""What other languages write, and what Prolog does."""

_DIRECTIVES = [
    *("modeh", "modeb", "mode", "determination", "set", "pred", "table", "dynamic"),
    *("discontiguous", "multifile", "op", "use_module"),
]
"""Directives that are heeded, of which another may be a misspelling."""

_CLASSES: dict[str, type[InputError]] = {
    "runtime": RuleError,
    "not_bound": RuleError,
    "growing": ExhaustedError,
    "memory": ExhaustedError,
    "exhausted": ExhaustedError,
}


def explain(kind: str, file: str, line: int, details: list[str]) -> FoldError:
    """Return the error that Prolog reported, in words."""
    wording = _WORDING.get(kind)
    if wording is None:
        return EngineError(f"unexpected error in Prolog: {' '.join(details)}")
    extra = {"hint": "", "lower": "", "where": "", "direction": ""}
    if kind == "syntax":
        name = details[0].split("(")[0]
        signs = (
            hint for sign, hint in _FOREIGN_SIGNS.items() if re.search(sign, details[3])
        )
        hint = next(signs, None) or _SYNTAX_HINTS.get(name)
        extra["hint"] = f" ({hint})" if hint else ""
        if not name.startswith("end_of_file"):
            extra["where"] = f" near column {details[2]}"
        details[1] = details[1].removeprefix("Syntax error: ").lower()
    elif kind == "directive":
        extra["hint"] = _misspelt(details[0])
    elif kind == "undefined" and details[2]:
        extra["hint"] = f" (did you mean {details[2]}?)"
    elif kind == "outside" and "metagol" in details[0]:
        extra["hint"] = (
            ". For a problem of Metagol's, give its background as BK without lines for "
            "Metagol, and the atoms in learn(Pos, Neg) as POS and NEG"
        )
    elif kind in ("not_ground", "singleton"):
        name = details[1].lstrip("_")
        extra["lower"] = name.lower() if name else "a constant instead"
    elif kind == "not_bound":
        extra["direction"] = ",".join(["in", *["out"] * (int(details[1]) - 1)])
    elif kind == "both" and details[1]:
        extra["where"] = f" (positive at {details[1]}:{details[2]})"
    error = _CLASSES.get(kind, InputError)(
        wording.format(*details, **extra), file, line
    )
    error.is_syntax = kind == "syntax"
    return error


def _misspelt(directive: str) -> str:
    """Return a hint at the directive whose name is nearly that of one not heeded."""
    import difflib  # slow to load

    name, *_ = directive.split("(")
    near = difflib.get_close_matches(name, _DIRECTIVES, n=1, cutoff=0.75)
    return f"; did you mean {near[0]}?" if near and near[0] != name else "."
