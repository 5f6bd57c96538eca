"""Strangers cannot have a mailbox filled: not from many networks, and not many mailboxes from one.

And they cannot use up the mails that its owner needs.
"""

import ast
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from structlog.testing import capture_logs

from accounts.models import User
from tests.accounts.pages.test_account_pages import SIGN_UP
from tests.accounts.pages.test_second_factor import LOGIN
from tests.games.notifications.people import confirm
from tests.support.files import existing_files
from tests.support.people import new_person
from tests.support.reading import messages_in
from tests.support.signing_in import sign_in
from tools.launcher.workspace import ROOT

VICTIM = "victim@example.org"
MOST, MOST_FROM_ONE = 10, 5
Entry = Callable[[Client, str, int], Any]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel("2026-03-02T00:00:00Z", tick=False) as traveller:
        yield traveller


def sign_up(browser: Client, email: str, number: int) -> Any:
    return browser.post("/accounts/signup/", SIGN_UP | {"username": f"player{number}", "email": email})


def signed_in(browser: Client, number: int) -> Client:
    return sign_in(browser, new_person(f"player{number}"))


def add_an_address(browser: Client, email: str, number: int) -> Any:
    return signed_in(browser, number).post("/accounts/email/", {"email": email, "action_add": ""})


def send_the_confirmation_again(browser: Client, email: str, number: int) -> Any:
    signed_in(browser, number)
    EmailAddress.objects.create(user=User.objects.get(username=f"player{number}"), email=email)
    return browser.post("/accounts/email/", {"email": email, "action_send": ""})


def reset_the_password(browser: Client, email: str, _number: int) -> Any:
    return browser.post("/accounts/password/reset/", {"email": email})


def ask_for_a_code(browser: Client, email: str, _number: int) -> Any:
    return browser.post("/accounts/login/code/", {"email": email})


ENTRIES: list[Entry] = [sign_up, add_an_address, send_the_confirmation_again, reset_the_password, ask_for_a_code]


def asked(
    clock: time_machine.Traveller,
    entry: Entry,
    email: Callable[[int], str],
    *,
    times: int,
    first: int = 0,
    network: str = "198.51.%s.1",
) -> list[tuple[int, str, list[str]]]:
    """The answers to as many strangers, each a minute after the other and from another network unless one is given."""
    answers = []
    for number in range(first, first + times):
        clock.shift(timedelta(seconds=61))
        browser = Client(REMOTE_ADDR=network.replace("%s", str(number)), headers={"accept-language": "en"})
        answer = entry(browser, email(number), number)
        texts = [text.replace(f"player{number}", "player") for text in messages_in(answer)]
        answers.append((answer.status_code, answer.headers.get("Location", ""), texts))
    return answers


def kinds() -> set[str]:
    """Of the mails that were sent, by their subjects without the names in them."""
    return {str(message.subject).split()[-2] for message in mail.outbox}


@pytest.mark.parametrize(
    "known", [pytest.param(True, id="known"), pytest.param(False, id="unknown", marks=pytest.mark.campaign)]
)
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.__name__)
def test_a_mailbox_gets_ten_mails_a_day_whoever_asks_and_nobody_learns_of_it(
    clock: time_machine.Traveller, anna: User, entry: Entry, known: bool
) -> None:
    if known:
        User.objects.filter(pk=anna.pk).update(email=VICTIM)
        confirm(User.objects.get(pk=anna.pk))

    with capture_logs() as lines:
        answers = asked(clock, entry, lambda _number: VICTIM, times=MOST + 3)

    assert len(mail.outbox) == MOST
    assert answers == answers[:1] * (MOST + 3)
    assert [line["event"] for line in lines].count("mail_left_out") == 3


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.__name__)
def test_no_kind_of_mail_uses_up_those_of_another(clock: time_machine.Traveller, anna: User, entry: Entry) -> None:
    """Strangers sign up and ask for codes with an address as often as they want: its owner gets the mail of a reset."""
    confirm(anna)
    asked(clock, entry, lambda _number: "anna@example.org", times=MOST)
    [used_up] = kinds()
    mail.outbox.clear()

    for number, other in enumerate(ENTRIES, MOST):
        asked(clock, other, lambda _number: "anna@example.org", times=1, first=number)

    assert len(kinds()) == 2
    assert used_up not in kinds()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.__name__)
