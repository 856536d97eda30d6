"""What is learned, as data: terms, clauses, rules, theories, and their formats.

In: rules from the search. Out: ``Theory`` and its parts, and a theory's text in each of
the formats that ``formats`` lists, one module each. It knows no other room, reads no
files and runs no Prolog.
"""
