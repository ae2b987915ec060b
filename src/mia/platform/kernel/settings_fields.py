"""The settings themselves: environment names, defaults, and checks before anything starts."""

import json
import re
from email.utils import parseaddr
from enum import StrEnum
from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator

from mia.platform.kernel.addresses import host_of, is_loopback

DEMO_PASSWORD = "clear-skin-clear-line"
"""Password of the demo logins unless ``MIA_DEMO_PASSWORD`` says otherwise (demo and development only)."""

_SHORTEST_SECRET = 32  # characters
_SLUG = r"^[a-z0-9-]+$"
_NAMED_ADDRESS = r"^[^<>\r\n]*<[^@<>\s]+@[^@<>\s]+>$"


class Environment(StrEnum):
    """Where the product runs; see ``.env.example``."""

    DEMO = "demo"
    DEVELOPMENT = "development"
    PRODUCTION = "production"


class Vendor(StrEnum):
    """Kinds of vendors, by the name they have in ``MIA_BAA``."""

    TWILIO = "twilio"
    VONAGE = "vonage"
    OPENAI = "openai"
    SMTP = "smtp"
    VOICE = "voice"
    S3 = "s3"
    DEEPGRAM = "deepgram"
    ELEVENLABS = "elevenlabs"
    OPENAI_SPEECH = "openai-speech"
    CARTESIA = "cartesia"
    LIVEKIT = "livekit"
    DAILY = "daily"

    @property
    def without_baa(self) -> str:
        """What Mia does without it, for people."""
        return _WITHOUT[self]


_WITHOUT = {
    Vendor.TWILIO: "no texts and no phone calls leave",
    Vendor.VONAGE: "no number of an account at Vonage is brought along, and none rings",
    Vendor.OPENAI: "the embedded receptionist answers in place of the language model",
    Vendor.SMTP: "no email to patients leaves; email about accounts does",
    Vendor.VOICE: "the voice service inside Mia is used in place of the remote one",
    Vendor.S3: "files stay in PostgreSQL",
    Vendor.DEEPGRAM: "no assistant speaks or hears by it",
    Vendor.ELEVENLABS: "no assistant speaks or hears by it",
    Vendor.OPENAI_SPEECH: "no assistant speaks or hears by it",
    Vendor.CARTESIA: "no assistant speaks or hears by it",
    Vendor.LIVEKIT: "no call is held in its rooms",
    Vendor.DAILY: "no call is held in its rooms",
}


def parse_vendors(text: str) -> frozenset[Vendor]:
    """The vendors of a comma-separated list; :class:`ValueError` for a name that is none."""
    names = {name.strip() for name in text.split(",")} - {""}
    return frozenset(Vendor(name) for name in names)


