"""Settings: the environment and an optional ``.env``, checked by name and value before anything starts.

``.env.example`` documents each one; a test keeps the two in step. The fields are in ``settings_fields.py``.
"""

import hashlib
import os
from datetime import timedelta
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import SecretStr, ValidationError

from mia.platform.kernel.keys import GRACE, KeyFolder, Keys, NoKey, RetiredKey, Signer, derived_secret
from mia.platform.kernel.settings_fields import DEMO_PASSWORD, Environment, SettingsFields, Vendor
from mia.platform.kernel.vendors import may_carry_phi

__all__ = ["DEMO_PASSWORD", "Environment", "Settings", "SettingsError", "load_settings"]

_DEMO_SITE_CLINIC, _DEMO_HOUSE_CLINIC = "downtown-medspa", "mia"


class SettingsError(Exception):
    """A setting is unknown or bad; the message names it."""


class Settings(SettingsFields):
    """All settings, and what follows from them."""

    @property
    def countries(self) -> tuple[str, ...]:
        """Countries (ISO 3166) whose numbers strangers may have texted by the product."""
        return tuple(self.phone_countries.split(","))

    @property
    def is_exposed(self) -> bool:
        """Whether others than this machine can reach the product."""
        return self.is_production or self.demo_public

    @property
    def origin(self) -> str:
        """The origin browsers use, such as ``http://127.0.0.1:8000``."""
        return (self.public_url or f"http://{_url_host(self.host)}:{self.port}").rstrip("/")

    @property
    def reply_address(self) -> str | None:
        """The address at which answers to emails come in; None where no one listens. The sandbox always does."""
        if self.smtp_url is not None and self.inbound_mail_port is None:
            return None
        return self.inbound_mail_address or parseaddr(self.mail_from)[1]

    @property
    def site_slug(self) -> str | None:
        """The clinic whose receptionist Mia plays on the public pages; None where she is not on them."""
        return self.site_clinic or (None if self.is_production else _DEMO_SITE_CLINIC)

    @property
    def house_slug(self) -> str | None:
        """The clinic in whose calendar demos are booked; None where they are not booked here."""
        return self.house_clinic or (None if self.is_production else _DEMO_HOUSE_CLINIC)

    @property
    def booking_embed_origin(self) -> str | None:
        """The origin of the booking calendar of another provider; None with our own."""
        if self.booking_embed_url is None:
            return None
        return "https://" + urlsplit(self.booking_embed_url).netloc

    @property
    def sentry_browser_origin(self) -> str | None:
        """The origin that browsers report errors to; None when they report to us."""
        if self.sentry_browser_dsn is None:
            return None
        parts = urlsplit(self.sentry_browser_dsn)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"

    @property
    def audit_anchors(self) -> Path:
        """The file outside the database that holds the heads of the audit log's chains."""
        return self.audit_anchor_file or self.data_dir / "audit-anchors.jsonl"

    @property
    def remote_voice_url(self) -> str | None:
        """Base URL of a voice service elsewhere; None when there is none, or it may not see patients' data."""
        return self.voice_url if may_carry_phi(self, Vendor.VOICE) else None

    @property
    def voice_base_url(self) -> str:
        """Base URL of the voice service's API; loopback by default."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::") else _url_host(self.host)
        return (self.remote_voice_url or f"http://{host}:{self.port}/voice").rstrip("/")

    @property
    def internal_url(self) -> str:
        """Where processes on this machine reach the web process."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::") else _url_host(self.host)
        return f"http://{host}:{self.port}"

    @property
    def erasure_ledger(self) -> Path:
        """The file of what was removed, which a restore removes again: beside the backups, where there are any."""
        return (self.backup_dir or self.data_dir) / "erasures.log"

    @property
    def key_folder(self) -> KeyFolder:
        """Where keys lie that are not set by name."""
        return KeyFolder(self.key_dir or self.data_dir / "keys")

    def keys(self, name: str) -> Keys:
        """The accepted keys of one kind (``master``, ``signing``, ``backup``): from settings, else from files.

        Outside production the first use makes the file.
        """
        current: SecretStr | None = getattr(self, f"{name}_key")
        previous: SecretStr | None = getattr(self, f"{name}_key_previous")
        if current is not None:
            return Keys(_digest(current), (RetiredKey(_digest(previous)),) if previous else ())
        try:
            return self.key_folder.keys(name, create=not self.is_production)
        except NoKey as error:
            raise SettingsError(str(error)) from None

    def key(self, name: str) -> bytes:
        """The current key of one kind, 32 bytes."""
        return self.keys(name).current

    def signer(self, purpose: str, *, size: int = 16, grace: timedelta = GRACE) -> Signer:
        """Signs with the signing key, also after it was rotated; see :class:`Signer`."""
        return Signer(lambda: self.keys("signing"), purpose, size=size, grace=grace)

    def derived_secret(self, purpose: str) -> str:
        """A text secret for one purpose, derived from the current signing key."""
        return derived_secret(self.key("signing"), purpose)


_FIELD_OF = {field.alias: name for name, field in Settings.model_fields.items() if field.alias}


def load_settings(env_file: Path | None = Path(".env"), environ: dict[str, str] | None = None) -> Settings:
    """Read and check the settings; :class:`SettingsError` names what is wrong."""
    environ = dict(os.environ if environ is None else environ)
    from_file = {k: v for k, v in dotenv_values(env_file).items() if v} if env_file and env_file.exists() else {}
    unknown = [name for name in from_file if name not in _FIELD_OF]
    unknown += [name for name in environ if name.startswith("MIA_") and name not in _FIELD_OF]
    if unknown:
        raise SettingsError(f"Unknown setting {unknown[0]}: see .env.example for those there are")
    values = {name: environ.get(name) or from_file.get(name) for name in _FIELD_OF}
    try:
        return Settings.model_validate({name: value for name, value in values.items() if value})
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else ""
        told = first["msg"].removeprefix("Value error, ")
        raise SettingsError(f"Bad setting {name}: {told}" if name else told) from None


def _digest(secret: SecretStr) -> bytes:
    return hashlib.sha256(secret.get_secret_value().encode()).digest()


def _url_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host
