"""JSON of forgotten and changed passwords."""

from pydantic import BaseModel, ConfigDict

from mia.identity.schemas.fields import EmailText, PasswordText, TokenText


class ResetRequest(BaseModel):
    """Whom a reset link should be sent to."""

    model_config = ConfigDict(extra="forbid")

    email: EmailText


class ResetLink(BaseModel):
    """Both halves of an email's link."""

    model_config = ConfigDict(extra="forbid")

    access_token: TokenText
    refresh_token: TokenText


class NewPassword(BaseModel):
    model_config = ConfigDict(extra="forbid")

    password: PasswordText


class PasswordChange(BaseModel):
    """A new password, and the one that holds until then."""

    model_config = ConfigDict(extra="forbid")

    current_password: PasswordText
    password: PasswordText


class Accepted(BaseModel):
    """Nothing: what comes of it is told elsewhere."""
