"""An organization leaves: everything in it goes, its data key with it."""

from uuid import UUID

from sqlalchemy import CursorResult, delete, func, select

from mia.platform.audit import service as audit
from mia.platform.db.base import OrgRow
from mia.platform.db.models import DataKeyRow
from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.scope import OrgScope
from mia.platform.mail import service as mail
from mia.voice.auth.models import SpendingRow, TokenRecord
from mia.voice.logs.models import LogRow
from mia.voice.messages.models import OutgoingMessage
from mia.voice.objects.models import ObjectRecord
from mia.voice.objects.ports import ObjectStore
from mia.voice.resources.assistant.models import AssistantRecord
from mia.voice.resources.call.models import CallRecordRow, CallVideoRow, RecordingPiece
from mia.voice.resources.campaign.models import CampaignRecord
from mia.voice.resources.chat.models import ChatRecord
from mia.voice.resources.credential.models import CredentialRecord
from mia.voice.resources.dialing.models import DialingRuleRow
from mia.voice.resources.file.models import FileRecord
from mia.voice.resources.knowledge_base.models import KnowledgeBaseRecord
from mia.voice.resources.org.models import MemberRecord, OrgRecord
from mia.voice.resources.org.service import require_org
from mia.voice.resources.phone_number.models import PhoneNumberRecord
from mia.voice.resources.pricing.models import PriceListRow
from mia.voice.resources.session.models import SessionRecord
from mia.voice.resources.squad.models import SquadRecord
from mia.voice.resources.support.models import SupportTicketRecord
from mia.voice.resources.template.models import TemplateRecord
from mia.voice.resources.test_suite.models import SuiteRecord
from mia.voice.resources.texting.models import TextRecord
from mia.voice.resources.tool.models import ToolRecord
from mia.voice.resources.voice_library.models import LibraryVoiceRow
from mia.voice.resources.workflow.models import WorkflowRecord
from mia.voice.wire import Json
from mia.voice.workers.client import MediaClient

_HELD: dict[str, type[OrgRow | SpendingRow]] = {
    "serverMessages": OutgoingMessage,
    "chats": ChatRecord,
    "texts": TextRecord,
    "sessions": SessionRecord,
    "calls": CallRecordRow,
    "campaigns": CampaignRecord,
    "testSuites": SuiteRecord,
    "squads": SquadRecord,
    "workflows": WorkflowRecord,
    "assistants": AssistantRecord,
    "tools": ToolRecord,
    "knowledgeBases": KnowledgeBaseRecord,
    "files": FileRecord,
    "fileContents": ObjectRecord,
    "phoneNumbers": PhoneNumberRecord,
    "credentials": CredentialRecord,
    "dialingRules": DialingRuleRow,
    "priceLists": PriceListRow,
    "tokenSpending": SpendingRow,
    "templates": TemplateRecord,
    "supportTickets": SupportTicketRecord,
    "libraryVoices": LibraryVoiceRow,
    "logs": LogRow,
    "tokens": TokenRecord,
    "members": MemberRecord,
}
"""In the order in which they can go. What was said in a call, its recording and its video go with the call,
contacts with their campaign, tests and runs with their suite."""
_HUNG_UP = "manually-canceled"


async def erase_org(database: Database, media: MediaClient, objects: ObjectStore, scope: OrgScope) -> Json:
    """Hang up the organization's calls and remove all that it holds; again removes nothing and is no error.

    Answers how much of each kind there was. The audit log, which holds ids alone, stays.
    """
    try:
        async with database.org(scope) as session:
            await require_org(session)
            live = await _live_calls(session)
        for call_id, holder in live:
            await media.end(holder, call_id, _HUNG_UP)
        async with database.org(scope) as session:
            erased = await _erase(session, objects)
    except NotFound:  # which also takes back the data key that the transaction had to begin with
        erased = {}
    return {"id": str(scope.org_id), "erased": erased}


async def _live_calls(session: OrgSession) -> list[tuple[UUID, str]]:
    """Calls that a media worker holds, and where."""
    query = select(CallRecordRow.id, CallRecordRow.worker_address).where(
        CallRecordRow.org_id == session.scope.org_id, CallRecordRow.status != "ended"
    )
    return [(id_, holder) for id_, holder in await session.sql.execute(query) if holder is not None]


async def _erase(session: OrgSession, objects: ObjectStore) -> dict[str, int]:
    await require_org(session)
    org_id = session.scope.org_id
    recorded = select(func.count(RecordingPiece.call_id.distinct())).where(RecordingPiece.org_id == org_id)
    counts = {"recordings": await session.sql.scalar(recorded) or 0}
    filmed = select(func.count()).select_from(CallVideoRow).where(CallVideoRow.org_id == org_id)
    counts["videos"] = await session.sql.scalar(filmed) or 0
    files = list(await session.sql.scalars(select(FileRecord.id).where(FileRecord.org_id == org_id)))
    for id_ in files:  # a store that cannot be reached stops it: what is left there would have no owner
        await objects.drop(session, id_)
    counts["fileContents"] = len(files)
    for name, record in _HELD.items():
        gone = await session.sql.execute(delete(record).where(record.org_id == org_id))
        counts[name] = counts.get(name, 0) + (gone.rowcount if isinstance(gone, CursorResult) else 0)
    counts["emails"] = await mail.erase_all(session)
    await audit.record(session, "voice_org.erase", "voice_org", [org_id])
    keys = await session.sql.execute(delete(DataKeyRow).where(DataKeyRow.tenant_id == org_id))
    counts["dataKeys"] = keys.rowcount if isinstance(keys, CursorResult) else 0
    await session.sql.execute(delete(OrgRecord).where(OrgRecord.id == org_id))
    return {name: count for name, count in counts.items() if count}
