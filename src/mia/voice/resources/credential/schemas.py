"""Credentials on the wire (hosted ``CreateWebhookCredentialDTO`` and its kin)."""

from typing import Annotated, Any, Literal, Self

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from pydantic import AfterValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from mia.voice.wire import WireModel

Secret = Annotated[str, Field(min_length=1, max_length=4096, pattern=r"^[\x21-\x7e]+$")]
Header = Annotated[str, Field(max_length=100, pattern=r"^[A-Za-z0-9-]+$")]


class BearerPlan(WireModel):
    """A fixed token, in a header of its own or as ``Authorization: Bearer``."""

    type: Literal["bearer"]
    token: Secret
    header_name: Header = "Authorization"
    bearer_prefix_enabled: bool = True


class HmacPlan(WireModel):
    """A signature of what is sent, with its time against replays."""

    type: Literal["hmac"]
    secret_key: Secret
    algorithm: Literal["sha256", "sha512", "sha1"]
    signature_header: Header = "X-Signature"
    timestamp_header: Header = "X-Timestamp"
    payload_format: Literal["{body}", "{timestamp}.{body}"] = "{timestamp}.{body}"
    signature_encoding: Literal["hex", "base64"] = "hex"


class OAuth2Plan(WireModel):
    """A token that the server's authorization server gives for the client's secret (RFC 6749, 4.4)."""

    type: Literal["oauth2"]
    url: str = Field(max_length=2048, pattern=r"^https?://[^\s]+$")
    client_id: Secret
    client_secret: Secret
    scope: str | None = Field(None, max_length=1000, pattern=r"^[\x20-\x7e]+$")


_NO_KEY = "privateKey must be an RSA key in PEM, without a password"


def _rsa_key(text: str) -> str:
    try:
        key = load_pem_private_key(text.encode(), None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, RSAPrivateKey):
        raise PydanticCustomError(
            "told", "{says}", {"says": "privateKey must be an RSA key in PEM, without a password"}
        )
    return text


PrivateKey = Annotated[str, Field(max_length=8192), AfterValidator(_rsa_key)]
Region = Annotated[str, Field(pattern=r"^[a-z]{2}[0-9]{1,2}$")]
_ONE_OF_TWO = "clientId, clientSecret and refreshToken, or clientEmail and privateKey, should not be empty"

Plan = Annotated[BearerPlan | HmacPlan | OAuth2Plan, Field(discriminator="type")]


class Credential(WireModel):
    """A credential of a kind that is used here."""

    provider: Literal["webhook"]
    name: str | None = Field(None, min_length=1, max_length=40)
    authentication_plan: Plan


class VonageCredential(WireModel):
    """An account at Vonage, whose numbers may be brought along. ``signature_secret`` is what it signs its webhooks
    with: without it nobody could tell them from a stranger's."""

    provider: Literal["vonage"]
    name: str | None = Field(None, min_length=1, max_length=40)
    api_key: Secret
    api_secret: Secret
    signature_secret: Secret


class SpeechCredential(WireModel):
    """A key of a provider of speech, used by the voices and recognizers that name the provider."""

    provider: Literal["deepgram", "11labs", "openai", "cartesia"]
    name: str | None = Field(None, min_length=1, max_length=40)
    api_key: Secret


class GoHighLevelCredential(WireModel):
    """An account at GoHighLevel, which tools work in: a private integration's token, and its location (ours: keys
    that knew theirs have ended)."""

    provider: Literal["gohighlevel"]
    name: str | None = Field(None, min_length=1, max_length=40)
    api_key: Secret
    location_id: Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]


class GoogleCredential(WireModel):
    """An account at Google, which tools work in: what a person allowed (``refresh_token`` and the application that
    they allowed it), or a service account that calendars and spreadsheets are shared with. These properties are
    ours: the hosted ``authorizationId`` stands for a consent that its dashboard asks for."""

    provider: Literal[
        "google.calendar.oauth2-authorization",
        "google.calendar.oauth2-client",
        "google.sheets.oauth2-authorization",
    ]
    name: str | None = Field(None, min_length=1, max_length=40)
    client_id: Secret | None = None
    client_secret: Secret | None = None
    refresh_token: Secret | None = None
    client_email: Annotated[str, Field(max_length=200, pattern=r"^[^\s@]+@[^\s@]+$")] | None = None
    private_key: PrivateKey | None = None

    @model_validator(mode="after")
    def _is_one_of_two(self) -> Self:
        allowed, shared = (
            (self.client_id, self.client_secret, self.refresh_token),
            (self.client_email, self.private_key),
        )
        if sum(map(all, (allowed, shared))) != 1 or any(allowed) == any(shared):
            raise PydanticCustomError("told", "{says}", {"says": _ONE_OF_TWO})
        return self


class SlackCredential(WireModel):
    """An app in a workspace at Slack, by its bot token (ours, as with Google)."""

    provider: Literal["slack.oauth2-authorization"]
    name: str | None = Field(None, min_length=1, max_length=40)
    access_token: Secret


class MakeCredential(WireModel):
    """A team at Make, in its region (``eu1``, ``us2``)."""

    provider: Literal["make"]
    name: str | None = Field(None, min_length=1, max_length=40)
    team_id: Annotated[str, Field(pattern=r"^[0-9]{1,20}$")]
    region: Region
    api_key: Secret


class CreateCredential(WireModel):
    """Any credential, before it is known which kind: ``provider`` decides how the rest is read."""

    model_config = ConfigDict(extra="allow")

    provider: str = Field(max_length=100)


Provider = Literal[
    "webhook",
    "vonage",
    "gohighlevel",
    "google.calendar.oauth2-authorization",
    "google.calendar.oauth2-client",
    "google.sheets.oauth2-authorization",
    "slack.oauth2-authorization",
    "make",
    "deepgram",
    "11labs",
    "openai",
    "cartesia",
]


class UpdateCredential(WireModel):
    """What changes of a credential of any kind; a plan is replaced whole."""

    provider: Provider | None = None
    name: str | None = Field(None, min_length=1, max_length=40)
    authentication_plan: Plan | None = None
    api_key: Secret | None = None
    location_id: str | None = Field(None, max_length=100)
    api_secret: Secret | None = None
    signature_secret: Secret | None = None
    client_id: Secret | None = None
    client_secret: Secret | None = None
    refresh_token: Secret | None = None
    client_email: str | None = Field(None, max_length=200)
    private_key: PrivateKey | None = None
    access_token: Secret | None = None
    team_id: str | None = Field(None, max_length=20)
    region: Region | None = None


class StartSession(WireModel):
    """A consent of a person that is asked for."""

    provider: str = Field(max_length=100)


class TriggerAction(WireModel):
    """An action of a provider that is asked for."""

    action_name: str = Field(alias="action_name", max_length=200)
    input: Any = None


class ReportConnection(WireModel):
    """What became of a consent."""

    type: Literal["auth", "sync", "forward"]
    connection_id: str = Field(max_length=200)
    operation: Any = None
    from_: Any = Field(None, alias="from")
    auth_mode: Any = None
    provider_config_key: Any = None
    provider: Any = None
    environment: Any = None
    success: Any = None
    end_user: Any = None
    error: Any = None
