"""How often a display name changes, what is kept of former ones, and who reads that."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts import names
from accounts.look_alikes import keys_of
from accounts.models import FormerName, NameKey, User
from accounts.privacy import erasure
from games.core.models.games import Game
from games.players import sanctions
from games.players.models import Sanction
from games.reports import cases, filing
from games.reports.cases import Decision
from games.reports.models import PersonCase
from tests.accounts.privacy.test_exports import copy_of, rows_in
from tests.support.api import Api, refused
from tests.support.pages import Reader
from tests.support.racing import at_once
from tests.support.reading import mistakes, text_of

pytestmark = pytest.mark.django_db
ENTRIES = ("page", "api")
Rename = Callable[[User, str], Any]


@pytest.fixture
def rename(request: pytest.FixtureRequest, reader: Reader, api: Api) -> Rename:
    """Ask for a name by the entry of the test: the answer."""

    def by_page(user: User, name: str) -> Any:
        page = reader(user)
        form = page.get("/preferences/").context["form"]
        sent = {field.html_name: field.value() for field in form if field.value() not in (False, None)}
        return page.post("/preferences/", sent | {"display_name": name})

    def by_api(user: User, name: str) -> Any:
        return api(user).patch("/api/v1/account/", {"display_name": name, "sounds": True}, format="json")

    return {"page": by_page, "api": by_api}[request.param]


def shown(user: User) -> str:
    user.refresh_from_db()
    return user.name


def kept(user: User) -> list[tuple[str, Any, Any]]:
    return list(FormerName.objects.filter(user=user).order_by("pk").values_list("name", "since", "until"))


def mute(user: User, by: User, *, kind: Sanction.Kind = Sanction.Kind.MUTE, days: int = 3) -> None:
    now = timezone.now()
    decided = {"status": "decided", "verdict": "muted", "reason": "x", "decided_by": by, "decided_at": now}
    case = PersonCase.objects.create(person=user, **decided)
    sanctions.impose(
        user, kind, reason="x", imposed_by=by, now=now, until=now + timedelta(days=days), person_case=case.pk
    )


# --- How often --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rename", ENTRIES, indirect=True)
def test_a_name_changes_once_in_thirty_days(clock: time_machine.Traveller, anna: User, rename: Rename) -> None:
    first = rename(anna, "Jörg")
    clock.shift(timedelta(days=1))
    second = rename(anna, "Bernd")
    clock.shift(timedelta(days=29, hours=23))
    early = rename(anna, "Carl")
    name_then = shown(anna)
    clock.shift(timedelta(hours=1))
    third = rename(anna, "Carl")

    assert [answer.status_code < 400 for answer in (first, second, early, third)] == [True, True, False, True]
    assert name_then == "Bernd"
    assert shown(anna) == "Carl"


def test_the_page_refuses_with_the_date_and_keeps_what_was_typed(
    clock: time_machine.Traveller, anna: User, reader: Reader
) -> None:
    names.give(anna, "Jörg")
    names.give(anna, "Bernd")
    clock.shift(timedelta(days=2))
    at = (timezone.now() + timedelta(days=28)).astimezone(ZoneInfo("Europe/Berlin"))
    browser = reader(anna)
    typed = {"display_name": "Carl", "board_style": "slate", "color_scheme": "dark", "time_zone": "Europe/Berlin"}

    pages = {}
    for language in ("en", "de"):
        User.objects.filter(pk=anna.pk).update(language=language)
        before = text_of(browser.get("/preferences/"))
        page = browser.post("/preferences/", typed | {"language": language})
        pages[language] = (before, page)

    moments = {"en": f"{at.day} {at:%b} {at.year}, {at:%H:%M}", "de": f"{at.day}. April {at.year}, {at:%H:%M}"}
    for language, (before, page) in pages.items():
        assert page.status_code == 422
        assert list(mistakes(page)) == ["display_name"]
        assert page.context["form"]["display_name"].value() == "Carl"
        assert 'value="slate"' in page.content.decode()
        assert moments[language] in mistakes(page)["display_name"][0]
        assert moments[language] in before
    assert "You can change your display name again from" in pages["en"][0]
    assert "wieder ändern" in pages["de"][0]
    assert shown(anna) == "Bernd"


def test_the_api_refuses_with_the_moment_and_tells_it_beforehand(
    clock: time_machine.Traveller, anna: User, api: Api
) -> None:
    client = api(anna)
    free = client.read("account/")["display_name_changeable_at"]
    names.give(anna, "Jörg")
    names.give(anna, "Bernd")
    at = (timezone.now() + timedelta(days=30)).strftime("%Y-%m-%dT%H:%M:%SZ")
    clock.shift(timedelta(hours=2))

    before = client.read("account/")["display_name_changeable_at"]
    answer = client.patch("/api/v1/account/", {"display_name": "Carl", "sounds": True}, format="json")

    problem = refused(answer, 409, "display_name_fixed")
    assert (free, before, problem["until"]) == (None, at, at)
    anna.refresh_from_db()
    assert (anna.display_name, anna.sounds) == ("Bernd", False)


@pytest.mark.parametrize("rename", ENTRIES, indirect=True)
def test_the_same_name_again_is_no_change(clock: time_machine.Traveller, anna: User, rename: Rename) -> None:
    names.give(anna, "Jörg")
    names.give(anna, "Bernd")
    clock.shift(timedelta(days=2))

    assert rename(anna, " Bernd ").status_code < 400
    assert len(kept(anna)) == 1


def test_a_mistake_is_corrected_within_the_hour(clock: time_machine.Traveller, anna: User) -> None:
    names.give(anna, "Jörg")
    clock.shift(timedelta(days=1))
    names.give(anna, "Brend")
    clock.shift(timedelta(minutes=50))
    names.give(anna, "Bernt")
    clock.shift(timedelta(minutes=9))
    names.give(anna, "Bernd")
    clock.shift(timedelta(minutes=1))

    with pytest.raises(ValidationError):
        names.give(anna, "Berndt")

    assert shown(anna) == "Bernd"
    assert [name for name, *_times in kept(anna)] == ["Jörg", "Brend", "Bernt"]
    clock.shift(timedelta(days=30))
    names.give(anna, "Berndt")


def test_to_do_without_a_name_for_a_while_is_no_way_round(clock: time_machine.Traveller, anna: User) -> None:
    names.give(anna, "Jörg")
    names.give(anna, "")
    clock.shift(timedelta(days=2))
    with pytest.raises(ValidationError):
        names.give(anna, "Bernd")

    clock.shift(timedelta(days=28))
    names.give(anna, "Bernd")
    clock.shift(timedelta(days=2))
    with pytest.raises(ValidationError):
        names.give(anna, "Carl")

    assert shown(anna) == "Bernd"


def test_a_name_of_a_time_before_the_rule_can_be_changed_at_once(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(display_name="Jörg")

    names.give(anna, "Bernd")

    assert [(name, since) for name, since, _until in kept(anna)] == [("Jörg", None)]


@pytest.mark.parametrize("rename", ENTRIES, indirect=True)
def test_a_name_that_is_refused_by_a_later_rule_does_not_hold_the_other_preferences(anna: User, rename: Rename) -> None:
    User.objects.filter(pk=anna.pk).update(display_name="Mühle Admin")

    assert rename(anna, "Mühle Admin").status_code < 400


# --- Sanctions and staff ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["mute", "suspension"])
@pytest.mark.parametrize("rename", ENTRIES, indirect=True)
def test_nobody_changes_the_name_while_they_may_not_write(
    clock: time_machine.Traveller, anna: User, iris: User, rename: Rename, kind: Sanction.Kind
) -> None:
    mute(anna, iris, kind=kind)

    answer = rename(anna, "Jörg")
    name_then = shown(anna)
    clock.shift(timedelta(days=4))

    assert answer.status_code in (409, 422)
    assert name_then == "anna"
    assert rename(anna, "Jörg").status_code < 400


def test_a_warning_does_not_hold_the_name(anna: User, iris: User) -> None:
    case = PersonCase.objects.create(person=anna)
    warning, now = Sanction.Kind.WARNING, timezone.now()
    sanctions.impose(anna, warning, reason="x", imposed_by=iris, now=now, until=None, person_case=case.pk)

    names.give(anna, "Jörg")

    assert anna.name == "Jörg"


def taken_away(person: User, by: User, reporter: User, *, verdict: str = "warned") -> PersonCase:
    case = filing.report(reporter, subject="profile", against=person.username, text="Look at the name.").case
    cases.take(case.pk, by)
    decision = Decision(verdict=PersonCase.Verdict(verdict), reason="Such names are insults.", takes_name=True)
    return cases.decide(case.pk, by, decision)


def test_a_name_that_staff_takes_away_is_followed_by_another_at_once_but_not_by_itself(
    clock: time_machine.Traveller, anna: User, bert: User, iris: User
) -> None:
    names.give(anna, "Jörg")
    clock.shift(timedelta(days=2))
    names.give(anna, "Blödmann")
    clock.shift(timedelta(days=2))

    taken_away(anna, iris, bert)
    name_then = shown(anna)
    clock.shift(timedelta(minutes=2))
    with pytest.raises(ValidationError, match="removed from your account"):
        names.give(anna, "BIödmann")
    names.give(anna, "Bernd")

    assert name_then == "anna"
    assert shown(anna) == "Bernd"
    # The change before it still counts.
    clock.shift(timedelta(days=2))
    with pytest.raises(ValidationError):
        names.give(anna, "Carl")
    clock.shift(timedelta(days=60))
    with pytest.raises(ValidationError):
        names.give(anna, "Blödmann")


def test_a_name_is_taken_away_with_a_reason_that_the_person_reads(
    anna: User, bert: User, iris: User, reader: Reader
) -> None:
    names.give(anna, "Blödmann")
    case = filing.report(bert, subject="profile", against="anna", text="Look at the name.").case
    cases.take(case.pk, iris)
    fields = {"reason": "Such names are insults.", "takes_name": "on"}
    address = f"/admin/reports/personcase/{case.pk}/decide/do/"

    nothing_else = reader(iris).post(address, fields | {"verdict": "dismissed"})
    name_then = shown(anna)
    done = reader(iris).post(address, fields | {"verdict": "warned"})

    assert (nothing_else.status_code, name_then) == (422, "Blödmann")
    assert (done.status_code, shown(anna)) == (302, "anna")
    assert Sanction.objects.get(user=anna).reason == "Such names are insults."


def test_staff_changes_a_name_in_the_administration_at_any_time(
    clock: time_machine.Traveller, anna: User, person: Callable[..., User], reader: Reader
) -> None:
    names.give(anna, "Jörg")
    names.give(anna, "Blödmann")
    clock.shift(timedelta(days=2))
    browser = reader(person("chief", is_staff=True, is_superuser=True))
    address = f"/admin/accounts/user/{anna.pk}/change/"
    form = browser.get(address).context["adminform"].form
    sent = {field.html_name: field.value() for field in form if field.value() not in (False, None)}

    answer = browser.post(address, sent | {"display_name": "Anna A", "why": "An insult."})

    assert (answer.status_code, shown(anna)) == (302, "Anna A")
    assert [name for name, *_times in kept(anna)] == ["Jörg", "Blödmann"]
    names.give(anna, "Bernd")
    assert shown(anna) == "Bernd"


# --- Nobody poses as another ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rename", ENTRIES, indirect=True)
def test_nobody_takes_a_name_that_another_gave_up_in_the_last_thirty_days(
    clock: time_machine.Traveller, anna: User, bert: User, rename: Rename
) -> None:
    names.give(anna, "Jörg")
    clock.shift(timedelta(hours=2))
    names.give(anna, "Bernd")
    clock.shift(timedelta(days=29))
    early, alike = rename(bert, "Jörg"), rename(bert, "JÖRG")
    clock.shift(timedelta(days=2))

    late = rename(bert, "Jörg")

    assert (early.status_code >= 400, alike.status_code >= 400, late.status_code < 400) == (True, True, True)
    assert shown(bert) == "Jörg"


def test_nobody_signs_up_with_a_name_that_another_gave_up_lately(
    clock: time_machine.Traveller, anna: User, client: Client
) -> None:
    fields = {"username": "WiIIi", "email": "w@example.org", "password1": "kieselstein 7 im bach"}
    names.give(anna, "Willi")
    clock.shift(timedelta(hours=2))
    names.give(anna, "Jörg")

    client.post("/accounts/signup/", fields)
    early = User.objects.filter(username="WiIIi").exists()
    clock.shift(timedelta(days=31))
    client.post("/accounts/signup/", fields)

    assert not early
    dora = User.objects.get(username="WiIIi")
    assert NameKey.objects.filter(user=dora, held_until=None).exists()


def test_its_former_owner_takes_it_back(clock: time_machine.Traveller, anna: User, bert: User) -> None:
    names.give(anna, "Jörg")
    clock.shift(timedelta(hours=2))
    names.give(anna, "Bernd")
    names.give(anna, "Jörg")
    clock.shift(timedelta(days=40))

    with pytest.raises(ValidationError):
        names.give(bert, "Jörg")


def test_a_name_that_was_a_mistake_is_held_for_nobody(clock: time_machine.Traveller, anna: User, bert: User) -> None:
    """Otherwise somebody could take many names out of the way within the hour."""
    names.give(anna, "Jörg")
    clock.shift(timedelta(days=1))
    names.give(anna, "Brend")
    names.give(anna, "Bernd")

    names.give(bert, "Brend")

    assert bert.name == "Brend"


# --- What is kept -----------------------------------------------------------------------------------------------------


def test_former_names_are_kept_with_their_times(clock: time_machine.Traveller, anna: User) -> None:
    names.give(anna, "Jörg")
    began = timezone.now()
    clock.shift(timedelta(days=2))
    names.give(anna, "Bernd")
    first_end = timezone.now()
    clock.shift(timedelta(days=31))
    names.give(anna, "")

    assert kept(anna) == [("Jörg", began, first_end), ("Bernd", first_end, timezone.now())]


@pytest.mark.django_db(transaction=True)
def test_two_changes_at_once_leave_a_history_without_gaps(anna: User) -> None:
    names.give(anna, "Jörg")

    at_once(*(lambda name=name: names.give(anna, name) for name in ("Bernd", "Carl", "Doris")))

    anna.refresh_from_db()
    rows = kept(anna)
    assert sorted([*(name for name, *_times in rows), anna.display_name]) == ["Bernd", "Carl", "Doris", "Jörg"]
    assert [since for _name, since, _until in rows[1:]] == [until for _name, _since, until in rows[:-1]]
    assert anna.display_name_since == rows[-1][2]
    assert list(FormerName.objects.order_by("pk").values_list("ended", flat=True)) == [
        "changed",
        "corrected",
        "corrected",
    ]


def test_arbiters_see_former_names_and_nobody_else_does(
    clock: time_machine.Traveller,
    game: Game,
    anna: User,
    bert: User,
    iris: User,
    person: Callable[..., User],
    reader: Reader,
    api: Api,
) -> None:
    names.give(anna, "Schlingel")
    clock.shift(timedelta(days=2))
    names.give(anna, "Bernd")
    chief = person("chief", is_staff=True, is_superuser=True)
    public = ["/", "/players/anna/", f"/games/{game.number}/"]

    seen = text_of(reader(iris).get(f"/admin/reports/personcase/person/{anna.pk}/"))
    panel = reader(chief).get(f"/admin/accounts/user/{anna.pk}/change/").content.decode()
    found = reader(chief).get("/admin/accounts/user/?q=Schlingel").context["cl"].result_list
    others = [client.get(address).content.decode() for client in (reader(bert), Client()) for address in public]
    answers = [str(api(bert).read(f"{name}/")) for name in ("players/anna", f"games/{game.number}", "games")]

    assert "Schlingel" in seen
    assert "Schlingel" in panel
    assert [user.username for user in found] == ["anna"]
    assert [page for page in [*others, *answers] if "Schlingel" in page] == []
    assert "Schlingel" not in reader(anna).get("/preferences/").content.decode()


def test_former_names_are_in_the_copy_of_all_data_and_go_with_the_account(
    clock: time_machine.Traveller, anna: User
) -> None:
    names.give(anna, "Jörg")
    clock.shift(timedelta(days=2))
    names.give(anna, "Bernd")

    copy = copy_of(anna)
    erasure.close(anna, ending=True)
    erasure.finish(anna.pk)

    [row] = rows_in(copy["former-names.json"])
    assert (row["name"], row["ended"]) == ("Jörg", "changed")
    anna.refresh_from_db()
    assert (anna.display_name, anna.display_name_since) == ("", None)
    assert not FormerName.objects.exists()
    assert not NameKey.objects.filter(key__in=keys_of("Jörg") | keys_of("Bernd")).exists()
