"""How good theories are, on the examples at hand and on others."""
