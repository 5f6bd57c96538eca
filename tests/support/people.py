"""How tests make people; tests/conftest.py has the factory as a fixture."""

from accounts.models import User


def new_person(name: str, **columns: object) -> User:
    """A user of this name, whose mail address is confirmed nowhere yet."""
    return User.objects.create_user(name, f"{name}@example.org", "a good password", language="en", **columns)
