"""The distributed media engine that the settings name, for the voice service, the front office and the pages."""

from typing import Literal

from mia.platform.kernel.settings_fields import SettingsFields, Vendor
from mia.platform.kernel.vendors import may_carry_phi

MediaEngine = Literal["livekit", "daily"]
CLIENT_PATH = "/rooms/client.js"
"""Where browsers find the engine's own library."""


def media_engine(settings: SettingsFields) -> MediaEngine | None:
    """The engine in whose rooms calls may be held; None without one, or without its agreement."""
    return settings.rooms if settings.rooms and may_carry_phi(settings, Vendor(settings.rooms)) else None


def engine_of_widget(settings: SettingsFields) -> MediaEngine | None:
    """The engine in whose rooms visitors talk to Mia: only where the operator brings its library for browsers."""
    return media_engine(settings) if settings.rooms_client else None
