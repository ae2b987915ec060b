"""Parts that several kinds of process are made of: settings become adapters here."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mia.adapters.http_voice import HttpVoiceService
from mia.db.session import Database
from mia.frontdesk.service import FrontDesk
from mia.kernel.clock import SystemClock
from mia.kernel.settings import Settings, SettingsError
from mia.voice.resources.org.service import front_office_token


def connect(settings: Settings) -> Database:
    """The app role's database; its URL comes from ``mia serve`` or the environment."""
    if settings.database_app_url is None:
        raise SettingsError("DATABASE_APP_URL must be set to start one process by itself; or use `mia serve`")
    return Database.connect(settings.database_app_url.get_secret_value(), settings.key("master"), SystemClock())


@asynccontextmanager
async def front_desk(database: Database, settings: Settings) -> AsyncIterator[FrontDesk]:
    """The front desk with its way to the voice service."""
    voice = HttpVoiceService(settings.voice_base_url, front_office_token(settings))
    try:
        yield FrontDesk(database, voice, settings)
    finally:
        await voice.close()
