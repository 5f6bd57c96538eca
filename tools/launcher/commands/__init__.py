"""One module for each command of dev.py; each has `main(arguments) -> int`, the exit code."""
