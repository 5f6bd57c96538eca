"""Disputes in the administration: the staff panel, cases, the audit log."""

from games.disputes.admin import audit_log, panel

__all__ = ["audit_log", "panel"]
