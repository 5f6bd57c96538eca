from django.utils.translation import gettext_lazy as _

from kit import subjects


class MailMovesConfig(subjects.SubjectConfig):
    name = "games.mail_moves"
    level = 105
    verbose_name = _("Moves from emails")
