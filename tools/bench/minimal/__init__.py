"""The yardstick of tools.bench.moves: a Django project whose one view locks a game, inserts a move, updates, commits.

Django REST framework with its own token authentication and nothing else: no rules, no checks, no middleware, no log.
It has tables of its own, in a schema of its own, and is served as the real one, but by uvicorn's own protocol.
"""
