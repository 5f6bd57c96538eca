"""Which names nobody may give who does not speak for the site, wherever another person reads them."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.test import Client
from zxcvbn.frequency_lists import FREQUENCY_LISTS

import accounts
from accounts.look_alikes import RESERVED_WORDS, STAFF_WORDS, is_name_of_the_site, speaks_for_the_site
from accounts.models import App, User
from tests.accounts.oauth.visits import HOME, registered
from tests.support.api import Site
from tests.support.pages import Reader
from tests.support.reading import mistakes

# In both languages, and as somebody writes them who wants to be taken for the site.
RESERVED = [
    "admin", "ADMIN_7", "A-d-m-i-n", "adm1n", "AdmIn", "adrnin", "4dmin", "system", "5ystem", "support", "Supp0rt",
    "arbiter", "schiedsrichter", "Schiedsrichterin", "0fficial", "offiziell", "verwaltung", "muehle", "Muhle",
    "muehle-admin", "MuehleSupport", "turnierleiter", "null", "mail", "all", "schiri", "helpdesk",
    "Hauptschiedsrichter", "judge", "Judges", "Schiris", "Schiedsrichterinnen", "Moderatoren", "Mods", "Adminteam",
    "MuehleTeams", "TheTeam", "the_team", "DasTeam", "the-real-team", "TheMods", "official-muehle", "Original_Muehle",
    "MuehleOffiziell", "Muehle24", "TheAdmin", "RealAdmin", "realadmin", "derechteadmin", "DieSchiedsrichterin",
    "NeuerModerator", "TheJudge", "Chief-Arbiter", "HeadAdmin", "Th3Adm1n", "Kundensupport", "Muehle-Kundensupport",
    "Kundenbetreuung", "techsupport", "customerservice", "Systemmeldung", "mailer-daemon", "donotreply", "Technik-Team",
    "Muehle_Online", "Muehle-GmbH", "muehle-fairplay", "Inhaber", "Eigentuemer", "M0d", "StaffMember",
    "Spielleiter", "Turnierdirektor", "gamemaster", "Game_Master", "seitenbetreiber", "Turnieraufsicht",
    "hauptkampfrichter", "helpcenter", "hilfecenter", "SecurityAlert", "developer", "jury", "adm", "Geloscht",
    "geloescht", "Deleted player", "GeloeschtesKonto", "Datenschutz", "Impressum", "Notifications",
    "Benachrichtigungen", "Umpire", "localhost", "trust-and-safety",
    "Fair-Play-Team", "Customer_Care", "Muehle-de", "MuehleHQ", "muehle_operator", "Webteam", "Site-Owner",
]  # fmt: skip
# No usernames, which are ASCII.
IN_OTHER_LETTERS = [
    "аdmin", "АDМІN", "ѕуѕtеm", "Mühle", "Mühle Admin", "Ádmin", "Ａdmin", "Mühle-Support 2", "ađmin", "ᴀᴅᴍɪɴ", "Ɓot",
    "Администратор", "модератор", "管理员", "Modérateur", "Mühle Teams", "Die Mühle", "Das echte Mühle-Team",
    "TheАdmin", "Offizielles Mühle Team", "Die echten Moderatoren", "Ihr Mühle-Team", "Mühle GmbH", "Mühle e.V.",
    "Mühle Fairplay", "Mühle Online", "Staff Member", "Eigentümer", "客服", "관리자", "Gelöscht", "Mühle.de",
    "Turnierbüro",
    "Администрация", "Поддержка", "サポート", "運営", "운영자", "مشرف", "الإدارة", "裁判", "Fair Play Kommission",
]  # fmt: skip
# No display names, which have no such signs.
WITH_SIGNS = ["★ Admin ★", "$upport", "Mühle: Support!", "„Admin“"]
INNOCENT = [
    "Ali", "ALI", "Mali", "Meme", "Botho", "Allison", "Nils", "Richter", "Gasteiger", "Teamgeist", "Mühlbauer",
    "Theall", "Newall", "Allen", "Mühlen", "Mühlenberg", "TheodorM", "TheBest", "DerNeue", "TrueBlue", "Realist",
    "Chefkoch", "Modena", "Badminton", "McAllister", "Maschine", "Verwalter", "Jemand", "Modin", "Moden",
    "Ecosystem", "J. R. R. Tolkien", "Kunden", "Online", "Fairplay", "Operator", "Operator 7",
]  # fmt: skip

# Somebody who acts for the site, by their name.
OF_STAFF = [
    "anna_admin", "Admin-Anna", "anna-supp0rt2", "moderator-anna", "Anna-Schiedsrichterin", "AnnaAdmin",
    "xXAdminXx", "IchBinAdmin", "Support4Anna", "Support_Muehle24", "anna-realadmin", "AnnaSchiri", "Anna_Moderatorin",
    "ModAnna", "mod-anna", "annaadmin", "karlmoderator", "Anna_Spielleiter", "TurnierDirektor-Anna", "Adm_Anna",
    "Fan_Admin",
]  # fmt: skip
OF_STAFF_WITH_SIGNS = [
    "Admin Anna",
    "Anna (Support)",
    "Anna.Spielleitung",
    "Ádmin Anna",
    "Аdmin Müller",
    "Team Official",
    "Anna A.D.M.I.N",
    "Модератор Анна",
    "Game Master Anna",
    "管理员小王",
    "運営チーム",
    "サポート担当",
    "관리자 김",
    "مشرف أحمد",
]
BESIDE_A_NAME = [
    "Peter Richter", "Anna Gast", "Judith Guest", "Team Anna", "Mühle Müller", "Anna Muehle", "Badminton Anna",
    "Bot Müller", "Adminton", "anna_m", "Eva Supporter", "super-anna", "Anna Systematik", "Leitungsanna", "Ad Min Kim",
    "Anna Richter", "Judith Richter", "Aaron Judge", "Badminton-Anna", "Real Madrid", "Die Anna", "von der Mühlen",
    "Team Rocket", "MaxMuehle", "DerNeueAnna", "Peter Gast", "Supporter", "Max Security",
    "Anna M. O. Dern", "Anna Online", "Mod Squad", "Schiris Fan", "Admin-Fan", "Jury Petrow", "Anna Developer",
    # Initials.
    "TD Meier",
]  # fmt: skip

# As people call themselves, in many scripts: beside words of the lists, and with them inside of others.
HONEST = [
    "Jörg Grünwald", "Ömer Şahin", "Łukasz Wójcik", "François Lefèvre", "Søren Ødegård", "Nguyễn Văn An", "Þóra",
    "Ángel Núñez", "Šárka Dvořáková", "Владимир Петров", "Анна Судакова", "Юрий Системный", "Олена Модестівна",
    "Ελένη Παππά", "Σωκράτης", "אברהם כהן", "נועה", "محمد أحمد", "فاطمة الزهراء", "مدحت", "山田太郎", "鈴木さくら",
    "サポーター太郎", "田中裕子", "王小明", "客家人", "管仲", "김민수", "박지훈", "운영", "관우", "संजय कुमार", "प्रिया",
    "தமிழ்", "Mühlemeister", "Mühlespieler", "Mühle-Fan", "Fan von Mühle", "Mühle am Bach", "Wassermühle", "Windmühle 3",
    "Turnierfreund", "Spielerin 7", "Spielkind", "Gameboy", "Ligamann", "Oberlehrer", "Hauptmann Karl", "Kampfkater",
    "Modesty Blaise", "Careca", "Desk Jockey", "Matchbox", "Kunden Karl", "Headmaster", "Admiral Nelson", "Serverin",
    "Weber", "Webermeister", "Konto Mario", "Helper", "Zentralrat", "Bürokrat", "Master Yoda", "Sportdirektor",
    "Direktor Skinner", "Aufsichtsrat", "Manager Tom", "Juri", "Jurymann", "Fairplayer", "Fair Isle", "Teamplayer",
    "Systemsprenger", "Security Blanket", "Meldung macht Spaß",
]  # fmt: skip

# Every text that somebody may choose, by who reads it as what.
# Names of persons: no reserved one, and none that looks like the name of another account.
OF_PERSONS = {"accounts.User.username", "accounts.User.display_name"}
# Names of things, beside the username of who has given them: no reserved one. They may be had more than once, because
# many people may run the same program.
OF_THINGS = {"accounts.App.name", "accounts.User.operator"}
# Names that are had once, and no reserved one: tests/games/clubs/test_founding.py.
OF_CLUBS = {"clubs.Club.name"}
# What somebody says, beside their name.
SAID = {
    "accounts.App.homepage", "challenges.Challenge.decline_reason", "challenges.Challenge.message", "chat.Message.text",
    "chat.Note.text", "chat.SpectatorMessage.text", "clubs.Club.about", "clubs.Post.text", "disputes.Dispute.reason",
    "disputes.Dispute.text", "people.Profile.about", "play.DrawOffer.reason", "players.Sanction.reason",
    "reports.PersonCase.reason",
}  # fmt: skip
READ_BY_THEIR_OWNER = {
    "accounts.AccessToken.description", "accounts.User.first_name", "accounts.User.last_name", "analysis.Record.black",
    "analysis.Record.note", "analysis.Record.title", "analysis.Record.white", "chat_apps.ChatConnection.description",
    "webhooks.Webhook.description",
}  # fmt: skip
READ_BY_STAFF = {
    "accounts.FormerName.name", "disputes.AuditEntry.reason", "disputes.DisputeNote.text", "reports.Report.quoted",
    "reports.Report.text",
}  # fmt: skip
# What the server writes; addresses, keys and moves.
NO_WORDS = {
    "accounts.Leadership.name", "audit.Checkpoint.seal", "audit.Checkpoint.signature",
    "audit.Checkpoint.site", "backups.Backup.name", "clubs.Club.slug", "core.UserEvent.covered_by",
    "dumps.Dump.sha256", "explorer.OpeningMove.move", "people.NameWord.word", "reviews.GameReview.version",
}  # fmt: skip
NO_WORDS_BY_NAME = {
    "action", "address", "auth", "channel", "client_id", "code_challenge", "code_digest", "content", "content_type",
    "country", "detail", "device", "digest", "email", "email_off_address", "endpoint", "error", "excerpt", "host",
    "key", "key_digest", "kind", "language", "last_move", "link_digest", "moves", "name_digest", "nonce",
    "notation", "p256dh", "password", "pool", "position", "previous_nonce", "redirect_uri", "region",
    "request_digest", "rules", "salt", "service", "session_digest", "standstills", "start", "subject_type",
    "time_zone", "url", "user_agent",
}  # fmt: skip
PEOPLE = ("surnames", "female_names", "male_names")
OWN_APPS = {"accounts", *(config.label for config in apps.get_app_configs() if config.name.startswith("games."))}


def texts() -> set[str]:
    """All columns of our tables with texts that are not chosen from a list."""
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if model._meta.app_label in OWN_APPS and isinstance(field, models.CharField | models.TextField)
        if not field.choices and field.name not in NO_WORDS_BY_NAME
    }


def test_of_every_text_it_is_known_who_reads_it() -> None:
    # A copy of a username in mails to its owner.
    known = {*OF_PERSONS, *OF_THINGS, *OF_CLUBS, *SAID, *READ_BY_THEIR_OWNER, *READ_BY_STAFF, *NO_WORDS}

    assert texts() == {*known, "accounts.SecurityMail.username"}


def test_a_reserved_name_is_known_in_every_spelling() -> None:
    assert [name for name in (*RESERVED, *IN_OTHER_LETTERS, *WITH_SIGNS) if not is_name_of_the_site(name)] == []


@pytest.mark.parametrize("change", [str.upper, str.lower, str.title, str.capitalize, str.swapcase])
def test_a_reserved_word_is_known_in_small_and_in_capital_letters(change: Callable[[str], str]) -> None:
    words = [*RESERVED_WORDS, "админ"]

    assert [word for word in words if not is_name_of_the_site(change(word))] == []
    assert [word for word in STAFF_WORDS if not speaks_for_the_site(f"{change(word)} Anna")] == []


def test_a_name_that_begins_like_a_reserved_one_is_free() -> None:
    assert [name for name in INNOCENT if is_name_of_the_site(name)] == []


def test_a_word_for_somebody_of_the_site_is_known_beside_a_name() -> None:
    names = (*RESERVED, *IN_OTHER_LETTERS, *OF_STAFF, *OF_STAFF_WITH_SIGNS)

    assert [name for name in names if not speaks_for_the_site(name)] == []


def test_other_words_beside_a_name_are_free() -> None:
    assert [name for name in (*INNOCENT, *BESIDE_A_NAME, *HONEST) if speaks_for_the_site(name)] == []


@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.campaign)])
def test_names_that_people_have_are_free(step: int) -> None:
    """First names and surnames of the lists for passwords, or a part, but for the few that are words of the site."""
    blocks = (Path(accounts.__file__).parent / "passwords" / "words.txt").read_text(encoding="utf-8").split("\n\n")
    known = {*blocks[1].split(), *blocks[2].split(), *(name for key in PEOPLE for name in FREQUENCY_LISTS[key])}
    words_of_the_site = {"gast", "null", "root"}
    people = {*sorted(known)[::step], *words_of_the_site}

    assert words_of_the_site <= known
    assert {name for name in people if speaks_for_the_site(name.title())} == words_of_the_site
    assert {name for name in people if speaks_for_the_site(f"Anna {name.title()}")} == set()


Try = Callable[[str], Any]
# How each name gets there, and the kinds of spellings that it can have. A few of each kind are tried: the tests above
# have them all.
EVERY_TENTH = slice(None, None, 10)
WAYS = {
    "sign-up": ("accounts.User.username", [RESERVED, OF_STAFF]),
    "page of preferences": ("accounts.User.display_name", [RESERVED, IN_OTHER_LETTERS, OF_STAFF]),
    "PATCH account": ("accounts.User.display_name", [RESERVED, IN_OTHER_LETTERS, OF_STAFF]),
    "page of a new app": ("accounts.App.name", [RESERVED, IN_OTHER_LETTERS, WITH_SIGNS]),
    "page of an app": ("accounts.App.name", [RESERVED, IN_OTHER_LETTERS, WITH_SIGNS]),
    "POST apps": ("accounts.App.name", [RESERVED, IN_OTHER_LETTERS, WITH_SIGNS]),
    "PATCH an app": ("accounts.App.name", [RESERVED, IN_OTHER_LETTERS, WITH_SIGNS]),
    "page of a bot": ("accounts.User.operator", [RESERVED, IN_OTHER_LETTERS, WITH_SIGNS]),
    "POST account/bot": ("accounts.User.operator", [RESERVED, IN_OTHER_LETTERS, WITH_SIGNS]),
}


@pytest.fixture
def way(reader: Reader, site: Site, anna: User) -> dict[str, Try]:
    """Try to give a name: the mistakes by field."""
    app, session, page = registered(anna), site(anna), reader(anna)
    form = page.get("/preferences/").context["form"]
    sent = {field.html_name: field.value() for field in form if field.value() not in (False, None)}
    sign_up = {"email": "dora@example.org", "password1": "kieselstein 7 im bach"}
    wanted = {"redirect_uris": [HOME]}
    # One for each try, because few accounts are made from one.
    addresses = (f"192.0.2.{number}" for number in count(1))

    def signed_up(name: str) -> Any:
        return mistakes(Client(REMOTE_ADDR=next(addresses)).post("/accounts/signup/", sign_up | {"username": name}))

    def posted(address: str, fields: dict[str, Any]) -> Any:
        return mistakes(page.post(address, fields))

    def called(method: str, address: str, body: dict[str, Any]) -> Any:
        return getattr(session, method)(f"/api/v1/{address}", body, format="json").json()["errors"]

    return {
        "sign-up": signed_up,
        "page of preferences": lambda name: posted("/preferences/", sent | {"display_name": name}),
        "PATCH account": lambda name: called("patch", "account/", {"display_name": name}),
        "page of a new app": lambda name: posted("/preferences/apps/own/", {"redirect_uris": HOME, "name": name}),
        "page of an app": lambda name: posted(
            f"/preferences/apps/own/{app.client_id}/", {"redirect_uris": HOME, "name": name}
        ),
        "POST apps": lambda name: called("post", "apps/", wanted | {"name": name}),
        "PATCH an app": lambda name: called("patch", f"apps/{app.client_id}/", {"name": name}),
        "page of a bot": lambda name: posted("/preferences/bot/", {"confirm": "anna", "operator": name}),
        "POST account/bot": lambda name: called("post", "account/bot/", {"confirm": "anna", "operator": name}),
    }


def test_every_name_that_others_read_is_tried() -> None:
    assert {column for column, _kinds in WAYS.values()} == OF_PERSONS | OF_THINGS


@pytest.mark.parametrize("each", WAYS)
def test_nobody_gives_a_reserved_name(way: dict[str, Try], anna: User, each: str) -> None:
    column, kinds = WAYS[each]

    found = {name: way[each](name) for kind in kinds for name in kind[EVERY_TENTH]}

    field = column.rpartition(".")[2]
    assert [name for name, wrong in found.items() if list(wrong) != [field]] == []
    anna.refresh_from_db()
    assert (anna.display_name, anna.operator, anna.is_bot) == ("", "", False)
    assert [app.name for app in App.objects.all()] == ["Club Table"]
    assert not User.objects.exclude(pk=anna.pk).exists()


@pytest.mark.parametrize("each", ["sign-up", "page of preferences", "PATCH account"])
def test_nobody_is_called_like_somebody_else(
    way: dict[str, Try], person: Callable[..., User], anna: User, each: str
) -> None:
    person("felix")
    alike = ["feIix", "FELIX", "fe1ix", "felix", "f-elix"] + ["fеlix", "ｆelix", "felix."] * (each != "sign-up")

    found = {name: way[each](name) for name in alike}

    field = "username" if each == "sign-up" else "display_name"
    assert [name for name, wrong in found.items() if list(wrong) != [field]] == []
    assert set(User.objects.values_list("username", "display_name")) == {("anna", ""), ("felix", "")}
