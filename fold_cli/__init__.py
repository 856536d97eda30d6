"""Learn default theories, rules with exceptions, from Prolog files."""

__version__ = "0.1.0"
