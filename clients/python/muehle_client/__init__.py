"""A client of the Mühle correspondence server: `Client(url, token)` has a method for every operation of its API."""

from muehle_client.client import Client
from muehle_client.errors import Refusal, Unreachable
from muehle_client.events import Following, Ready, Reset, State

__all__ = ["Client", "Following", "Ready", "Refusal", "Reset", "State", "Unreachable"]
# Major and minor are those of the API that the shapes and methods were generated from.
__version__ = "1.0.0"
