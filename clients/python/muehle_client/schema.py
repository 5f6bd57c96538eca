"""The shapes of what goes out and comes in. Generated from the schema of the API by generate.py; not to be edited."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

ActionEnum = Literal["take", "hold", "hand_back", "decide"]

AdmissionEnum = Literal["open", "request", "link"]

AnswersEnum = Literal["at_once", "later"]

BandEnum = Literal["casual", "below_1400", "from_1400", "from_1600", "from_1800"]

BoardStyleEnum = Literal["wood", "paper", "slate", "pink-green", "contrast"]

CannedMessageKey = Literal["good_luck", "nice_move", "sorry", "soon", "good_game", "thanks", "another"]

CategoryEnum = Literal["draw", "repetition", "stalling", "timeout", "abuse", "computer_help", "other"]

ChallengeKind = Literal["direct", "open", "link"]

ChallengeStatus = Literal["open", "accepted", "declined", "cancelled", "expired"]

ChannelEnum = Literal["bell", "email", "push", "chat_app"]

ChatConnectionDisabledReason = Literal["owner", "failing", "gone"]

Claim = Literal["repetition", "quiet_limit"]

ClockEnum = Literal["right", "skewed", "unknown"]

ClocksRunEnum = Literal["counted", "game_limit", "player_limit"]

ColorSchemeEnum = Literal["system", "light", "dark"]

ColourEnum = Literal["white", "black", "lot"]

ConditionalMovesStoppedDataReasonEnum = Literal[
    "unforeseen",
    "draw_offered",
    "warned",
    "taken_back",
    "stone_lost",
    "three_stones",
    "broken",
    "nothing_to_take",
    "threatened",
]

DisabledReasonEnum = Literal["owner", "failing", "gone"]

DisputeStatus = Literal["open", "taken", "decided", "withdrawn"]

EventType = Literal[
    "leave_ends",
    "rating_corrected",
    "message_sent",
    "game_started",
    "move_played",
    "draw_offered",
    "draw_declined",
    "takeback_asked",
    "takeback_declined",
    "moves_taken_back",
    "pause_offered",
    "pause_declined",
    "pause_withdrawn",
    "game_paused",
    "opponent_reminded",
    "conditional_moves_stopped",
    "conditional_moves_played",
    "deadline_moved",
    "deadline_near",
    "time_given",
    "time_ran_out",
    "game_finished",
    "challenge_received",
    "challenge_accepted",
    "challenge_declined",
    "challenge_cancelled",
    "challenge_expired",
    "open_challenge_posted",
    "game_reviewed",
    "club_requested",
    "club_accepted",
    "dispute_opened",
    "dispute_decided",
    "warned",
    "sanctioned",
    "reports_handled",
    "webhook_disabled",
    "chat_app_disabled",
    "notice_test",
]

FormatEnum = Literal["ndjson", "pgn"]

GameStatus = Literal["ongoing", "finished", "aborted"]

GoalEnum = Literal["won", "drawn"]

GrantTypeEnum = Literal["authorization_code", "refresh_token"]

Health = Literal["up", "down"]

LanguageEnum = Literal["de", "en"]

LiveStatusEnum = Literal["alive"]

MarkerTypeEnum = Literal["ready", "reset"]

MistakeEnum = Literal["inaccuracy", "mistake", "blunder", "missed_mill", "missed_win"]

NotationEnum = Literal["pgn", "playok", "separate"]

NotificationEnum = Literal[
    "your_move",
    "conditional_moves_played",
    "deadline_near",
    "emergency_day",
    "leave_ends",
    "game_over",
    "challenge",
    "challenge_answer",
    "followed_challenge",
    "draw_offer",
    "takeback",
    "pause",
    "message",
    "reminder",
    "conditional_moves_stopped",
    "time_given",
    "club_request",
    "club_accepted",
    "dispute",
    "report",
    "rating_corrected",
    "webhook_disabled",
    "chat_app_disabled",
    "test",
]

NotificationStatus = Literal["waiting", "sent", "skipped", "seen", "failed"]

OAuthErrorErrorEnum = Literal[
    "invalid_request", "invalid_client", "invalid_grant", "invalid_scope", "unsupported_grant_type"
]

OutcomeEnum = Literal["right", "wrong", "solved", "given_up"]

OwnMembershipStatusEnum = Literal["member", "requested"]

PaceEnum = Literal["at_once", "hourly", "daily"]

PausedEnum = Literal["leave", "emergency_day", "day_off", "holiday", "dispute", "agreement"]

Point = Literal[
    "a7",
    "d7",
    "g7",
    "b6",
    "d6",
    "f6",
    "c5",
    "d5",
    "e5",
    "a4",
    "b4",
    "c4",
    "e4",
    "f4",
    "g4",
    "c3",
    "d3",
    "e3",
    "b2",
    "d2",
    "f2",
    "a1",
    "d1",
    "g1",
]

PoolEnum = Literal["people", "bots"]

ProvedResult = Literal["won", "drawn", "lost"]

PushDisabledReason = Literal["gone", "failing"]

ReadyStatusEnum = Literal["ready", "not_ready"]

RegionEnum = Literal[
    "AR",
    "AT",
    "AU",
    "BA",
    "BE",
    "BG",
    "BR",
    "CA",
    "CH-AG",
    "CH-AI",
    "CH-AR",
    "CH-BL",
    "CH-BS",
    "CH-BE",
    "CH-FR",
    "CH-GE",
    "CH-GL",
    "CH-GR",
    "CH-JU",
    "CH-LU",
    "CH-NE",
    "CH-NW",
    "CH-OW",
    "CH-SG",
    "CH-SH",
    "CH-SZ",
    "CH-SO",
    "CH-TG",
    "CH-TI",
    "CH-UR",
    "CH-VS",
    "CH-VD",
    "CH-ZG",
    "CH-ZH",
    "CL",
    "CY",
    "CZ",
    "DE-BW",
    "DE-BY",
    "DE-BE",
    "DE-BB",
    "DE-HB",
    "DE-HH",
    "DE-HE",
    "DE-MV",
    "DE-NI",
    "DE-NW",
    "DE-RP",
    "DE-SL",
    "DE-SN",
    "DE-ST",
    "DE-SH",
    "DE-TH",
    "DK",
    "EE",
    "ES",
    "FI",
    "FR",
    "GB-ENG",
    "GB-NIR",
    "GB-SCT",
    "GB-WLS",
    "GR",
    "HR",
    "HU",
    "IE",
    "IL",
    "IN",
    "IS",
    "IT",
    "JP",
    "LI",
    "LT",
    "LU",
    "LV",
    "MX",
    "NL",
    "NO",
    "NZ",
    "PL",
    "PT",
    "RO",
    "RS",
    "SE",
    "SI",
    "SK",
    "TR",
    "US",
    "ZA",
]

RemovedByEnum = Literal["author", "officer", "staff"]

ResultEnum = Literal["1-0", "0-1", "1/2-1/2", "*"]

ReviewStatusEnum = Literal["waiting", "running", "finished", "failed"]

RoleEnum = Literal["owner", "officer", "member"]

RulesEnum = Literal["standard", "applet", "pink-green", "classic", "brettspielnetz"]

SanctionKind = Literal["warning", "mute", "suspension"]

ScopesEnum = Literal[
    "game:read",
    "game:play",
    "bot:play",
    "challenge:read",
    "challenge:write",
    "message:write",
    "puzzle:solve",
    "dispute:write",
    "preference:read",
    "preference:write",
    "relation:write",
    "club:read",
    "club:write",
    "record:read",
    "record:write",
    "email:read",
    "webhook:write",
]

ServiceEnum = Literal["discord", "slack", "telegram", "matrix", "ntfy", "mattermost", "gotify"]

Side = Literal["white", "black"]

SideEnum = Literal["white", "black"]

SubjectEnum = Literal["spectator_message", "note", "profile", "challenge", "game", "club_post"]

SystemEnum = Literal["days_per_move", "fischer", "total_time"]

TerminationEnum = Literal[
    "stones",
    "blocked",
    "repetition",
    "quiet_limit",
    "agreement",
    "resignation",
    "timeout",
    "adjudication",
    "abort",
    "aborted",
]

ThemesEnum = Literal["mill", "zwickmuehle", "block", "three_against_three"]

TimeoutEnum = Literal["automatic", "claim"]

TokenTypeEnum = Literal["Bearer"]

TriedMoveReasonEnum = Literal[
    "game_over",
    "placing_first",
    "nothing_in_hand",
    "empty_source",
    "not_your_stone",
    "occupied",
    "not_adjacent",
    "must_take",
    "nothing_to_take",
    "no_stone_there",
    "own_stone",
    "protected",
    "all_protected",
]

TrophyKindEnum = Literal["hundred_on_time", "perfect_endgame"]

VerdictEnum = Literal[
    "proven",
    "refuted",
    "draw",
    "white_won",
    "black_won",
    "annulled",
    "resumed",
    "warned",
    "muted",
    "suspended",
    "lifted",
    "dismissed",
    "settled",
]

WebhookDeliveryErrorEnum = Literal[
    "address", "unreachable", "tls", "timeout", "broken", "redirect", "status", "backlog", "interrupted"
]

WebhookDeliveryStatus = Literal["waiting", "delivered", "failed"]

WebhookDeliveryTypeEnum = Literal[
    "leave_ends",
    "rating_corrected",
    "message_sent",
    "game_started",
    "move_played",
    "draw_offered",
    "draw_declined",
    "takeback_asked",
    "takeback_declined",
    "moves_taken_back",
    "pause_offered",
    "pause_declined",
    "pause_withdrawn",
    "game_paused",
    "opponent_reminded",
    "conditional_moves_stopped",
    "conditional_moves_played",
    "deadline_moved",
    "deadline_near",
    "time_given",
    "time_ran_out",
    "game_finished",
    "challenge_received",
    "challenge_accepted",
    "challenge_declined",
    "challenge_cancelled",
    "challenge_expired",
    "open_challenge_posted",
    "game_reviewed",
    "club_requested",
    "club_accepted",
    "dispute_opened",
    "dispute_decided",
    "warned",
    "sanctioned",
    "reports_handled",
    "webhook_disabled",
    "chat_app_disabled",
    "notice_test",
    "ping",
]

WeekdaysEnum = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

WhyEnum = Literal["leave", "calendar", "emergency_day", "dispute"]

ZwickmuehleKindEnum = Literal["spoke", "ring"]


class AcceptanceInputRequest(TypedDict):
    rated_against_bot: NotRequired[bool]


class Account(TypedDict):
    """Your account and its preferences. The email address is null for a token without `email:read`."""

    username: str
    display_name: str
    display_name_changeable_at: str | None
    email: str | None
    language: LanguageEnum
    time_zone: str
    board_style: BoardStyleEnum
    color_scheme: ColorSchemeEnum
    marks: bool
    confirm_moves: bool
    touch_move: bool
    go_on: bool
    sounds: bool
    email_on_your_move: bool
    email_on_game_over: bool
    emergency_day: bool
    date_joined: str
    bot: bool
    guest: bool
    operator: str


class Accuracy(TypedDict):
    """From 0 to 100; null for a side that never had a choice."""

    white: float | None
    black: float | None


class Analysis(TypedDict):
    """What follows from the position alone. Repetitions depend on a game and are not included."""

    position: Position
    rules: RulesEnum
    turn: Side
    legal_moves: list[str]
    outcome: Outcome | None
    mills: Mills
    zwickmuehlen: Zwickmuehlen
    move: TriedMove | None


class AnalysisInputRequest(TypedDict):
    """Moves from any reachable position, or from the empty board."""

    rules: NotRequired[RulesEnum]
    start: NotRequired[str | None]
    moves: NotRequired[list[str]]


class App(TypedDict):
    """An app that you have registered. If `switched_off_at` is set, staff have switched it off and nobody can
    connect. If `held_at` is set, nobody can connect either: you secured your account, and somebody else may have
    changed the app. To end this, send `redirect_uris` again.
    """

    client_id: str
    name: str
    homepage: str
    redirect_uris: list[str]
    created_at: str
    switched_off_at: str | None
    held_at: str | None


class AppInputRequest(TypedDict):
    """An app to register, or the fields to change."""

    name: str
    homepage: NotRequired[str]
    redirect_uris: list[str]


class Assessment(TypedDict):
    """What a position is worth for the side that made the half-move."""

    result: ProvedResult | None
    expected: float
    distance: int | None
    depth: int


class Attempt(TypedDict):
    """The answer to an attempt."""

    outcome: OutcomeEnum
    line: list[str]
    position: Position
    legal_moves: list[str]
    hint: str | None
    solution: list[str] | None
    rating_change: int | None
    solver: Solver | None


class AttemptInputRequest(TypedDict):
    moves: NotRequired[list[str]]
    give_up: NotRequired[bool]


class BestWin(TypedDict):
    """The win against the opponent with the highest rating before the game."""

    game: int
    opponent: NamedPlayer
    rating: int


class BotInputRequest(TypedDict):
    """`confirm` is the account's own username, to prevent mistakes."""

    confirm: str
    operator: str


