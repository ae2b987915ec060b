"""All tables of the voice service, for the migrations."""

from mia.voice.auth.models import SpendingRow, TokenRecord
from mia.voice.logs.models import LogRow
from mia.voice.messages.models import OutgoingMessage
from mia.voice.objects.models import ObjectRecord
from mia.voice.resources.assistant.models import AssistantRecord, AssistantVersionRow
from mia.voice.resources.call.models import (
    CallLine,
    CallRecordRow,
    CallVideoRow,
    RecordingPiece,
    VideoPiece,
)
from mia.voice.resources.campaign.models import CampaignContact, CampaignRecord
from mia.voice.resources.chat.models import ChatRecord
from mia.voice.resources.credential.models import CredentialRecord
from mia.voice.resources.dialing.models import DialingRuleRow
from mia.voice.resources.file.models import FileRecord, PassageRecord, UncomparedFile
from mia.voice.resources.knowledge_base.models import KnowledgeBaseRecord
from mia.voice.resources.org.models import MemberRecord, OrgRecord
from mia.voice.resources.phone_number.models import PhoneNumberRecord
from mia.voice.resources.pricing.models import PriceListRow
from mia.voice.resources.session.models import SessionRecord
from mia.voice.resources.squad.models import SquadRecord
from mia.voice.resources.support.models import SupportTicketRecord
from mia.voice.resources.template.models import TemplateRecord
from mia.voice.resources.test_suite.models import AttemptRow, ScenarioRecord, SuiteRecord, SuiteRunRecord
from mia.voice.resources.texting.models import TextRecord
from mia.voice.resources.tool.models import ToolRecord
from mia.voice.resources.voice_library.models import LibraryVoiceRow
from mia.voice.resources.workflow.models import WorkflowRecord
from mia.voice.workers.models import MediaWorkerRecord

__all__ = [
    "AssistantRecord",
    "AssistantVersionRow",
    "AttemptRow",
    "CallLine",
    "CallRecordRow",
    "CallVideoRow",
    "CampaignContact",
    "CampaignRecord",
    "ChatRecord",
    "CredentialRecord",
    "DialingRuleRow",
    "FileRecord",
    "KnowledgeBaseRecord",
    "LibraryVoiceRow",
    "LogRow",
    "MediaWorkerRecord",
    "MemberRecord",
    "ObjectRecord",
    "OrgRecord",
    "OutgoingMessage",
    "PassageRecord",
    "PhoneNumberRecord",
    "PriceListRow",
    "RecordingPiece",
    "ScenarioRecord",
    "SessionRecord",
    "SpendingRow",
    "SquadRecord",
    "SuiteRecord",
    "SuiteRunRecord",
    "SupportTicketRecord",
    "TemplateRecord",
    "TextRecord",
    "TokenRecord",
    "ToolRecord",
    "UncomparedFile",
    "VideoPiece",
    "WorkflowRecord",
]
