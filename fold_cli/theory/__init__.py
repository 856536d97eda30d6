"""What is learned, as data: terms, clauses, rules, theories, and each format's text.

In: nothing. Out: ``Theory`` and its parts, and the text of a theory in a format, one
module a format. It knows no other room, no files and no Prolog.
"""
