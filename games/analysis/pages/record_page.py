"""The content of the page of a record: its board after one of the half-moves, with links through them."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from accounts.looks import Look
from games.analysis.models import Record
from games.analysis.pages.analysis_page import AnalysisPage
from games.analysis.records import played_out


@dataclass(frozen=True, kw_only=True)
class RecordPage(AnalysisPage):
    """Like the analysis board, read-only; `kept` is the record."""

    kept: Record

    @property
    def board_label(self) -> str:
        """Empty: the description of the position is enough."""
        return ""

    @property
    def on_analysis_board(self) -> str:
        """The URL of the analysis board with all moves, at the viewed one."""
        return f"{reverse('analysis')}?record={self.kept.number}&ply={self.ply}"


def page_of_record(record: Record, *, ply: int | None, look: Look, preferences: dict[str, bool]) -> RecordPage:
    """The page after the given half-move, or after the last one."""
    known: dict[str, Any] = {"kept": record, "look": look, "preferences": preferences}
    return RecordPage(analysis=played_out(record, ply=ply), line=played_out(record), **known)
