"""Tools around the server: the launcher behind dev.py, demo data, benchmarks, rule oracles."""