class CannedMessage(TypedDict):
    """A ready-made sentence in the reader’s language."""

    key: CannedMessageKey
    text: str


class CannedMessagesPage(TypedDict):
    results: list[CannedMessage]
    next: str | None
    previous: str | None


class CaseStep(TypedDict):
    """What an arbiter has done with a dispute, from the audit log."""

    action: ActionEnum
    at: str
    before: Standing | None
    after: Standing | None


class Challenge(TypedDict):
    """A challenge. `colour` is the challenger's. `game` is the number of the game, once the challenge has been
    accepted.
    """

    leave_days: int
    days_off: bool
    timeout: TimeoutEnum
    total_days: int | None
    number: int
    kind: ChallengeKind
    status: ChallengeStatus
    challenger: Party
    opponent: Party | None
    colour: ColourEnum
    rules: RulesEnum
    rated: bool
    rating_changes: RatingChanges | None
    bots_welcome: bool
    allows_guests: bool
    clock: ClockTerms
    answers: AnswersEnum | None
    min_rating: int | None
    max_rating: int | None
    min_reliability: int | None
    message: str
    decline_reason: str
    rematch_of: int | None
    game: int | None
    created_at: str
    expires_at: str
    answered_at: str | None
    server_time: str


class ChallengeAcceptedData(TypedDict):
    challenger: str
    kind: ChallengeKind
    game: int


class ChallengeAcceptedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["challenge_accepted"]
    data: ChallengeAcceptedData


class ChallengeCancelledEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["challenge_cancelled"]
    data: ChallengeClosedData


class ChallengeClosedData(TypedDict):
    challenger: str
    kind: ChallengeKind


class ChallengeDeclinedData(TypedDict):
    challenger: str
    kind: ChallengeKind
    reason: str


class ChallengeDeclinedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["challenge_declined"]
    data: ChallengeDeclinedData


class ChallengeExpiredEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["challenge_expired"]
    data: ChallengeClosedData


class ChallengeInputRequest(TypedDict):
    """A challenge to send. `direct` requires an `opponent`; `open` may limit the opponent's rating and reliability;
    the response to `link` has a secret.
    """

    leave_days: NotRequired[int]
    days_off: NotRequired[bool]
    timeout: NotRequired[TimeoutEnum]
    total_days: NotRequired[int | None]
    kind: ChallengeKind
    opponent: NotRequired[str]
    colour: NotRequired[ColourEnum]
    rules: NotRequired[RulesEnum]
    rated: NotRequired[bool]
    bots_welcome: NotRequired[bool]
    allows_guests: NotRequired[bool]
    clock: NotRequired[ClockInputRequest]
    answers: NotRequired[AnswersEnum]
    message: NotRequired[str]
    min_rating: NotRequired[int | None]
    max_rating: NotRequired[int | None]
    min_reliability: NotRequired[int | None]
    lifetime_seconds: NotRequired[int]


class ChallengeReceivedData(TypedDict):
    """Who challenges, and to what. Events from version 1.0 have only `challenger`, `kind`, `message` and `rules`."""

    leave_days: NotRequired[int]
    days_off: NotRequired[bool]
    timeout: NotRequired[TimeoutEnum]
    total_days: NotRequired[int | None]
    challenger: str
    challenger_bot: NotRequired[bool]
    challenger_rating: NotRequired[int | None]
    kind: ChallengeKind
    colour: NotRequired[ColourEnum]
    message: str
    rules: RulesEnum
    rated: NotRequired[bool]
    bots_welcome: NotRequired[bool]
    clock: NotRequired[ClockTerms]
    rematch_of: NotRequired[int | None]
    expires_at: NotRequired[str]


class ChallengeReceivedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["challenge_received"]
    data: ChallengeReceivedData


class ChatAppDisabledData(TypedDict):
    connection: int
    service: str
    description: str
    reason: ChatConnectionDisabledReason


class ChatAppDisabledEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["chat_app_disabled"]
    data: ChatAppDisabledData


class ChatConnection(TypedDict):
    """A place in a chat app to which your notifications are sent. Its address and token are never shown."""

    id: int
    service: ServiceEnum
    host: str
    description: str
    active: bool
    disabled_reason: ChatConnectionDisabledReason | None
    disabled_at: str | None
    failing_since: str | None
    last_accepted_at: str | None
    last_tried_at: str | None
    error: str
    test_waiting: bool
    created_at: str


