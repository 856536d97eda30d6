"""Random learning problems, learned by ``fold`` and judged by plain ``swipl``.

A problem is determined by its number and the kinds of things that it may hold. What
``fold`` says about the theory that it learns is compared with what SWI-Prolog finds
when it runs that theory beside the background:

    PYTHONPATH=tests python -m random_problems 5000
"""
