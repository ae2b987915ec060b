"""Where someone who has found a weakness may report it: ``/.well-known/security.txt`` (RFC 9116)."""

from datetime import timedelta

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from mia.identity.guards import SettingsDep
from mia.platform.db.session import DatabaseDep

router = APIRouter(tags=["security"])

PATH = "/.well-known/security.txt"
_VALID = timedelta(days=180)
"""RFC 9116 asks for less than a year, so that readers of an old copy check again."""


@router.get(PATH, response_class=PlainTextResponse)
async def security_txt(settings: SettingsDep, database: DatabaseDep) -> PlainTextResponse:
    """Contact, and until when this holds."""
    expires = (database.clock.now() + _VALID).replace(microsecond=0)
    lines = [
        f"Contact: mailto:{settings.contact_email}",
        f"Expires: {expires.isoformat().replace('+00:00', 'Z')}",
        "Preferred-Languages: en, es",
        f"Canonical: {settings.origin}{PATH}",
    ]
    return PlainTextResponse("\n".join([*lines, ""]))
