"""Which distributed media engine the settings name."""

from mia.platform.kernel.media_engine import media_engine
from mia.platform.kernel.settings import Settings
from mia.voice.media.rooms.daily import DailyRooms
from mia.voice.media.rooms.livekit import LiveKitRooms
from mia.voice.media.rooms.ports import Rooms


def rooms_of(settings: Settings) -> Rooms | None:
    """The rooms that calls may be held in; None without, or where the vendor may not carry patients' data."""
    engine = media_engine(settings)
    if engine == "livekit":
        assert settings.livekit_url and settings.livekit_api_key and settings.livekit_api_secret
        secret = settings.livekit_api_secret.get_secret_value()
        return LiveKitRooms(settings.livekit_url, settings.livekit_api_key, secret)
    if engine == "daily":
        assert settings.daily_api_key
        return DailyRooms(settings.daily_api_url, settings.daily_api_key.get_secret_value())
    return None
