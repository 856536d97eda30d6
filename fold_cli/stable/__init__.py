"""Learning answer set programs, whose background may have several stable models.

In: a task of partial interpretations (``tasks.task_reader``). Out: a program that
clingo has verified on every example (``program.learn_program``). A stable model is a
world, its atoms are facts with the world as one more argument, and the learner of
``search`` chooses among bodies as it does elsewhere. It knows ``theory``, ``engine``,
``files``, ``coverage``, ``search``, and is the only room that knows clingo.
"""
