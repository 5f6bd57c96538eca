"""A method for every operation. Generated from the schema of the API by generate.py; not to be edited."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Unpack, cast

from muehle_client.schema import (
    AcceptanceInputRequest,
    Account,
    Analysis,
    AnalysisInputRequest,
    App,
    AppInputRequest,
    Attempt,
    AttemptInputRequest,
    BotInputRequest,
    CannedMessagesPage,
    Challenge,
    ChallengeInputRequest,
    ChatConnection,
    ChatConnectionInputRequest,
    Checkpoint,
    ClaimInputRequest,
    Club,
    ClubInputRequest,
    ClubLink,
    ClubMember,
    ComputersPage,
    ConditionalMoves,
    ConditionalMovesInputRequest,
    ConnectedApps,
    DailyPuzzle,
    DaysOff,
    DaysOffInputRequest,
    DeclineInputRequest,
    Dispute,
    DisputeAppealInputRequest,
    DisputeInputRequest,
    Dump,
    Encounter,
    Evaluation,
    EvaluationInputRequest,
    EventsPage,
    Feed,
    Follow,
    FollowInputRequest,
    Game,
    GameEventsPage,
    GameSummary,
    GameZwickmuehlen,
    Grant,
    GrantInputRequest,
    ImportInputRequest,
    Index,
    JoinInputRequest,
    JoinRequest,
    Leave,
    LeaveAccount,
    LeaveInputRequest,
    ListedPlayer,
    Live,
    Message,
    MessageInputRequest,
    MoveInputRequest,
    MovesPage,
    NewChallenge,
    NewFeed,
    NewToken,
    NoteInputRequest,
    NotesPage,
    Notification,
    NotificationSettings,
    Opening,
    OwnMembership,
    OwnNote,
    PaginatedAppList,
    PaginatedChallengeList,
    PaginatedChatConnectionList,
    PaginatedCheckpointList,
    PaginatedClubList,
    PaginatedClubMemberList,
    PaginatedDisputeList,
    PaginatedDumpList,
    PaginatedEncounterList,
    PaginatedFollowList,
    PaginatedGameSummaryList,
    PaginatedJoinRequestList,
    PaginatedListedPlayerList,
    PaginatedMessageList,
    PaginatedNotificationList,
    PaginatedPostList,
    PaginatedPushSubscriptionList,
    PaginatedRankedMemberList,
    PaginatedRankedPlayerList,
    PaginatedRatingChangeList,
    PaginatedRecordSummaryList,
    PaginatedRelationList,
    PaginatedReportList,
    PaginatedSanctionList,
    PaginatedSentList,
    PaginatedSpectatorMessageList,
    PaginatedTokenList,
    PaginatedWebhookDeliveryList,
    PaginatedWebhookList,
    PatchedAppInputRequest,
    PatchedChatConnectionChangesRequest,
    PatchedClubChangesRequest,
    PatchedFeedChangesRequest,
    PatchedNotificationSettingsInputRequest,
    PatchedPreferencesInputRequest,
    PatchedRecordNotesRequest,
    PatchedRelationInputRequest,
    PatchedRoleInputRequest,
    PatchedWebhookChangesRequest,
    PauseInputRequest,
    PlayedOut,
    PlayedRecord,
    PlayerProfile,
    PlayerRating,
    PositionInputRequest,
    Post,
    PostInputRequest,
    PresenceInputRequest,
    ProvenClaim,
    PushRenewalInputRequest,
    PushSubscription,
    PushSubscriptionInputRequest,
    Puzzle,
    RankedMember,
    RankedPlayer,
    RatingChange,
    Ready,
    ReasonInputRequest,
    Record,
    RecordInputRequest,
    RecordSummary,
    Relation,
    Report,
    ReportInputRequest,
    Review,
    RevocationInputRequest,
    Sanction,
    Seen,
    SeenInputRequest,
    Sent,
    SpectatorMessage,
    SpectatorMessageInputRequest,
    StoredRecords,
    TestedTokens,
    Token,
    TokenInputRequest,
    TokensInputRequest,
    Webhook,
    WebhookDelivery,
    WebhookInputRequest,
    WebhookWithSecret,
)
from muehle_client.transport import Transport


class Operations(Transport):
    """The operations of the API by their names in the schema."""

    def get_index(self) -> Index:
        """The server’s name and version, and links to its documentation."""
        return cast("Index", self._json("GET", ""))

    def get_account(self) -> Account:
        """Your username and preferences. Your email address is included only with the scope `email:read`.

        Scope: `preference:read`.
        """
        return cast("Account", self._json("GET", "account/"))

    def change_preferences(self, **body: Unpack[PatchedPreferencesInputRequest]) -> Account:
        """Change your preferences and your display name. Fields that are left out stay as they are. A display name
        can be changed every 30 days. The first one does not count, nor does a correction within an hour.

        Scope: `preference:write`.
        """
        return cast("Account", self._json("PATCH", "account/", body=dict(body)))

    def become_bot(self, *, idempotency_key: str | None = None, **body: Unpack[BotInputRequest]) -> PlayerProfile:
        """Turn this account into a bot account. This cannot be undone. The account must never have played, and must
        not be a staff account. If it is a bot account already, this changes the `operator` (200).

        Scope: `bot:play`.
        """
        return cast("PlayerProfile", self._json("POST", "account/bot/", body=dict(body), key=idempotency_key))

    def list_follows(self, *, cursor: str | None = None, page_size: int | None = None) -> PaginatedFollowList:
        """The players whom you follow, latest first. Nobody else can see this list.

        Scope: `preference:read`.
        """
        return cast(
            "PaginatedFollowList",
            self._json("GET", "account/follows/", query={"cursor": cursor, "page_size": page_size}),
        )

    def all_follows(self, *, page_size: int | None = None) -> Iterator[Follow]:
        """The players whom you follow, latest first. Nobody else can see this list.

        Scope: `preference:read`.
        """
        return self._all("GET", "account/follows/", query={"page_size": page_size})

    def get_follow(self, username: str) -> Follow:
        """Since when you follow a player; 404 if you do not.

        Scope: `preference:read`.
        """
        return cast("Follow", self._json("GET", f"account/follows/{self._part(username)}/"))

    def follow_player(self, username: str, **body: Unpack[FollowInputRequest]) -> Follow:
        """Follow a player, and choose whether you are notified of their open challenges, at most once an hour and
        only of those that you may accept. Nobody sees whom you follow; everyone sees how many follow a player. A
        block ends it in both directions.

        Scope: `relation:write`.
        """
        return cast("Follow", self._json("PUT", f"account/follows/{self._part(username)}/", body=dict(body)))

    def unfollow_player(self, username: str) -> None:
        """Nothing changes if you do not follow them.

        Scope: `relation:write`.
        """
        self._json("DELETE", f"account/follows/{self._part(username)}/")

    def get_notification_settings(self) -> NotificationSettings:
        """Which notifications come by which channels, when emails are sent, and your quiet hours.

        Scope: `preference:read`.
        """
        return cast("NotificationSettings", self._json("GET", "account/notifications/"))

    def change_notification_settings(
        self, **body: Unpack[PatchedNotificationSettingsInputRequest]
    ) -> NotificationSettings:
        """Change your notification settings. Values and cells of the table that are left out stay as they are.
        Changing cells of webhooks and chat apps also requires the scope `webhook:write`.

        Scope: `preference:write`.
        """
        return cast("NotificationSettings", self._json("PATCH", "account/notifications/", body=dict(body)))

    def list_relations(self, *, cursor: str | None = None, page_size: int | None = None) -> PaginatedRelationList:
        """The players whom you have blocked or muted, latest first. Nobody else can see this list.

        Scope: `preference:read`.
        """
        return cast(
            "PaginatedRelationList",
            self._json("GET", "account/relations/", query={"cursor": cursor, "page_size": page_size}),
        )

    def all_relations(self, *, page_size: int | None = None) -> Iterator[Relation]:
        """The players whom you have blocked or muted, latest first. Nobody else can see this list.

        Scope: `preference:read`.
        """
        return self._all("GET", "account/relations/", query={"page_size": page_size})

    def get_relation(self, username: str) -> Relation:
        """Whether you have blocked or muted a player. You cannot see what they have decided about you.

        Scope: `preference:read`.
        """
        return cast("Relation", self._json("GET", f"account/relations/{self._part(username)}/"))

    def change_relation(self, username: str, **body: Unpack[PatchedRelationInputRequest]) -> Relation:
        """Block a player, mute them, or undo either. With a block, neither of you can challenge the other, send them
        messages, or accept their open challenges and invitations; ongoing games go on. If you mute a player, you
        do not see what they write. They are notified of neither.

        Scope: `relation:write`.
        """
        return cast("Relation", self._json("PATCH", f"account/relations/{self._part(username)}/", body=dict(body)))

    def play_out_moves(self, **body: Unpack[AnalysisInputRequest]) -> PlayedOut:
        """Play out moves from any position (by default the empty board) under any rule set. The response has the
        last position, with its legal moves, the counters and the result. An illegal move is refused, with its
        `ply` and the reason. Nothing is stored.
        """
        return cast("PlayedOut", self._json("POST", "analysis/", body=dict(body)))

    def play_out_record(self, **body: Unpack[RecordInputRequest]) -> PlayedRecord:
        """Play out the game of a record. The response is that of `POST /analysis/`, with the tags of the record. The
        notation is detected (PGN-like text, PlayOK numbers, plain moves). Errors name the line and the half-move.
        Costs 5 calls.
        """
        return cast("PlayedRecord", self._json("POST", "analysis/record/", body=dict(body)))

    def list_apps(self, *, cursor: str | None = None, page_size: int | None = None) -> PaginatedAppList:
        """The apps that you have registered, newest first. Not available to tokens."""
        return cast("PaginatedAppList", self._json("GET", "apps/", query={"cursor": cursor, "page_size": page_size}))

    def all_apps(self, *, page_size: int | None = None) -> Iterator[App]:
        """The apps that you have registered, newest first. Not available to tokens."""
        return self._all("GET", "apps/", query={"page_size": page_size})

    def register_app(self, *, idempotency_key: str | None = None, **body: Unpack[AppInputRequest]) -> App:
        """Register an app; the response has its `client_id`. Apps have no secret, because one shared by many devices
        would not stay secret. Not available to tokens.
        """
        return cast("App", self._json("POST", "apps/", body=dict(body), key=idempotency_key))

    def get_app(self, client_id: str) -> App:
        """An app that you have registered. Not available to tokens."""
        return cast("App", self._json("GET", f"apps/{self._part(client_id)}/"))

    def change_app(self, client_id: str, **body: Unpack[PatchedAppInputRequest]) -> App:
        """Change the fields that are sent. Connected users stay connected. Not available to tokens."""
        return cast("App", self._json("PATCH", f"apps/{self._part(client_id)}/", body=dict(body)))

    def delete_app(self, client_id: str) -> None:
        """Delete an app of yours and all its connections, immediately. Not available to tokens."""
        self._json("DELETE", f"apps/{self._part(client_id)}/")

    def list_audit_checkpoints(
        self, *, cursor: str | None = None, page_size: int | None = None
    ) -> PaginatedCheckpointList:
        """Signed statements about the audit log, newest first: how many rows it had, and the seal of the last one."""
        return cast(
            "PaginatedCheckpointList",
            self._json("GET", "audit/checkpoints/", query={"cursor": cursor, "page_size": page_size}),
        )

    def all_audit_checkpoints(self, *, page_size: int | None = None) -> Iterator[Checkpoint]:
        """Signed statements about the audit log, newest first: how many rows it had, and the seal of the last one."""
        return self._all("GET", "audit/checkpoints/", query={"page_size": page_size})

    def export_audit_rows(self) -> str:
        """All rows of the audit log, streamed as lines of JSON: `number`, `content` (the hash of what the row says)
        and `seal` (SHA-256, in hexadecimal, of the previous seal, a line feed and `content`; for the first row,
        the previous seal is 64 zeros). `content` is empty in rows of an older format, which come before all
        others. Costs 20 calls.
        """
        return self._text("GET", "audit/rows/")

    def export_audit_rows_lines(self) -> Iterator[str]:
        """All rows of the audit log, streamed as lines of JSON: `number`, `content` (the hash of what the row says)
        and `seal` (SHA-256, in hexadecimal, of the previous seal, a line feed and `content`; for the first row,
        the previous seal is 64 zeros). `content` is empty in rows of an older format, which come before all
        others. Costs 20 calls.
        """
        return self._lines("GET", "audit/rows/")

    def get_calendar_feed(self) -> Feed:
        """When the feed was created (null if there is none), and when it was last read. The address is shown only on
        creation.

        Scope: `webhook:write`.
        """
        return cast("Feed", self._json("GET", "calendar-feed/"))

    def make_calendar_feed(self, *, idempotency_key: str | None = None) -> NewFeed:
        """Create the secret address at which calendar apps read your deadlines. It replaces the previous one.

        Scope: `webhook:write`.
        """
        return cast("NewFeed", self._json("POST", "calendar-feed/", key=idempotency_key))

    def change_calendar_feed(self, **body: Unpack[PatchedFeedChangesRequest]) -> Feed:
        """Change what the feed contains besides deadlines. Planned leave is private, but anyone who has the address
        can read it.

        Scope: `webhook:write`.
        """
        return cast("Feed", self._json("PATCH", "calendar-feed/", body=dict(body)))

    def revoke_calendar_feed(self) -> None:
        """Revoke the address, if there is one.

        Scope: `webhook:write`.
        """
        self._json("DELETE", "calendar-feed/")

    def list_canned_messages(self) -> CannedMessagesPage:
        """The sentences that can be sent by key. Readers see them in their own language."""
        return cast("CannedMessagesPage", self._json("GET", "canned-messages/"))

    def list_challenges(
        self,
        *,
        cursor: str | None = None,
        direction: Literal["sent", "received"] | None = None,
        kind: Literal["direct", "open", "link"] | None = None,
        page_size: int | None = None,
        status: Literal["open", "accepted", "declined", "cancelled", "expired"] | None = None,
    ) -> PaginatedChallengeList:
        """The challenges that you have sent, received or accepted, newest first.

        Scope: `challenge:read`.
        """
        return cast(
            "PaginatedChallengeList",
            self._json(
                "GET",
                "challenges/",
                query={
                    "cursor": cursor,
                    "direction": direction,
                    "kind": kind,
                    "page_size": page_size,
                    "status": status,
                },
            ),
        )

    def all_challenges(
        self,
        *,
        direction: Literal["sent", "received"] | None = None,
        kind: Literal["direct", "open", "link"] | None = None,
        page_size: int | None = None,
        status: Literal["open", "accepted", "declined", "cancelled", "expired"] | None = None,
    ) -> Iterator[Challenge]:
        """The challenges that you have sent, received or accepted, newest first.

        Scope: `challenge:read`.
        """
        return self._all(
            "GET", "challenges/", query={"direction": direction, "kind": kind, "page_size": page_size, "status": status}
        )

    def send_challenge(
        self, *, idempotency_key: str | None = None, **body: Unpack[ChallengeInputRequest]
    ) -> NewChallenge:
        """Challenge one player (`direct`), the first eligible player who accepts (`open`), or the first who accepts
        with the secret of an invitation (`link`). A computer of this server accepts at once; `game` is then the
        number of the new game.

        Scope: `challenge:write`.
        """
        return cast("NewChallenge", self._json("POST", "challenges/", body=dict(body), key=idempotency_key))

    def get_challenge(self, number: int) -> Challenge:
        """A challenge that you have sent, received or accepted, or an open one.

        Scope: `challenge:read`.
        """
        return cast("Challenge", self._json("GET", f"challenges/{self._part(number)}/"))

    def accept_challenge(
        self, number: int, *, idempotency_key: str | None = None, **body: Unpack[AcceptanceInputRequest]
    ) -> Challenge:
        """Accept a challenge to you or an open one; `game` is the number of the new game.

        Scope: `challenge:write`.
        """
        return cast(
            "Challenge",
            self._json("POST", f"challenges/{self._part(number)}/acceptance/", body=dict(body), key=idempotency_key),
        )

    def cancel_challenge(self, number: int, *, idempotency_key: str | None = None) -> Challenge:
        """Cancel a challenge that you have sent.

        Scope: `challenge:write`.
        """
        return cast(
            "Challenge", self._json("POST", f"challenges/{self._part(number)}/cancellation/", key=idempotency_key)
        )

    def decline_challenge(
        self, number: int, *, idempotency_key: str | None = None, **body: Unpack[DeclineInputRequest]
    ) -> Challenge:
        """Decline a challenge to you, with an optional reason.

        Scope: `challenge:write`.
        """
        return cast(
            "Challenge",
            self._json("POST", f"challenges/{self._part(number)}/refusal/", body=dict(body), key=idempotency_key),
        )

    def list_chat_connections(
        self, *, cursor: str | None = None, page_size: int | None = None
    ) -> PaginatedChatConnectionList:
        """The places in chat apps to which your notifications are sent, newest first.

        Scope: `webhook:write`.
        """
        return cast(
            "PaginatedChatConnectionList",
            self._json("GET", "chat-connections/", query={"cursor": cursor, "page_size": page_size}),
        )

    def all_chat_connections(self, *, page_size: int | None = None) -> Iterator[ChatConnection]:
        """The places in chat apps to which your notifications are sent, newest first.

        Scope: `webhook:write`.
        """
        return self._all("GET", "chat-connections/", query={"page_size": page_size})

    def create_chat_connection(
        self, *, idempotency_key: str | None = None, **body: Unpack[ChatConnectionInputRequest]
    ) -> ChatConnection:
        """Send your notifications to a place in a chat app. Its address and token are stored encrypted.

        Scope: `webhook:write`.
        """
        return cast("ChatConnection", self._json("POST", "chat-connections/", body=dict(body), key=idempotency_key))

    def get_chat_connection(self, connection_id: int) -> ChatConnection:
        """One of the places in chat apps to which your notifications are sent.

        Scope: `webhook:write`.
        """
        return cast("ChatConnection", self._json("GET", f"chat-connections/{self._part(connection_id)}/"))

    def change_chat_connection(
        self, connection_id: int, **body: Unpack[PatchedChatConnectionChangesRequest]
    ) -> ChatConnection:
        """Switch a chat app off or on. Notifications of events that happen while it is off are not sent later.

        Scope: `webhook:write`.
        """
        return cast(
            "ChatConnection", self._json("PATCH", f"chat-connections/{self._part(connection_id)}/", body=dict(body))
        )

    def delete_chat_connection(self, connection_id: int) -> None:
        """Delete the place, with its address and token.

        Scope: `webhook:write`.
        """
        self._json("DELETE", f"chat-connections/{self._part(connection_id)}/")

    def test_chat_connection(self, connection_id: int, *, idempotency_key: str | None = None) -> ChatConnection:
        """Send a test notification, once. `last_tried_at` and `error` show the result.

        Scope: `webhook:write`.
        """
        return cast(
            "ChatConnection",
            self._json("POST", f"chat-connections/{self._part(connection_id)}/test/", key=idempotency_key),
        )

    def list_clubs(
        self, *, cursor: str | None = None, page_size: int | None = None, q: str | None = None
    ) -> PaginatedClubList:
        """All clubs, by name. Costs 2 calls."""
        return cast(
            "PaginatedClubList", self._json("GET", "clubs/", query={"cursor": cursor, "page_size": page_size, "q": q})
        )

    def all_clubs(self, *, page_size: int | None = None, q: str | None = None) -> Iterator[Club]:
        """All clubs, by name. Costs 2 calls."""
        return self._all("GET", "clubs/", query={"page_size": page_size, "q": q})

    def found_club(self, *, idempotency_key: str | None = None, **body: Unpack[ClubInputRequest]) -> Club:
        """Found a club, of which you are the owner then.

        Scope: `club:write`.
        """
        return cast("Club", self._json("POST", "clubs/", body=dict(body), key=idempotency_key))

    def get_club(self, slug: str) -> Club:
        """What a club says of itself, and how one joins it."""
        return cast("Club", self._json("GET", f"clubs/{self._part(slug)}/"))

    def change_club(self, slug: str, **body: Unpack[PatchedClubChangesRequest]) -> Club:
        """Change what your club says of itself, or how one joins it. Only the owner can.

        Scope: `club:write`.
        """
        return cast("Club", self._json("PATCH", f"clubs/{self._part(slug)}/", body=dict(body)))

    def dissolve_club(self, slug: str) -> None:
        """Delete your club with its members and its noticeboard, for good. Only the owner can.

        Scope: `club:write`.
        """
        self._json("DELETE", f"clubs/{self._part(slug)}/")

    def make_club_link(self, slug: str, *, idempotency_key: str | None = None) -> ClubLink:
        """Create a link by which one joins at once. The former one stops working. Officers can, and the owner.

        Scope: `club:write`.
        """
        return cast("ClubLink", self._json("POST", f"clubs/{self._part(slug)}/link/", key=idempotency_key))

    def revoke_club_link(self, slug: str) -> None:
        """Let the link stop working, if there is one. Officers can, and the owner.

        Scope: `club:write`.
        """
        self._json("DELETE", f"clubs/{self._part(slug)}/link/")

    def list_club_members(
        self, slug: str, *, cursor: str | None = None, page_size: int | None = None
    ) -> PaginatedClubMemberList:
        """The members of a club: the owner, the officers, all others; in each role those who joined first."""
        return cast(
            "PaginatedClubMemberList",
            self._json("GET", f"clubs/{self._part(slug)}/members/", query={"cursor": cursor, "page_size": page_size}),
        )

    def all_club_members(self, slug: str, *, page_size: int | None = None) -> Iterator[ClubMember]:
        """The members of a club: the owner, the officers, all others; in each role those who joined first."""
        return self._all("GET", f"clubs/{self._part(slug)}/members/", query={"page_size": page_size})

    def accept_into_club(self, slug: str, username: str) -> ClubMember:
        """Accept the request of a player; nothing changes if they are a member. Officers can, and the owner.

        Scope: `club:write`.
        """
        return cast("ClubMember", self._json("PUT", f"clubs/{self._part(slug)}/members/{self._part(username)}/"))

    def give_club_role(self, slug: str, username: str, **body: Unpack[PatchedRoleInputRequest]) -> ClubMember:
        """Make a member an officer, or a member again, or hand the club over. Only the owner can.

        Scope: `club:write`.
        """
        return cast(
            "ClubMember",
            self._json("PATCH", f"clubs/{self._part(slug)}/members/{self._part(username)}/", body=dict(body)),
        )

    def remove_from_club(self, slug: str, username: str) -> None:
        """Remove a member; nothing changes if they are none. Officers remove members, the owner removes officers
        too. The player joins again only if an officer accepts it, and asks a week later at the earliest.

        Scope: `club:write`.
        """
        self._json("DELETE", f"clubs/{self._part(slug)}/members/{self._part(username)}/")

    def get_club_membership(self, slug: str) -> OwnMembership:
        """Your role, or that you have asked to join; 404 if neither.

        Scope: `club:read`.
        """
        return cast("OwnMembership", self._json("GET", f"clubs/{self._part(slug)}/membership/"))

    def join_club(self, slug: str, **body: Unpack[JoinInputRequest]) -> OwnMembership:
        """Join a club, or ask for it if an officer has to accept you. With the `secret` of its link you join at
        once. Somebody whom an officer has removed has to ask in any case.

        Scope: `club:write`.
        """
        return cast("OwnMembership", self._json("PUT", f"clubs/{self._part(slug)}/membership/", body=dict(body)))

    def leave_club(self, slug: str) -> None:
        """Leave a club, or withdraw your request. Nothing changes if there is neither.

        Scope: `club:write`.
        """
        self._json("DELETE", f"clubs/{self._part(slug)}/membership/")

    def list_club_posts(
        self, slug: str, *, cursor: str | None = None, page_size: int | None = None
    ) -> PaginatedPostList:
        """The posts on the noticeboard, newest first, for members. Posts by players whom you have blocked or muted
        are left out.

        Scope: `club:read`.
        """
        return cast(
            "PaginatedPostList",
            self._json("GET", f"clubs/{self._part(slug)}/posts/", query={"cursor": cursor, "page_size": page_size}),
        )

    def all_club_posts(self, slug: str, *, page_size: int | None = None) -> Iterator[Post]:
        """The posts on the noticeboard, newest first, for members. Posts by players whom you have blocked or muted
        are left out.

        Scope: `club:read`.
        """
        return self._all("GET", f"clubs/{self._part(slug)}/posts/", query={"page_size": page_size})

    def write_club_post(
        self, slug: str, *, idempotency_key: str | None = None, **body: Unpack[PostInputRequest]
    ) -> Post:
        """Post on the noticeboard of your club; at most twenty posts an hour.

        Scope: `club:write`.
        """
        return cast(
            "Post", self._json("POST", f"clubs/{self._part(slug)}/posts/", body=dict(body), key=idempotency_key)
        )

    def remove_club_post(self, post_id: int, slug: str) -> None:
        """Remove a post of yours; officers and the owner remove those of others too. A mark stays in its place, and
        only staff can read the text from then on, for 90 days.

        Scope: `club:write`.
        """
        self._json("DELETE", f"clubs/{self._part(slug)}/posts/{self._part(post_id)}/")

    def get_club_ranking(
        self,
        slug: str,
        *,
        cursor: str | None = None,
        page_size: int | None = None,
        pool: Literal["people", "bots"] | None = None,
        provisional: bool | None = None,
        rules: Literal["standard", "applet", "pink-green", "classic", "brettspielnetz"] | None = None,
    ) -> PaginatedRankedMemberList:
        """The members who have ended a rated game in the last 90 days, highest rating first."""
        return cast(
            "PaginatedRankedMemberList",
            self._json(
                "GET",
                f"clubs/{self._part(slug)}/ranking/",
                query={
                    "cursor": cursor,
                    "page_size": page_size,
                    "pool": pool,
                    "provisional": provisional,
                    "rules": rules,
                },
            ),
        )

    def all_get_club_ranking(
        self,
        slug: str,
        *,
        page_size: int | None = None,
        pool: Literal["people", "bots"] | None = None,
        provisional: bool | None = None,
        rules: Literal["standard", "applet", "pink-green", "classic", "brettspielnetz"] | None = None,
    ) -> Iterator[RankedMember]:
        """The members who have ended a rated game in the last 90 days, highest rating first."""
        return self._all(
            "GET",
            f"clubs/{self._part(slug)}/ranking/",
            query={"page_size": page_size, "pool": pool, "provisional": provisional, "rules": rules},
        )

    def list_club_requests(
        self, slug: str, *, cursor: str | None = None, page_size: int | None = None
    ) -> PaginatedJoinRequestList:
        """The players who wait for an answer, the first one first. Officers read it, and the owner.

        Scope: `club:read`.
        """
        return cast(
            "PaginatedJoinRequestList",
            self._json("GET", f"clubs/{self._part(slug)}/requests/", query={"cursor": cursor, "page_size": page_size}),
        )

    def all_club_requests(self, slug: str, *, page_size: int | None = None) -> Iterator[JoinRequest]:
        """The players who wait for an answer, the first one first. Officers read it, and the owner.

        Scope: `club:read`.
        """
        return self._all("GET", f"clubs/{self._part(slug)}/requests/", query={"page_size": page_size})

    def refuse_club_request(self, slug: str, username: str) -> None:
        """Refuse the request of a player, who is not told; nothing changes if there is none. Officers can, and the
        owner. The player can ask again a week after the request.

        Scope: `club:write`.
        """
        self._json("DELETE", f"clubs/{self._part(slug)}/requests/{self._part(username)}/")

    def list_computers(self) -> ComputersPage:
        """The computers of this server, weakest first. They accept a direct challenge at once, as long as there is
        room for one more game.
        """
        return cast("ComputersPage", self._json("GET", "computers/"))

    def list_connections(self) -> ConnectedApps:
        """The apps that can act for you, by name, without pagination. Not available to tokens."""
        return cast("ConnectedApps", self._json("GET", "connections/"))

    def disconnect_app(self, client_id: str) -> None:
        """Disconnect an app: all its tokens for your account are revoked immediately. Not available to tokens."""
        self._json("DELETE", f"connections/{self._part(client_id)}/")

    def get_days_off(self) -> DaysOff:
        """The weekdays and public holidays on which your clocks are paused, in games whose terms allow it.

        Scope: `game:read`.
        """
        return cast("DaysOff", self._json("GET", "days-off/"))

    def change_days_off(self, **body: Unpack[DaysOffInputRequest]) -> DaysOff:
        """Replace your days off from now on. They can be changed again after a week.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast("DaysOff", self._json("PUT", "days-off/", body=dict(body)))

    def list_disputes(self, *, cursor: str | None = None, page_size: int | None = None) -> PaginatedDisputeList:
        """The disputes that you have opened, and those about your games that you may see; newest first.

        Scope: `game:read`.
        """
        return cast(
            "PaginatedDisputeList", self._json("GET", "disputes/", query={"cursor": cursor, "page_size": page_size})
        )

    def all_disputes(self, *, page_size: int | None = None) -> Iterator[Dispute]:
        """The disputes that you have opened, and those about your games that you may see; newest first.

        Scope: `game:read`.
        """
        return self._all("GET", "disputes/", query={"page_size": page_size})

    def get_dispute(self, number: int) -> Dispute:
        """The status of a dispute, the decision and its reason.

        Scope: `game:read`.
        """
        return cast("Dispute", self._json("GET", f"disputes/{self._part(number)}/"))

    def appeal(
        self, number: int, *, idempotency_key: str | None = None, **body: Unpack[DisputeAppealInputRequest]
    ) -> Dispute:
        """Ask another arbiter to review a decision, once. Each player who was notified of the decision may appeal.

        Scope: `dispute:write`.
        """
        return cast(
            "Dispute",
            self._json("POST", f"disputes/{self._part(number)}/appeal/", body=dict(body), key=idempotency_key),
        )

    def withdraw_dispute(self, number: int, *, idempotency_key: str | None = None) -> Dispute:
        """Withdraw your dispute before it is decided. If it has stopped the clocks, they run again.

        Scope: `dispute:write`.
        """
        return cast("Dispute", self._json("POST", f"disputes/{self._part(number)}/withdrawal/", key=idempotency_key))

    def list_dumps(self, *, cursor: str | None = None, page_size: int | None = None) -> PaginatedDumpList:
        """All rated games as files: two for each month, the last month first. A file has the games that ended in its
        month, except annulled ones. It is at `url`, and needs no token. Where `sha256` is another one than
        before, a game counts no more, or a player has left.
        """
        return cast("PaginatedDumpList", self._json("GET", "dumps/", query={"cursor": cursor, "page_size": page_size}))

    def all_dumps(self, *, page_size: int | None = None) -> Iterator[Dump]:
        """All rated games as files: two for each month, the last month first. A file has the games that ended in its
        month, except annulled ones. It is at `url`, and needs no token. Where `sha256` is another one than
        before, a game counts no more, or a player has left.
        """
        return self._all("GET", "dumps/", query={"page_size": page_size})

    def list_events(
        self, *, after: int | None = None, page_size: int | None = None, wait: int | None = None
    ) -> EventsPage:
        """All events that concern you, in one log that is numbered without gaps.

        Scope: `game:read`.
        """
        return cast(
            "EventsPage", self._json("GET", "events/", query={"after": after, "page_size": page_size, "wait": wait})
        )

    def list_games(
        self,
        *,
        cursor: str | None = None,
        opponent: str | None = None,
        page_size: int | None = None,
        player: str | None = None,
        rated: bool | None = None,
        result: Literal["1-0", "0-1", "1/2-1/2", "*"] | None = None,
        rules: Literal["standard", "applet", "pink-green", "classic", "brettspielnetz"] | None = None,
        status: Literal["ongoing", "finished", "aborted"] | None = None,
        termination: Literal[
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
        | None = None,
        waiting: bool | None = None,
    ) -> PaginatedGameSummaryList:
        """Games that match the filters. With a `status`, ongoing games are ordered by deadline, most urgent first,
        and finished and aborted games by the date of their end, latest first. Without a `status`, the newest come
        first.
        """
        return cast(
            "PaginatedGameSummaryList",
            self._json(
                "GET",
                "games/",
                query={
                    "cursor": cursor,
                    "opponent": opponent,
                    "page_size": page_size,
                    "player": player,
                    "rated": rated,
                    "result": result,
                    "rules": rules,
                    "status": status,
                    "termination": termination,
                    "waiting": waiting,
                },
            ),
        )

    def all_games(
        self,
        *,
        opponent: str | None = None,
        page_size: int | None = None,
        player: str | None = None,
        rated: bool | None = None,
        result: Literal["1-0", "0-1", "1/2-1/2", "*"] | None = None,
        rules: Literal["standard", "applet", "pink-green", "classic", "brettspielnetz"] | None = None,
        status: Literal["ongoing", "finished", "aborted"] | None = None,
        termination: Literal[
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
        | None = None,
        waiting: bool | None = None,
    ) -> Iterator[GameSummary]:
        """Games that match the filters. With a `status`, ongoing games are ordered by deadline, most urgent first,
        and finished and aborted games by the date of their end, latest first. Without a `status`, the newest come
        first.
        """
        return self._all(
            "GET",
            "games/",
            query={
                "opponent": opponent,
                "page_size": page_size,
                "player": player,
                "rated": rated,
                "result": result,
                "rules": rules,
                "status": status,
                "termination": termination,
                "waiting": waiting,
            },
        )

    def get_game(self, number: int, *, legal_moves: bool | None = None) -> Game:
        """The game as it stands. If its deadline has passed, it is ended first."""
        return cast("Game", self._json("GET", f"games/{self._part(number)}/", query={"legal_moves": legal_moves}))

    def abort(self, number: int, *, idempotency_key: str | None = None) -> Game:
        """End the game without a result, before your own second move. This is possible in at most three rated games
        within 30 days, including those in which you did not make a first move.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast("Game", self._json("POST", f"games/{self._part(number)}/abort/", key=idempotency_key))

    def get_conditional_moves(self, number: int) -> ConditionalMoves:
        """Your conditional moves in a game. Only you can see them.

        Scope: `game:read`.
        """
        return cast("ConditionalMoves", self._json("GET", f"games/{self._part(number)}/conditional-moves/"))

    def put_conditional_moves(self, number: int, **body: Unpack[ConditionalMovesInputRequest]) -> ConditionalMoves:
        """Store answers to your opponent's next moves while it is their turn: an answer is played immediately and
        takes no time. Or let a Zwickmühle work by itself until your opponent threatens a mill or has three stones
        left, or anything else changes. The new conditional moves replace the previous ones.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast(
            "ConditionalMoves", self._json("PUT", f"games/{self._part(number)}/conditional-moves/", body=dict(body))
        )

    def drop_conditional_moves(self, number: int) -> None:
        """Delete your conditional moves, if there are any.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        self._json("DELETE", f"games/{self._part(number)}/conditional-moves/")

    def list_game_disputes(
        self, number: int, *, cursor: str | None = None, page_size: int | None = None
    ) -> PaginatedDisputeList:
        """The disputes about a game of yours that you may see, newest first.

        Scope: `game:read`.
        """
        return cast(
            "PaginatedDisputeList",
            self._json(
                "GET", f"games/{self._part(number)}/disputes/", query={"cursor": cursor, "page_size": page_size}
            ),
        )

    def all_game_disputes(self, number: int, *, page_size: int | None = None) -> Iterator[Dispute]:
        """The disputes about a game of yours that you may see, newest first.

        Scope: `game:read`.
        """
        return self._all("GET", f"games/{self._part(number)}/disputes/", query={"page_size": page_size})

    def open_dispute(
        self, number: int, *, idempotency_key: str | None = None, **body: Unpack[DisputeInputRequest]
    ) -> Dispute:
        """Open a dispute about a game. The server decides a claim at once if it can; otherwise an arbiter decides.
        While a dispute about a `draw` or a `repetition` waits for an arbiter, the clocks are stopped and nobody
        can move, unless `clocks_run` is set.

        Scope: `dispute:write`.
        """
        return cast(
            "Dispute", self._json("POST", f"games/{self._part(number)}/disputes/", body=dict(body), key=idempotency_key)
        )

    def claim_draw(
        self, number: int, *, idempotency_key: str | None = None, **body: Unpack[ClaimInputRequest]
    ) -> ProvenClaim:
        """Claim a draw by repetition or by the quiet limit. You must be on move, and the rules must require a claim.
        If the server proves the claim, the game ends; otherwise the refusal says what the server found.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast(
            "ProvenClaim",
            self._json("POST", f"games/{self._part(number)}/draw-claim/", body=dict(body), key=idempotency_key),
        )

    def offer_draw(
        self, number: int, *, idempotency_key: str | None = None, **body: Unpack[ReasonInputRequest]
    ) -> Game:
        """Offer a draw without a move, with an optional reason. The offer stands until your opponent accepts,
        declines or moves.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast(
            "Game", self._json("POST", f"games/{self._part(number)}/draw-offer/", body=dict(body), key=idempotency_key)
        )

    def accept_draw(self, number: int, *, idempotency_key: str | None = None) -> Game:
        """Accept your opponent's offer: the game ends in a draw by agreement.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast(
            "Game", self._json("POST", f"games/{self._part(number)}/draw-offer/acceptance/", key=idempotency_key)
        )

    def decline_draw(
        self, number: int, *, idempotency_key: str | None = None, **body: Unpack[ReasonInputRequest]
    ) -> Game:
        """Decline your opponent's offer, with an optional reason. A move declines it too.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast(
            "Game",
            self._json("POST", f"games/{self._part(number)}/draw-offer/refusal/", body=dict(body), key=idempotency_key),
        )

    def list_game_events(
        self, number: int, *, after: int | None = None, page_size: int | None = None, wait: int | None = None
    ) -> GameEventsPage:
        """The log of a game, with the game as it stands now. Messages and draw offers are for its players only."""
        return cast(
            "GameEventsPage",
            self._json(
                "GET",
                f"games/{self._part(number)}/events/",
                query={"after": after, "page_size": page_size, "wait": wait},
            ),
        )

    def list_messages(
        self, number: int, *, cursor: str | None = None, page_size: int | None = None
    ) -> PaginatedMessageList:
        """The messages between you and your opponent, oldest first.

        Scope: `game:read`.
        """
        return cast(
            "PaginatedMessageList",
            self._json(
                "GET", f"games/{self._part(number)}/messages/", query={"cursor": cursor, "page_size": page_size}
            ),
        )

    def all_messages(self, number: int, *, page_size: int | None = None) -> Iterator[Message]:
        """The messages between you and your opponent, oldest first.

        Scope: `game:read`.
        """
        return self._all("GET", f"games/{self._part(number)}/messages/", query={"page_size": page_size})

    def send_message(
        self, number: int, *, idempotency_key: str | None = None, **body: Unpack[MessageInputRequest]
    ) -> Message:
        """Send a message to your opponent, during the game or after it: free text, or a ready-made sentence.

        Scope: `message:write`.
        """
        return cast(
            "Message", self._json("POST", f"games/{self._part(number)}/messages/", body=dict(body), key=idempotency_key)
        )

    def list_moves(self, number: int) -> MovesPage:
        """All moves of the game on one page."""
        return cast("MovesPage", self._json("GET", f"games/{self._part(number)}/moves/"))

    def play_move(self, number: int, *, idempotency_key: str | None = None, **body: Unpack[MoveInputRequest]) -> Game:
        """Play a half-move, including its removal. You can send a draw offer, a message and conditional moves with
        it. Your opponent's conditional moves are played at once, so it may be your turn again. If you send the
        same move for the same `ply` again, the response is 200 and nothing is played twice.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast(
            "Game", self._json("POST", f"games/{self._part(number)}/moves/", body=dict(body), key=idempotency_key)
        )

    def get_note(self, number: int) -> OwnNote:
        """Your note about a game that you play. Nobody else can read it unless you reveal it.

        Scope: `game:read`.
        """
        return cast("OwnNote", self._json("GET", f"games/{self._part(number)}/note/"))

    def put_note(self, number: int, **body: Unpack[NoteInputRequest]) -> OwnNote:
        """Replace your note. With `revealed`, everyone can read it when the game is over; until then, only you can.
        To hide it again, send it without `revealed`.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast("OwnNote", self._json("PUT", f"games/{self._part(number)}/note/", body=dict(body)))

    def drop_note(self, number: int) -> None:
        """Delete your note, if there is one.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        self._json("DELETE", f"games/{self._part(number)}/note/")

    def list_notes(self, number: int) -> NotesPage:
        """The notes that players of a game that is over have revealed; at most one for each player."""
        return cast("NotesPage", self._json("GET", f"games/{self._part(number)}/notes/"))

    def offer_pause(
        self, number: int, *, idempotency_key: str | None = None, **body: Unpack[PauseInputRequest]
    ) -> Game:
        """Offer to pause both clocks, from your opponent's acceptance until a given time. The offer stands until
        your opponent accepts or declines, you withdraw it, or somebody moves.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast(
            "Game", self._json("POST", f"games/{self._part(number)}/pause/", body=dict(body), key=idempotency_key)
        )

    def withdraw_pause(self, number: int) -> None:
        """Withdraw your own offer. A pause that your opponent has accepted cannot be withdrawn.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        self._json("DELETE", f"games/{self._part(number)}/pause/")

    def accept_pause(self, number: int, *, idempotency_key: str | None = None) -> Game:
        """Accept your opponent's offer: both clocks are paused from now until the end of the pause. Moves are still
        possible and do not end it.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast("Game", self._json("POST", f"games/{self._part(number)}/pause/acceptance/", key=idempotency_key))

    def decline_pause(self, number: int, *, idempotency_key: str | None = None) -> Game:
        """Decline your opponent's offer. A move declines it too.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast("Game", self._json("POST", f"games/{self._part(number)}/pause/refusal/", key=idempotency_key))

    def note_presence(self, number: int, **body: Unpack[PresenceInputRequest]) -> None:
        """Report that you are looking at the game, and up to which `seq` of its log. For 90 seconds, notifications
        about the game are held back, and none are sent about what you have seen. Deadline notifications are sent
        regardless.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        self._json("PUT", f"games/{self._part(number)}/presence/", body=dict(body))

    def note_absence(self, number: int) -> None:
        """Report that you are no longer looking at the game.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        self._json("DELETE", f"games/{self._part(number)}/presence/")

    def get_record(
        self,
        number: int,
        *,
        evaluations: bool | None = None,
        form: Literal["ndjson", "pgn"] | None = None,
        notation: Literal["pgn", "playok", "separate"] | None = None,
    ) -> str:
        """The game as PGN-like text (`application/x-muehle-pgn`), or as a line of JSON (`application/x-ndjson`) with
        the fields of a game. The last three half-moves of an ongoing game are included for its players only.
        """
        return self._text(
            "GET",
            f"games/{self._part(number)}/record/",
            query={"evaluations": evaluations, "form": form, "notation": notation},
        )

    def get_record_lines(
        self,
        number: int,
        *,
        evaluations: bool | None = None,
        form: Literal["ndjson", "pgn"] | None = None,
        notation: Literal["pgn", "playok", "separate"] | None = None,
    ) -> Iterator[str]:
        """The game as PGN-like text (`application/x-muehle-pgn`), or as a line of JSON (`application/x-ndjson`) with
        the fields of a game. The last three half-moves of an ongoing game are included for its players only.
        """
        return self._lines(
            "GET",
            f"games/{self._part(number)}/record/",
            query={"evaluations": evaluations, "form": form, "notation": notation},
        )

    def ask_rematch(self, number: int, *, idempotency_key: str | None = None) -> Challenge:
        """Challenge the opponent of an ended game again, on the same terms and with colours swapped. A computer of
        this server accepts at once.

        Scope: `challenge:write`.
        """
        return cast("Challenge", self._json("POST", f"games/{self._part(number)}/rematch/", key=idempotency_key))

    def remind_opponent(self, number: int, *, idempotency_key: str | None = None) -> Game:
        """Remind your opponent to move. You can do so once in a turn, after their clock has run for three days or
        for half of their time.

        Scope: `message:write`.
        """
        return cast("Game", self._json("POST", f"games/{self._part(number)}/reminder/", key=idempotency_key))

    def resign(self, number: int, *, idempotency_key: str | None = None) -> Game:
        """Resign the game, on either side's turn.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast("Game", self._json("POST", f"games/{self._part(number)}/resignation/", key=idempotency_key))

    def get_review(self, number: int) -> Review:
        """What each half-move of an ended game was worth, and what was better: proved by the tables of the solved
        game or by search, or estimated. Not found if nobody has asked for the review yet. While it is being made,
        the answer has the half-moves that are judged; the event `game_reviewed` says that it is finished.
        """
        return cast("Review", self._json("GET", f"games/{self._part(number)}/review/"))

    def ask_for_review(self, number: int, *, idempotency_key: str | None = None) -> Review:
        """Have an ended game reviewed, which takes seconds to minutes. If there is a review already, it is returned,
        unless it was made by an older version.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast("Review", self._json("POST", f"games/{self._part(number)}/review/", key=idempotency_key))

    def list_spectator_messages(
        self, number: int, *, cursor: str | None = None, page_size: int | None = None
    ) -> PaginatedSpectatorMessageList:
        """The messages of the spectator chat, newest first. The two players can read them when the game is over.

        Scope: `game:read`.
        """
        return cast(
            "PaginatedSpectatorMessageList",
            self._json(
                "GET", f"games/{self._part(number)}/spectator-chat/", query={"cursor": cursor, "page_size": page_size}
            ),
        )

    def all_spectator_messages(self, number: int, *, page_size: int | None = None) -> Iterator[SpectatorMessage]:
        """The messages of the spectator chat, newest first. The two players can read them when the game is over.

        Scope: `game:read`.
        """
        return self._all("GET", f"games/{self._part(number)}/spectator-chat/", query={"page_size": page_size})

    def send_spectator_message(
        self, number: int, *, idempotency_key: str | None = None, **body: Unpack[SpectatorMessageInputRequest]
    ) -> SpectatorMessage:
        """Post a message in the spectator chat; at most thirty an hour.

        Scope: `message:write`.
        """
        return cast(
            "SpectatorMessage",
            self._json("POST", f"games/{self._part(number)}/spectator-chat/", body=dict(body), key=idempotency_key),
        )

    def delete_spectator_message(self, message_id: int, number: int) -> None:
        """Delete a message that you posted as a spectator. After that, only staff can read it, for 90 days.

        Scope: `message:write`.
        """
        self._json("DELETE", f"games/{self._part(number)}/spectator-chat/{self._part(message_id)}/")

    def ask_takeback(self, number: int, *, idempotency_key: str | None = None) -> Game:
        """Ask to take back your last half-move in a casual game, together with the answer to it if there is one. The
        request stands until your opponent accepts or declines, or somebody moves.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast("Game", self._json("POST", f"games/{self._part(number)}/takeback/", key=idempotency_key))

    def accept_takeback(self, number: int, *, idempotency_key: str | None = None) -> Game:
        """Agree to the take-back: it is your opponent's turn again, in the position before their half-move. Draw
        offers and conditional moves end.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast("Game", self._json("POST", f"games/{self._part(number)}/takeback/acceptance/", key=idempotency_key))

    def decline_takeback(self, number: int, *, idempotency_key: str | None = None) -> Game:
        """Decline your opponent's request. A move declines it too.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast("Game", self._json("POST", f"games/{self._part(number)}/takeback/refusal/", key=idempotency_key))

    def give_time(self, number: int, *, idempotency_key: str | None = None) -> Game:
        """Give your opponent one more day, on either side's turn, at most ten times in a game. If their time has run
        out in a game with `timeout` `claim`, they have a day from now.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast("Game", self._json("POST", f"games/{self._part(number)}/time-gift/", key=idempotency_key))

    def claim_timeout(self, number: int, *, idempotency_key: str | None = None) -> Game:
        """Claim the win when your opponent’s time has run out in a game with `timeout` `claim`; `clock.grace_until`
        is then set.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast("Game", self._json("POST", f"games/{self._part(number)}/timeout-claim/", key=idempotency_key))

    def list_zwickmuehlen(self, number: int, *, ply: int | None = None) -> GameZwickmuehlen:
        """The Zwickmühlen of both sides, now or after an earlier half-move. Refused to the players of an ongoing
        rated game, for every half-move.
        """
        return cast(
            "GameZwickmuehlen", self._json("GET", f"games/{self._part(number)}/zwickmuehlen/", query={"ply": ply})
        )

    def get_live(self) -> Live:
        """The process answers."""
        return cast("Live", self._json("GET", "health/live/"))

    def get_ready(self) -> Ready:
        """The database answers; 503 if it does not."""
        return cast("Ready", self._json("GET", "health/ready/"))

    def get_invitation(self, secret: str) -> Challenge:
        """The challenge of an invitation link."""
        return cast("Challenge", self._json("GET", f"invitations/{self._part(secret)}/"))

    def accept_invitation(
        self, secret: str, *, idempotency_key: str | None = None, **body: Unpack[AcceptanceInputRequest]
    ) -> Challenge:
        """Accept an invitation, which works once; `game` is the number of the new game.

        Scope: `challenge:write`.
        """
        return cast(
            "Challenge",
            self._json("POST", f"invitations/{self._part(secret)}/acceptance/", body=dict(body), key=idempotency_key),
        )

    def get_leave(self) -> LeaveAccount:
        """Your leave account with your planned leave. Others do not see leave before it begins.

        Scope: `game:read`.
        """
        return cast("LeaveAccount", self._json("GET", "leave/"))

    def take_leave(self, *, idempotency_key: str | None = None, **body: Unpack[LeaveInputRequest]) -> Leave:
        """Plan leave, or begin it now. Your clocks are paused in all games whose terms allow it.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        return cast("Leave", self._json("POST", "leave/", body=dict(body), key=idempotency_key))

    def end_leave(self, leave_id: int) -> None:
        """Cancel planned leave, or end current leave. Current leave lasts at least a day.

        Scope: `game:play`; for a bot, `bot:play`.
        """
        self._json("DELETE", f"leave/{self._part(leave_id)}/")

    def list_lobby(
        self,
        *,
        allows_guests: bool | None = None,
        bots: bool | None = None,
        bots_welcome: bool | None = None,
        cursor: str | None = None,
        fitting: bool | None = None,
        page_size: int | None = None,
        rules: Literal["standard", "applet", "pink-green", "classic", "brettspielnetz"] | None = None,
    ) -> PaginatedChallengeList:
        """The open challenges of other players, newest first."""
        return cast(
            "PaginatedChallengeList",
            self._json(
                "GET",
                "lobby/",
                query={
                    "allows_guests": allows_guests,
                    "bots": bots,
                    "bots_welcome": bots_welcome,
                    "cursor": cursor,
                    "fitting": fitting,
                    "page_size": page_size,
                    "rules": rules,
                },
            ),
        )

    def all_lobby(
        self,
        *,
        allows_guests: bool | None = None,
        bots: bool | None = None,
        bots_welcome: bool | None = None,
        fitting: bool | None = None,
        page_size: int | None = None,
        rules: Literal["standard", "applet", "pink-green", "classic", "brettspielnetz"] | None = None,
    ) -> Iterator[Challenge]:
        """The open challenges of other players, newest first."""
        return self._all(
            "GET",
            "lobby/",
            query={
                "allows_guests": allows_guests,
                "bots": bots,
                "bots_welcome": bots_welcome,
                "fitting": fitting,
                "page_size": page_size,
                "rules": rules,
            },
        )

    def list_notifications(
        self, *, cursor: str | None = None, page_size: int | None = None
    ) -> PaginatedNotificationList:
        """What the bell on the site shows you, newest first.

        Scope: `game:read`.
        """
        return cast(
            "PaginatedNotificationList",
            self._json("GET", "notifications/", query={"cursor": cursor, "page_size": page_size}),
        )

    def all_notifications(self, *, page_size: int | None = None) -> Iterator[Notification]:
        """What the bell on the site shows you, newest first.

        Scope: `game:read`.
        """
        return self._all("GET", "notifications/", query={"page_size": page_size})

    def list_sent_notifications(self, *, cursor: str | None = None, page_size: int | None = None) -> PaginatedSentList:
        """Notifications that were sent to you or wait to be sent, with their status, newest first. They are kept for
        some months.

        Scope: `game:read`.
        """
        return cast(
            "PaginatedSentList",
            self._json("GET", "notifications/deliveries/", query={"cursor": cursor, "page_size": page_size}),
        )

    def all_sent_notifications(self, *, page_size: int | None = None) -> Iterator[Sent]:
        """Notifications that were sent to you or wait to be sent, with their status, newest first. They are kept for
        some months.

        Scope: `game:read`.
        """
        return self._all("GET", "notifications/deliveries/", query={"page_size": page_size})

    def mark_notifications_seen(self, *, idempotency_key: str | None = None, **body: Unpack[SeenInputRequest]) -> Seen:
        """Mark your notifications as seen, up to a `seq`. This cannot be undone. The response says how many are new.

        Scope: `preference:write`.
        """
        return cast("Seen", self._json("POST", "notifications/seen/", body=dict(body), key=idempotency_key))

    def test_notifications(self, *, idempotency_key: str | None = None) -> None:
        """Send a test notification on every channel, such as the bell, email and your webhooks. `GET
        /notifications/deliveries/` shows the results.

        Scope: `preference:write`.
        """
        self._json("POST", "notifications/test/", key=idempotency_key)

    def revoke_apps_token(self, **body: Unpack[RevocationInputRequest]) -> None:
        """Revoke a token of this app. Revoking a refresh token ends the connection. An unknown token is not an
        error. Costs 2 calls.
        """
        self._json("POST", "oauth/revocation/", body=dict(body))

    def grant_tokens(self, **body: Unpack[GrantInputRequest]) -> Grant:
        """Exchange a code, or a refresh token, for an access token (valid for an hour) and a new refresh token. A
        code is valid for a minute. Codes and refresh tokens can be used only once; using one again ends the
        connection. As an exception, a refresh token that is sent again within a minute gives the same tokens, as
        long as the new refresh token has not been used. Costs 2 calls.
        """
        return cast("Grant", self._json("POST", "oauth/token/", body=dict(body)))

    def get_opening(
        self,
        *,
        band: Literal["casual", "below_1400", "from_1400", "from_1600", "from_1800"] | None = None,
        position: str | None = None,
        rules: Literal["standard", "applet", "pink-green", "classic", "brettspielnetz"] | None = None,
        year: int | None = None,
    ) -> Opening:
        """The moves that were played on this server while stones were being placed, the most frequent first, and how
        those games ended. Positions that a symmetry of the board leads to each other count as one. Games between
        people count that ended with a result after at least four half-moves; a game counts some seconds after its
        end.
        """
        return cast(
            "Opening",
            self._json("GET", "openings/", query={"band": band, "position": position, "rules": rules, "year": year}),
        )

    def list_players(
        self,
        *,
        active_days: int | None = None,
        bot: bool | None = None,
        country: Literal[
            "AD",
            "AE",
            "AF",
            "AG",
            "AI",
            "AL",
            "AM",
            "AO",
            "AQ",
            "AR",
            "AS",
            "AT",
            "AU",
            "AW",
            "AX",
            "AZ",
            "BA",
            "BB",
            "BD",
            "BE",
            "BF",
            "BG",
            "BH",
            "BI",
            "BJ",
            "BL",
            "BM",
            "BN",
            "BO",
            "BQ",
            "BR",
            "BS",
            "BT",
            "BV",
            "BW",
            "BY",
            "BZ",
            "CA",
            "CC",
            "CD",
            "CF",
            "CG",
            "CH",
            "CI",
            "CK",
            "CL",
            "CM",
            "CN",
            "CO",
            "CR",
            "CU",
            "CV",
            "CW",
            "CX",
            "CY",
            "CZ",
            "DE",
            "DJ",
            "DK",
            "DM",
            "DO",
            "DZ",
            "EC",
            "EE",
            "EG",
            "EH",
            "ER",
            "ES",
            "ET",
            "FI",
            "FJ",
            "FK",
            "FM",
            "FO",
            "FR",
            "GA",
            "GB",
            "GD",
            "GE",
            "GF",
            "GG",
            "GH",
            "GI",
            "GL",
            "GM",
            "GN",
            "GP",
            "GQ",
            "GR",
            "GS",
            "GT",
            "GU",
            "GW",
            "GY",
            "HK",
            "HM",
            "HN",
            "HR",
            "HT",
            "HU",
            "ID",
            "IE",
            "IL",
            "IM",
            "IN",
            "IO",
            "IQ",
            "IR",
            "IS",
            "IT",
            "JE",
            "JM",
            "JO",
            "JP",
            "KE",
            "KG",
            "KH",
            "KI",
            "KM",
            "KN",
            "KP",
            "KR",
            "KW",
            "KY",
            "KZ",
            "LA",
            "LB",
            "LC",
            "LI",
            "LK",
            "LR",
            "LS",
            "LT",
            "LU",
            "LV",
            "LY",
            "MA",
            "MC",
            "MD",
            "ME",
            "MF",
            "MG",
            "MH",
            "MK",
            "ML",
            "MM",
            "MN",
            "MO",
            "MP",
            "MQ",
            "MR",
            "MS",
            "MT",
            "MU",
            "MV",
            "MW",
            "MX",
            "MY",
            "MZ",
            "NA",
            "NC",
            "NE",
            "NF",
            "NG",
            "NI",
            "NL",
            "NO",
            "NP",
            "NR",
            "NU",
            "NZ",
            "OM",
            "PA",
            "PE",
            "PF",
            "PG",
            "PH",
            "PK",
            "PL",
            "PM",
            "PN",
            "PR",
            "PS",
            "PT",
            "PW",
            "PY",
            "QA",
            "RE",
            "RO",
            "RS",
            "RU",
            "RW",
            "SA",
            "SB",
            "SC",
            "SD",
            "SE",
            "SG",
            "SH",
            "SI",
            "SJ",
            "SK",
            "SL",
            "SM",
            "SN",
            "SO",
            "SR",
            "SS",
            "ST",
            "SV",
            "SX",
            "SY",
            "SZ",
            "TC",
            "TD",
            "TF",
            "TG",
            "TH",
            "TJ",
            "TK",
            "TL",
            "TM",
            "TN",
            "TO",
            "TR",
            "TT",
            "TV",
            "TW",
            "TZ",
            "UA",
            "UG",
            "UM",
            "US",
            "UY",
            "UZ",
            "VA",
            "VC",
            "VE",
            "VG",
            "VI",
            "VN",
            "VU",
            "WF",
            "WS",
            "YE",
            "YT",
            "ZA",
            "ZM",
            "ZW",
        ]
        | None = None,
        cursor: str | None = None,
        here: bool | None = None,
        max_rating: int | None = None,
        min_rating: int | None = None,
        min_reliability: int | None = None,
        names: str | None = None,
        page_size: int | None = None,
        pool: Literal["people", "bots"] | None = None,
        q: str | None = None,
        rules: Literal["standard", "applet", "pink-green", "classic", "brettspielnetz"] | None = None,
    ) -> PaginatedListedPlayerList:
        """The directory of players, by username. Guests and closed accounts are not in it, and nobody who has
        blocked you. With `names`, these players on one page; names of nobody are left out. Costs 2 calls.
        """
        return cast(
            "PaginatedListedPlayerList",
            self._json(
                "GET",
                "players/",
                query={
                    "active_days": active_days,
                    "bot": bot,
                    "country": country,
                    "cursor": cursor,
                    "here": here,
                    "max_rating": max_rating,
                    "min_rating": min_rating,
                    "min_reliability": min_reliability,
                    "names": names,
                    "page_size": page_size,
                    "pool": pool,
                    "q": q,
                    "rules": rules,
                },
            ),
        )

    def all_players(
        self,
        *,
        active_days: int | None = None,
        bot: bool | None = None,
        country: Literal[
            "AD",
            "AE",
            "AF",
            "AG",
            "AI",
            "AL",
            "AM",
            "AO",
            "AQ",
            "AR",
            "AS",
            "AT",
            "AU",
            "AW",
            "AX",
            "AZ",
            "BA",
            "BB",
            "BD",
            "BE",
            "BF",
            "BG",
            "BH",
            "BI",
            "BJ",
            "BL",
            "BM",
            "BN",
            "BO",
            "BQ",
            "BR",
            "BS",
            "BT",
            "BV",
            "BW",
            "BY",
            "BZ",
            "CA",
            "CC",
            "CD",
            "CF",
            "CG",
            "CH",
            "CI",
            "CK",
            "CL",
            "CM",
            "CN",
            "CO",
            "CR",
            "CU",
            "CV",
            "CW",
            "CX",
            "CY",
            "CZ",
            "DE",
            "DJ",
            "DK",
            "DM",
            "DO",
            "DZ",
            "EC",
            "EE",
            "EG",
            "EH",
            "ER",
            "ES",
            "ET",
            "FI",
            "FJ",
            "FK",
            "FM",
            "FO",
            "FR",
            "GA",
            "GB",
            "GD",
            "GE",
            "GF",
            "GG",
            "GH",
            "GI",
            "GL",
            "GM",
            "GN",
            "GP",
            "GQ",
            "GR",
            "GS",
            "GT",
            "GU",
            "GW",
            "GY",
            "HK",
            "HM",
            "HN",
            "HR",
            "HT",
            "HU",
            "ID",
            "IE",
            "IL",
            "IM",
            "IN",
            "IO",
            "IQ",
            "IR",
            "IS",
            "IT",
            "JE",
            "JM",
            "JO",
            "JP",
            "KE",
            "KG",
            "KH",
            "KI",
            "KM",
            "KN",
            "KP",
            "KR",
            "KW",
            "KY",
            "KZ",
            "LA",
            "LB",
            "LC",
            "LI",
            "LK",
            "LR",
            "LS",
            "LT",
            "LU",
            "LV",
            "LY",
            "MA",
            "MC",
            "MD",
            "ME",
            "MF",
            "MG",
            "MH",
            "MK",
            "ML",
            "MM",
            "MN",
            "MO",
            "MP",
            "MQ",
            "MR",
            "MS",
            "MT",
            "MU",
            "MV",
            "MW",
            "MX",
            "MY",
            "MZ",
            "NA",
            "NC",
            "NE",
            "NF",
            "NG",
            "NI",
            "NL",
            "NO",
            "NP",
            "NR",
            "NU",
            "NZ",
            "OM",
            "PA",
            "PE",
            "PF",
            "PG",
            "PH",
            "PK",
            "PL",
            "PM",
            "PN",
            "PR",
            "PS",
            "PT",
            "PW",
            "PY",
            "QA",
            "RE",
            "RO",
            "RS",
            "RU",
            "RW",
            "SA",
            "SB",
            "SC",
            "SD",
            "SE",
            "SG",
            "SH",
            "SI",
            "SJ",
            "SK",
            "SL",
            "SM",
            "SN",
            "SO",
            "SR",
            "SS",
            "ST",
            "SV",
            "SX",
            "SY",
            "SZ",
            "TC",
            "TD",
            "TF",
            "TG",
            "TH",
            "TJ",
            "TK",
            "TL",
            "TM",
            "TN",
            "TO",
            "TR",
            "TT",
            "TV",
            "TW",
            "TZ",
            "UA",
            "UG",
            "UM",
            "US",
            "UY",
            "UZ",
            "VA",
            "VC",
            "VE",
            "VG",
            "VI",
            "VN",
            "VU",
            "WF",
            "WS",
            "YE",
            "YT",
            "ZA",
            "ZM",
            "ZW",
        ]
        | None = None,
        here: bool | None = None,
        max_rating: int | None = None,
        min_rating: int | None = None,
        min_reliability: int | None = None,
        names: str | None = None,
        page_size: int | None = None,
        pool: Literal["people", "bots"] | None = None,
        q: str | None = None,
        rules: Literal["standard", "applet", "pink-green", "classic", "brettspielnetz"] | None = None,
    ) -> Iterator[ListedPlayer]:
        """The directory of players, by username. Guests and closed accounts are not in it, and nobody who has
        blocked you. With `names`, these players on one page; names of nobody are left out. Costs 2 calls.
        """
        return self._all(
            "GET",
            "players/",
            query={
                "active_days": active_days,
                "bot": bot,
                "country": country,
                "here": here,
                "max_rating": max_rating,
                "min_rating": min_rating,
                "min_reliability": min_reliability,
                "names": names,
                "page_size": page_size,
                "pool": pool,
                "q": q,
                "rules": rules,
            },
        )

    def get_player(self, username: str) -> PlayerProfile:
        """A player's ratings, their numbers of won, drawn and lost games, and their reliability."""
        return cast("PlayerProfile", self._json("GET", f"players/{self._part(username)}/"))

    def list_encounters(
        self, opponent: str, username: str, *, cursor: str | None = None, page_size: int | None = None
    ) -> PaginatedEncounterList:
        """The rated games of a player against another one, the last one first, with the ratings of the first player."""
        return cast(
            "PaginatedEncounterList",
            self._json(
                "GET",
                f"players/{self._part(username)}/against/{self._part(opponent)}/",
                query={"cursor": cursor, "page_size": page_size},
            ),
        )

    def all_encounters(self, opponent: str, username: str, *, page_size: int | None = None) -> Iterator[Encounter]:
        """The rated games of a player against another one, the last one first, with the ratings of the first player."""
        return self._all(
            "GET", f"players/{self._part(username)}/against/{self._part(opponent)}/", query={"page_size": page_size}
        )

    def export_games(
        self,
        username: str,
        *,
        after: int | None = None,
        evaluations: bool | None = None,
        form: Literal["ndjson", "pgn"] | None = None,
        notation: Literal["pgn", "playok", "separate"] | None = None,
        opponent: str | None = None,
        order: Literal["newest", "oldest"] | None = None,
        outcome: Literal["won", "drawn", "lost", ""] | None = None,
        rated: bool | None = None,
        result: Literal["1-0", "0-1", "1/2-1/2", "*", ""] | None = None,
        rules: Literal["standard", "applet", "pink-green", "classic", "brettspielnetz", ""] | None = None,
        since: str | None = None,
        status: Literal["ongoing", "finished", "aborted", ""] | None = None,
        termination: Literal[
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
            "",
        ]
        | None = None,
        until: str | None = None,
    ) -> str:
        """All games of a player that match the filters, streamed: lines of JSON (`application/x-ndjson`) with the
        fields of a game, or PGN-like text (`application/x-muehle-pgn`). By default, games with the highest
        numbers come first; `after` continues after a game that you have. You can have one download at a time. The
        last three half-moves of ongoing games are included for their players only. Costs 20 calls.
        """
        return self._text(
            "GET",
            f"players/{self._part(username)}/games/",
            query={
                "after": after,
                "evaluations": evaluations,
                "form": form,
                "notation": notation,
                "opponent": opponent,
                "order": order,
                "outcome": outcome,
                "rated": rated,
                "result": result,
                "rules": rules,
                "since": since,
                "status": status,
                "termination": termination,
                "until": until,
            },
        )

    def export_games_lines(
        self,
        username: str,
        *,
        after: int | None = None,
        evaluations: bool | None = None,
        form: Literal["ndjson", "pgn"] | None = None,
        notation: Literal["pgn", "playok", "separate"] | None = None,
        opponent: str | None = None,
        order: Literal["newest", "oldest"] | None = None,
        outcome: Literal["won", "drawn", "lost", ""] | None = None,
        rated: bool | None = None,
        result: Literal["1-0", "0-1", "1/2-1/2", "*", ""] | None = None,
        rules: Literal["standard", "applet", "pink-green", "classic", "brettspielnetz", ""] | None = None,
        since: str | None = None,
        status: Literal["ongoing", "finished", "aborted", ""] | None = None,
        termination: Literal[
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
            "",
        ]
        | None = None,
        until: str | None = None,
    ) -> Iterator[str]:
        """All games of a player that match the filters, streamed: lines of JSON (`application/x-ndjson`) with the
        fields of a game, or PGN-like text (`application/x-muehle-pgn`). By default, games with the highest
        numbers come first; `after` continues after a game that you have. You can have one download at a time. The
        last three half-moves of ongoing games are included for their players only. Costs 20 calls.
        """
        return self._lines(
            "GET",
            f"players/{self._part(username)}/games/",
            query={
                "after": after,
                "evaluations": evaluations,
                "form": form,
                "notation": notation,
                "opponent": opponent,
                "order": order,
                "outcome": outcome,
                "rated": rated,
                "result": result,
                "rules": rules,
                "since": since,
                "status": status,
                "termination": termination,
                "until": until,
            },
        )

    def get_player_rating(
        self, rules: str, username: str, *, pool: Literal["people", "bots"] | None = None
    ) -> PlayerRating:
        """One rating of a player, and what it was made of: results by colour, ending, month, opponent and opening.
        404 without a rated game under these rules in this pool.
        """
        return cast(
            "PlayerRating",
            self._json("GET", f"players/{self._part(username)}/ratings/{self._part(rules)}/", query={"pool": pool}),
        )

    def list_rating_history(
        self,
        rules: str,
        username: str,
        *,
        cursor: str | None = None,
        page_size: int | None = None,
        pool: Literal["people", "bots"] | None = None,
    ) -> PaginatedRatingChangeList:
        """What each rated game under a rule set in a pool did to the rating of a player, the last one first."""
        return cast(
            "PaginatedRatingChangeList",
            self._json(
                "GET",
                f"players/{self._part(username)}/ratings/{self._part(rules)}/history/",
                query={"cursor": cursor, "page_size": page_size, "pool": pool},
            ),
        )

    def all_rating_history(
        self, rules: str, username: str, *, page_size: int | None = None, pool: Literal["people", "bots"] | None = None
    ) -> Iterator[RatingChange]:
        """What each rated game under a rule set in a pool did to the rating of a player, the last one first."""
        return self._all(
            "GET",
            f"players/{self._part(username)}/ratings/{self._part(rules)}/history/",
            query={"page_size": page_size, "pool": pool},
        )

    def look_at_position(self, **body: Unpack[PositionInputRequest]) -> Analysis:
        """The legal moves, the outcome, mills and Zwickmühlen of any position under any rule set. With a `move`, the
        response also says whether the move is legal, and why not or what it leads to. Nothing is stored.
        """
        return cast("Analysis", self._json("POST", "positions/", body=dict(body)))

    def evaluate_position(
        self, *, idempotency_key: str | None = None, **body: Unpack[EvaluationInputRequest]
    ) -> Evaluation:
        """What a position and its moves are worth for the side to move, the best move first, and a best line: proved
        by the tables of the solved game or by search, or estimated. Refused with `forbidden_while_playing` if the
        position is close to one of an ongoing game of yours, also mirrored, turned or with the colours exchanged.
        Nothing is stored.

        Scope: `game:read`.
        """
        return cast("Evaluation", self._json("POST", "positions/evaluate/", body=dict(body), key=idempotency_key))

    def list_push_subscriptions(
        self, *, cursor: str | None = None, page_size: int | None = None
    ) -> PaginatedPushSubscriptionList:
        """The browsers that receive push notifications, newest first.

        Scope: `webhook:write`.
        """
        return cast(
            "PaginatedPushSubscriptionList",
            self._json("GET", "push-subscriptions/", query={"cursor": cursor, "page_size": page_size}),
        )

    def all_push_subscriptions(self, *, page_size: int | None = None) -> Iterator[PushSubscription]:
        """The browsers that receive push notifications, newest first.

        Scope: `webhook:write`.
        """
        return self._all("GET", "push-subscriptions/", query={"page_size": page_size})

    def create_push_subscription(
        self, *, idempotency_key: str | None = None, **body: Unpack[PushSubscriptionInputRequest]
    ) -> PushSubscription:
        """Send your notifications to a browser that has subscribed with the `push_key` of your notification
        settings.

        Scope: `webhook:write`.
        """
        return cast("PushSubscription", self._json("POST", "push-subscriptions/", body=dict(body), key=idempotency_key))

    def delete_push_subscription(self, subscription_id: int) -> None:
        """Delete the push subscription of a browser.

        Scope: `webhook:write`.
        """
        self._json("DELETE", f"push-subscriptions/{self._part(subscription_id)}/")

    def renew_push_subscription(self, **body: Unpack[PushRenewalInputRequest]) -> None:
        """Replace the address of a browser that has received a new one from its push service. No login is needed,
        because a browser also receives notifications after its session has expired; the former address and its
        `auth` identify the browser. If they are unknown, nothing is changed. Costs 10 calls.
        """
        self._json("POST", "push-subscriptions/renewal/", body=dict(body))

    def get_puzzle(self, number: int) -> Puzzle:
        """A puzzle without its solution."""
        return cast("Puzzle", self._json("GET", f"puzzles/{self._part(number)}/"))

    def try_puzzle(self, number: int, **body: Unpack[AttemptInputRequest]) -> Attempt:
        """Compare moves with the solution. Send all your moves so far each time; the answer has the opponent’s
        moves. The attempt ends with a wrong move, with the last right one, or with `give_up`. The first attempt
        of an account at a puzzle changes the ratings of both; attempts of bots are stored but not rated. Everyone
        may try: those of visitors, and of tokens without the scope `puzzle:solve`, are not stored.
        """
        return cast("Attempt", self._json("POST", f"puzzles/{self._part(number)}/attempt/", body=dict(body)))

    def get_daily_puzzle(self) -> DailyPuzzle:
        """The puzzle of today, which is the same for everyone; days are those of UTC. With it comes the caller’s
        streak: the days in a row on which they solved the puzzle of the day at the first attempt.
        """
        return cast("DailyPuzzle", self._json("GET", "puzzles/daily/"))

    def get_next_puzzle(
        self, *, theme: Literal["mill", "zwickmuehle", "block", "three_against_three"] | None = None
    ) -> Puzzle:
        """The puzzle whose rating is nearest to the caller’s, of those that they have not tried; the same one until
        they try it. A position that stands in an ongoing game of the caller is left out.

        Scope: `puzzle:solve`.
        """
        return cast("Puzzle", self._json("GET", "puzzles/next/", query={"theme": theme}))

    def get_ranking(
        self,
        *,
        country: Literal[
            "AD",
            "AE",
            "AF",
            "AG",
            "AI",
            "AL",
            "AM",
            "AO",
            "AQ",
            "AR",
            "AS",
            "AT",
            "AU",
            "AW",
            "AX",
            "AZ",
            "BA",
            "BB",
            "BD",
            "BE",
            "BF",
            "BG",
            "BH",
            "BI",
            "BJ",
            "BL",
            "BM",
            "BN",
            "BO",
            "BQ",
            "BR",
            "BS",
            "BT",
            "BV",
            "BW",
            "BY",
            "BZ",
            "CA",
            "CC",
            "CD",
            "CF",
            "CG",
            "CH",
            "CI",
            "CK",
            "CL",
            "CM",
            "CN",
            "CO",
            "CR",
            "CU",
            "CV",
            "CW",
            "CX",
            "CY",
            "CZ",
            "DE",
            "DJ",
            "DK",
            "DM",
            "DO",
            "DZ",
            "EC",
            "EE",
            "EG",
            "EH",
            "ER",
            "ES",
            "ET",
            "FI",
            "FJ",
            "FK",
            "FM",
            "FO",
            "FR",
            "GA",
            "GB",
            "GD",
            "GE",
            "GF",
            "GG",
            "GH",
            "GI",
            "GL",
            "GM",
            "GN",
            "GP",
            "GQ",
            "GR",
            "GS",
            "GT",
            "GU",
            "GW",
            "GY",
            "HK",
            "HM",
            "HN",
            "HR",
            "HT",
            "HU",
            "ID",
            "IE",
            "IL",
            "IM",
            "IN",
            "IO",
            "IQ",
            "IR",
            "IS",
            "IT",
            "JE",
            "JM",
            "JO",
            "JP",
            "KE",
            "KG",
            "KH",
            "KI",
            "KM",
            "KN",
            "KP",
            "KR",
            "KW",
            "KY",
            "KZ",
            "LA",
            "LB",
            "LC",
            "LI",
            "LK",
            "LR",
            "LS",
            "LT",
            "LU",
            "LV",
            "LY",
            "MA",
            "MC",
            "MD",
            "ME",
            "MF",
            "MG",
            "MH",
            "MK",
            "ML",
            "MM",
            "MN",
            "MO",
            "MP",
            "MQ",
            "MR",
            "MS",
            "MT",
            "MU",
            "MV",
            "MW",
            "MX",
            "MY",
            "MZ",
            "NA",
            "NC",
            "NE",
            "NF",
            "NG",
            "NI",
            "NL",
            "NO",
            "NP",
            "NR",
            "NU",
            "NZ",
            "OM",
            "PA",
            "PE",
            "PF",
            "PG",
            "PH",
            "PK",
            "PL",
            "PM",
            "PN",
            "PR",
            "PS",
            "PT",
            "PW",
            "PY",
            "QA",
            "RE",
            "RO",
            "RS",
            "RU",
            "RW",
            "SA",
            "SB",
            "SC",
            "SD",
            "SE",
            "SG",
            "SH",
            "SI",
            "SJ",
            "SK",
            "SL",
            "SM",
            "SN",
            "SO",
            "SR",
            "SS",
            "ST",
            "SV",
            "SX",
            "SY",
            "SZ",
            "TC",
            "TD",
            "TF",
            "TG",
            "TH",
            "TJ",
            "TK",
            "TL",
            "TM",
            "TN",
            "TO",
            "TR",
            "TT",
            "TV",
            "TW",
            "TZ",
            "UA",
            "UG",
            "UM",
            "US",
            "UY",
            "UZ",
            "VA",
            "VC",
            "VE",
            "VG",
            "VI",
            "VN",
            "VU",
            "WF",
            "WS",
            "YE",
            "YT",
            "ZA",
            "ZM",
            "ZW",
        ]
        | None = None,
        cursor: str | None = None,
        page_size: int | None = None,
        pool: Literal["people", "bots"] | None = None,
        provisional: bool | None = None,
        rules: Literal["standard", "applet", "pink-green", "classic", "brettspielnetz"] | None = None,
    ) -> PaginatedRankedPlayerList:
        """The players with a rating under a rule set in a pool, highest first. Listed are those who have ended a
        rated game in the last 90 days, and the computers of the server; with `country`, those who say that they
        are there.
        """
        return cast(
            "PaginatedRankedPlayerList",
            self._json(
                "GET",
                "ratings/",
                query={
                    "country": country,
                    "cursor": cursor,
                    "page_size": page_size,
                    "pool": pool,
                    "provisional": provisional,
                    "rules": rules,
                },
            ),
        )

    def all_get_ranking(
        self,
        *,
        country: Literal[
            "AD",
            "AE",
            "AF",
            "AG",
            "AI",
            "AL",
            "AM",
            "AO",
            "AQ",
            "AR",
            "AS",
            "AT",
            "AU",
            "AW",
            "AX",
            "AZ",
            "BA",
            "BB",
            "BD",
            "BE",
            "BF",
            "BG",
            "BH",
            "BI",
            "BJ",
            "BL",
            "BM",
            "BN",
            "BO",
            "BQ",
            "BR",
            "BS",
            "BT",
            "BV",
            "BW",
            "BY",
            "BZ",
            "CA",
            "CC",
            "CD",
            "CF",
            "CG",
            "CH",
            "CI",
            "CK",
            "CL",
            "CM",
            "CN",
            "CO",
            "CR",
            "CU",
            "CV",
            "CW",
            "CX",
            "CY",
            "CZ",
            "DE",
            "DJ",
            "DK",
            "DM",
            "DO",
            "DZ",
            "EC",
            "EE",
            "EG",
            "EH",
            "ER",
            "ES",
            "ET",
            "FI",
            "FJ",
            "FK",
            "FM",
            "FO",
            "FR",
            "GA",
            "GB",
            "GD",
            "GE",
            "GF",
            "GG",
            "GH",
            "GI",
            "GL",
            "GM",
            "GN",
            "GP",
            "GQ",
            "GR",
            "GS",
            "GT",
            "GU",
            "GW",
            "GY",
            "HK",
            "HM",
            "HN",
            "HR",
            "HT",
            "HU",
            "ID",
            "IE",
            "IL",
            "IM",
            "IN",
            "IO",
            "IQ",
            "IR",
            "IS",
            "IT",
            "JE",
            "JM",
            "JO",
            "JP",
            "KE",
            "KG",
            "KH",
            "KI",
            "KM",
            "KN",
            "KP",
            "KR",
            "KW",
            "KY",
            "KZ",
            "LA",
            "LB",
            "LC",
            "LI",
            "LK",
            "LR",
            "LS",
            "LT",
            "LU",
            "LV",
            "LY",
            "MA",
            "MC",
            "MD",
            "ME",
            "MF",
            "MG",
            "MH",
            "MK",
            "ML",
            "MM",
            "MN",
            "MO",
            "MP",
            "MQ",
            "MR",
            "MS",
            "MT",
            "MU",
            "MV",
            "MW",
            "MX",
            "MY",
            "MZ",
            "NA",
            "NC",
            "NE",
            "NF",
            "NG",
            "NI",
            "NL",
            "NO",
            "NP",
            "NR",
            "NU",
            "NZ",
            "OM",
            "PA",
            "PE",
            "PF",
            "PG",
            "PH",
            "PK",
            "PL",
            "PM",
            "PN",
            "PR",
            "PS",
            "PT",
            "PW",
            "PY",
            "QA",
            "RE",
            "RO",
            "RS",
            "RU",
            "RW",
            "SA",
            "SB",
            "SC",
            "SD",
            "SE",
            "SG",
            "SH",
            "SI",
            "SJ",
            "SK",
            "SL",
            "SM",
            "SN",
            "SO",
            "SR",
            "SS",
            "ST",
            "SV",
            "SX",
            "SY",
            "SZ",
            "TC",
            "TD",
            "TF",
            "TG",
            "TH",
            "TJ",
            "TK",
            "TL",
            "TM",
            "TN",
            "TO",
            "TR",
            "TT",
            "TV",
            "TW",
            "TZ",
            "UA",
            "UG",
            "UM",
            "US",
            "UY",
            "UZ",
            "VA",
            "VC",
            "VE",
            "VG",
            "VI",
            "VN",
            "VU",
            "WF",
            "WS",
            "YE",
            "YT",
            "ZA",
            "ZM",
            "ZW",
        ]
        | None = None,
        page_size: int | None = None,
        pool: Literal["people", "bots"] | None = None,
        provisional: bool | None = None,
        rules: Literal["standard", "applet", "pink-green", "classic", "brettspielnetz"] | None = None,
    ) -> Iterator[RankedPlayer]:
        """The players with a rating under a rule set in a pool, highest first. Listed are those who have ended a
        rated game in the last 90 days, and the computers of the server; with `country`, those who say that they
        are there.
        """
        return self._all(
            "GET",
            "ratings/",
            query={
                "country": country,
                "page_size": page_size,
                "pool": pool,
                "provisional": provisional,
                "rules": rules,
            },
        )

    def list_records(
        self,
        *,
        cursor: str | None = None,
        page_size: int | None = None,
        player: str | None = None,
        result: Literal["1-0", "0-1", "1/2-1/2", "*"] | None = None,
        rules: Literal["standard", "applet", "pink-green", "classic", "brettspielnetz"] | None = None,
    ) -> PaginatedRecordSummaryList:
        """The records that you have imported, newest first. Nobody else can see them.

        Scope: `record:read`.
        """
        return cast(
            "PaginatedRecordSummaryList",
            self._json(
                "GET",
                "records/",
                query={"cursor": cursor, "page_size": page_size, "player": player, "result": result, "rules": rules},
            ),
        )

    def all_records(
        self,
        *,
        page_size: int | None = None,
        player: str | None = None,
        result: Literal["1-0", "0-1", "1/2-1/2", "*"] | None = None,
        rules: Literal["standard", "applet", "pink-green", "classic", "brettspielnetz"] | None = None,
    ) -> Iterator[RecordSummary]:
        """The records that you have imported, newest first. Nobody else can see them.

        Scope: `record:read`.
        """
        return self._all(
            "GET", "records/", query={"page_size": page_size, "player": player, "result": result, "rules": rules}
        )

    def import_records(
        self, *, idempotency_key: str | None = None, **body: Unpack[ImportInputRequest]
    ) -> StoredRecords:
        """Import the games of a text, in any supported notation or as lines of JSON: all of them or none. Errors
        name the game, the line and the half-move. With `dry_run`, nothing is stored, and 200 means that all games
        can be imported. The body may be the text itself; the options are then in the query.

        Scope: `record:write`.
        """
        return cast("StoredRecords", self._json("POST", "records/", body=dict(body), key=idempotency_key))

    def get_own_record(
        self,
        number: int,
        *,
        form: Literal["json", "pgn"] | None = None,
        notation: Literal["pgn", "playok", "separate"] | None = None,
    ) -> Record:
        """The record as JSON, or as PGN-like text (`application/x-muehle-pgn`), which can be imported again.

        Scope: `record:read`.
        """
        return cast(
            "Record", self._json("GET", f"records/{self._part(number)}/", query={"form": form, "notation": notation})
        )

    def describe_record(self, number: int, **body: Unpack[PatchedRecordNotesRequest]) -> Record:
        """Change the title, the note, or both.

        Scope: `record:write`.
        """
        return cast("Record", self._json("PATCH", f"records/{self._part(number)}/", body=dict(body)))

    def delete_record(self, number: int) -> None:
        """Delete the record permanently.

        Scope: `record:write`.
        """
        self._json("DELETE", f"records/{self._part(number)}/")

    def export_records(
        self,
        *,
        form: Literal["ndjson", "pgn"] | None = None,
        notation: Literal["pgn", "playok", "separate"] | None = None,
    ) -> str:
        """All your records, oldest first, streamed: PGN-like text that can be imported again, or lines of JSON.

        Scope: `record:read`.
        """
        return self._text("GET", "records/export/", query={"form": form, "notation": notation})

    def export_records_lines(
        self,
        *,
        form: Literal["ndjson", "pgn"] | None = None,
        notation: Literal["pgn", "playok", "separate"] | None = None,
    ) -> Iterator[str]:
        """All your records, oldest first, streamed: PGN-like text that can be imported again, or lines of JSON.

        Scope: `record:read`.
        """
        return self._lines("GET", "records/export/", query={"form": form, "notation": notation})

    def list_reports(self, *, cursor: str | None = None, page_size: int | None = None) -> PaginatedReportList:
        """What you have reported, newest first.

        Scope: `game:read`.
        """
        return cast(
            "PaginatedReportList", self._json("GET", "reports/", query={"cursor": cursor, "page_size": page_size})
        )

    def all_reports(self, *, page_size: int | None = None) -> Iterator[Report]:
        """What you have reported, newest first.

        Scope: `game:read`.
        """
        return self._all("GET", "reports/", query={"page_size": page_size})

    def report(self, *, idempotency_key: str | None = None, **body: Unpack[ReportInputRequest]) -> Report:
        """Report a message in the spectator chat, a note, a profile, a challenge, a post on the noticeboard of a
        club, or a game to the arbiters; at most ten times a day. The person never learns who has reported them.

        Scope: `dispute:write`.
        """
        return cast("Report", self._json("POST", "reports/", body=dict(body), key=idempotency_key))

    def list_sanctions(self, *, cursor: str | None = None, page_size: int | None = None) -> PaginatedSanctionList:
        """The sanctions that arbiters have imposed on you, newest first. While a warning waits to be acknowledged,
        its `acknowledged_at` is null.

        Scope: `game:read`.
        """
        return cast(
            "PaginatedSanctionList", self._json("GET", "sanctions/", query={"cursor": cursor, "page_size": page_size})
        )

    def all_sanctions(self, *, page_size: int | None = None) -> Iterator[Sanction]:
        """The sanctions that arbiters have imposed on you, newest first. While a warning waits to be acknowledged,
        its `acknowledged_at` is null.

        Scope: `game:read`.
        """
        return self._all("GET", "sanctions/", query={"page_size": page_size})

    def acknowledge_warning(self, sanction_id: int, *, idempotency_key: str | None = None) -> Sanction:
        """Confirm that you have read a warning. Until then you cannot move. Repeating the call changes nothing.

        Scope: `dispute:write`.
        """
        return cast(
            "Sanction", self._json("POST", f"sanctions/{self._part(sanction_id)}/acknowledgement/", key=idempotency_key)
        )

    def list_tokens(self, *, cursor: str | None = None, page_size: int | None = None) -> PaginatedTokenList:
        """Your tokens, newest first, including revoked and expired ones. Not available to tokens."""
        return cast(
            "PaginatedTokenList", self._json("GET", "tokens/", query={"cursor": cursor, "page_size": page_size})
        )

    def all_tokens(self, *, page_size: int | None = None) -> Iterator[Token]:
        """Your tokens, newest first, including revoked and expired ones. Not available to tokens."""
        return self._all("GET", "tokens/", query={"page_size": page_size})

    def create_token(self, *, idempotency_key: str | None = None, **body: Unpack[TokenInputRequest]) -> NewToken:
        """Create a token. Its secret is in this response only. Not available to tokens."""
        return cast("NewToken", self._json("POST", "tokens/", body=dict(body), key=idempotency_key))

    def revoke_token(self, token_id: int) -> None:
        """Revoke a token of yours, immediately and permanently. Not available to tokens."""
        self._json("DELETE", f"tokens/{self._part(token_id)}/")

    def test_tokens(self, **body: Unpack[TokensInputRequest]) -> TestedTokens:
        """Test up to 20 secrets: whether they belong to usable tokens, and the owner, scopes and expiry of each.
        Testing does not count as use. Costs 5 calls.
        """
        return cast("TestedTokens", self._json("POST", "tokens/test/", body=dict(body)))

    def list_webhooks(self, *, cursor: str | None = None, page_size: int | None = None) -> PaginatedWebhookList:
        """Your webhooks, newest first.

        Scope: `webhook:write`.
        """
        return cast(
            "PaginatedWebhookList", self._json("GET", "webhooks/", query={"cursor": cursor, "page_size": page_size})
        )

    def all_webhooks(self, *, page_size: int | None = None) -> Iterator[Webhook]:
        """Your webhooks, newest first.

        Scope: `webhook:write`.
        """
        return self._all("GET", "webhooks/", query={"page_size": page_size})

    def create_webhook(
        self, *, idempotency_key: str | None = None, **body: Unpack[WebhookInputRequest]
    ) -> WebhookWithSecret:
        """Send your events to an address from now on. The response has the `secret` of the signatures.

        Scope: `webhook:write`.
        """
        return cast("WebhookWithSecret", self._json("POST", "webhooks/", body=dict(body), key=idempotency_key))

    def get_webhook(self, webhook_id: int) -> Webhook:
        """A webhook that you have created.

        Scope: `webhook:write`.
        """
        return cast("Webhook", self._json("GET", f"webhooks/{self._part(webhook_id)}/"))

    def change_webhook(self, webhook_id: int, **body: Unpack[PatchedWebhookChangesRequest]) -> Webhook:
        """Change a webhook, or switch it off or on. Events that happen while it is off are not sent later.

        Scope: `webhook:write`.
        """
        return cast("Webhook", self._json("PATCH", f"webhooks/{self._part(webhook_id)}/", body=dict(body)))

    def delete_webhook(self, webhook_id: int) -> None:
        """Delete a webhook with its deliveries. Nothing more is sent.

        Scope: `webhook:write`.
        """
        self._json("DELETE", f"webhooks/{self._part(webhook_id)}/")

    def list_webhook_deliveries(
        self, webhook_id: int, *, cursor: str | None = None, page_size: int | None = None
    ) -> PaginatedWebhookDeliveryList:
        """What was sent to a webhook or waits to be sent, newest first. Deliveries are kept for 30 days.

        Scope: `webhook:write`.
        """
        return cast(
            "PaginatedWebhookDeliveryList",
            self._json(
                "GET",
                f"webhooks/{self._part(webhook_id)}/deliveries/",
                query={"cursor": cursor, "page_size": page_size},
            ),
        )

    def all_webhook_deliveries(self, webhook_id: int, *, page_size: int | None = None) -> Iterator[WebhookDelivery]:
        """What was sent to a webhook or waits to be sent, newest first. Deliveries are kept for 30 days.

        Scope: `webhook:write`.
        """
        return self._all("GET", f"webhooks/{self._part(webhook_id)}/deliveries/", query={"page_size": page_size})

    def redeliver_webhook(
        self, delivery_id: int, webhook_id: int, *, idempotency_key: str | None = None
    ) -> WebhookDelivery:
        """Send an event once more, with the same `Webhook-Id`. If it is still waiting, it is sent now.

        Scope: `webhook:write`.
        """
        return cast(
            "WebhookDelivery",
            self._json(
                "POST",
                f"webhooks/{self._part(webhook_id)}/deliveries/{self._part(delivery_id)}/redelivery/",
                key=idempotency_key,
            ),
        )

    def rotate_webhook_secret(self, webhook_id: int, *, idempotency_key: str | None = None) -> WebhookWithSecret:
        """Create a new secret. For 24 hours, everything is signed with both the new and the former secret.

        Scope: `webhook:write`.
        """
        return cast(
            "WebhookWithSecret", self._json("POST", f"webhooks/{self._part(webhook_id)}/secret/", key=idempotency_key)
        )

    def test_webhook(self, webhook_id: int, *, idempotency_key: str | None = None) -> WebhookDelivery:
        """Send a `ping`, once. The deliveries show the result.

        Scope: `webhook:write`.
        """
        return cast(
            "WebhookDelivery", self._json("POST", f"webhooks/{self._part(webhook_id)}/test/", key=idempotency_key)
        )
