"""Who asks, as the session says that the request brings."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from mia.identity.tokens import new_token

_ACCESS_TOKEN = "mat_"
_ACCESS_TOKEN_LENGTH = len(_ACCESS_TOKEN) + 43


class SessionKind(StrEnum):
    """What holds a session's token: a browser's cookie, or a program that sends it as a bearer token."""

    BROWSER = "browser"
    API = "api"

    def new_token(self) -> str:
        """A token that shows whose it is, so that neither is taken for the other."""
        return new_token() if self is SessionKind.BROWSER else _ACCESS_TOKEN + new_token()


def kind_of(token: str) -> SessionKind:
    """What a token was made for."""
    of_program = token.startswith(_ACCESS_TOKEN) and len(token) == _ACCESS_TOKEN_LENGTH
    return SessionKind.API if of_program else SessionKind.BROWSER


@dataclass(frozen=True)
class Principal:
    """Who asks: a signed-in user and the session that says so."""

    user_id: UUID
    session_id: UUID
    email: str
    name: str
    kind: SessionKind
    has_factor: bool
    """Whether the user has an authenticator app or a passkey."""
    factor_due: bool
    """The password was right, and the second factor has not been given: nothing is open yet."""
    proved_at: datetime
    expires_at: datetime
