"""Disputes: opened by players, decided by the server where it can, else by arbiters; with what is found about them."""
