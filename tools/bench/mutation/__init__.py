"""Mutation testing on a fixed sample of mutants: docs/mutation.md."""
