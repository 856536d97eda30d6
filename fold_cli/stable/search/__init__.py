"""The search for rules over worlds: what is certain and possible in each example.

In: a task, and the judge. Out: the rules of a program that it accepts.
"""
