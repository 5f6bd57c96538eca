"""Addresses in the settings at which the operators can be reached."""


def contact_uri(contact: str) -> str:
    """A contact as a URI: a bare mail address gets `mailto:`; https://… and an empty one stay as they are."""
    return f"mailto:{contact}" if contact and ":" not in contact else contact
