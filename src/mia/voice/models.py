"""All tables of the voice service, for the migrations."""

from mia.voice.media.models import MediaWorkerRecord
from mia.voice.messages.models import OutgoingMessage
from mia.voice.resources.assistant.models import AssistantRecord
from mia.voice.resources.call.models import CallLine, CallRecordRow, RecordingPiece
from mia.voice.resources.chat.models import ChatRecord
from mia.voice.resources.org.models import OrgRecord
from mia.voice.resources.phone_number.models import PhoneNumberRecord
from mia.voice.resources.session.models import SessionRecord
from mia.voice.resources.token.models import TokenRecord

__all__ = [
    "AssistantRecord",
    "CallLine",
    "CallRecordRow",
    "ChatRecord",
    "MediaWorkerRecord",
    "OrgRecord",
    "OutgoingMessage",
    "PhoneNumberRecord",
    "RecordingPiece",
    "SessionRecord",
    "TokenRecord",
]
