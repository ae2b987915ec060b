"""Short cookies that stand for a link of an email once it has been opened: no page ever holds the link again."""

from dataclasses import dataclass
from datetime import timedelta

from fastapi import Request, Response

from mia.identity.guards import cookie_name
from mia.identity.people.joining import TICKET_LIFE as INVITE_LIFE
from mia.identity.session.reset import TICKET_LIFE as RESET_LIFE
from mia.platform.kernel.settings import Settings


@dataclass(frozen=True)
class TicketCookie:
    """A cookie of one purpose. No script reads it, and no other site makes a browser send it."""

    name: str
    life: timedelta

    def read(self, request: Request, settings: Settings) -> str:
        """The ticket the browser sent, or an empty text, which is no one's."""
        return request.cookies.get(self._name(settings), "")

    def give(self, response: Response, settings: Settings, ticket: str) -> None:
        """Have the browser keep a ticket for its life."""
        response.set_cookie(
            self._name(settings),
            ticket,
            max_age=int(self.life.total_seconds()),
            path="/",
            secure=_is_secure(settings),
            httponly=True,
            samesite="strict",
        )

    def take(self, response: Response, settings: Settings) -> None:
        """Have the browser forget it."""
        response.delete_cookie(
            self._name(settings), path="/", secure=_is_secure(settings), httponly=True, samesite="strict"
        )

    def _name(self, settings: Settings) -> str:
        return f"__Host-{self.name}" if _is_secure(settings) else self.name


RESET_TICKET = TicketCookie("mia_reset", RESET_LIFE)
INVITE_TICKET = TicketCookie("mia_invite", INVITE_LIFE)


def _is_secure(settings: Settings) -> bool:
    """As for the session's cookie."""
    return cookie_name(settings).startswith("__Host-")
