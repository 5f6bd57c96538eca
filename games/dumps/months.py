"""Months in UTC, by their first day."""

from datetime import UTC, date, datetime, time


def month_of(at: datetime) -> date:
    return at.astimezone(UTC).date().replace(day=1)


def month_after(month: date) -> date:
    return month.replace(year=month.year + month.month // 12, month=month.month % 12 + 1)


def start_of(month: date) -> datetime:
    return datetime.combine(month, time(), UTC)