class SettingsFields(BaseModel):
    """Every setting by its environment name in lower case, and the checks that span several of them."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, frozen=True)

    env: Environment = Field(Environment.DEMO, alias="MIA_ENV")
    host: str = Field("127.0.0.1", alias="MIA_HOST")
    port: int = Field(8000, alias="MIA_PORT", ge=0, le=65535)
    data_dir: Path = Field(Path(".data"), alias="MIA_DATA_DIR")
    web_dir: Path = Field(Path("web/dist"), alias="MIA_WEB_DIR")
    database_url: SecretStr | None = Field(None, alias="DATABASE_URL")
    database_app_url: SecretStr | None = Field(None, alias="DATABASE_APP_URL")
    pg_bin: Path | None = Field(None, alias="PG_BIN")
    demo_password: SecretStr = Field(SecretStr(DEMO_PASSWORD), alias="MIA_DEMO_PASSWORD")
    demo_public: bool = Field(False, alias="MIA_DEMO_PUBLIC")
    master_key: SecretStr | None = Field(None, alias="MIA_MASTER_KEY")
    master_key_previous: SecretStr | None = Field(None, alias="MIA_MASTER_KEY_PREVIOUS")
    signing_key: SecretStr | None = Field(None, alias="MIA_SIGNING_KEY")
    signing_key_previous: SecretStr | None = Field(None, alias="MIA_SIGNING_KEY_PREVIOUS")
    key_dir: Path | None = Field(None, alias="MIA_KEY_DIR")
    backup_dir: Path | None = Field(None, alias="MIA_BACKUP_DIR")
    backup_key: SecretStr | None = Field(None, alias="MIA_BACKUP_KEY")
    backup_key_previous: SecretStr | None = Field(None, alias="MIA_BACKUP_KEY_PREVIOUS")
    backup_keep: int = Field(14, alias="MIA_BACKUP_KEEP", ge=1, le=30)
    public_url: str | None = Field(None, alias="PUBLIC_URL")
    trusted_proxies: str = Field("127.0.0.1", alias="MIA_TRUSTED_PROXIES")
    contact_email: str = Field("hello@mia.example", alias="MIA_CONTACT_EMAIL", pattern=r"^[^@\s<>]+@[^@\s<>]+$")
    smtp_url: SecretStr | None = Field(None, alias="MIA_SMTP_URL")
    mail_from: str = Field("Mia <hello@mia.example>", alias="MIA_MAIL_FROM", pattern=_NAMED_ADDRESS)
    inbound_mail_port: int | None = Field(None, alias="MIA_INBOUND_MAIL_PORT", ge=1, le=65535)
    inbound_mail_address: str | None = Field(
        None, alias="MIA_INBOUND_MAIL_ADDRESS", pattern=r"^[^@\s<>+]{1,16}@[^@\s<>]+$"
    )
    booking_embed_url: str | None = Field(None, alias="BOOKING_EMBED_URL")
    site_clinic: str | None = Field(None, alias="MIA_SITE_CLINIC", pattern=_SLUG)
    house_clinic: str | None = Field(None, alias="MIA_HOUSE_CLINIC", pattern=_SLUG)
    retention_days: int = Field(30, alias="MIA_RETENTION_DAYS", ge=1, le=30)
    log_level: str = Field("warning", alias="MIA_LOG_LEVEL", pattern="^(debug|info|warning|error)$")
    session_idle_minutes: int = Field(15, alias="MIA_SESSION_IDLE_MINUTES", ge=1, le=1440)
    session_absolute_hours: int = Field(12, alias="MIA_SESSION_ABSOLUTE_HOURS", ge=1, le=168)
    voice_url: str | None = Field(None, alias="MIA_VOICE_URL")
    voice_private_hosts: str = Field(
        "", alias="MIA_VOICE_PRIVATE_HOSTS", pattern=r"^[A-Za-z0-9.:_-]+(\s*,\s*[A-Za-z0-9.:_-]+)*$|^$"
    )
    voice_token: SecretStr | None = Field(None, alias="MIA_VOICE_TOKEN")
    twilio_account_sid: str | None = Field(None, alias="MIA_TWILIO_ACCOUNT_SID", pattern=r"^AC[0-9a-fA-F]{32}$")
    twilio_auth_token: SecretStr | None = Field(None, alias="MIA_TWILIO_AUTH_TOKEN")
    twilio_number: str | None = Field(None, alias="MIA_TWILIO_NUMBER", pattern=r"^\+[1-9][0-9]{6,14}$")
    twilio_clinic: str | None = Field(None, alias="MIA_TWILIO_CLINIC", pattern=r"^[a-z0-9-]+$")
    twilio_api_url: str = Field("https://api.twilio.com", alias="MIA_TWILIO_API_URL")
    vonage_api_url: str = Field("https://api.nexmo.com", alias="MIA_VONAGE_API_URL")
    vonage_rest_url: str = Field("https://rest.nexmo.com", alias="MIA_VONAGE_REST_URL")
    deepgram_url: str = Field("https://api.deepgram.com", alias="MIA_DEEPGRAM_URL")
    elevenlabs_url: str = Field("https://api.elevenlabs.io", alias="MIA_ELEVENLABS_URL")
    openai_speech_url: str = Field("https://api.openai.com/v1", alias="MIA_OPENAI_SPEECH_URL")
    cartesia_url: str = Field("https://api.cartesia.ai", alias="MIA_CARTESIA_URL")
    s3_url: str | None = Field(None, alias="MIA_S3_URL")
    s3_bucket: str | None = Field(None, alias="MIA_S3_BUCKET", pattern=r"^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$")
    s3_region: str = Field("us-east-1", alias="MIA_S3_REGION", pattern=r"^[a-z0-9-]+$")
    s3_access_key_id: str | None = Field(None, alias="MIA_S3_ACCESS_KEY_ID", pattern=r"^[\x21-\x7e]+$")
    s3_secret_access_key: SecretStr | None = Field(None, alias="MIA_S3_SECRET_ACCESS_KEY")
    phone_countries: str = Field("US,CA", alias="MIA_PHONE_COUNTRIES", pattern=r"^[A-Z]{2}(,[A-Z]{2})*$")
    media_workers: int = Field(1, alias="MIA_MEDIA_WORKERS", ge=1, le=32)
    calls_per_worker: int = Field(8, alias="MIA_CALLS_PER_WORKER", ge=1, le=16)
    ice_servers: str = Field("", alias="MIA_ICE_SERVERS")
    rooms: Literal["livekit", "daily"] | None = Field(None, alias="MIA_ROOMS")
    livekit_url: str | None = Field(None, alias="MIA_LIVEKIT_URL", pattern=r"^wss?://[^/?#\s]+$")
    livekit_api_key: str | None = Field(None, alias="MIA_LIVEKIT_API_KEY", pattern=r"^[\x21-\x7e]+$")
    livekit_api_secret: SecretStr | None = Field(None, alias="MIA_LIVEKIT_API_SECRET")
    daily_api_url: str = Field("https://api.daily.co/v1", alias="MIA_DAILY_API_URL")
    daily_api_key: SecretStr | None = Field(None, alias="MIA_DAILY_API_KEY")
    rooms_client: Path | None = Field(None, alias="MIA_ROOMS_CLIENT")
    stun_url: str | None = Field(None, alias="MIA_STUN_URL", pattern=r"^stuns?:[^\s?]+$")
    baa: str = Field("", alias="MIA_BAA")
    metrics_port: int | None = Field(None, alias="MIA_METRICS_PORT", ge=1, le=65535)
    metrics_host: str = Field("127.0.0.1", alias="MIA_METRICS_HOST")
    otlp_endpoint: str | None = Field(None, alias="MIA_OTLP_ENDPOINT")
    audit_anchor_file: Path | None = Field(None, alias="MIA_AUDIT_ANCHOR_FILE")
    audit_anchor_email: str | None = Field(None, alias="MIA_AUDIT_ANCHOR_EMAIL", pattern=r"^[^@\s<>]+@[^@\s<>]+$")
    sentry_dsn: SecretStr | None = Field(None, alias="MIA_SENTRY_DSN")
    sentry_browser_dsn: str | None = Field(None, alias="MIA_SENTRY_BROWSER_DSN")
    openai_base_url: str | None = Field(None, alias="OPENAI_BASE_URL")
    openai_api_key: SecretStr | None = Field(None, alias="OPENAI_API_KEY")
    openai_model: str | None = Field(None, alias="OPENAI_MODEL")

    @model_validator(mode="after")
    def _safe_by_environment(self) -> Self:
        if self.env is Environment.PRODUCTION:
            if self.public_url is None:
                raise ValueError("PUBLIC_URL must be set when MIA_ENV is production")
            secrets = [("MIA_MASTER_KEY", self.master_key), ("MIA_SIGNING_KEY", self.signing_key)]
            for name, secret in [*secrets, *([("MIA_BACKUP_KEY", self.backup_key)] if self.backup_dir else [])]:
                if secret is None and self.key_dir is None:
                    raise ValueError(f"{name} (or MIA_KEY_DIR) must be set when MIA_ENV is production")
                if secret is not None and len(secret.get_secret_value()) < _SHORTEST_SECRET:
                    raise ValueError(f"{name} must have at least {_SHORTEST_SECRET} characters")
            if not (self.public_url or "").startswith("https://"):
                raise ValueError("PUBLIC_URL must begin with https:// when MIA_ENV is production")
        elif not self.demo_public:
            for name, host in (("MIA_HOST", self.host), ("PUBLIC_URL", host_of(self.public_url or "//localhost"))):
                if not is_loopback(host):
                    raise ValueError(
                        f"{name} must name this machine (a loopback address) when MIA_ENV is {self.env.value}: the "
                        "demo is not meant for the internet. MIA_DEMO_PUBLIC=1 allows others; the sandbox's mail, "
                        "phones and clock then need a sign-in"
                    )
        return self

    @model_validator(mode="after")
    def _addresses_can_be_used(self) -> Self:
        if self.smtp_url is not None:
            server = urlsplit(self.smtp_url.get_secret_value())
            if server.scheme not in ("smtp", "smtps") or not server.hostname:
                raise ValueError("MIA_SMTP_URL must look like smtp://user:password@host:587")
        elif self.env is Environment.PRODUCTION:
            raise ValueError("MIA_SMTP_URL must be set when MIA_ENV is production")
        sender = parseaddr(self.mail_from)[1]
        for name, address in (("MIA_MAIL_FROM", sender), ("MIA_CONTACT_EMAIL", self.contact_email)):
            if self.env is Environment.PRODUCTION and address.lower().endswith(
                ".example"
            ):  # RFC 2606: never delivered
                raise ValueError(f"{name} must be a real address of yours when MIA_ENV is production")
        if self.booking_embed_url is not None:
            calendar = urlsplit(self.booking_embed_url)
            if calendar.scheme != "https" or not re.fullmatch(r"[A-Za-z0-9.-]+(:\d+)?", calendar.netloc):
                raise ValueError("BOOKING_EMBED_URL must be an https:// address")
        return self

    @model_validator(mode="after")
    def _forms_are_right(self) -> Self:
        """What one process would stumble over later stops the start of all."""
        for name, url in (
            ("PUBLIC_URL", self.public_url),
            ("MIA_VOICE_URL", self.voice_url),
            ("OPENAI_BASE_URL", self.openai_base_url),
            ("MIA_TWILIO_API_URL", self.twilio_api_url),
            ("MIA_VONAGE_API_URL", self.vonage_api_url),
            ("MIA_VONAGE_REST_URL", self.vonage_rest_url),
            ("MIA_DEEPGRAM_URL", self.deepgram_url),
            ("MIA_ELEVENLABS_URL", self.elevenlabs_url),
            ("MIA_OPENAI_SPEECH_URL", self.openai_speech_url),
            ("MIA_CARTESIA_URL", self.cartesia_url),
            ("MIA_S3_URL", self.s3_url),
            ("MIA_DAILY_API_URL", self.daily_api_url),
        ):
            if url is not None and not _is_web_address(url, path=name != "PUBLIC_URL"):
                raise ValueError(f"{name} must look like https://mia.example")
        for name, dsn in (("DATABASE_URL", self.database_url), ("DATABASE_APP_URL", self.database_app_url)):
            if dsn is not None and not dsn.get_secret_value().startswith("postgresql://"):
                raise ValueError(f"{name} must begin with postgresql://")
        errors = self.sentry_dsn.get_secret_value() if self.sentry_dsn else None
        for name, address in (("MIA_SENTRY_DSN", errors), ("MIA_SENTRY_BROWSER_DSN", self.sentry_browser_dsn)):
            if address is not None and not _is_error_service(address):
                raise ValueError(f"{name} must look like https://key@errors.example/1")
        if self.otlp_endpoint is not None and not _is_private_address(self.otlp_endpoint):
            raise ValueError("MIA_OTLP_ENDPOINT must begin with https://, or name this machine")
        if self.ice_servers and not _are_ice_servers(self.ice_servers):
            raise ValueError("MIA_ICE_SERVERS must be a JSON list of RTCIceServer objects")
        return self

    @model_validator(mode="after")
    def _the_model_can_be_reached(self) -> Self:
        if self.openai_model and not self.openai_base_url and not self.openai_api_key:
            raise ValueError("OPENAI_API_KEY must be set when OPENAI_MODEL is and OPENAI_BASE_URL is not")
        return self

    @model_validator(mode="after")
    def _belong_together(self) -> Self:
        twilio = (self.twilio_account_sid, self.twilio_auth_token)
        if any(twilio) and not (all(twilio) and self.public_url):
            raise ValueError("MIA_TWILIO_ACCOUNT_SID, MIA_TWILIO_AUTH_TOKEN and PUBLIC_URL must be set together")
        for names, pair in (
            ("MIA_TWILIO_NUMBER and MIA_TWILIO_CLINIC", (self.twilio_number, self.twilio_clinic)),
            ("MIA_VOICE_URL and MIA_VOICE_TOKEN", (self.voice_url, self.voice_token)),
        ):
            if any(pair) and not all(pair):
                raise ValueError(f"{names} must be set together")
        objects = (self.s3_url, self.s3_bucket, self.s3_access_key_id, self.s3_secret_access_key)
        if any(objects) and not all(objects):
            raise ValueError(
                "MIA_S3_URL, MIA_S3_BUCKET, MIA_S3_ACCESS_KEY_ID and MIA_S3_SECRET_ACCESS_KEY must be set together"
            )
        if self.rooms == "livekit" and not (self.livekit_url and self.livekit_api_key and self.livekit_api_secret):
            raise ValueError(
                "MIA_ROOMS=livekit needs MIA_LIVEKIT_URL, MIA_LIVEKIT_API_KEY and MIA_LIVEKIT_API_SECRET"
            )
        if self.rooms == "daily" and not self.daily_api_key:
            raise ValueError("MIA_ROOMS=daily needs MIA_DAILY_API_KEY")
        if self.rooms_client and not self.rooms:
            raise ValueError("MIA_ROOMS_CLIENT needs MIA_ROOMS")
        try:
            parse_vendors(self.baa)
        except ValueError:
            raise ValueError(f"MIA_BAA may name {', '.join(Vendor)}, separated by commas") from None
        return self

    @property
    def is_production(self) -> bool:
        return self.env is Environment.PRODUCTION


def _is_web_address(url: str, *, path: bool) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and (path or parts.path in ("", "/"))


def _is_private_address(url: str) -> bool:
    """Whether what is sent there can be read by no one on the way."""
    return _is_web_address(url, path=True) and (url.startswith("https://") or is_loopback(host_of(url)))


def _is_error_service(dsn: str) -> bool:
    """``https://public-key@host[:port]/project``, as Sentry writes it."""
    parts = urlsplit(dsn)
    plain = re.fullmatch(r"[0-9a-zA-Z]+@[A-Za-z0-9.-]+(:\d+)?", parts.netloc)
    return parts.scheme in ("http", "https") and plain is not None and len(parts.path) > 1


def _are_ice_servers(text: str) -> bool:
    try:
        entries = json.loads(text)
    except ValueError:
        return False
    return isinstance(entries, list) and all(isinstance(entry, dict) and "urls" in entry for entry in entries)
