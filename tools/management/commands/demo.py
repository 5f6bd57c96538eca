"""`manage.py demo`: fill this server with players, games and challenges in every state."""

from argparse import ArgumentParser
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from tools.demo import belongings, people
from tools.demo.scenes import CALLS, ENDED, ONGOING, SEASON, terms

JOINED_BEFORE = timedelta(days=120)


class Command(BaseCommand):
    help = "Fill this server with eight players and with games and challenges in every state; does nothing twice."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--force", action="store_true", help="also where DEBUG is off")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Play the demo in one transaction, so that no worker meets a game of the past half-way."""
        if not (settings.DEBUG or options["force"]):
            raise CommandError("This is no development server. --force makes demo players here all the same.")
        with transaction.atomic():
            if people.are_here():
                self.stdout.write("The demo is here already.")
            else:
                self._play()
        self._say_how_to_look()

    def _play(self) -> None:
        if taken := people.names_taken():
            raise CommandError(f"These names of the demo belong to somebody else here: {', '.join(taken)}.")
        try:
            from tools.demo import meeting, stories
        except ImportError as error:
            raise CommandError("The demo needs time-machine, which is one of the development requirements.") from error
        now = timezone.now()
        players = self._joined(now - JOINED_BEFORE)
        scenes = [stories.of_game(scene, players, now=now) for scene in (*SEASON, *ENDED, *ONGOING)]
        scenes += [stories.of_call(call, players, now=now) for call in CALLS]
        scenes.append(stories.of_rematch(players["hugo"], opponent=players["anna"], now=now))
        scenes.append(stories.of_dispute_decided(people.make_arbiter(), now=now))
        scenes.append(stories.of_dispute_open(players["anna"], opponent=players["hugo"], now=now))
        scenes += [meeting.of_club(club, players, now=now) for club in meeting.CLUBS]
        scenes.append(stories.of_addresses(players.values(), now=now))
        stories.tell(scenes)
        belongings.bring_records(players["anna"])
        belongings.set_up_webhooks(players["anna"], now=now)
        belongings.award_trophy(players["anna"])
        _challenge, secret = actions.invite_by_link(players["emma"], Proposal(agreement=terms(rated=False)))
        self.stdout.write(f"An invitation by emma: {settings.SITE_URL}{reverse('invitation', args=[secret])}")

    def _joined(self, at: datetime) -> dict[str, User]:
        import time_machine

        with time_machine.travel(at, tick=False):
            return people.make()

    def _say_how_to_look(self) -> None:
        names = ", ".join(person.name for person in people.PEOPLE)
        self.stdout.write(f"Players: {names}. The password of each is “{people.PASSWORD}”. Begin with anna.")
        if directory := getattr(settings, "EMAIL_FILE_PATH", None):
            self.stdout.write(f"Their mails are written to {directory} in a minute or so.")