def test_one_network_leaves_mails_for_others(clock: time_machine.Traveller, anna: User, entry: Entry) -> None:
    confirm(anna)

    answers = asked(clock, entry, lambda _number: "anna@example.org", times=MOST + 3, network="203.0.113.7")
    from_one = len(mail.outbox)
    answers += asked(clock, entry, lambda _number: "anna@example.org", times=1, first=MOST + 3)

    assert (from_one, len(mail.outbox)) == (MOST_FROM_ONE, MOST_FROM_ONE + 1)
    assert answers == answers[:1] * (MOST + 4)


def test_what_follows_a_plus_is_the_same_mailbox(clock: time_machine.Traveller) -> None:
    asked(clock, reset_the_password, lambda number: f"Victim+{number}@example.org", times=MOST + 1)

    assert len(mail.outbox) == MOST


def test_nobody_uses_up_the_mails_of_an_owner_whose_browser_is_known(clock: time_machine.Traveller, anna: User) -> None:
    confirm(anna)
    known = Client()
    known.post("/accounts/login/", LOGIN)
    known.post("/accounts/logout/")
    asked(clock, reset_the_password, lambda _number: "anna@example.org", times=MOST + 1)

    known.post("/accounts/password/reset/", {"email": "anna@example.org"})

    assert len(mail.outbox) == MOST + 1


def test_a_day_later_there_is_mail_again(clock: time_machine.Traveller) -> None:
    asked(clock, reset_the_password, lambda _number: VICTIM, times=MOST + 1)
    clock.shift(timedelta(days=1))

    asked(clock, reset_the_password, lambda _number: VICTIM, times=1, first=50)

    assert len(mail.outbox) == MOST + 1


def test_the_entries_are_all_those_that_send_a_mail_before_an_address_is_confirmed(
    clock: time_machine.Traveller, anna: User
) -> None:
    confirm(anna)
    for number, entry in enumerate(ENTRIES):
        asked(clock, entry, lambda _number: "anna@example.org", times=1, first=10 * number)
        asked(clock, entry, lambda _number: VICTIM, times=1, first=10 * number + 1)

    templates = existing_files(ROOT / "accounts/templates/account/email", "*_subject.txt")
    # It is sent in the place of another one, and counts as that.
    instead = {"account_closed_subject.txt"}
    assert len(kinds()) == len({path.name for path in templates} - instead)


# Who makes a mail, and why no stranger can have it sent where they want.
MAKERS = {
    "accounts/adapter.py": "counted by accounts/mail_limits.py",
    "accounts/emails.py": "to confirmed addresses, for accounts/security/mails.py and accounts/privacy/emails.py",
    "games/audit/checkpoints.py": "to the addresses of AUDIT_CHECKPOINT_MAILS",
    "games/notifications/email.py": "to the confirmed address",
}


def makes_mail(source: str) -> bool:
    """Whether the module calls a class or function that makes a mail, or inherits from one."""
    names = {"EmailMessage", "EmailMultiAlternatives", "send_mail", "send_mass_mail", "mail_admins", "mail_managers"}
    makers = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    makers += [base for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef) for base in node.bases]
    return any(getattr(each, "id", getattr(each, "attr", "")) in names for each in makers)


def test_no_other_module_makes_mails() -> None:
    modules = [path for app in ("accounts", "games", "kit") for path in existing_files(ROOT / app, "**/*.py")]

    found = {str(path.relative_to(ROOT)) for path in modules if makes_mail(path.read_text(encoding="utf-8"))}

    assert found == set(MAKERS)


@pytest.mark.parametrize(
    ("address", "fields", "refused"),
    [
        pytest.param("/accounts/signup/", {"username": "x"}, (429, ""), marks=pytest.mark.campaign),
        pytest.param("/accounts/email/", {"action_send": ""}, (429, ""), marks=pytest.mark.campaign),
        ("/accounts/password/reset/", {}, (429, "")),
        ("/accounts/login/code/", {}, (200, "Too many codes were requested from here. Please try again later.")),
    ],
)
def test_a_network_has_a_hundred_mails_a_day_sent_at_most(
    clock: time_machine.Traveller, anna: User, address: str, fields: dict[str, str], refused: tuple[int, str]
) -> None:
    answers = []
    for number in range(101):
        clock.shift(timedelta(seconds=61))
        browser = Client(headers={"accept-language": "en"})
        if address == "/accounts/email/":
            sign_in(browser, anna)
        answers.append(browser.post(address, {"email": f"somebody{number}@example.org"} | fields))

    assert 429 not in [answer.status_code for answer in answers[:-1]]
    assert answers[-1].status_code == refused[0]
    assert refused[1] in answers[-1].content.decode()
