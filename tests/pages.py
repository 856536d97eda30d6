"""HTML read back: what a page says, and that it is made of nothing but our elements."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

VOID = {"input", "link", "meta"}


@dataclass
class Element:
    """An element, with what is in it in order."""

    tag: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text in it, without that of styles and scripts."""
        if self.tag in ("style", "script"):
            return ""
        parts = (each if isinstance(each, str) else each.text for each in self.children)
        return "".join(parts)

    @property
    def classes(self) -> list[str]:
        return (self.attributes.get("class") or "").split()

    def all(self, tag: str = "", class_: str = "", **attributes: str) -> list[Element]:
        """Return the elements inside with a tag, class and attributes."""
        return [
            each
            for each in self.walk()
            if (not tag or each.tag == tag)
            and (not class_ or class_ in each.classes)
            and all(each.attributes.get(k) == v for k, v in attributes.items())
        ]

    def one(self, tag: str = "", class_: str = "", **attributes: str) -> Element:
        """Return the only such element."""
        [found] = self.all(tag, class_, **attributes)
        return found

    def walk(self) -> Iterator[Element]:
        for each in self.children:
            if isinstance(each, Element):
                yield each
                yield from each.walk()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"{tag} has an attribute twice"
        new = Element(tag, dict(attrs))
        self.open[-1].children.append(new)
        if tag not in VOID:
            self.open.append(new)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(f"a declaration: {data}")

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"an instruction: {data}")


def parsed(text: str) -> Element:
    """Return a page or a part of one; each element in it is closed, in order."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    [root] = reader.open
    ids = [each.attributes["id"] for each in root.walk() if "id" in each.attributes]
    assert len(ids) == len(set(ids)), "two elements with one id"
    places = {f"#{name}" for name in ids}
    links = {each.attributes["href"] for each in root.all("a")}
    assert links <= places, "a link that leads nowhere"
    return root


def outline(root: Element) -> set[tuple[str, ...]]:
    """Return the kinds of elements with the names of their attributes."""
    return {(each.tag, *sorted(each.attributes)) for each in root.walk()}
