"""Personal data of toasts."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy import erasure
from accounts.privacy.parts import add, table

add(table("toasts.json", _("your notes on games"), of="toasts.Toast.author", columns="game=game_id text created_at"))
erasure.add(gone=("toasts.Toast.author",))
