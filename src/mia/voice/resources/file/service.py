"""Files: taken in, read for the index, and handed out again."""

import asyncio
import hashlib
from uuid import UUID

from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.errors import MiaError, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import OrgScope
from mia.voice.http import BadRequest
from mia.voice.objects.ports import ObjectStore
from mia.voice.resources.documents import Documents
from mia.voice.resources.file.kinds import Unreadable, kind_of, text_of
from mia.voice.resources.file.models import FileRecord
from mia.voice.resources.file.passages import index_text
from mia.voice.wire import Json

FILES = Documents(FileRecord, "File")
MOST_BYTES = 10_000_000
"""Of one file."""
_UNKNOWN = (
    "The file must be text in UTF-8 (plain, Markdown, CSV, JSON, HTML), PDF, PNG, JPEG, GIF, WAV, MP3, Ogg or ZIP."
)


class TooLarge(MiaError):
    """The file has too many bytes."""

    status = 413
    title = "Payload Too Large"


async def keep_file(
    database: Database, scope: OrgScope, objects: ObjectStore, name: str, content: bytes, api_url: str
) -> Json:
    """Keep a file and index the text in it; :class:`BadRequest` for what is of no kind that is known, or broken."""
    if len(content) > MOST_BYTES:
        raise TooLarge(f"file must have at most {MOST_BYTES} bytes")
    if not content:
        raise BadRequest("file should not be empty")
    kind = kind_of(content, name)
    if kind is None:
        raise BadRequest(_UNKNOWN)
    try:
        words = await asyncio.to_thread(text_of, content, kind)
    except Unreadable:
        raise BadRequest(f"file is no readable {kind}") from None
    return await _keep(database, scope, objects, _about(name, content, kind, words, api_url), content, words)


def _about(name: str, content: bytes, kind: str, words: str | None, api_url: str) -> Json:
    about: Json = {
        "object": "file",
        "status": "done",
        "name": name[:40] or "file",
        "originalName": name[:200] or "file",
        "bytes": len(content),
        "mimetype": kind,
        "purpose": "assistants",
        "metadata": {"sha256": hashlib.sha256(content).hexdigest()},
    }
    id = str(new_id())
    about |= {"key": id, "url": f"{api_url}/file/{id}/content"}
    return about if words is None else about | {"parsedTextBytes": len(words.encode())}


async def _keep(
    database: Database, scope: OrgScope, objects: ObjectStore, about: Json, content: bytes, words: str | None
) -> Json:
    async with database.org(scope) as session:
        id = UUID(about["key"])
        file = await FILES.create(session, about, id=id)
        await objects.put(session, id, session.key.seal_bytes(content, id.bytes))
        if words is not None:
            await index_text(session, id, words)
        return file


async def read_content(session: OrgSession, objects: ObjectStore, id: UUID) -> tuple[bytes, str]:
    """The file as it was sent, and its media type; :class:`NotFound` when the organization has none of that id."""
    row = await FILES.require(session, id)
    sealed = await objects.get(session, id)
    if sealed is None:
        raise NotFound("File not found.")
    return session.key.unseal_bytes(sealed, id.bytes), str(FILES.config(session, row)["mimetype"])


async def drop_file(session: OrgSession, objects: ObjectStore, id: UUID) -> Json:
    """Remove a file with its content and its passages, and return what it was."""
    file = await FILES.delete(session, id)
    await objects.drop(session, id)
    return file
