"""The opening explorer: how often each move of the placing phase was played here, and with which results."""
