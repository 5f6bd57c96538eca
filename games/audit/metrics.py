"""Metrics of the audit log."""

from kit.monitoring import DatabaseGauge, scalar

problems = DatabaseGauge("muehle_audit_problems", "What the last check of the audit log has found.")
check_age = DatabaseGauge("muehle_audit_check_age_seconds", "Time since the last check; +Inf if there was none.")
checkpoint_age = DatabaseGauge(
    "muehle_audit_checkpoint_age_seconds", "Age of the newest checkpoint of the audit log; +Inf if there is none."
)
_AGE = "SELECT coalesce(extract(epoch FROM clock_timestamp() - max({})), 'infinity') FROM {}"


@problems.reader
def _problems() -> float:
    return scalar("SELECT sum(jsonb_array_length(problems)) FROM audit_auditcheck")


@check_age.reader
def _check_age() -> float:
    return scalar(_AGE.format("checked_at", "audit_auditcheck"))


@checkpoint_age.reader
def _checkpoint_age() -> float:
    return scalar(_AGE.format("made_at", "audit_checkpoint"))