class ChatConnectionInputRequest(TypedDict):
    """What the chat app needs: `url` is a webhook, a server or a topic, `target` a chat or a room."""

    service: ServiceEnum
    url: NotRequired[str]
    token: NotRequired[str]
    target: NotRequired[str]
    description: NotRequired[str]


class Checkpoint(TypedDict):
    site: str
    rows: int
    seal: str
    made_at: str
    text: str
    key: str
    signature: str


class ClaimInputRequest(TypedDict):
    claim: Claim


class ClockInputRequest(TypedDict):
    """A time control: `system` names it, and each system has its own parameters. Parameters that are left out have
    their defaults; parameters of other systems are refused.
    """

    system: NotRequired[SystemEnum]
    days_per_move: NotRequired[int]
    initial_seconds: NotRequired[int]
    increment_seconds: NotRequired[int]
    cap_seconds: NotRequired[int]
    total_seconds: NotRequired[int]


class ClockTerms(TypedDict):
    """A time control: `system` names it, and each system has its own parameters. Parameters of other systems are
    null.
    """

    system: SystemEnum
    days_per_move: int | None
    initial_seconds: int | None
    increment_seconds: int | None
    cap_seconds: int | None
    total_seconds: int | None


class Club(TypedDict):
    slug: str
    name: str
    about: str
    admission: AdmissionEnum
    members: int
    founded_at: str


class ClubAcceptedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["club_accepted"]
    data: ClubData


class ClubData(TypedDict):
    club: str
    name: str


class ClubInputRequest(TypedDict):
    about: NotRequired[str]
    admission: NotRequired[AdmissionEnum]
    name: str


class ClubLink(TypedDict):
    """The link by which one joins at once. It is shown only once."""

    secret: str
    url: str


class ClubMember(TypedDict):
    username: str
    display_name: str
    bot: bool
    role: RoleEnum
    since: str


class ClubOfPlayer(TypedDict):
    slug: str
    name: str
    role: RoleEnum


class ClubRequestedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["club_requested"]
    data: ClubData


class ColourScore(TypedDict):
    won: int
    drawn: int
    lost: int
    color: Side


class Computer(TypedDict):
    """A computer of this server. `rating` is that of games with bots under the standard rules."""

    username: str
    display_name: str
    level: int
    rating: int


class ComputersPage(TypedDict):
    """All computers, on one page."""

    results: list[Computer]
    next: str | None
    previous: str | None


class ConditionalMoves(TypedDict):
    """Your conditional moves, starting with half-move `ply`, the opponent’s next one. If there are none, `lines` is
    empty and `programme` is null.
    """

    game: int
    ply: int
    lines: list[list[str]]
    programme: ProgrammeInput | None


class ConditionalMovesInputRequest(TypedDict):
    """`lines` or a `programme`, or neither to store nothing. `ply` is the number of your opponent’s next half-move."""

    ply: int
    lines: NotRequired[list[list[str]]]
    programme: NotRequired[ProgrammeInputRequest | None]


class ConditionalMovesPlayedData(TypedDict):
    ply: int
    moves: list[str]


class ConditionalMovesPlayedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["conditional_moves_played"]
    data: ConditionalMovesPlayedData


class ConditionalMovesStoppedData(TypedDict):
    ply: int
    reason: ConditionalMovesStoppedDataReasonEnum
    prepared: NotRequired[str]


class ConditionalMovesStoppedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["conditional_moves_stopped"]
    data: ConditionalMovesStoppedData


class Confirmed(TypedDict):
    """A draw that could have been claimed, as the server confirms. An arbiter decides."""

    claim: Claim
    ply: int


class ConnectedApp(TypedDict):
    """An app that can act for you, with everything that you have allowed it."""

    client_id: str
    name: str
    homepage: str
    owner: str
    scopes: list[ScopesEnum]
    connected_at: str
    last_used_at: str | None


class ConnectedApps(TypedDict):
    """All connected apps, by name."""

    results: list[ConnectedApp]


class Counts(TypedDict):
    white: int
    black: int


class DailyPuzzle(TypedDict):
    """The puzzle of a day of UTC."""

    day: str
    puzzle: Puzzle
    solver: Solver | None


class DaysOff(TypedDict):
    """Whole days in a time zone; `region` is the region of the public holidays. `may_change_at` is null if they can
    be changed now.
    """

    weekdays: list[WeekdaysEnum]
    region: RegionEnum | None
    time_zone: str
    may_change_at: str | None


class DaysOffInputRequest(TypedDict):
    """Up to two weekdays, and the public holidays of a region, in a time zone."""

    weekdays: list[WeekdaysEnum]
    region: NotRequired[RegionEnum | None]
    time_zone: str


class DeadlineMovedData(TypedDict):
    ply: int
    deadline_at: str
    why: WhyEnum


class DeadlineMovedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["deadline_moved"]
    data: DeadlineMovedData


class DeadlineNearData(TypedDict):
    ply: int
    kind: str
    hours: NotRequired[int]
    deadline_at: str


class DeadlineNearEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["deadline_near"]
    data: DeadlineNearData


class DeclineInputRequest(TypedDict):
    reason: NotRequired[str]


class Dispute(TypedDict):
    """A dispute about a game, as one of its players sees it."""

    number: int
    game: int
    opened_by: str
    category: CategoryEnum
    text: str
    plies: list[int]
    claims: list[Found]
    marked: Marked | None
    confirmed: Confirmed | None
    appeal_of: int | None
    status: DisputeStatus
    opened_at: str
    frozen_until: str | None
    clocks_run: ClocksRunEnum | None
    verdict: VerdictEnum | None
    reason: str
    decided_at: str | None
    steps: list[CaseStep]


class DisputeAppealInputRequest(TypedDict):
    text: str


class DisputeDecidedData(TypedDict):
    dispute: int
    verdict: VerdictEnum
    reason: str


class DisputeDecidedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["dispute_decided"]
    data: DisputeDecidedData


class DisputeInputRequest(TypedDict):
    category: CategoryEnum
    text: NotRequired[str]
    plies: NotRequired[list[int]]


class DisputeOpenedData(TypedDict):
    dispute: int
    category: CategoryEnum
    appeal_of: int | None


class DisputeOpenedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["dispute_opened"]
    data: DisputeOpenedData


class DrawDeclinedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["draw_declined"]
    data: DrawOfferData


class DrawOffer(TypedDict):
    """A draw offer that waits for an answer."""

    by: Side
    ply: int
    reason: str
    at: str


class DrawOfferData(TypedDict):
    ply: int
    reason: str


class DrawOfferedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["draw_offered"]
    data: DrawOfferData


class Dump(TypedDict):
    """A file with the rated games that ended in a month."""

    name: str
    month: str
    format: FormatEnum
    games: int
    size: int
    sha256: str
    made_at: str
    outdated: bool
    url: str


class Encounter(TypedDict):
    """A rated game of the player against the other one."""

    game: int
    finished_at: str
    opponent: NamedPlayer
    score: float
    rating_before: int
    rating: int
    deviation: int
    rules: RulesEnum
    pool: PoolEnum


class EndingScore(TypedDict):
    won: int
    drawn: int
    lost: int
    termination: TerminationEnum


class EvaluatedMove(TypedDict):
    """A legal move and its worth."""

    result: ProvedResult | None
    proved: bool
    expected: float
    distance: int | None
    depth: int
    move: str


class Evaluation(TypedDict):
    """The worth of a position and of its moves, the best first, and a best line; no moves if the game is over."""

    result: ProvedResult | None
    proved: bool
    expected: float
    distance: int | None
    depth: int
    position: str
    rules: RulesEnum
    moves: list[EvaluatedMove]
    line: list[str]


class EvaluationInputRequest(TypedDict):
    """A position that can occur in a game, as far as the numbers of stones tell."""

    position: str
    rules: NotRequired[RulesEnum]


class EventsPage(TypedDict):
    """A page of an event log. Continue with `after` = `last_seq`; `next` is null if there is no more for now. If
    `reset` is true, your `after` is not in this log: forget what you know, read everything again, and continue
    from `last_seq`.
    """

    results: list[Event]
    next: str | None
    previous: str | None
    reset: bool
    last_seq: int
    newest_seq: int
    server_time: str


class Fault(TypedDict):
    """The error in one game of a text; games, lines and half-moves count from 1."""

    game: int
    line: int
    ply: int | None
    code: str
    reason: str | None
    why: str


class Feed(TypedDict):
    """`created_at` is null if there is no feed. `read_at` is the hour of the last access, or null. Calendar apps
    remind you `alarm_hours` before each deadline, or never if that is null.
    """

    alarm_hours: int | None
    with_leave: bool
    created_at: str | None
    read_at: str | None


class Follow(TypedDict):
    """A player whom you follow; nobody else can see it."""

    username: str
    display_name: str
    bot: bool
    notify: bool
    since: str


