"""Strangers who write with a public token: each message costs a language model's answer."""

from typing import Annotated

from fastapi import Depends, Request

from mia.identity import throttle
from mia.platform.db.session import DatabaseDep
from mia.platform.http.source import current_source
from mia.platform.kernel.scope import OrgScope
from mia.voice.auth.guards import AnyCaller, PublicScope
from mia.voice.auth.pace import WEB_CHAT


async def _writing(request: Request, caller: AnyCaller, scope: PublicScope, database: DatabaseDep) -> OrgScope:
    if caller.tag == "public":
        limit = WEB_CHAT.of(request.app.state.settings)
        await throttle.check(database, limit, current_source().address or "", str(caller.token_id))
    return scope


WritingScope = Annotated[OrgScope, Depends(_writing)]
"""FastAPI parameter type: :data:`~mia.voice.auth.guards.PublicScope` for a message that is to be answered; 429 when
the token, or the address, has had its answers of this day."""
