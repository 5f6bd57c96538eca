"""The one view: a move that nobody checks."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.bench.minimal.models import Game, Move


class MovesView(APIView):
    def post(self, request: Request, number: int) -> Response:
        notation, now = dict(request.data)["move"], timezone.now()
        with transaction.atomic():
            game = Game.objects.select_for_update().get(number=number)
            game.ply += 1
            game.deadline_at = now + timedelta(days=3)
            Move.objects.create(game=game, ply=game.ply, notation=notation, position=game.position, played_at=now)
            game.save(update_fields=["ply", "position", "deadline_at"])
        return Response({"number": game.number, "ply": game.ply, "position": game.position}, status=201)