class FollowInputRequest(TypedDict):
    notify: NotRequired[bool]


class Found(TypedDict):
    """A draw that the server has looked for, with its figures."""

    claim: Claim
    count: int
    needed: int
    plies: list[int]
    holds: bool


class Game(TypedDict):
    """A game. Open draw offers, pause offers and requests to take a move back are shown to its players only."""

    leave_days: int
    days_off: bool
    timeout: TimeoutEnum
    total_days: int | None
    number: int
    players: Players
    rules: RulesEnum
    rated: bool
    pool: PoolEnum
    colours_by_lot: bool
    status: GameStatus
    result: ResultEnum
    termination: TerminationEnum | None
    turn: Side | None
    ply: int
    position: Position
    quiet_half_moves: int
    quiet_limit: int | None
    repetitions: int
    clock: RunningClock
    server_time: str
    started_at: str
    finished_at: str | None
    legal_moves: list[str] | None
    claimable_draws: list[Claim]
    sequence: Sequence | None
    draw_offer: DrawOffer | None
    takeback: Takeback | None
    pause_offer: PauseOffer | None
    moves: list[Move]


class GameCounts(TypedDict):
    ongoing: int
    won: int
    drawn: int
    lost: int
    aborted: int


class GameEventsPage(TypedDict):
    """A page of the event log of a game, with the game as it stands now."""

    results: list[Event]
    next: str | None
    previous: str | None
    reset: bool
    last_seq: int
    newest_seq: int
    server_time: str
    game: Game


class GameFinishedData(TypedDict):
    result: ResultEnum
    termination: TerminationEnum
    ply: int
    proof: NotRequired[Proof]


class GameFinishedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["game_finished"]
    data: GameFinishedData


class GamePausedData(TypedDict):
    ply: int
    until: str
    deadline_at: str


class GamePausedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["game_paused"]
    data: GamePausedData


class GameReviewedData(TypedDict):
    accuracy: Accuracy
    turning_point: int | None


class GameReviewedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["game_reviewed"]
    data: GameReviewedData


class GameStartedData(TypedDict):
    white: str
    black: str
    rules: RulesEnum
    rated: bool
    lot: Side | None
    challenger: str
    deadline_at: str | None
    legal_moves: list[str] | None


class GameStartedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["game_started"]
    data: GameStartedData


class GameSummary(TypedDict):
    """A game in a list."""

    leave_days: int
    days_off: bool
    timeout: TimeoutEnum
    total_days: int | None
    number: int
    players: Players
    rules: RulesEnum
    rated: bool
    pool: PoolEnum
    colours_by_lot: bool
    status: GameStatus
    result: ResultEnum
    termination: TerminationEnum | None
    turn: Side | None
    ply: int
    position: Position
    quiet_half_moves: int
    quiet_limit: int | None
    repetitions: int
    clock: RunningClock
    server_time: str
    started_at: str
    finished_at: str | None
    last_move: str | None


class GameZwickmuehlen(TypedDict):
    number: int
    ply: int
    zwickmuehlen: list[SidedZwickmuehle]


class Grant(TypedDict):
    """Tokens for an app."""

    access_token: str
    token_type: TokenTypeEnum
    expires_in: int
    refresh_token: str
    scope: str


class GrantInputRequest(TypedDict):
    """A token request of RFC 6749, as a form: a code or a refresh token in exchange for new tokens."""

    grant_type: GrantTypeEnum
    client_id: str
    code: NotRequired[str]
    redirect_uri: NotRequired[str]
    code_verifier: NotRequired[str]
    refresh_token: NotRequired[str]
    scope: NotRequired[str]


class ImportInputRequest(TypedDict):
    """Games as text, one after the other, and how to read them."""

    rules: NotRequired[RulesEnum]
    notation: NotRequired[NotationEnum | None]
    dry_run: NotRequired[bool]
    text: str


class Index(TypedDict):
    name: str
    version: str
    links: IndexLinks


class IndexLinks(TypedDict):
    schema: str
    docs: str
    guides: str
    problems: str
    health: str


class Invitation(TypedDict):
    """The secret of an invitation link. It is not stored and cannot be shown again."""

    secret: str
    url: str


class JoinInputRequest(TypedDict):
    secret: NotRequired[str]


class JoinRequest(TypedDict):
    """A player who would like to join."""

    username: str
    display_name: str
    bot: bool
    asked_at: str
    was_removed: bool


class Leave(TypedDict):
    """Planned or current leave."""

    id: int
    starts_at: str
    ends_at: str


class LeaveAccount(TypedDict):
    """Your leave account. `balance_seconds` is at most `cap_seconds`; planned leave is not yet deducted."""

    balance_seconds: int
    free_seconds: int
    cap_seconds: int
    current: Leave | None
    planned: list[Leave]
    server_time: str


class LeaveEndsData(TypedDict):
    leave: int
    ends_at: str
    games_waiting: int


class LeaveEndsEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["leave_ends"]
    data: LeaveEndsData


class LeaveInputRequest(TypedDict):
    """Leave to take: at least a day, at most a year ahead."""

    starts_at: NotRequired[str | None]
    ends_at: str


class Limit(TypedDict):
    name: str
    requests: int
    seconds: int


class ListedPlayer(TypedDict):
    """What lists of players have of a player."""

    country: str
    about: str
    favourite_rules: RulesEnum | None
    picture: str
    username: str
    display_name: str
    bot: bool
    ratings: list[Rating]
    reliability: int | None
    here: bool


class Live(TypedDict):
    status: LiveStatusEnum


class Marked(TypedDict):
    """What the server has found about the half-moves that were marked for a draw."""

    plies: list[int]
    is_same: bool
    stood_after: list[int]
    claimable_after: list[int]
    quiet_after: list[int]


class Marker(TypedDict):
    """In a stream: `ready` begins your own stream if you gave no number; `reset` means that your number is not in
    the log.
    """

    type: MarkerTypeEnum
    after: int


class Message(TypedDict):
    """A message of a player; `ply` is the number of half-moves played when it was written."""

    id: int
    author: str
    ply: int
    text: str
    at: str
    canned: CannedMessageKey | None


class MessageInputRequest(TypedDict):
    """A message: free text in `text`, or the key of a ready-made sentence in `canned`."""

    text: NotRequired[str]
    canned: NotRequired[CannedMessageKey]


class MessageSentData(TypedDict):
    message: int
    ply: int
    text: str
    canned: NotRequired[CannedMessageKey]


class MessageSentEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["message_sent"]
    data: MessageSentData


class Mills(TypedDict):
    white: list[list[str]]
    black: list[list[str]]


class Month(TypedDict):
    won: int
    drawn: int
    lost: int
    month: str
    rating: int


class Move(TypedDict):
    """A half-move, including its removal."""

    ply: int
    move: str
    at: str


class MoveInputRequest(TypedDict):
    """`ply` is the number of the half-move being played, so that sending it twice is harmless."""

    move: str
    ply: int
    offer_draw: NotRequired[bool]
    message: NotRequired[str]
    canned: NotRequired[CannedMessageKey]
    conditional_moves: NotRequired[list[list[str]]]


class MovePlayedData(TypedDict):
    ply: int
    move: str
    position: str
    deadline_at: str | None
    turn: Side | None
    legal_moves: list[str] | None
    outcome: Outcome | None


class MovePlayedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["move_played"]
    data: MovePlayedData


class MovesPage(TypedDict):
    """All moves of a game; there is never a second page."""

    results: list[Move]
    next: str | None
    previous: str | None


class MovesTakenBackData(TypedDict):
    ply: int
    moves: list[str]
    position: str
    deadline_at: str
    turn: Side
    legal_moves: list[str] | None


class MovesTakenBackEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["moves_taken_back"]
    data: MovesTakenBackData


class NamedPlayer(TypedDict):
    username: str
    display_name: str
    bot: bool


class NewChallenge(TypedDict):
    """A new challenge; `invitation` is null unless the kind is `link`."""

    leave_days: int
    days_off: bool
    timeout: TimeoutEnum
    total_days: int | None
    number: int
    kind: ChallengeKind
    status: ChallengeStatus
    challenger: Party
    opponent: Party | None
    colour: ColourEnum
    rules: RulesEnum
    rated: bool
    rating_changes: RatingChanges | None
    bots_welcome: bool
    allows_guests: bool
    clock: ClockTerms
    answers: AnswersEnum | None
    min_rating: int | None
    max_rating: int | None
    min_reliability: int | None
    message: str
    decline_reason: str
    rematch_of: int | None
    game: int | None
    created_at: str
    expires_at: str
    answered_at: str | None
    server_time: str
    invitation: Invitation | None


