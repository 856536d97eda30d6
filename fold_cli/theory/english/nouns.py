"""How the name of a column or predicate stands in an English sentence.

``age`` is "the age is", ``major_vessels`` is "the major vessels are". A name that is no
noun by its first word (``p_black``, ``a8``, ``has_pets``) stands as it is written,
without an article: "p_black is".
"""

from __future__ import annotations

import re
from typing import NamedTuple

_VERBS = frozenset(
    ("is", "are", "was", "were", "has", "have", "had", "can", "does", "do", "did")
)
"""First words of names that state something rather than name it."""

_PREPOSITIONS = frozenset(
    [
        *("after", "at", "before", "between", "by", "during", "for", "from", "in"),
        *("of", "on", "per", "since", "to", "until", "with"),
    ]
)
"""Words that end the noun of a name: the ``number of vessels`` is one number."""

_PLURALS = frozenset(
    ("children", "criteria", "feet", "men", "nuclei", "nucleoli", "people", "women")
)
"""Plurals that the rule for a final s does not find."""

_SINGULARS = frozenset(
    [
        *("alias", "atlas", "bias", "canvas", "diabetes", "economics", "genetics"),
        *("lens", "mathematics", "news", "pancreas", "physics", "series", "species"),
    ]
)
"""Nouns in the singular that the rule for a final s would take for plurals."""

_SINGULAR_END = re.compile(r"(?:ss|us|is)$")
"""Ends of nouns in the singular: class, status, diagnosis."""


class Noun(NamedTuple):
    """A name as the subject of a sentence, and the form of "to be" after it."""

    subject: str
    verb: str

    def is_said(self, owner: str = "") -> str:
        """Return how a sentence about it begins: ``the age of row7 is``."""
        return f"{self.subject}{f' of {owner}' if owner else ''} {self.verb}"


def noun(name: str) -> Noun:
    """Return how a name without quotes is spoken of; underscores separate words."""
    words = name.replace("_", " ").split()
    if not words or _is_code(words[0].lower()):
        return Noun(name, "is")
    ends = [at for at, word in enumerate(words) if word.lower() in _PREPOSITIONS]
    head = words[ends[0] - 1] if ends and ends[0] else words[-1]
    return Noun(f"the {' '.join(words)}", "are" if _is_plural(head.lower()) else "is")


def capitalised(sentence: str) -> str:
    """Return a sentence with a capital, unless it begins with a code or an atom."""
    first = sentence.split(" ", 1)[0].rstrip(",")
    return sentence[:1].upper() + sentence[1:] if first.isalpha() else sentence


def _is_code(word: str) -> bool:
    """Return whether a first word cannot begin a noun: a8, p, htn, has."""
    if not word.isascii():
        return False
    vowel = re.search("[aeiouy]", word)
    is_word = word.replace("-", "").isalpha() and len(word) > 1 and vowel
    return word in _VERBS or not is_word


def _is_plural(word: str) -> bool:
    """Return whether an English noun is in the plural; abbreviations are not."""
    if word in _PLURALS:
        return True
    if word in _SINGULARS or _SINGULAR_END.search(word) or not word.endswith("s"):
        return False
    return len(word) > 3 and bool(re.search("[aeiouy]", word[:-1]))
