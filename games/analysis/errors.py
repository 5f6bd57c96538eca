"""Errors of positions, analysis and imported games."""

from django.utils.translation import gettext_lazy as _

from kit.errors import Refusal


class PositionMalformed(Refusal):
    """`problem` says what is wrong with the text, in English for developers."""

    code = "malformed_position"
    status = 400
    text = _("“%(position)s” is not a position.")


class PositionImpossible(Refusal):
    """`reason` is a code, `why` the same in words."""

    code = "impossible_position"
    status = 422
    text = _("This position is not possible: %(why)s")


class TooManyMoves(Refusal):
    code = "too_many_moves"
    status = 400
    text = _("You can analyse at most %(most)s half-moves at once.")


class RecordMalformed(Refusal):
    """`line` and, if known, `ply` say where; `reason` is a code, `why` the same in words."""

    code = "malformed_record"
    status = 400
    text = _("The game record cannot be read. Line %(line)s: %(why)s")


class RecordIllegal(Refusal):
    """The record can be parsed, but the rules forbid the move on this line; `reason` as with `illegal_move`."""

    code = "illegal_record"
    status = 422
    text = _("Line %(line)s, half-move %(ply)s: %(move)s is not possible there: %(why)s")


class RecordsRefused(Refusal):
    """`faults` has number, line, half-move, code, reason and explanation of each faulty game.

    `games` is how many were read: none after the fiftieth faulty one.
    """

    code = "records_refused"
    status = 422
    text = _("%(count)s of %(games)s games could not be imported, so nothing was stored.")


class TooManyGames(Refusal):
    code = "too_many_games"
    status = 400
    text = _("You can import at most %(most)s games at once.")


class TooManyTags(Refusal):
    code = "too_many_tags"
    status = 400
    text = _("A game record can have at most %(most)s tags.")


class TooManyRecords(Refusal):
    code = "too_many_records"
    status = 409
    text = _("You already have %(count)s imported games (the limit is %(most)s). Please delete some first.")


class ForbiddenWhilePlaying(Refusal):
    code = "forbidden_while_playing"
    status = 409
    text = _("This position is too close to one of your ongoing games, so it is not evaluated.")


class EvaluationBusy(Refusal):
    code = "evaluation_busy"
    status = 429
    retry_after = 1
    text = _("Other positions are being evaluated right now; please try again in a moment.")