class NewFeed(TypedDict):
    """The feed with its address, which no other response contains."""

    alarm_hours: int | None
    with_leave: bool
    created_at: str | None
    read_at: str | None
    url: str


class NewToken(TypedDict):
    """A token with its secret, which is shown only once."""

    id: int
    description: str
    scopes: list[ScopesEnum]
    created_at: str
    expires_at: str
    last_used_at: str | None
    revoked_at: str | None
    secret: str


class NoteInputRequest(TypedDict):
    """An empty text deletes the note."""

    text: str
    revealed: NotRequired[bool]


class NotesPage(TypedDict):
    results: list[RevealedNote]
    next: str | None
    previous: str | None


class NoticeTestEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["notice_test"]
    data: dict[str, Any]


class Notification(TypedDict):
    """An event that concerns you, as a sentence in your language."""

    notification: NotificationEnum | None
    type: EventType
    game: int | None
    challenge: int | None
    created_at: str
    seq: int
    text: str
    more: str
    new: bool


class NotificationSettings(TypedDict):
    """Your notification settings. Hours are those of the day in your `time_zone`."""

    table: _Table
    pace: PaceEnum
    email_while_open: bool
    push_texts: bool
    deadline_hours: list[int]
    daily_hour: int
    quiet_from: int | None
    quiet_until: int | None
    push_key: str


class OAuthError(TypedDict):
    """An error of RFC 6749; `error_description` is for developers of the app."""

    error: OAuthErrorErrorEnum
    error_description: str


class OpenChallengePostedData(TypedDict):
    """A player whom you follow has posted an open challenge that you may accept."""

    challenger: str
    kind: ChallengeKind
    rules: RulesEnum
    rated: bool
    expires_at: str


class OpenChallengePostedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["open_challenge_posted"]
    data: OpenChallengePostedData


class Opening(TypedDict):
    """What was played in a position. The figures of the whole are the sums of those of the moves."""

    games: int
    white_won: int
    drawn: int
    black_won: int
    position: str
    rules: RulesEnum
    band: BandEnum | None
    year: int | None
    moves: list[OpeningMove]


class OpeningMove(TypedDict):
    """A move that was played, and how those games ended."""

    games: int
    white_won: int
    drawn: int
    black_won: int
    move: str
    equivalent: list[str]
    position: str


class OpeningScore(TypedDict):
    won: int
    drawn: int
    lost: int
    position: str


class OpponentRemindedData(TypedDict):
    ply: int


class OpponentRemindedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["opponent_reminded"]
    data: OpponentRemindedData


class OpponentScore(TypedDict):
    won: int
    drawn: int
    lost: int
    player: NamedPlayer


class Outcome(TypedDict):
    """How a game ends by the rules."""

    result: ResultEnum
    termination: TerminationEnum


class OwnMembership(TypedDict):
    """What you are in a club."""

    status: OwnMembershipStatusEnum
    role: RoleEnum | None
    since: str


class OwnNote(TypedDict):
    """Your note in a game; empty if there is none."""

    text: str
    revealed: bool
    updated_at: str | None


class PaginatedAppList(TypedDict):
    results: list[App]
    next: str | None
    previous: str | None


class PaginatedChallengeList(TypedDict):
    results: list[Challenge]
    next: str | None
    previous: str | None


class PaginatedChatConnectionList(TypedDict):
    results: list[ChatConnection]
    next: str | None
    previous: str | None


class PaginatedCheckpointList(TypedDict):
    results: list[Checkpoint]
    next: str | None
    previous: str | None


class PaginatedClubList(TypedDict):
    results: list[Club]
    next: str | None
    previous: str | None


class PaginatedClubMemberList(TypedDict):
    results: list[ClubMember]
    next: str | None
    previous: str | None


class PaginatedDisputeList(TypedDict):
    results: list[Dispute]
    next: str | None
    previous: str | None


class PaginatedDumpList(TypedDict):
    results: list[Dump]
    next: str | None
    previous: str | None


class PaginatedEncounterList(TypedDict):
    results: list[Encounter]
    next: str | None
    previous: str | None


class PaginatedFollowList(TypedDict):
    results: list[Follow]
    next: str | None
    previous: str | None


class PaginatedGameSummaryList(TypedDict):
    results: list[GameSummary]
    next: str | None
    previous: str | None


class PaginatedJoinRequestList(TypedDict):
    results: list[JoinRequest]
    next: str | None
    previous: str | None


class PaginatedListedPlayerList(TypedDict):
    results: list[ListedPlayer]
    next: str | None
    previous: str | None


class PaginatedMessageList(TypedDict):
    results: list[Message]
    next: str | None
    previous: str | None


class PaginatedNotificationList(TypedDict):
    results: list[Notification]
    next: str | None
    previous: str | None


class PaginatedPostList(TypedDict):
    results: list[Post]
    next: str | None
    previous: str | None


class PaginatedPushSubscriptionList(TypedDict):
    results: list[PushSubscription]
    next: str | None
    previous: str | None


class PaginatedRankedMemberList(TypedDict):
    results: list[RankedMember]
    next: str | None
    previous: str | None


class PaginatedRankedPlayerList(TypedDict):
    results: list[RankedPlayer]
    next: str | None
    previous: str | None


class PaginatedRatingChangeList(TypedDict):
    results: list[RatingChange]
    next: str | None
    previous: str | None


class PaginatedRecordSummaryList(TypedDict):
    results: list[RecordSummary]
    next: str | None
    previous: str | None


class PaginatedRelationList(TypedDict):
    results: list[Relation]
    next: str | None
    previous: str | None


class PaginatedReportList(TypedDict):
    results: list[Report]
    next: str | None
    previous: str | None


class PaginatedSanctionList(TypedDict):
    results: list[Sanction]
    next: str | None
    previous: str | None


class PaginatedSentList(TypedDict):
    results: list[Sent]
    next: str | None
    previous: str | None


class PaginatedSpectatorMessageList(TypedDict):
    results: list[SpectatorMessage]
    next: str | None
    previous: str | None


class PaginatedTokenList(TypedDict):
    results: list[Token]
    next: str | None
    previous: str | None


class PaginatedWebhookDeliveryList(TypedDict):
    results: list[WebhookDelivery]
    next: str | None
    previous: str | None


class PaginatedWebhookList(TypedDict):
    results: list[Webhook]
    next: str | None
    previous: str | None


class Party(TypedDict):
    """A player of a challenge. The rating is the current one under its rule set and in its pool; null before the
    first rated game. The reliability is in percent; null if the player has ended too few games.
    """

    username: str
    display_name: str
    bot: bool
    guest: bool
    rating: int | None
    reliability: int | None


class PatchedAppInputRequest(TypedDict):
    """An app to register, or the fields to change."""

    name: NotRequired[str]
    homepage: NotRequired[str]
    redirect_uris: NotRequired[list[str]]


class PatchedChatConnectionChangesRequest(TypedDict):
    """Whether notifications are sent there."""

    active: NotRequired[bool]


class PatchedClubChangesRequest(TypedDict):
    about: NotRequired[str]
    admission: NotRequired[AdmissionEnum]


class PatchedFeedChangesRequest(TypedDict):
    """The fields to change."""

    alarm_hours: NotRequired[int | None]
    with_leave: NotRequired[bool]


class PatchedNotificationSettingsInputRequest(TypedDict):
    """The settings to change. Values and cells of the table that are left out stay as they are."""

    table: NotRequired[_TableRequest]
    pace: NotRequired[PaceEnum]
    email_while_open: NotRequired[bool]
    push_texts: NotRequired[bool]
    deadline_hours: NotRequired[list[int]]
    daily_hour: NotRequired[int]
    quiet_from: NotRequired[int | None]
    quiet_until: NotRequired[int | None]


class PatchedPreferencesInputRequest(TypedDict):
    """The preferences to change, and the display name."""

    display_name: NotRequired[str]
    language: NotRequired[LanguageEnum]
    time_zone: NotRequired[str]
    board_style: NotRequired[BoardStyleEnum]
    color_scheme: NotRequired[ColorSchemeEnum]
    marks: NotRequired[bool]
    confirm_moves: NotRequired[bool]
    touch_move: NotRequired[bool]
    go_on: NotRequired[bool]
    sounds: NotRequired[bool]
    email_on_your_move: NotRequired[bool]
    email_on_game_over: NotRequired[bool]
    emergency_day: NotRequired[bool]


class PatchedRecordNotesRequest(TypedDict):
    title: NotRequired[str]
    note: NotRequired[str]


class PatchedRelationInputRequest(TypedDict):
    """One of the two, or both; what is left out does not change."""

    blocked: NotRequired[bool]
    muted: NotRequired[bool]


class PatchedRoleInputRequest(TypedDict):
    role: NotRequired[RoleEnum]


