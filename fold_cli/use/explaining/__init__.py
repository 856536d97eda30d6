"""Why an atom holds of a theory, or does not, in words."""
