"""JSON of tokens: of a clinic's programs, and of programs that sign in for a user (spec §3, Session)."""

from datetime import datetime, timedelta
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from mia.identity.api_tokens import GRANTABLE, ApiToken
from mia.identity.permissions import Permission
from mia.identity.schemas.fields import EmailText, NameText, PasswordText, TokenText
from mia.identity.schemas.session import UserOut
from mia.identity.token_clients import TokenPair
from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.ids import encode


class ApiTokenIn(BaseModel):
    """A token to make. Without ``expires_in_days`` it works until it is revoked."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[NameText, Field(min_length=1, max_length=60)]
    scopes: list[Permission] = Field(min_length=1, max_length=len(Permission))
    expires_in_days: int | None = Field(None, ge=1, le=730)

    @property
    def life(self) -> timedelta | None:
        return None if self.expires_in_days is None else timedelta(days=self.expires_in_days)


class ApiTokenOut(Out):
    """A token of the clinic. ``prefix`` is how it begins."""

    id: Annotated[str, IdOf("tok")]
    name: str
    scopes: list[Permission]
    prefix: str
    created_by: str
    created_at: datetime
    last_used_at: datetime | None
    expires_at: datetime | None


class ApiTokenScopeOut(BaseModel):
    """Something a token may be allowed, and the words for it."""

    value: Permission
    label: str


class ApiTokensOut(BaseModel):
    items: list[ApiTokenOut]
    scopes: list[ApiTokenScopeOut]

    @classmethod
    def of(cls, tokens: list[ApiToken]) -> "ApiTokensOut":
        scopes = [ApiTokenScopeOut(value=value, label=label) for value, label in GRANTABLE.items()]
        return cls(items=[ApiTokenOut.of(token) for token in tokens], scopes=scopes)


class NewApiTokenOut(Out):
    """``token`` is shown this once."""

    item: ApiTokenOut
    token: str = Field(validation_alias="secret")


class PasswordGrant(BaseModel):
    """A sign-in of a program. ``code``: of an authenticator app or for recovery, where the user has a factor."""

    model_config = ConfigDict(extra="forbid")

    grant_type: Literal["password"]
    email: EmailText
    password: PasswordText
    code: TokenText | None = None


class RefreshGrant(BaseModel):
    """A refresh token; it is void after this, and a new one comes back."""

    model_config = ConfigDict(extra="forbid")

    grant_type: Literal["refresh_token"]
    refresh_token: TokenText


GrantIn = Annotated[PasswordGrant | RefreshGrant, Field(discriminator="grant_type")]


class RefreshTokenIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    refresh_token: TokenText


class TokenOut(BaseModel):
    """The spec's session. ``expires_in`` is in seconds, ``expires_at`` in seconds since 1970."""

    access_token: str
    refresh_token: str
    expires_in: int
    expires_at: int
    token_type: Literal["bearer"] = "bearer"
    user: UserOut

    @classmethod
    def of(cls, pair: TokenPair) -> "TokenOut":
        return cls(
            access_token=pair.access_token,
            refresh_token=pair.refresh_token,
            expires_in=int((pair.expires_at - pair.issued_at).total_seconds()),
            expires_at=int(pair.expires_at.timestamp()),
            user=UserOut(id=encode("usr", pair.user.id), email=pair.user.email, name=pair.user.name),
        )