class PatchedWebhookChangesRequest(TypedDict):
    """The fields to change."""

    url: NotRequired[str]
    description: NotRequired[str]
    types: NotRequired[list[EventType]]
    active: NotRequired[bool]


class PauseDeclinedData(TypedDict):
    ply: int


class PauseDeclinedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["pause_declined"]
    data: PauseDeclinedData


class PauseInputRequest(TypedDict):
    until: str


class PauseOffer(TypedDict):
    """An offer of a pause that waits for an answer."""

    by: Side
    ply: int
    until: str
    at: str


class PauseOfferedData(TypedDict):
    ply: int
    until: str


class PauseOfferedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["pause_offered"]
    data: PauseOfferedData


class PauseWithdrawnData(TypedDict):
    ply: int


class PauseWithdrawnEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["pause_withdrawn"]
    data: PauseWithdrawnData


class PingData(TypedDict):
    webhook: int


class PingEvent(TypedDict):
    """A test of a webhook. It is not in any event log."""

    id: int | None
    seq: int | None
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["ping"]
    data: PingData


class PlayedOut(TypedDict):
    """The position after the moves. `turn` is null, and no move is legal, when the game is over."""

    rules: RulesEnum
    start: str
    moves: list[Step]
    position: Position
    turn: Side | None
    ply: int
    legal_moves: list[str]
    quiet_half_moves: int
    quiet_limit: int | None
    repetitions: int
    sequence: Sequence | None
    result: ResultEnum
    termination: TerminationEnum | None
    claimable_draws: list[Claim]
    zwickmuehlen: list[SidedZwickmuehle]


class PlayedRecord(TypedDict):
    """The position after the moves of a record, with the tags of the record."""

    rules: RulesEnum
    start: str
    moves: list[Step]
    position: Position
    turn: Side | None
    ply: int
    legal_moves: list[str]
    quiet_half_moves: int
    quiet_limit: int | None
    repetitions: int
    sequence: Sequence | None
    result: ResultEnum
    termination: TerminationEnum | None
    claimable_draws: list[Claim]
    zwickmuehlen: list[SidedZwickmuehle]
    tags: dict[str, str]


class Player(TypedDict):
    """A player in a game. The rating is the one before the game, in its rule set and pool."""

    username: str
    display_name: str
    bot: bool
    guest: bool
    rating: int | None
    rating_change: int | None


class PlayerProfile(TypedDict):
    """The public profile of a player."""

    username: str
    display_name: str
    bot: bool
    guest: bool
    operator: str
    joined_at: str
    on_leave_until: str | None
    ratings: list[Rating]
    games: GameCounts
    reliability: Reliability
    country: str
    about: str
    favourite_rules: RulesEnum | None
    picture: str
    followers: int
    trophies: list[Trophy]
    clubs: list[ClubOfPlayer]


class PlayerRating(TypedDict):
    """A rating, and what it was made of. All figures count rated games under these rules in this pool."""

    rules: RulesEnum
    pool: PoolEnum
    rating: int
    deviation: int
    provisional: bool
    place: int | None
    players: int
    highest: int | None
    score: Score
    by_color: list[ColourScore]
    by_termination: list[EndingScore]
    by_month: list[Month]
    opponents: list[OpponentScore]
    average_opponent: int | None
    best_win: BestWin | None
    openings: list[OpeningScore]


class Players(TypedDict):
    white: Player
    black: Player


class Points(TypedDict):
    """The points that each side occupies, row by row from a7 to g1."""

    white: list[str]
    black: list[str]


class Position(TypedDict):
    """`text` is 24 points (W, B, dot; row by row from a7 to g1), side to move, both hands, quiet half-moves."""

    text: str
    points: Points
    hands: Counts


class PositionInputRequest(TypedDict):
    """Any position, reachable or not, and optionally a move to try in it."""

    position: str
    rules: NotRequired[RulesEnum]
    move: NotRequired[str]


class Post(TypedDict):
    """A post on the noticeboard of a club."""

    id: int
    author: str
    text: str | None
    created_at: str
    removed_by: RemovedByEnum | None


class PostInputRequest(TypedDict):
    text: str


class PresenceInputRequest(TypedDict):
    """The `seq` of the last event of the game's log that is shown."""

    event: int


