"""Display names beside usernames, and names that look alike.

A display name follows the profile Nickname of PRECIS (RFC 8266), with letters of one script. Two accounts never have
names that look alike, whether they are usernames or display names.

Its owner may change it every 30 days. Only that counts: not the first name, not a correction within an hour, and not
another choice after staff has taken the name away. Former names are kept for staff, and held for a while. Whoever takes
the account back gets the former name back, and may choose another one at once.

Names of deleted accounts are held as digests: display names as long as other former names, usernames for ever.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from precis_i18n import get_profile

from accounts import access, language
from accounts.look_alikes import keys_of, speaks_for_the_site
from accounts.models import FormerName, NameKey, User
from accounts.privacy.erasure import is_reserved
from accounts.scripts import require_readable
from accounts.security import mails
from accounts.validators import RESERVED
from kit import database_time
from kit.hooks import Hook
from kit.times import day_and_time

SHORTEST = 2
TAKEN = _("This name, or one that looks like it, is already taken. Choose another one.")
TAKEN_AWAY = _("This name was removed from your account. Choose another one.")
CHANGED_EVERY = timedelta(days=30)
CORRECTED_WITHIN = timedelta(hours=1)
HELD_FOR = timedelta(days=30)
FOR_EVER = datetime(9999, 1, 1, tzinfo=UTC)
# Before a digest that stands for a key. No key begins with it, for it has letters and figures only.
DIGEST = "#"
# They change how letters join. Keyboards add them, and no name needs them to be told from another.
JOINERS = dict.fromkeys(map(ord, "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"))

_nickname = get_profile("NicknameCasePreserved")
# Until when somebody may not change their name; None if they may.
sanctions: Hook[[User], datetime | None] = Hook()


def cleaned(name: str) -> str:
    """The display name as it is stored: NFKC, and single spaces inside only; an empty one stays empty.

    Raise ValidationError if it is too short or too long, or if it has other characters than letters of one script,
    figures, and signs between them.
    """
    name = normalized(name)
    if not name:
        return ""
    if len(name) < SHORTEST:
        raise ValidationError(_("A display name must have at least two characters."))
    longest = User._meta.get_field("display_name").max_length or 0  # noqa: SLF001
    if len(name) > longest:
        raise ValidationError(_("A display name can have at most %(count)s characters."), params={"count": longest})
    require_readable(name)
    return name


def normalized(name: str) -> str:
    """A public name as it is stored: NFKC, and single spaces inside only. Raise ValidationError for hidden letters."""
    if not name.strip():
        return ""
    try:
        return _nickname.enforce(name).translate(JOINERS)
    except UnicodeEncodeError as error:
        raise ValidationError(_("A name may contain only visible characters.")) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """When the owner may change the display name, and as what the present one would end."""

    fixed_until: datetime | None = None
    # Until then it may be corrected all the same.
    correctable_until: datetime | None = None
    is_sanctioned: bool = False
    ended: FormerName.Ended = FormerName.Ended.CHANGED

    @property
    def changeable_at(self) -> datetime | None:
        """From when on the name can be changed; None if it can be now."""
        return None if self.correctable_until else self.fixed_until

    @property
    def sentence(self) -> str:
        """The terms in words, for the owner."""
        if self.fixed_until is None:
            return gettext(
                "After a change you cannot change your display name again for 30 days, but you can correct it "
                "within an hour."
            )
        words = {"until": day_and_time(self.fixed_until)}
        if self.correctable_until:
            words["at"] = day_and_time(self.correctable_until)
            text = gettext(
                "You can correct your display name until %(at)s. After that you cannot change it until %(until)s."
            )
        elif self.is_sanctioned:
            text = gettext(
                "An arbiter has decided that you may not write messages for a while. You cannot change your "
                "display name until %(until)s either."
            )
        else:
            text = gettext("You can change your display name again from %(until)s.")
        return text % words


class NameStays(ValidationError):  # noqa: N818  (a refusal is an answer, not a fault)
    """The display name stays as it is until then."""

    def __init__(self, terms: Terms) -> None:
        super().__init__(terms.sentence)
        self.until = terms.changeable_at


def sanctioned_until(user: User) -> datetime | None:
    """Until when somebody may not change names that others read; None if they may."""
    return max((until for until in sanctions(user) if until), default=None)


def terms_of(user: User) -> Terms:
    """The terms now. For a change, the account must be locked."""
    if until := sanctioned_until(user):
        return Terms(fixed_until=until, is_sanctioned=True)
    if user.display_name_since is None:
        return Terms()
    former = FormerName.objects.filter(user=user)
    last = former.first()
    is_left_by_staff = last and last.ended == last.Ended.TAKEN_AWAY and last.until == user.display_name_since
    changed = former.filter(ended=FormerName.Ended.CHANGED).first()
    now = database_time.now()
    if is_left_by_staff or changed is None or changed.until + CHANGED_EVERY <= now:
        return Terms(ended=FormerName.Ended.CORRECTED if is_left_by_staff else FormerName.Ended.CHANGED)
    correctable_until = changed.until + CORRECTED_WITHIN
    return Terms(
        fixed_until=changed.until + CHANGED_EVERY,
        correctable_until=correctable_until if now < correctable_until else None,
        ended=FormerName.Ended.CORRECTED,
    )


def is_taken(name: str, *, besides: User | None = None) -> bool:
    """Whether another account has a name that looks like this one, or had it lately, or before it was deleted."""
    keys = keys_of(name)
    # In one query, for a deletion at the same time replaces the keys by digests.
    rows = NameKey.objects.filter(key__in=keys | set(map(_digest_of, keys)))
    taken = rows.exclude(held_until__lte=database_time.now())
    return (taken.exclude(user=besides) if besides is not None else taken).exists() or is_reserved(name)


def checked(user: User, wanted: str, terms: Terms | None) -> str:
    """The display name as the account may have it; "" for none. Raise ValidationError if it cannot have it.

    The present one is never refused, for rules may be younger. There are no terms for staff.
    """
    if wanted == user.display_name:
        return wanted
    name = cleaned(wanted)
    if name.casefold() == user.username.casefold():
        name = "" if name == user.username else name
    elif name and speaks_for_the_site(name):
        raise ValidationError(RESERVED)
    elif name and is_taken(name, besides=user):
        raise ValidationError(TAKEN)
    if name != user.display_name and terms is not None:
        _require_choice(user, name, terms)
    return name


def _require_choice(user: User, name: str, terms: Terms) -> None:
    """Raise NameStays if the owner cannot change the name now, and ValidationError if staff has taken this one away."""
    if terms.changeable_at:
        raise NameStays(terms)
    taken_away = FormerName.objects.filter(user=user, ended=FormerName.Ended.TAKEN_AWAY)
    if name and any(keys_of(name) & keys_of(former) for former in taken_away.values_list("name", flat=True)):
        raise ValidationError(TAKEN_AWAY)


def give(user: User, wanted: str) -> None:
    """Store the owner's choice, and tell them by mail; "" or the username itself takes the display name away.

    Raise ValidationError if it cannot be had, and NameStays if it cannot be changed now.
    """
    with transaction.atomic():
        account = access.hold(user)
        terms = terms_of(account)
        name = checked(account, wanted, terms)
        if name != account.display_name:
            former = account.display_name
            _rename(account, name, terms.ended)
            _tell(account, former, not_before=terms.correctable_until)
    user.display_name, user.display_name_since = account.display_name, account.display_name_since


def replace(user: User, wanted: str = "") -> None:
    """Let staff store another display name, or take it away. The owner may choose anew at once, but not this one."""
    with transaction.atomic():
        account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        name = checked(account, wanted, None)
        if name != account.display_name:
            _rename(account, name, FormerName.Ended.TAKEN_AWAY)
    user.display_name, user.display_name_since = account.display_name, account.display_name_since


def _tell(account: User, former: str, *, not_before: datetime | None) -> None:
    """Tell the owner of the new name. Corrections are told together when their hour is over, with the last name."""
    at, kind = account.display_name_since, mails.Kind.NAME_CHANGED
    if not_before is not None and (first := mails.take_back(account, kind)):
        former, at = _name_at(account, first), first
    mails.record(account, kind, detail=change_in_words(account, former), at=at, not_before=not_before)


def change_in_words(account: User, former: str) -> str:
    """From which display name to which, for a mail to the owner."""
    names = {"former": User(username=account.username, display_name=former).name, "new": account.name}
    with translation.override(language.of_security_mails(account)):
        return gettext("“%(former)s” became “%(new)s”") % names


def _name_at(user: User, moment: datetime) -> str:
    """The display name before its first change since then, where there is one. A first name leaves no row."""
    first = FormerName.objects.filter(user=user, until__gte=moment).last()
    return first.name if first and (first.since is None or first.since < moment) else ""


def before(user: User, moment: datetime) -> str | None:
    """The display name before its changes since then; None if there is none to give back.

    What staff has decided since then stays, and so does the name of somebody under a sanction.
    """
    since = user.display_name_since
    changes = FormerName.objects.filter(user=user, until__gte=moment)
    is_decided = sanctioned_until(user) or changes.filter(ended=FormerName.Ended.TAKEN_AWAY).exists()
    if since is None or since < moment or is_decided:
        return None
    name = _name_at(user, moment)
    try:
        return checked(user, name, Terms()) if name != user.display_name else None
    except ValidationError:
        return None


def give_back(user: User, moment: datetime) -> None:
    """Undo the changes since then, as far as can be. The owner may choose another name at once. The row is locked."""
    if (name := before(user, moment)) is not None:
        _rename(user, name, FormerName.Ended.UNDONE)
    mails.take_back(user, mails.Kind.NAME_CHANGED)
    lately = FormerName.objects.filter(user=user, until__gt=database_time.now() - CHANGED_EVERY)
    lately.filter(ended=FormerName.Ended.CHANGED).update(ended=FormerName.Ended.UNDONE)


def _rename(account: User, name: str, ended: FormerName.Ended) -> None:
    """Raise ValidationError if somebody has taken the name at the same moment."""
    now, since, former = database_time.now(), account.display_name_since, account.display_name
    # A first name replaces none, and neither does one that is chosen after staff has left none.
    is_first = not former and (since is None or ended == FormerName.Ended.CORRECTED)
    if not is_first:
        FormerName.objects.create(user=account, name=former, since=since, until=now, ended=ended)
    account.display_name, account.display_name_since = name, now
    account.save(update_fields=["display_name", "display_name_since"])
    keep_keys(account, hold=ended in (FormerName.Ended.CHANGED, FormerName.Ended.TAKEN_AWAY))
    if name and is_taken(name, besides=account):
        raise ValidationError(TAKEN)


def keep_keys(user: User, *, hold: bool = True) -> None:
    """Store the keys of the account's names. Those that another account has are left to it: names may be older than
    the rules. Those of former names are held, or deleted.
    """
    now = database_time.now()
    wanted = set().union(*map(keys_of, _names_of(user)))
    own = NameKey.objects.filter(user=user)
    former = own.exclude(key__in=wanted).filter(held_until=None)
    if hold:
        former.update(held_until=now + HELD_FOR)
    else:
        former.delete()
    own.filter(key__in=wanted).update(held_until=None)
    NameKey.objects.filter(key__in=wanted, held_until__lte=now).exclude(user=user).delete()
    NameKey.objects.bulk_create([NameKey(key=key, user=user) for key in sorted(wanted)], ignore_conflicts=True)


def _names_of(user: User) -> set[str]:
    """All names by which others know the account. Those of a computer are in every language."""
    names = {user.username, user.display_name}
    if user.is_computer:
        for code, _language in settings.LANGUAGES:
            with translation.override(code):
                names.add(user.plain_name)
    return names - {""}


def hold_of_deleted(user: User) -> None:
    """Replace the keys of an account that is being erased by digests. This may be done again."""
    now, of_username = database_time.now(), keys_of(user.username)
    own = NameKey.objects.filter(user=user).exclude(key__startswith=DIGEST)
    ends = {row.key: FOR_EVER if row.key in of_username else row.held_until or now + HELD_FOR for row in own}
    own.delete()
    held = [NameKey(key=_digest_of(key), user=user, held_until=end) for key, end in sorted(ends.items()) if end > now]
    NameKey.objects.filter(key__in=[row.key for row in held], held_until__lte=now).delete()
    NameKey.objects.bulk_create(held, ignore_conflicts=True)


def _digest_of(key: str) -> str:
    return DIGEST + salted_hmac("accounts.names", key, algorithm="sha256").hexdigest()


@receiver(post_save, sender=User)
def _keep_keys(instance: User, update_fields: frozenset[str] | None = None, **_: Any) -> None:
    if update_fields is None or "username" in update_fields:
        keep_keys(instance)
