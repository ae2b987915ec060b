"""JSON of the first run."""

from pydantic import BaseModel, ConfigDict, Field

from mia.identity.schemas.fields import EmailText, NameText, PasswordText, PersonText, TokenText


class FirstRunOut(BaseModel):
    """``needed``: there is no practice yet, and a code waits for its first owner."""

    needed: bool


class FirstRun(BaseModel):
    """The printed code, the practice and its first owner. ``timezone`` is an IANA name."""

    model_config = ConfigDict(extra="forbid")

    code: TokenText
    practice: NameText
    timezone: str = Field(min_length=1, max_length=64)
    name: PersonText = Field(min_length=1)
    email: EmailText
    password: PasswordText
