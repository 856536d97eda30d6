"""HTML made of elements, in which everything that comes from elsewhere is text.

``element`` escapes its text and the values of its attributes, so a name in a file
cannot become markup wherever it is shown; the names of tags and attributes are ours.
Characters that change how a page is read are shown by their numbers, and a text that
is very long is cut, with its length said. Nothing else writes HTML.
"""

from __future__ import annotations

import base64
import hashlib
import html
from typing import TYPE_CHECKING, TypeAlias

from fold_cli.theory.visible import visible_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_TEXT_CHARACTERS = 1000
"""Length from which on a text is cut."""

_VOID = frozenset(["input", "link", "meta"])


class Markup(str):
    """HTML that ``element`` made."""

    __slots__ = ()


Child: TypeAlias = "str | Iterable[Child] | None"
"""Text, HTML, several of them, or nothing."""

Value: TypeAlias = "str | int | float | bool | None"
"""The value of an attribute; without one for True, left out for None and False."""


def element(tag: str, *children: Child, **attributes: Value) -> Markup:
    """Return an element; ``class_`` is its class, ``aria_label`` is ``aria-label``."""
    written_attributes = "".join(
        _attribute(name, value) for name, value in attributes.items()
    )
    if tag in _VOID:
        return Markup(f"<{tag}{written_attributes}>")
    return Markup(f"<{tag}{written_attributes}>{to_markup(children)}</{tag}>")


def to_markup(child: Child) -> Markup:
    """Return children as one piece of HTML; text that is no HTML yet is escaped."""
    if child is None:
        return Markup("")
    if isinstance(child, Markup):
        return child
    if isinstance(child, str):
        return Markup(html.escape(visible_lines(shortened(child)), quote=False))
    return Markup("".join(map(to_markup, child)))


def _attribute(name: str, value: Value) -> str:
    if value is None or value is False:
        return ""
    name = name.rstrip("_").replace("_", "-")
    if value is True:
        return f" {name}"
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return f' {name}="{html.escape(visible_lines(shortened(text)))}"'


def shortened(text: str, limit: int = MAX_TEXT_CHARACTERS) -> str:
    """Return a text, cut where it is longer than a limit, with its length said."""
    if len(text) <= limit:
        return text
    return f"{text[:limit]} … ({len(text):,} characters)"


def document(title: str, style: str, body: Child, script: str = "") -> Markup:
    """Return a page that asks for nothing: no other file, no other machine.

    Its policy allows this style and this script of ours alone, known by their hashes.
    """
    policy = [
        "default-src 'none'",
        f"style-src {_hash(style)}",
        f"script-src {_hash(script)}" if script else "script-src 'none'",
        "img-src data:",  # an empty icon, so that none is asked for
        "base-uri 'none'",
        "form-action 'none'",
    ]
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element(
            "meta", http_equiv="Content-Security-Policy", content="; ".join(policy)
        ),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("link", rel="icon", href="data:,"),
        element("title", title),
        style_element(style),
    )
    end = Markup(f"<script>{script}</script>") if script else None
    page = element("html", head, element("body", body, end, class_="fold"), lang="en")
    return Markup(f"<!doctype html>\n{page}\n")


def style_element(style: str) -> Markup:
    """Return the element of a style sheet of ours."""
    return Markup(f"<style>{style}</style>")


def _hash(text: str) -> str:
    """Return what a policy calls a text that it allows."""
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"
