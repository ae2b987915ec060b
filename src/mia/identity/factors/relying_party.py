"""What passkeys are bound to, and what is known of one: the words that store and ceremonies share."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from mia.platform.kernel.addresses import is_address
from mia.platform.kernel.errors import Conflict
from mia.platform.kernel.settings import Settings


@dataclass(frozen=True)
class RelyingParty:
    """Whom passkeys are for: the domain they are bound to, and the only origin that may ask for them."""

    id: str
    origin: str


@dataclass(frozen=True)
class KnownKey:
    """A credential as it is stored."""

    credential_id: bytes
    public_key: bytes
    sign_count: int
    transports: tuple[str, ...] = ()


def relying_party(settings: Settings, origin: str | None) -> RelyingParty:
    """Whom passkeys are for, by the settings. ``origin`` is the request's, already checked to be ours.

    Browsers bind passkeys to a domain, never to an address: outside production a page opened as
    ``localhost`` may use them where one opened as 127.0.0.1 cannot (:class:`Conflict`).
    """
    ours = settings.origin
    if not settings.is_production and origin and urlsplit(origin).hostname == "localhost":
        ours = origin
    parts = urlsplit(ours)
    domain = parts.hostname or ""
    if is_address(domain):
        raise Conflict(f"Passkeys need a domain name. Open Mia as http://localhost:{parts.port or 80} to use one.")
    return RelyingParty(domain, ours)
