from django.utils.translation import gettext_lazy as _

from games.core import subjects


class MailMovesConfig(subjects.SubjectConfig):
    name = "games.mail_moves"
    level = 105
    verbose_name = _("Moves from mails")

    def ready(self) -> None:
        """Make the links in older mails invalid when an owner takes their account back."""
        from accounts.signals import account_secured
        from games.notifications import unsubscribing

        account_secured.connect(
            lambda user, **_signal: unsubscribing.revoke(user), weak=False, dispatch_uid="games.mail_moves.secured"
        )
