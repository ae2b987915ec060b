"""Credentials on the wire (hosted ``CreateWebhookCredentialDTO`` and its kin)."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

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


class CreateCredential(WireModel):
    """Any credential, before it is known which kind: ``provider`` decides how the rest is read."""

    model_config = ConfigDict(extra="allow")

    provider: str = Field(max_length=100)


class UpdateCredential(WireModel):
    """What changes of a credential of any kind; a plan is replaced whole."""

    provider: Literal["webhook", "vonage", "gohighlevel", "deepgram", "11labs", "openai", "cartesia"] | None = None
    name: str | None = Field(None, min_length=1, max_length=40)
    authentication_plan: Plan | None = None
    api_key: Secret | None = None
    location_id: str | None = Field(None, max_length=100)
    api_secret: Secret | None = None
    signature_secret: Secret | None = None


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
