"""Templates of an organization."""

from sqlalchemy import ColumnElement

from mia.voice.auth.guards import Caller
from mia.voice.resources.documents import Documents, fits
from mia.voice.resources.template.models import TemplateRecord
from mia.voice.resources.template.schemas import CreateTemplate, TemplateQuery
from mia.voice.wire import Json

PINNED = "pinned"
"""The type of the collection whose templates a person is offered first."""


def _columns(template: Json) -> Json:
    collection = template.get("metadata") or {}
    return {
        "provider": template.get("provider") or "function",
        "visibility": template.get("visibility") or "private",
        "collection_type": collection.get("collectionType"),
        "collection_id": collection.get("collectionId"),
    }


def _complete(template: Json) -> Json:
    return {"provider": "function", "visibility": "private"} | fits(CreateTemplate)(template)


TEMPLATES = Documents(TemplateRecord, "Template", check=_complete, columns=_columns)
"""The templates of organizations."""


def seen_by(caller: Caller) -> list[ColumnElement[bool]]:
    """The condition on what this caller sees: viewers are not shown private ones."""
    return [TemplateRecord.visibility == "public"] if caller.role == "viewer" else []


def asked_for(query: TemplateQuery) -> list[ColumnElement[bool]]:
    """The conditions of a list."""
    asked = (
        (TemplateRecord.collection_id, query.collection_id),
        (TemplateRecord.visibility, query.visibility),
        (TemplateRecord.provider, query.provider),
    )
    return [column == value for column, value in asked if value is not None]
