"""What fixtures of browser tests are for: a browser at a game, and a player without any."""

from collections.abc import Callable

from accounts.models import User
from tests.e2e.table import ApiProgram, Table

Sit = Callable[..., Table]
Through = Callable[[User], ApiProgram]
