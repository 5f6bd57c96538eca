"""The words about plans for the scripts of their page."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, Promise] = {
    "plan_none": _("Nothing is planned: play a move of your opponent, then your answer."),
    "plan_answers": _("Answers planned: %(count)s."),
    "plan_open": _("Not answered yet, and so not part of the plan: %(moves)s."),
    "plan_changed": _("Not kept yet."),
    "plan_replaced": _("This is your answer now, in the place of the one before."),
}


def texts() -> dict[str, str]:
    """All of them, in the language in force."""
    return {name: str(text) for name, text in TEXTS.items()}
