"""JSON of second factors."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from mia.identity.schemas.fields import NameText, PasswordText, TokenText
from mia.platform.http.out import IdOf, Out

CredentialJson = Annotated[dict[str, Any], Field(max_length=20)]
"""``PublicKeyCredential.toJSON()`` of the browser; the library reads it."""


class CodeProof(BaseModel):
    """A code of an authenticator app, or a recovery code."""

    model_config = ConfigDict(extra="forbid")

    method: Literal["totp", "recovery_code"]
    code: TokenText


class PasskeyProof(BaseModel):
    """A passkey's answer to the options asked for before."""

    model_config = ConfigDict(extra="forbid")

    method: Literal["passkey"]
    credential: CredentialJson


ProofIn = Annotated[CodeProof | PasskeyProof, Field(discriminator="method")]


class FactorChange(BaseModel):
    """A change of one's second factors. ``password`` may be left out shortly after a sign-in."""

    model_config = ConfigDict(extra="forbid")

    password: PasswordText | None = None


class TotpCode(BaseModel):
    """The first code of a new app."""

    model_config = ConfigDict(extra="forbid")

    code: TokenText


class NewPasskey(BaseModel):
    """What the browser made of the creation options, and the name its owner gives it."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[NameText, Field(min_length=1)]
    credential: CredentialJson


class PasskeyOut(Out):
    id: Annotated[str, IdOf("psk")]
    name: str
    created_at: datetime
    last_used_at: datetime | None


class NewPasskeyOut(PasskeyOut):
    """``recovery_codes`` are there when this is the first factor: they are shown this once."""

    recovery_codes: list[str] | None


class SecondFactorOut(Out):
    """What the signed-in user has."""

    totp: bool
    passkeys: list[PasskeyOut]
    recovery_codes_left: int


class TotpEnrolmentOut(Out):
    """What an app needs, as text, as ``otpauth://`` address, and that as a QR code (``<svg>``)."""

    secret: str
    uri: str
    qr_svg: str


class RecoveryCodesOut(BaseModel):
    """Codes that are shown this once; empty when the former ones still hold."""

    recovery_codes: list[str]
