"""Reports: one HTML file that shows what a theory says of examples, and how well.

In: a theory beside examples, or the results of cross-validation. ``gather`` and
``stability`` make plain data of them (``data``), ``page`` and ``folds_page`` make pages
of that data alone, so a page does nothing but show. The same data gives the same bytes.
"""
