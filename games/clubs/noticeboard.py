"""The noticeboard of a club: writing, removing, and what is kept of removed posts."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from games.clubs import roles
from games.clubs.errors import PostMissing, TooManyPosts
from games.clubs.models import LONGEST_POST, Club, Post
from games.players import sanctions
from games.players.bots import lock_players
from games.players.models import Relation
from kit import database_time, texts
from kit.errors import NotFound, raises

MOST_AN_HOUR: Final = 20
# How long staff can read a removed post.
KEPT: Final = timedelta(days=90)


@raises(texts.cleaned, NotFound, PostMissing, lock_players, roles.require, sanctions.require_may_write, TooManyPosts)
def write(club: Club, author: User, text: str) -> Post:
    """Post on the noticeboard."""
    text = texts.cleaned(text, longest=LONGEST_POST)
    if not text:
        raise PostMissing
    with transaction.atomic():
        club = roles.locked(club.slug)
        lock_players(author)
        roles.require(club, author, roles.TO_WRITE)
        sanctions.require_may_write(author.pk)
        now = database_time.now()
        # Removed ones count too, for members may have read them.
        lately = Post.objects.filter(club=club, author=author, created_at__gt=now - timedelta(hours=1))
        if lately.count() >= MOST_AN_HOUR:
            raise TooManyPosts(most=MOST_AN_HOUR)
        return Post.objects.create(club=club, author=author, text=text, created_at=now)


@raises(NotFound, roles.require)
def remove(club: Club, user: User, post_id: int) -> None:
    """Remove a post of one's own, or one of another member as an officer; a second time changes nothing."""
    with transaction.atomic():
        club = roles.locked(club.slug)
        roles.require(club, user, roles.TO_READ)
        post = Post.objects.filter(club=club, pk=post_id).first()
        if post is None:
            raise NotFound
        by = Post.RemovedBy.AUTHOR
        if post.author_id != user.pk:
            roles.require(club, user, roles.TO_REMOVE_POSTS)
            by = Post.RemovedBy.OFFICER
        _remove(Post.objects.filter(pk=post.pk), by)


def take_away(rows: Iterable[Post]) -> int:
    """Let staff remove posts, and return how many there were."""
    return _remove(Post.objects.filter(pk__in=[row.pk for row in rows]), Post.RemovedBy.STAFF)


@raises(NotFound, roles.require)
def posts_for(club: Club, reader: User) -> QuerySet[Post]:
    """The posts that a member reads, newest first: none by players whom they have blocked or muted."""
    roles.require(club, reader, roles.TO_READ)
    shunned = Relation.objects.filter(owner=reader, other=OuterRef("author"))
    return Post.objects.filter(~Exists(shunned), club=club).select_related("author__profile").order_by("-id")


@raises(NotFound)
def post_for(post_id: int, reader: User) -> Post:
    """One that the reader can read now."""
    post = Post.objects.select_related("club", "author").filter(pk=post_id, removed_at=None).first()
    if post is None or not roles.membership_of(post.club, reader.pk):
        raise NotFound
    if not posts_for(post.club, reader).filter(pk=post_id).exists():
        raise NotFound
    return post


def empty_removed() -> None:
    """Forget the words of posts that were removed more than KEPT ago."""
    Post.objects.exclude(text="").filter(removed_at__lt=database_time.now() - KEPT).update(text="")


def _remove(rows: QuerySet[Post], by: Post.RemovedBy) -> int:
    return rows.filter(removed_at=None).update(removed_at=database_time.now(), removed_by=by)