class Problem(TypedDict):
    """Why the request was refused; nothing has changed. `code` is stable, `detail` is for people."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    request_id: str
    errors: NotRequired[dict[str, list[str]]]
    limit: NotRequired[Limit]
    required_scope: NotRequired[str]
    most: NotRequired[int]
    reason: NotRequired[str]
    why: NotRequired[str]
    ply: NotRequired[int]
    count: NotRequired[int]
    longest: NotRequired[int]
    until: NotRequired[str]
    days: NotRequired[int]
    longest_days: NotRequired[int]
    balance_seconds: NotRequired[int]
    cap_seconds: NotRequired[int]
    may_change_at: NotRequired[str]
    game: NotRequired[Game]
    move: NotRequired[str]
    line: NotRequired[int]
    half_move: NotRequired[int]
    u: NotRequired[str]
    v: NotRequired[str]
    legal_moves: NotRequired[list[str]]
    expected: NotRequired[int]
    position: NotRequired[str]
    problem: NotRequired[str]
    claim: NotRequired[str]
    needed: NotRequired[int | None]
    plies: NotRequired[list[int]]
    may_remind_at: NotRequired[str]
    challenge: NotRequired[Challenge]
    rating: NotRequired[int]
    reliability: NotRequired[int]
    bot: NotRequired[str]
    field: NotRequired[str]
    role: NotRequired[RoleEnum]
    faults: NotRequired[list[Fault]]
    games: NotRequired[int]
    warning: NotRequired[int]
    dispute: NotRequired[int]
    appeal_until: NotRequired[str | None]


class ProgrammeInput(TypedDict):
    """One stone moves to and fro between `u` and `v`. `take` has the points of opposing stones, in the order in
    which they are to be removed.
    """

    u: Point
    v: Point
    take: list[Point]


class ProgrammeInputRequest(TypedDict):
    """One stone moves to and fro between `u` and `v`. `take` has the points of opposing stones, in the order in
    which they are to be removed.
    """

    u: Point
    v: Point
    take: list[Point]


class Proof(TypedDict):
    """A proved claim: what was counted and, for a repetition, after which half-moves the position was on the board."""

    claim: Claim
    count: int
    needed: int
    plies: list[int]


class ProvenClaim(TypedDict):
    """The proof, with the game that it has ended."""

    claim: Claim
    count: int
    needed: int
    plies: list[int]
    game: Game


class PushRenewalInputRequest(TypedDict):
    """The new subscription, and the address and secret of the former one."""

    endpoint: str
    p256dh: str
    auth: str
    former_endpoint: str
    former_auth: str


class PushSubscription(TypedDict):
    """A browser that receives push notifications. `host` is that of its push service."""

    id: int
    host: str
    device: str
    active: bool
    disabled_reason: PushDisabledReason | None
    disabled_at: str | None
    last_accepted_at: str | None
    created_at: str


class PushSubscriptionInputRequest(TypedDict):
    """The result of `PushSubscription.toJSON()`: `endpoint`, and both `keys` in base64url."""

    endpoint: str
    p256dh: str
    auth: str


class Puzzle(TypedDict):
    """A position in which exactly one move keeps the proved value. The solution is not in it."""

    id: int
    rules: RulesEnum
    position: Position
    side: SideEnum
    goal: GoalEnum
    legal_moves: list[str]
    moves_to_find: int
    themes: list[ThemesEnum]
    rating: int
    attempts: int
    solved: int
    game: int | None


class RankedMember(TypedDict):
    """A member in the ranking of a club."""

    username: str
    display_name: str
    bot: bool
    place: int
    rating: int
    games: int
    rated_at: str | None


class RankedPlayer(TypedDict):
    """A player in a ranking."""

    username: str
    display_name: str
    bot: bool
    place: int
    rating: int
    deviation: int
    games: int
    rated_at: str | None


class Rating(TypedDict):
    """A Glicko-2 rating under one rule set, among people or in games with bots. It is provisional while the
    deviation is large. The deviation grows with the time since the last rated game.
    """

    rules: RulesEnum
    pool: PoolEnum
    rating: int
    deviation: int
    provisional: bool
    games: int


class RatingChange(TypedDict):
    """What a rated game did to a rating."""

    game: int
    finished_at: str
    opponent: NamedPlayer
    score: float
    rating_before: int
    rating: int
    deviation: int


class RatingChanges(TypedDict):
    """By how much a game would change a rating, if it ended now."""

    won: int
    drawn: int
    lost: int


class RatingCorrectedData(TypedDict):
    rules: RulesEnum
    pool: PoolEnum
    annulled: list[int]
    rating_before: int
    rating: int


class RatingCorrectedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["rating_corrected"]
    data: RatingCorrectedData


class Ready(TypedDict):
    status: ReadyStatusEnum
    database: Health
    redis: Health
    clock: ClockEnum


class ReasonInputRequest(TypedDict):
    reason: NotRequired[str]


class Record(TypedDict):
    """A record with its note, its tags, and all moves from the position `start` on."""

    number: int | None
    title: str
    white: str
    black: str
    event: str
    date: str
    rules: RulesEnum
    result: ResultEnum
    termination: TerminationEnum | None
    ply: int
    notation: NotationEnum
    imported_at: str | None
    note: str
    tags: dict[str, str]
    start: str
    position: str
    moves: list[str]


class RecordInputRequest(TypedDict):
    """One game. `rules` applies if the record has no known rule set in its tag `Variant`."""

    record: str
    rules: NotRequired[RulesEnum]


class RecordSummary(TypedDict):
    """A record in a list. `termination` is that of the board, or of the record if the game did not end on the board."""

    number: int | None
    title: str
    white: str
    black: str
    event: str
    date: str
    rules: RulesEnum
    result: ResultEnum
    termination: TerminationEnum | None
    ply: int
    notation: NotationEnum
    imported_at: str | None


class Relation(TypedDict):
    """Whether you have blocked or muted a player; nobody else can see it. `changed_at` is null if neither is set."""

    username: str
    display_name: str
    bot: bool
    guest: bool
    blocked: bool
    muted: bool
    changed_at: str | None


class Reliability(TypedDict):
    """How reliably the player moves in time. A game that was aborted because the player made no first move counts as
    lost on time; other aborted games do not count.
    """

    percent: int | None
    games: int
    on_time: int
    median_answer_seconds: int | None
    aborted: int


class Report(TypedDict):
    """A report that you have made."""

    id: int
    subject: SubjectEnum
    number: int | None
    against: str
    text: str
    reported_at: str
    handled: bool


class ReportInputRequest(TypedDict):
    subject: SubjectEnum
    number: NotRequired[int]
    against: NotRequired[str]
    text: str


class ReportsHandledData(TypedDict):
    reports: list[int]


class ReportsHandledEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["reports_handled"]
    data: ReportsHandledData


class RevealedNote(TypedDict):
    """A note that its author has revealed, after the game."""

    author: str
    text: str
    updated_at: str


class Review(TypedDict):
    """The review of a game, with the half-moves that are judged already. They are judged from the last to the first."""

    game: int
    status: ReviewStatusEnum
    half_moves_total: int
    half_moves_judged: int
    version: str
    requested_at: str
    finished_at: str | None
    accuracy: Accuracy | None
    turning_point: int | None
    half_moves: list[ReviewedHalfMove]


class ReviewedHalfMove(TypedDict):
    """A half-move that was played, and what was better."""

    ply: int
    side: SideEnum
    move: str
    best: Assessment
    played: Assessment
    proved: bool
    mistake: MistakeEnum | None
    line: list[str]
    claim: Claim | None
    choices: int
    keeping: int | None


class RevocationInputRequest(TypedDict):
    """A revocation request of RFC 7009, as a form."""

    token: str
    client_id: str
    token_type_hint: NotRequired[str]


class RunningClock(TypedDict):
    """The clock now: only the side on move uses its time. `deadline_at` is the last instant for its move."""

    system: SystemEnum
    days_per_move: int | None
    initial_seconds: int | None
    increment_seconds: int | None
    cap_seconds: int | None
    total_seconds: int | None
    remaining_seconds: Counts
    total_left_seconds: Counts | None
    leave_used_seconds: Counts
    leave_left_seconds: Counts
    deadline_at: str | None
    first_move_deadline_at: str | None
    paused: list[PausedEnum]
    paused_until: str | None
    grace_until: str | None


class Sanction(TypedDict):
    """A sanction that an arbiter has imposed on you."""

    id: int
    game: int | None
    kind: SanctionKind
    reason: str
    imposed_at: str
    until: str | None
    acknowledged_at: str | None
    lifted_at: str | None


class SanctionedData(TypedDict):
    sanction: int
    kind: SanctionKind
    until: str | None
    reason: str


class SanctionedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["sanctioned"]
    data: SanctionedData


class Score(TypedDict):
    won: int
    drawn: int
    lost: int


class Seen(TypedDict):
    """How far you have seen your notifications, and how many are new since then; 100 also stands for more."""

    seq: int
    unread: int


class SeenInputRequest(TypedDict):
    """How far you have seen your notifications."""

    seq: int


class Sent(TypedDict):
    """A notification that was sent to you or waits to be sent. `sent` means that the provider has accepted it."""

    notification: NotificationEnum | None
    type: EventType
    game: int | None
    challenge: int | None
    created_at: str
    id: int
    channel: ChannelEnum
    status: NotificationStatus
    attempts: int
    next_attempt_at: str | None
    sent_at: str | None
    error: str


class Sequence(TypedDict):
    """The last `length` half-moves have been played `times` times in a row, at least twice."""

    length: int
    times: int


class SidedZwickmuehle(TypedDict):
    """A Zwickmühle of the side `color`."""

    stone: str
    u: str
    v: str
    kind: ZwickmuehleKindEnum
    partners: list[str]
    color: Side


class Solver(TypedDict):
    """The caller's rating in puzzles and streak."""

    rating: int
    deviation: int
    attempts: int
    solved: int
    streak: int
    best_streak: int


class SpectatorMessage(TypedDict):
    """A message of a spectator; `ply` is the number of half-moves played when it was written."""

    id: int
    author: str
    ply: int
    text: str
    at: str


class SpectatorMessageInputRequest(TypedDict):
    text: str


class Standing(TypedDict):
    """How a game stood."""

    status: GameStatus
    result: ResultEnum
    termination: TerminationEnum | None


class State(TypedDict):
    """In the stream of a game, at its beginning and after a `reset`: the whole game, with the `seq` of the last
    event in it.
    """

    type: Literal["state"]
    seq: int
    game: Game


class Step(TypedDict):
    """A half-move, and the text of the position after it."""

    ply: int
    move: str
    position: str


class StoredRecords(TypedDict):
    results: list[RecordSummary]


class Takeback(TypedDict):
    """A request to take a move back that waits for an answer."""

    by: Side
    ply: int
    ply_after: int
    at: str


class TakebackAskedData(TypedDict):
    ply: int
    ply_after: int


class TakebackAskedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["takeback_asked"]
    data: TakebackAskedData


class TakebackDeclinedData(TypedDict):
    ply: int


class TakebackDeclinedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["takeback_declined"]
    data: TakebackDeclinedData


class TestedToken(TypedDict):
    """A token's owner, scopes and expiry, and the app that it was issued to; null for a personal one."""

    alive: bool
    username: str | None
    scopes: list[ScopesEnum]
    expires_at: str | None
    client_id: str | None
    app: str | None


class TestedTokens(TypedDict):
    """The results, in the order of the request."""

    results: list[TestedToken]


class TimeGivenData(TypedDict):
    ply: int
    seconds: int
    deadline_at: str | None


class TimeGivenEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["time_given"]
    data: TimeGivenData


class TimeRanOutData(TypedDict):
    ply: int
    grace_until: str


class TimeRanOutEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["time_ran_out"]
    data: TimeRanOutData


class Token(TypedDict):
    """A token without its secret."""

    id: int
    description: str
    scopes: list[ScopesEnum]
    created_at: str
    expires_at: str
    last_used_at: str | None
    revoked_at: str | None


class TokenInputRequest(TypedDict):
    """A token to create."""

    description: str
    scopes: list[ScopesEnum]
    expires_at: NotRequired[str]


class TokensInputRequest(TypedDict):
    """The secrets to test."""

    tokens: list[str]


class TriedMove(TypedDict):
    """Whether the move is legal. If not: why, and which points are possible instead. If so: what it leads to."""

    move: str
    legal: bool
    reason: TriedMoveReasonEnum | None
    why: str | None
    alternatives: list[str]
    closes_mill: bool
    position: Position | None
    outcome: Outcome | None


class Trophy(TypedDict):
    """A trophy, with the game by which it was earned."""

    kind: TrophyKindEnum
    game: int
    earned_at: str


class WarnedData(TypedDict):
    dispute: int
    sanction: int
    kind: SanctionKind
    until: str | None
    reason: str


class WarnedEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["warned"]
    data: WarnedData


class Webhook(TypedDict):
    """An address to which your events are sent. If `types` is empty, all events are sent, including types added
    later.
    """

    id: int
    url: str
    description: str
    types: list[EventType]
    active: bool
    disabled_reason: DisabledReasonEnum | None
    disabled_at: str | None
    failing_since: str | None
    rests_until: str | None
    former_secret_until: str | None
    created_at: str


