"""Theories in use: looked at, written, and asked about examples."""
