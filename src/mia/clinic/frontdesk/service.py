"""The front desk as the composition root sees it."""

from mia.clinic.frontdesk.assistant import MAX_CALL_SECONDS, voice_of
from mia.clinic.frontdesk.calling import MiaCalls
from mia.clinic.frontdesk.desk import FrontDesk
from mia.clinic.frontdesk.ports import CallerLimit, Description, Room, VoiceService, WebCall
from mia.clinic.frontdesk.rehearsing import Rehearsal, rehearse, rehearse_tool
from mia.clinic.frontdesk.retention import (
    erase_at_voice_service,
    forget_tool_runs,
    purge_at_voice_service,
    purge_old_content,
)
from mia.clinic.frontdesk.server_messages.handling import read_message, read_tool_calls
from mia.clinic.frontdesk.texts import register_texts
from mia.clinic.frontdesk.tools.service import ToolCall
from mia.clinic.frontdesk.upkeep import (
    close_lost_conversations,
    purge_demo_visitors,
    register_recordings,
    register_upkeep,
)
from mia.clinic.frontdesk.voice_access import ClinicTokens, RemoteToken, VoiceEraser, voice_orgs
from mia.clinic.frontdesk.website.service import PAGE as WIDGET_PAGE
from mia.clinic.frontdesk.website.service import SiteWidgets
from mia.clinic.frontdesk.widget import Widget
from mia.clinic.frontdesk.widget_limits import WidgetLimits
