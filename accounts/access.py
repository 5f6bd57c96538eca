"""The account that a request acts for, held while it changes what lets somebody in."""

from rest_framework.exceptions import NotAuthenticated

from accounts.models import User


class AccessEnded(NotAuthenticated):
    """The account got another password, was secured, closed or deleted while the request was on its way.

    The API answers as to whoever is not logged in; pages lead to the login (EndedSessionMiddleware).
    """


def hold(user: User) -> User:
    """Lock the row of the account until the transaction ends, and return it; raises AccessEnded.

    Securing an account, closing it and a new password change the same row. So what a request has made before ends with
    them, and a request that waited for them makes nothing any more.
    """
    held = User.objects.select_for_update(no_key=True).filter(pk=user.pk, is_active=True).first()
    if held is None or held.password != user.password:
        raise AccessEnded
    return held
