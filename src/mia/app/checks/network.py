"""What leaves this machine unencrypted."""

import os
from collections.abc import Iterator
from urllib.parse import parse_qs, unquote, urlsplit

from mia.adapters.smtp_mail import SmtpServer
from mia.app.checks.findings import Finding, blocks, warns
from mia.platform.kernel.addresses import host_of, is_loopback
from mia.platform.kernel.settings import Settings
from mia.platform.kernel.vendors import missing_baas

_VERIFIED = "verify-full"
_ENCRYPTED = ("require", "verify-ca")


def endpoints(settings: Settings) -> Iterator[Finding]:
    """Model, voice service and carrier: patients' words and numbers go there (45 CFR 164.312(e)(1))."""
    for name, url in (
        ("OPENAI_BASE_URL", settings.openai_base_url),
        ("MIA_VOICE_URL", settings.voice_url),
        ("MIA_TWILIO_API_URL", settings.twilio_api_url),
        ("MIA_VONAGE_API_URL", settings.vonage_api_url),
        ("MIA_VONAGE_REST_URL", settings.vonage_rest_url),
        ("MIA_DEEPGRAM_URL", settings.deepgram_url),
        ("MIA_ELEVENLABS_URL", settings.elevenlabs_url),
        ("MIA_OPENAI_SPEECH_URL", settings.openai_speech_url),
        ("MIA_CARTESIA_URL", settings.cartesia_url),
        ("MIA_S3_URL", settings.s3_url),
        ("MIA_DAILY_API_URL", settings.daily_api_url),
        ("MIA_LIVEKIT_URL", settings.livekit_url),
    ):
        scheme = url.partition("://")[0] if url is not None else ""
        if url is not None and scheme in ("http", "ws") and not is_loopback(host_of(url)):
            words = f"{name} is an {scheme}:// address on another machine: patient data would travel unencrypted."
            yield blocks("endpoints", f"{words} Use {scheme}s://.")


def reports(settings: Settings) -> Iterator[Finding]:
    """Services for errors: what is reported there holds no patient data, but says how the installation is built.
    Traces need no check: the settings take no http:// address of another machine for them."""
    server = settings.sentry_dsn.get_secret_value() if settings.sentry_dsn else None
    for name, dsn in (("MIA_SENTRY_DSN", server), ("MIA_SENTRY_BROWSER_DSN", settings.sentry_browser_dsn)):
        if dsn is not None and dsn.startswith("http://") and not is_loopback(host_of(dsn)):
            words = f"{name} is an http:// address on another machine: error reports would travel unencrypted."
            yield warns("endpoints", f"{words} They hold no patient data. Use https://.")


def vendors(settings: Settings) -> Iterator[Finding]:
    """Vendors outside of this network that have signed no business associate agreement (45 CFR 164.504(e))."""
    for missing in missing_baas(settings):
        words = f"{missing.host} ({missing.vendor.value}) has no business associate agreement: "
        advice = "Name it in MIA_BAA once it is signed (docs/security/vendors.md)."
        yield warns("vendors", f"{words}{missing.vendor.without_baa}. {advice}")


def mail(settings: Settings) -> Iterator[Finding]:
    """Mail goes over TLS, or to a relay on this machine."""
    if settings.smtp_url is None:
        return
    server = SmtpServer.from_url(settings.smtp_url.get_secret_value())
    if server.tls or server.starttls:
        return
    if is_loopback(server.host):
        words = "MIA_SMTP_URL has starttls=0: mail goes to the relay on this machine unencrypted."
        yield warns("mail", f"{words} Make sure that the relay sends it on over TLS.")
    else:
        words = "MIA_SMTP_URL has starttls=0 and names another machine: patients' mail would travel unencrypted."
        yield blocks("mail", f"{words} Leave starttls=0 out, or use smtps://.")


def database(settings: Settings) -> Iterator[Finding]:
    """The connection to a database on another machine.

    ``require`` and ``verify-ca`` pass with a warning: what travels is encrypted, as the Security Rule asks, and an
    operator of a private network may have no certificate to check. ``prefer``, the default of libpq, does not pass:
    it falls back to no encryption without a word.
    """
    for name, url in (("DATABASE_URL", settings.database_url), ("DATABASE_APP_URL", settings.database_app_url)):
        if url is None:
            continue
        remote = [host for host in _hosts(url.get_secret_value()) if not _is_here(host)]
        mode = _ssl_mode(url.get_secret_value())
        if not remote or mode == _VERIFIED:
            continue
        advice = f"Use sslmode={_VERIFIED} with sslrootcert."
        if mode in _ENCRYPTED:
            words = f"{name} has sslmode={mode}: the connection is encrypted, but the server could be an impostor."
            yield warns("database-tls", f"{words} {advice}")
        else:
            words = f"{name} names a database on another machine and does not demand TLS (sslmode={mode})."
            yield blocks("database-tls", f"{words} {advice}")


def _hosts(url: str) -> list[str]:
    """The hosts of a libpq URL, of which there may be several; the parameter ``host`` goes first."""
    parts = urlsplit(url)
    named = parse_qs(parts.query).get("host", [parts.netloc.rpartition("@")[2]])[-1]
    named = named or os.environ.get("PGHOST", "")
    return [_without_port(unquote(each)) for each in named.split(",")]


def _without_port(host: str) -> str:
    if host.startswith("/"):
        return host
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


def _is_here(host: str) -> bool:
    """Whether a host is this machine: a loopback name, a Unix socket, or none, which is one."""
    return not host or host.startswith(("/", "@")) or is_loopback(host.lower())


def _ssl_mode(url: str) -> str:
    given = parse_qs(urlsplit(url).query).get("sslmode")
    return given[-1] if given else os.environ.get("PGSSLMODE", "prefer")
