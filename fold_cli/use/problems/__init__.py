"""Learning problems behind one interface, whatever they are read from.

In: sources. Out: examples, a language, coverage, and theories judged by the examples.
"""
