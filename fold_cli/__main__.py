"""Run ``python -m fold_cli``."""

from fold_cli.cli import main

main()
