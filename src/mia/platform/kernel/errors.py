"""Errors that a person may meet, each with an HTTP status.

They are rendered as RFC 9457 problem details. ``detail`` is shown to the reader, so it never holds
health information, secrets or internals. Expected errors are never logged above ``info``.
"""

from collections.abc import Mapping
from typing import ClassVar


class MiaError(Exception):
    """Base of all expected errors. ``retryable`` says that the same request may succeed later."""

    status: ClassVar[int] = 500
    title: ClassVar[str] = "Internal error"
    type: ClassVar[str] = "about:blank"
    """URI reference that names the problem to programs (RFC 9457) where status and text are not enough."""
    retryable: ClassVar[bool] = False

    def __init__(self, detail: str | None = None, *, fields: Mapping[str, str] | None = None) -> None:
        super().__init__(detail or self.title)
        self.detail = detail or self.title
        self.fields = dict(fields or {})


class Invalid(MiaError):
    """The input is understood and not acceptable; ``fields`` maps a field to its message."""

    status = 422
    title = "Invalid input"


class Void(MiaError):
    """A link, code or ticket that opens nothing (anymore); which of its parts was wrong is never said."""

    status = 400
    title = "Invalid or expired"


class Unauthenticated(MiaError):
    """No one is signed in, or the credentials are wrong."""

    status = 401
    title = "Not authenticated"


class Forbidden(MiaError):
    """Signed in, and the role does not allow it."""

    status = 403
    title = "Not allowed"


class PasswordDue(Forbidden):
    """A change this sensitive needs the password again."""

    title = "Password needed"
    type = "/problems/password-due"

    def __init__(self) -> None:
        super().__init__("Please enter your password to do this.")


class EnrolmentDue(Forbidden):
    """The clinic lets in only who has a second factor, and the user has none yet."""

    title = "Second factor needed"
    type = "/problems/second-factor-enrolment"

    def __init__(self) -> None:
        super().__init__("This practice requires two-step sign-in. Please set it up for your account first.")


class FactorDue(Unauthenticated):
    """The password was right, and the second factor is missing."""

    title = "Second factor needed"
    type = "/problems/second-factor-required"

    def __init__(self) -> None:
        super().__init__("Enter the code of your second factor too.")


class NotFound(MiaError):
    """It does not exist, or belongs to someone else: the two are never told apart."""

    status = 404
    title = "Not found"


class Conflict(MiaError):
    """The state changed meanwhile (a slot was taken, a token was used)."""

    status = 409
    title = "Conflict"


class TooManyRequests(MiaError):
    """A limit was met. ``retry_after`` is in seconds."""

    status = 429
    title = "Too many requests"
    retryable = True

    def __init__(self, detail: str | None = None, *, retry_after: int = 60) -> None:
        super().__init__(detail)
        self.retry_after = retry_after


class Unavailable(MiaError):
    """Something this needs is down; try again."""

    status = 503
    title = "Temporarily unavailable"
    retryable = True
