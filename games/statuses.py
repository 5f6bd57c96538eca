"""The HTTP status of every refusal of the domain, the same for JSON and for pages."""

from collections.abc import Mapping

from games import errors

REFUSED: Mapping[type[errors.Refusal], int] = {
    errors.NotFound: 404,
    errors.NotAPlayer: 403,
    errors.GameOver: 409,
    errors.DeadlinePassed: 409,
    errors.NotYourTurn: 409,
    errors.StalePly: 409,
    errors.MoveMalformed: 400,
    errors.MoveIllegal: 422,
    errors.PlanOnOwnTurn: 409,
    errors.PlanRefused: 422,
    errors.NoZwickmuehle: 422,
    errors.ZwickmuehlenWithheld: 403,
    errors.AbortTooLate: 409,
    errors.DrawOfferOpen: 409,
    errors.DrawOfferTooSoon: 409,
    errors.NoDrawOffer: 409,
    errors.ClaimNotUsed: 409,
    errors.ClaimRefuted: 409,
    errors.MessageMissing: 400,
    errors.TextTooLong: 400,
    errors.TextMalformed: 400,
    errors.PlayerUnavailable: 403,
    errors.PlayerBlocked: 409,
    errors.OwnRelation: 409,
    errors.TermsInvalid: 400,
    errors.RatingRangeInvalid: 400,
    errors.OwnChallenge: 409,
    errors.ChallengeClosed: 409,
    errors.ChallengeNotForYou: 403,
    errors.RatingOutOfRange: 403,
    errors.TooManyChallenges: 409,
    errors.AccountHasPlayed: 409,
    errors.StaffAccount: 409,
    errors.BotsNotWelcome: 403,
    errors.RatedBotNotAgreed: 409,
    errors.BotIsBusy: 409,
    errors.GameNotOver: 409,
    errors.RematchAsked: 409,
    errors.PositionMalformed: 400,
    errors.PositionImpossible: 422,
    errors.TooManyMoves: 400,
    errors.RecordMalformed: 400,
    errors.RecordIllegal: 422,
    errors.RecordsRefused: 422,
    errors.TooManyGames: 400,
    errors.TooManyTags: 400,
    errors.TooManyRecords: 409,
    errors.StreamsFull: 503,
    errors.TooManyStreams: 429,
    errors.TooManyDownloads: 429,
    errors.WebhookAddressRefused: 422,
    errors.WebhookOff: 409,
    errors.TooManyWebhooks: 409,
    errors.PushEndpointRefused: 422,
    errors.TooManyPushSubscriptions: 409,
}


def status_of(refusal: errors.Refusal) -> int:
    """The status of an answer that refuses like this."""
    return REFUSED[type(refusal)]
