"""Recursive programs: listed by size, run with all base cases at once, and compared.

Bodies (``body_listing``) become base cases and recursive clauses (``clause_listing``),
these become programs (``base_choices``), stage by stage (``program_search``), and those
that fit as well are counted (``program_rivals``).
"""
