"""Which examples a literal or a body covers.

In: a problem or a table. Out: the candidates for a partial clause, each with the set of
examples that it covers. Prolog is asked once for each predicate; joins and counts are
done in NumPy. It knows ``theory``, ``engine`` and ``files``.
"""
