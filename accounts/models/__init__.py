"""Tables of accounts, tokens and apps. They know nothing of games."""

from accounts.models.apps import App
from accounts.models.connections import Connection, RefreshToken
from accounts.models.deletions import Deletion
from accounts.models.exports import DataExport, DataExportPiece
from accounts.models.kept_answers import KeptAnswer
from accounts.models.leadership import Leadership
from accounts.models.security import ConfirmedAddress, SecurityMail, UnconfirmedAddress
from accounts.models.tokens import AccessToken
from accounts.models.users import FormerName, FormerPassword, NameKey, User

__all__ = [
    "AccessToken",
    "App",
    "ConfirmedAddress",
    "Connection",
    "DataExport",
    "DataExportPiece",
    "Deletion",
    "FormerName",
    "FormerPassword",
    "KeptAnswer",
    "Leadership",
    "NameKey",
    "RefreshToken",
    "SecurityMail",
    "UnconfirmedAddress",
    "User",
]
