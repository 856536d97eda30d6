"""Workers of Dask: a team that keeps the rows of a table, here or on other machines.

What comes in is the address of a scheduler, or how many processes to start; what goes
out is a :class:`fold_cli.coverage.distant.team.Team`. Only this room knows Dask, which
is loaded when a cluster is asked for.
"""
