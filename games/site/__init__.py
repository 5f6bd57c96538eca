"""The pages that put subjects together."""
