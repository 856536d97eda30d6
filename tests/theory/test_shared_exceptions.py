"""Exceptions in English: each is written once, however often it is referred to."""

from __future__ import annotations

from fold_cli import Text, load


def test_shared_and_circular_exceptions_are_written_at_the_end() -> None:
    theory = load(
        Text(
            "t(X) :- good(X), \\+ ab0(X).\n"
            "t(X) :- fine(X), \\+ ab0(X), \\+ ab2(X).\n"
            "ab0(X) :- bad(X), \\+ ab1(X).\n"
            "ab0(X) :- worse(X, b).\n"
            "ab1(X) :- super(X).\n"
            "ab2(X) :- odd(X), \\+ ab2(X).\n"
        )
    )
    assert theory.to_text() == (
        "t/1 has 2 rules.\n\n"
        "1. t(X) normally holds if good(X) holds, except if:\n"
        "   a) the exception ab0 applies.\n\n"
        "2. t(X) normally holds if fine(X) holds, except if:\n"
        "   a) the exception ab0 applies.\n"
        "   b) the exception ab2 applies.\n\n"
        "The exception ab0 applies if:\n"
        "   a) bad(X) holds, except if:\n"
        "      a) super(X) holds.\n"
        "   b) the worse of X is b.\n\n"
        "The exception ab2 applies if:\n"
        "   a) odd(X) holds, except if:\n"
        "      a) the exception ab2 applies.\n"
    )


def test_a_long_chain_is_not_indented_without_end() -> None:
    chain = "".join(f"ab{i}(X) :- p(X), \\+ ab{i + 1}(X).\n" for i in range(2000))
    text = load(Text(f"t(X) :- p(X), \\+ ab0(X).\n{chain}ab2000(X) :- q(X).\n"))
    lines = text.to_text().splitlines()
    assert len(lines) < 3000
    assert max(len(line) - len(line.lstrip()) for line in lines) < 40
