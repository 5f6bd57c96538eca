"""What can go wrong: the server says no, or does not answer."""

from typing import Any, cast

from muehle_client.schema import Problem


class Refusal(Exception):  # noqa: N818  (the server's word for it)
    """The server refused, and nothing has changed. `problem` is everything that it said; go by `code`."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.problem = cast("Problem", problem)
        self.code: str = problem.get("code", "unknown")
        self.status: int = problem.get("status", 0)
        self.request_id: str = problem.get("request_id", "")
        super().__init__(f"{self.code}: {problem.get('detail', '')}")


class Unreachable(Exception):  # noqa: N818
    """No answer came within the client's patience. Whether the request has done something is not known."""