class WebhookAttempt(TypedDict):
    """One attempt and its result."""

    attempted_at: str
    duration_seconds: float | None
    status_code: int | None
    error: WebhookDeliveryErrorEnum | None
    excerpt: str


class WebhookDelivery(TypedDict):
    """An event that is sent to a webhook, with the result of the last attempt, and of all attempts in `history`. A
    ping has no `seq`.
    """

    id: int
    seq: int | None
    type: WebhookDeliveryTypeEnum
    status: WebhookDeliveryStatus
    attempts: int
    created_at: str
    attempted_at: str | None
    next_attempt_at: str | None
    delivered_at: str | None
    duration_seconds: float | None
    status_code: int | None
    error: WebhookDeliveryErrorEnum | None
    excerpt: str
    history: list[WebhookAttempt]


class WebhookDisabledData(TypedDict):
    webhook: int
    url: str
    description: str
    reason: str


class WebhookDisabledEvent(TypedDict):
    """An event. `seq` has no gaps in a user's log; in the log of a game it only increases."""

    id: int
    seq: int
    game: int | None
    challenge: int | None
    actor: str | None
    created_at: str
    type: Literal["webhook_disabled"]
    data: WebhookDisabledData


class WebhookInputRequest(TypedDict):
    """A webhook to create."""

    url: str
    description: NotRequired[str]
    types: NotRequired[list[EventType]]


class WebhookWithSecret(TypedDict):
    """A webhook with its secret."""

    id: int
    url: str
    description: str
    types: list[EventType]
    active: bool
    disabled_reason: DisabledReasonEnum | None
    disabled_at: str | None
    failing_since: str | None
    rests_until: str | None
    former_secret_until: str | None
    created_at: str
    secret: str


class Zwickmuehle(TypedDict):
    """`stone` closes a mill by going to `v`, and another by coming back to `u`; the `partners` stay."""

    stone: str
    u: str
    v: str
    kind: ZwickmuehleKindEnum
    partners: list[str]


class Zwickmuehlen(TypedDict):
    white: list[Zwickmuehle]
    black: list[Zwickmuehle]


class _Cells(TypedDict):
    """The channels by which a notification is sent. `webhook` means all of your webhooks that are on. If there are
    none, it is null, and changing it has no effect.
    """

    bell: NotRequired[bool]
    email: NotRequired[bool]
    push: NotRequired[bool]
    chat_app: NotRequired[bool]
    webhook: NotRequired[bool | None]


class _CellsRequest(TypedDict):
    """The channels by which a notification is sent. `webhook` means all of your webhooks that are on. If there are
    none, it is null, and changing it has no effect.
    """

    bell: NotRequired[bool]
    email: NotRequired[bool]
    push: NotRequired[bool]
    chat_app: NotRequired[bool]
    webhook: NotRequired[bool | None]


class _Table(TypedDict):
    """The channels by which each notification is sent."""

    your_move: NotRequired[_Cells]
    conditional_moves_played: NotRequired[_Cells]
    deadline_near: NotRequired[_Cells]
    emergency_day: NotRequired[_Cells]
    leave_ends: NotRequired[_Cells]
    game_over: NotRequired[_Cells]
    challenge: NotRequired[_Cells]
    challenge_answer: NotRequired[_Cells]
    followed_challenge: NotRequired[_Cells]
    draw_offer: NotRequired[_Cells]
    takeback: NotRequired[_Cells]
    pause: NotRequired[_Cells]
    message: NotRequired[_Cells]
    reminder: NotRequired[_Cells]
    club_request: NotRequired[_Cells]
    club_accepted: NotRequired[_Cells]
    dispute: NotRequired[_Cells]
    report: NotRequired[_Cells]
    rating_corrected: NotRequired[_Cells]


class _TableRequest(TypedDict):
    """The channels by which each notification is sent."""

    your_move: NotRequired[_CellsRequest]
    conditional_moves_played: NotRequired[_CellsRequest]
    deadline_near: NotRequired[_CellsRequest]
    emergency_day: NotRequired[_CellsRequest]
    leave_ends: NotRequired[_CellsRequest]
    game_over: NotRequired[_CellsRequest]
    challenge: NotRequired[_CellsRequest]
    challenge_answer: NotRequired[_CellsRequest]
    followed_challenge: NotRequired[_CellsRequest]
    draw_offer: NotRequired[_CellsRequest]
    takeback: NotRequired[_CellsRequest]
    pause: NotRequired[_CellsRequest]
    message: NotRequired[_CellsRequest]
    reminder: NotRequired[_CellsRequest]
    club_request: NotRequired[_CellsRequest]
    club_accepted: NotRequired[_CellsRequest]
    dispute: NotRequired[_CellsRequest]
    report: NotRequired[_CellsRequest]
    rating_corrected: NotRequired[_CellsRequest]


Event = (
    LeaveEndsEvent
    | RatingCorrectedEvent
    | MessageSentEvent
    | GameStartedEvent
    | MovePlayedEvent
    | DrawOfferedEvent
    | DrawDeclinedEvent
    | TakebackAskedEvent
    | TakebackDeclinedEvent
    | MovesTakenBackEvent
    | PauseOfferedEvent
    | PauseDeclinedEvent
    | PauseWithdrawnEvent
    | GamePausedEvent
    | OpponentRemindedEvent
    | ConditionalMovesStoppedEvent
    | ConditionalMovesPlayedEvent
    | DeadlineMovedEvent
    | DeadlineNearEvent
    | TimeGivenEvent
    | TimeRanOutEvent
    | GameFinishedEvent
    | ChallengeReceivedEvent
    | ChallengeAcceptedEvent
    | ChallengeDeclinedEvent
    | ChallengeCancelledEvent
    | ChallengeExpiredEvent
    | OpenChallengePostedEvent
    | GameReviewedEvent
    | ClubRequestedEvent
    | ClubAcceptedEvent
    | DisputeOpenedEvent
    | DisputeDecidedEvent
    | WarnedEvent
    | SanctionedEvent
    | ReportsHandledEvent
    | WebhookDisabledEvent
    | ChatAppDisabledEvent
    | NoticeTestEvent
)

NullEnum = None

StreamLine = (
    LeaveEndsEvent
    | RatingCorrectedEvent
    | MessageSentEvent
    | GameStartedEvent
    | MovePlayedEvent
    | DrawOfferedEvent
    | DrawDeclinedEvent
    | TakebackAskedEvent
    | TakebackDeclinedEvent
    | MovesTakenBackEvent
    | PauseOfferedEvent
    | PauseDeclinedEvent
    | PauseWithdrawnEvent
    | GamePausedEvent
    | OpponentRemindedEvent
    | ConditionalMovesStoppedEvent
    | ConditionalMovesPlayedEvent
    | DeadlineMovedEvent
    | DeadlineNearEvent
    | TimeGivenEvent
    | TimeRanOutEvent
    | GameFinishedEvent
    | ChallengeReceivedEvent
    | ChallengeAcceptedEvent
    | ChallengeDeclinedEvent
    | ChallengeCancelledEvent
    | ChallengeExpiredEvent
    | OpenChallengePostedEvent
    | GameReviewedEvent
    | ClubRequestedEvent
    | ClubAcceptedEvent
    | DisputeOpenedEvent
    | DisputeDecidedEvent
    | WarnedEvent
    | SanctionedEvent
    | ReportsHandledEvent
    | WebhookDisabledEvent
    | ChatAppDisabledEvent
    | NoticeTestEvent
    | Marker
    | State
)

WebhookBody = (
    LeaveEndsEvent
    | RatingCorrectedEvent
    | MessageSentEvent
    | GameStartedEvent
    | MovePlayedEvent
    | DrawOfferedEvent
    | DrawDeclinedEvent
    | TakebackAskedEvent
    | TakebackDeclinedEvent
    | MovesTakenBackEvent
    | PauseOfferedEvent
    | PauseDeclinedEvent
    | PauseWithdrawnEvent
    | GamePausedEvent
    | OpponentRemindedEvent
    | ConditionalMovesStoppedEvent
    | ConditionalMovesPlayedEvent
    | DeadlineMovedEvent
    | DeadlineNearEvent
    | TimeGivenEvent
    | TimeRanOutEvent
    | GameFinishedEvent
    | ChallengeReceivedEvent
    | ChallengeAcceptedEvent
    | ChallengeDeclinedEvent
    | ChallengeCancelledEvent
    | ChallengeExpiredEvent
    | OpenChallengePostedEvent
    | GameReviewedEvent
    | ClubRequestedEvent
    | ClubAcceptedEvent
    | DisputeOpenedEvent
    | DisputeDecidedEvent
    | WarnedEvent
    | SanctionedEvent
    | ReportsHandledEvent
    | WebhookDisabledEvent
    | ChatAppDisabledEvent
    | NoticeTestEvent
    | PingEvent
)
