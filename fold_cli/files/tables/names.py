"""Predicate names for the columns and the class of a table.

A header becomes an atom that needs no quotes and that neither SWI-Prolog nor another
column uses.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

_SIGN_WORDS = {
    "<=": "le",
    ">=": "ge",
    "!=": "ne",
    "<": "lt",
    ">": "gt",
    "=": "eq",
    "+": "plus",
    "%": "percent",
    "&": "and",
    "#": "number",
}
_SYMBOL = re.compile("|".join(map(re.escape, _SIGN_WORDS)))

_YES_NO_WORDS = """
yes no y n true false t f pos neg positive negative plus minus
"""

# What a program may not define beside SWI-Prolog's own predicates of one and of two
# arguments; ``member/2``, which theories use; ``not`` of clingo; what swipl asks a
# program for; last what is a declaration in files that ``fold`` reads.
_RESERVED_1 = """
abolish acyclic_term asserta assertz at_end_of_stream atom atomic call callable close
compound current_input current_output current_predicate discontiguous dynamic float
flush_output get_byte get_char get_code ground halt initialization integer
library_directory message_queue_destroy multifile mutex_destroy mutex_lock mutex_trylock
mutex_unlock nl nonvar not number once peek_byte peek_char peek_code prolog_event_hook
portray put_byte put_char put_code read retract retractall set_input set_output
thread_detach
thread_get_message thread_peek_message thread_self throw var write write_canonical
writeln writeq
foil_cwa foil_det_lit_bound foil_numeric_predicates foil_predicates
foil_use_negations modeb modeh pred
"""
_RESERVED_2 = """
atom_chars atom_codes atom_length call char_code char_conversion clause close code_type
copy_term current_char_conversion current_prolog_flag dcg_translate_rule expand_answer
file_search_path forall get_byte get_char get_code goal_expansion is keysort length
member message_queue_create message_queue_property mutex_create mutex_property not
number_chars number_codes peek_byte peek_char peek_code phrase predicate_property
prolog_file_type prolog_load_file put_byte put_char put_code read read_term
set_prolog_flag set_stream_position sort stream_property subsumes_term term_expansion
term_variables thread_get_message thread_peek_message thread_property
thread_send_message thread_signal unify_with_occurs_check with_mutex write
write_canonical write_term writeq
determination message_property mode modeb modeh set
"""


def is_reserved(name: str, arity: int) -> bool:
    """Return whether a program may not define a predicate of one or two arguments."""
    return name in (_RESERVED_1 if arity == 1 else _RESERVED_2).split()


def plain_name(text: str) -> str:
    """Return a text as a name: lower case, words and signs joined by ``_``.

    ``Marital Status`` gives marital_status and ``>50K`` gives gt_50k; it may be empty
    or begin with a digit.
    """
    text = re.sub(r"^\s*-", "minus ", text)
    text = _SYMBOL.sub(lambda sign: f" {_SIGN_WORDS[sign[0]]} ", text)
    name = re.sub(r"[\W_]+", "_", text.lower()).strip("_")
    return name if f"x{name}".isidentifier() else re.sub(r"[^a-z0-9]+", "_", name)


def column_names(headers: list[str]) -> list[str]:
    """Return a predicate name for each column, all different."""
    names: dict[str, None] = {}
    following: dict[str, int] = {}  # the numbers below are taken after this name
    reserved = _RESERVED_2.split()
    for number, header in enumerate(headers, 1):
        name = plain_name(header) or f"column_{number}"
        if not name[0].isalpha():
            name = f"column_{name}"
        if name in reserved:
            name = f"{name}_value"
        distinct, following[name] = _distinct(name, names, following.get(name, 2))
        names[distinct] = None
    return list(names)


def target_name(class_name: str, positive: str, taken: Collection[str]) -> str:
    """Return a name for the target that no column has.

    A value that is a word of its own names it (``good``); one that only says yes or no,
    or is no word, comes after the class (``survived_1``, ``class_yes``).
    """
    value = plain_name(positive)
    name = value
    avoided = [*_YES_NO_WORDS.split(), *_RESERVED_1.split(), *taken]
    if not value[:1].isalpha() or value in avoided:
        name = "_".join(filter(None, [class_name, value]))
    if not value:
        name = f"{class_name}_positive"
    return _distinct(name, {*taken})[0]


def _distinct(name: str, taken: Collection[str], number: int = 2) -> tuple[str, int]:
    """Return the name, from this number on with one after it if it is taken.

    Return the next number too.
    """
    distinct = name
    while distinct in taken:
        distinct = f"{name}_{number}"
        number += 1
    return distinct, number
