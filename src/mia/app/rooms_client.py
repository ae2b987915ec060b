"""The library with which browsers come into rooms of a distributed media engine.

It is the vendor's, hundreds of kilobytes that most installations never need: the operator brings it as a file,
and our pages load it from here when a call is to be held in a room.
"""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from mia.platform.kernel.media_engine import engine_of_widget
from mia.platform.kernel.settings import Settings, SettingsError

_DAILY_SCRIPTS = "https://c.daily.co"
"""Where Daily's library loads the rest of itself from."""
_DAILY_CONNECTS = ("https://*.daily.co", "wss://*.daily.co")
_LIVEKIT_CLOUD = ".livekit.cloud"
"""A project there is told its nearest edge, which has a name of its own."""


@dataclass(frozen=True)
class RoomsClient:
    """The library, and what a page that uses it may load and reach (CSP sources)."""

    library: bytes
    scripts: tuple[str, ...]
    connects: tuple[str, ...]


def rooms_client(settings: Settings) -> RoomsClient | None:
    """None where visitors do not talk in rooms. :class:`SettingsError` when the library cannot be read."""
    engine = engine_of_widget(settings)
    if engine is None:
        return None
    library = _read(settings.rooms_client or Path())
    if engine == "daily":
        return RoomsClient(library, (_DAILY_SCRIPTS,), _DAILY_CONNECTS)
    return RoomsClient(library, (), _reached(settings.livekit_url or ""))


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise SettingsError(f"MIA_ROOMS_CLIENT cannot be read: {error.strerror}") from None


def _reached(url: str) -> tuple[str, ...]:
    host = urlsplit(url).netloc
    if (urlsplit(url).hostname or "").endswith(_LIVEKIT_CLOUD):
        host = "*" + _LIVEKIT_CLOUD
    secure = url.startswith("wss")
    return (f"ws{'s' * secure}://{host}", f"http{'s' * secure}://{host}")
