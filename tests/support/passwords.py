"""A password hasher for tests: hashes that production can check, made in a hundredth of its time."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class CheapArgon2(Argon2PasswordHasher):
    """Argon2 with the least that it accepts; a hash carries its own parameters."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1
