"""How tests make people; tests/conftest.py has the factory as a fixture."""

from accounts.models import User


def new_person(name: str, **columns: object) -> User:
    """A user of this name, whose mail address is confirmed nowhere yet.

    They want no emergency days, so that time runs out when it does; tests of leave switch them on.
    """
    columns = {"language": "en", "emergency_day": False, **columns}
    return User.objects.create_user(name, f"{name}@example.org", "a good password", **columns)


def new_guest() -> User:
    """Somebody who plays without an account."""
    return User.objects.create_user("guest-004711", is_guest=True, language="en", emergency_day=False)
