"""The search for rules over worlds: what is certain and possible in each example.

In: a task. Out: the rules of a program that is right on its examples, as the solver
has verified.
"""
