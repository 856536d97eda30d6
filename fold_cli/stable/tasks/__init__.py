"""What is to be learned, as a task: from files of ILASP and FastLAS, or from Prolog.

In: files. Out: a background, examples that are partial interpretations, a language.
"""
