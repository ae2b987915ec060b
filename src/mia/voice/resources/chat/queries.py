"""Reads of chats."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import select

from mia.platform.db.session import OrgSession
from mia.voice.resources.chat.models import ChatRecord
from mia.voice.resources.chat.schemas import ChatListQuery
from mia.voice.resources.paging import page_of


async def find_chat(session: OrgSession, chat_id: UUID) -> ChatRecord | None:
    """The organization's chat of that id."""
    return await session.sql.get(ChatRecord, (session.scope.org_id, chat_id))


async def list_chats(session: OrgSession, query: ChatListQuery) -> tuple[Sequence[ChatRecord], int]:
    """A page of the organization's chats, and how many there are."""
    rows = select(ChatRecord).where(ChatRecord.org_id == session.scope.org_id)
    rows = query.narrow(rows, ChatRecord.created_at, ChatRecord.updated_at)
    if query.assistant_id is not None:
        rows = rows.where(ChatRecord.assistant_id == query.assistant_id)
    if query.session_id is not None:
        rows = rows.where(ChatRecord.session_id == query.session_id)
    if query.workflow_id is not None:
        rows = rows.where(ChatRecord.workflow_id == query.workflow_id)
    return await page_of(session, rows, query, ChatRecord.created_at, ChatRecord.id)
