"""The front desk as the composition root sees it."""

from mia.frontdesk.calling import MiaCalls
from mia.frontdesk.desk import FrontDesk
from mia.frontdesk.recording import register_recordings
from mia.frontdesk.retention import (
    erase_at_voice_service,
    forget_tool_runs,
    purge_at_voice_service,
    purge_old_content,
)
from mia.frontdesk.texts import register_texts
from mia.frontdesk.upkeep import close_lost_conversations, purge_demo_visitors, register_upkeep
from mia.frontdesk.voice_access import ClinicTokens, RemoteToken, voice_orgs
from mia.frontdesk.website import PAGE as WIDGET_PAGE
from mia.frontdesk.website import SiteWidgets
from mia.frontdesk.widget import Widget, WidgetLimits

__all__ = [
    "WIDGET_PAGE",
    "ClinicTokens",
    "FrontDesk",
    "MiaCalls",
    "RemoteToken",
    "SiteWidgets",
    "Widget",
    "WidgetLimits",
    "close_lost_conversations",
    "erase_at_voice_service",
    "forget_tool_runs",
    "purge_at_voice_service",
    "purge_demo_visitors",
    "purge_old_content",
    "register_recordings",
    "register_texts",
    "register_upkeep",
    "voice_orgs",
]
