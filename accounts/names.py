"""Display names beside usernames, and names that look alike.

A display name follows the profile Nickname of PRECIS (RFC 8266). Its letters are of one script, so that none stands for
a letter of another. Two accounts never have names that look alike, whether they are usernames or display names.
"""

from typing import Any

from confusable_homoglyphs import categories
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _
from precis_i18n import get_profile

from accounts.look_alikes import is_name_of_the_site, keys_of
from accounts.models import NameKey, User
from accounts.privacy.erasure import is_reserved
from accounts.validators import RESERVED

SHORTEST = 2
SCRIPTS = {"LATIN", "GREEK", "CYRILLIC"}
TAKEN = _("Somebody has this name, or one that looks like it. Choose another one.")
BESIDE_LETTERS = " .-'’"

_nickname = get_profile("NicknameCasePreserved")


def cleaned(name: str) -> str:
    """The display name as it is stored: NFKC, and single spaces inside only; an empty one stays empty.

    Raise ValidationError for other characters than letters of one script, figures, spaces, and `.`, `-`, `'` inside.
    """
    if not name.strip():
        return ""
    try:
        name = _nickname.enforce(name)
    except UnicodeEncodeError as error:
        raise ValidationError(_("A name has visible characters only.")) from error
    if len(name) < SHORTEST:
        raise ValidationError(_("A display name has at least two characters."))
    longest = User._meta.get_field("display_name").max_length or 0  # noqa: SLF001
    if len(name) > longest:
        raise ValidationError(_("A display name has at most %(count)s characters."), params={"count": longest})
    if not all(letter.isalnum() or letter in BESIDE_LETTERS for letter in name) or not name[0].isalnum():
        raise ValidationError(_("Use letters, digits, and between them spaces, hyphens, full stops and apostrophes."))
    scripts = categories.unique_aliases(name) - {"COMMON"}
    if len(scripts) != 1 or not scripts <= SCRIPTS:
        raise ValidationError(_("Use letters of one script: Latin, Greek or Cyrillic."))
    return name


def is_taken(name: str, *, besides: User | None = None) -> bool:
    """Whether another account has a name that looks like this one."""
    taken = NameKey.objects.filter(key__in=keys_of(name))
    return (taken.exclude(user=besides) if besides is not None else taken).exists()


def checked(user: User, wanted: str) -> str:
    """The display name as the account may have it; "" for none. Raise ValidationError if it cannot have it."""
    name = cleaned(wanted)
    if name.casefold() == user.username.casefold():
        return "" if name == user.username else name
    if name and is_name_of_the_site(name):
        raise ValidationError(RESERVED)
    if name and (is_taken(name, besides=user) or is_reserved(name)):
        raise ValidationError(TAKEN)
    return name


def give(user: User, wanted: str) -> None:
    """Store the display name; "" or the username itself takes it away. Raise ValidationError if it cannot be had."""
    with transaction.atomic():
        account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        account.display_name = checked(account, wanted)
        account.save(update_fields=["display_name"])
        try:
            with transaction.atomic():
                keep_keys(account)
        except IntegrityError as error:
            # Somebody took it at the same moment.
            raise ValidationError(TAKEN) from error
    user.display_name = account.display_name


def keep_keys(user: User) -> None:
    """Store the keys of the account's names. Raise IntegrityError if another account has one of the display name's.

    Of the username's, those that an older account has are left to it.
    """
    of_username, of_display_name = keys_of(user.username), keys_of(user.display_name) if user.display_name else set()
    own = NameKey.objects.filter(user=user)
    own.exclude(key__in=of_username | of_display_name).delete()
    known = set(own.values_list("key", flat=True))
    NameKey.objects.bulk_create([NameKey(key=key, user=user) for key in sorted(of_display_name - known)])
    rest = of_username - of_display_name - known
    NameKey.objects.bulk_create([NameKey(key=key, user=user) for key in sorted(rest)], ignore_conflicts=True)


@receiver(post_save, sender=User)
def _keep_keys(instance: User, update_fields: frozenset[str] | None = None, **_: Any) -> None:
    if update_fields is None or "username" in update_fields:
        keep_keys(instance)
