"""Rows of which a user is one side or the other, read by the indexes of both."""

from typing import Any, Generic, Self, TypeVar

from django.db import models
from django.db.models import Q
from django.db.models.sql.where import WhereNode

Row = TypeVar("Row", bound=models.Model)


class TwoSidedQuerySet(models.QuerySet[Row], Generic[Row]):
    """A queryset with `of(user_id)`: rows in one of whose two columns `sides` the user is.

    With OR between two columns PostgreSQL reads all rows of the user and sorts them, for a few on a page as well.
    Therefore a slice is taken from each side, in the order of its index, and both are put together.
    """

    sides: tuple[str, str]
    # Whose rows these are, and the condition that says so; None for the rows of all users.
    user_id: int | None = None
    either_side: Any = None

    def of(self, user_id: int) -> Self:
        """The rows in which the user is on either side."""
        rows = self.filter(Q(*[(side, user_id) for side in self.sides], _connector=Q.OR))
        rows.user_id, rows.either_side = user_id, rows.query.where.children[-1]
        return rows

    def __getitem__(self, key: Any) -> Any:
        if self.user_id is None or self.query.combinator or not isinstance(key, slice) or key.stop is None:
            return super().__getitem__(key)
        one, other = (self._of_side(side)[: key.stop] for side in self.sides)
        rows = self.all()
        if not self.query.select_for_update:
            # The slices have met the conditions. Repeated here, they lead the planner to other indexes.
            rows.query.where = WhereNode()
        rows = rows.filter(pk__in=one.union(other, all=True))
        rows.user_id = None
        return rows[key]

    def _of_side(self, side: str) -> Any:
        """The keys of the rows in which the user is on this side."""
        rows = self.filter(**{side: self.user_id})
        where = rows.query.where
        where.children = [condition for condition in where.children if condition != self.either_side]
        rows.user_id = None
        rows.query.select_for_update = False
        return rows.values("pk")

    def _clone(self) -> Self:
        clone: Self = super()._clone()  # type: ignore[misc]
        clone.user_id, clone.either_side = self.user_id, self.either_side
        return clone
