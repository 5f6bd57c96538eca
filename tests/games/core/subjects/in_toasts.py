"""What an app gets by its line in INSTALLED_APPS; run by test_subjects.py, with settings that have the line."""

import io
import json
import zipfile
from datetime import timedelta

from django.contrib import admin
from django.utils import timezone

from accounts.models import DataExport, User
from accounts.privacy import erasure, exports
from games.core.models.events import Event, UserEvent
from games.core.models.games import Game
from games.play.actions import resign
from kit.schema import generated
from muehle_server.celery import app as celery
from tests.games.core.subjects.toasts.models import Toast
from tests.games.core.subjects.toasts.tasks import forget_old_toasts
from tests.support.api import Api, refused
from tests.support.metrics import of_server


def test_an_endpoint_writes_a_row_and_an_event(api: Api, game: Game, anna: User, bert: User) -> None:
    answer = api(anna).post(f"/api/v1/games/{game.number}/toasts/", {"text": "Cheers!"}, format="json")

    toast = Toast.objects.get()
    assert (answer.status_code, answer.json(), toast.author) == (201, {"text": "Cheers!"}, anna)
    event = Event.objects.latest("id")
    assert (event.type, event.get_type_display(), event.data) == (
        "toast_given",
        "message sent",
        {"toast": toast.pk, "text": "Cheers!"},
    )
    assert set(UserEvent.objects.filter(event=event).values_list("user", flat=True)) == {anna.pk, bert.pk}


def test_events_reach_the_readers_that_the_type_says(api: Api, game: Game, anna: User, bert: User) -> None:
    api(anna).post(f"/api/v1/games/{game.number}/toasts/", {"text": "Cheers!"}, format="json")

    types = {
        name: [event["type"] for event in client.get(f"/api/v1/games/{game.number}/events/").json()["results"]]
        for name, client in (("bert", api(bert)), ("guest", api()))
    }

    assert types["bert"][-1] == "toast_given"
    assert "toast_given" not in types["guest"]


def test_a_scope_is_what_a_token_can_have_and_the_endpoint_requires(api: Api, game: Game, anna: User) -> None:
    address = f"/api/v1/games/{game.number}/toasts/"

    refusal = api(anna, "message:write").post(address, {"text": "Cheers!"}, format="json")
    answer = api(anna, "toast:write").post(address, {"text": "Cheers!"}, format="json")

    assert refused(refusal, 403, "insufficient_scope")["required_scope"] == "toast:write"
    assert answer.status_code == 201
    assert "toast:write" in str(generated()["components"]["securitySchemes"]["oauth"])


def test_a_notification_is_a_row_of_the_preferences_and_rings_the_bell(
    api: Api, game: Game, anna: User, bert: User
) -> None:
    api(anna).post(f"/api/v1/games/{game.number}/toasts/", {"text": "Cheers!"}, format="json")

    settings = api(bert).get("/api/v1/account/notifications/").json()
    (last, *_earlier) = api(bert).get("/api/v1/notifications/").json()["results"]

    others = {"chat_app": True, "webhook": None}
    assert settings["table"]["toast"] == {"bell": True, "email": True, "push": True, **others}
    assert (last["notification"], last["text"], last["more"]) == ("toast", "anna raises a glass", "Cheers!")


def test_an_error_is_a_problem_with_its_code_and_status(api: Api, game: Game, anna: User) -> None:
    client = api(anna)
    client.post(f"/api/v1/games/{game.number}/toasts/", {"text": "Cheers!"}, format="json")

    again = client.post(f"/api/v1/games/{game.number}/toasts/", {"text": "Cheers!"}, format="json")

    problem = refused(again, 409, "already_toasted")
    assert problem["game"]["number"] == game.number
    assert "already_toasted" in api().get("/api/v1/problems/").content.decode()


def test_the_schema_describes_the_endpoint_the_event_and_the_error() -> None:
    schema = generated()
    components = schema["components"]["schemas"]

    operation = schema["paths"]["/api/v1/games/{number}/toasts/"]["post"]
    assert operation["operationId"] == "toast"
    assert "409" in operation["responses"]
    assert "toasted_at" in components["Problem"]["properties"]
    assert components["ToastGivenEvent"]["properties"]["type"] == {"type": "string", "const": "toast_given"}
    assert "toast_given" in components["Event"]["discriminator"]["mapping"]
    assert "toast_given" in components["EventType"]["enum"]


def test_a_periodic_task_is_in_the_schedule_and_works(game: Game, anna: User) -> None:
    celery.finalize()
    for days in (364, 366):
        Toast.objects.all().update(author=game.black)
        Toast.objects.create(game=game, author=anna, created_at=timezone.now() - timedelta(days=days))

    forget_old_toasts()

    task = "tests.games.core.subjects.toasts.tasks.forget_old_toasts"
    assert [entry["schedule"] for entry in celery.conf.beat_schedule.values() if entry["task"] == task] == [3600.0]
    assert [(timezone.now() - toast.created_at).days for toast in Toast.objects.all()] == [364]


def test_personal_data_is_exported(game: Game, anna: User) -> None:
    Toast.objects.create(game=game, author=anna, text="Cheers!")
    exports.request_export(anna)
    exports.make_next()

    content = b"".join(exports.pieces_of(DataExport.objects.get(user=anna)))

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        (toast,) = json.loads(archive.read("toasts.json"))
    assert (toast["game"], toast["text"]) == (game.number, "Cheers!")


def test_personal_data_is_erased_with_the_account(game: Game, anna: User, bert: User) -> None:
    Toast.objects.create(game=game, author=anna, text="Cheers!")
    resign(game.number, bert)

    erasure.close(anna, ending=True)

    assert erasure.finish(anna.pk)
    assert not Toast.objects.exists()


def test_the_administration_shows_the_table() -> None:
    assert admin.site.is_registered(Toast)


def test_a_metric_is_read_when_it_is_scraped(game: Game, anna: User) -> None:
    Toast.objects.create(game=game, author=anna, text="Cheers!")

    assert of_server().value("muehle_toasts") == 1
