"""Disputes, cases, verdicts, the audit log, the staff panel."""
