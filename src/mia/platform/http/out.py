"""The base of responses: read from the dataclass whose attributes they show."""

from dataclasses import dataclass
from typing import Annotated, Any, Self
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from mia.platform.kernel.ids import Kind, encode


class Out(BaseModel):
    """A response. ``of`` reads it from an object with attributes of these names, nested objects too.

    A field that stands elsewhere names its place: ``Field(validation_alias=AliasPath("role", "label"))``.
    """

    model_config = ConfigDict(from_attributes=True, validate_by_name=True)

    @classmethod
    def of(cls, source: object) -> Self:
        """The response that shows ``source``."""
        return cls.model_validate(source)


ShownUuid = Annotated[str, BeforeValidator(str)]
"""An id that is shown as the UUID it is."""


@dataclass(frozen=True)
class IdOf:
    """Annotates a ``str`` that shows an id: ``Annotated[str, IdOf("pat")]`` makes ``pat_...`` of a UUID."""

    kind: Kind

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._shown, handler(source))

    def _shown(self, value: object) -> object:
        return encode(self.kind, value) if isinstance(value, UUID) else value
