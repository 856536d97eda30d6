"""Reports: one HTML file that shows what a theory says of examples, and how well.

In: a theory beside examples, or the results of cross-validation. ``report_contents``
and ``stability`` compute plain data from them (``data``); ``page`` and ``folds_page``
write pages from that data alone. The same data gives the same bytes.
"""
