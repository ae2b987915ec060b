"""The voice library on the wire (hosted ``SyncVoiceLibraryDTO``, ``AddVoiceToProviderDTO``)."""

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import Field, ValidationError
from pydantic import Json as ParsedJson

from mia.platform.kernel.bounds import PageNumber
from mia.voice.http import Malformed
from mia.voice.wire import ListQuery, WireModel

Text = Annotated[str, Field(max_length=100)]


class LibraryQuery(ListQuery):
    """Which voices are listed. ``keyword`` is part of a name."""

    page: PageNumber = 1
    keyword: Text | None = None
    language: Text | None = None
    accent: Text | None = None
    gender: Text | None = None


class SyncLibrary(WireModel):
    """Whose voices are looked up; without a provider, all that there are."""

    providers: Text | Annotated[list[Text], Field(max_length=20)] | None = None

    @property
    def named(self) -> list[str]:
        """The providers that are named."""
        return [self.providers] if isinstance(self.providers, str) else self.providers or []


class AddVoice(WireModel):
    """A provider's voice that the library is to have under another name."""

    owner_id: Text
    voice_id: Text
    name: str = Field(min_length=1, max_length=40)


class SearchVoices(WireModel):
    """Part of a voice's name."""

    name: Text = ""


class CloneVoice(WireModel):
    """A voice that is to be made from recordings; ``labels`` are JSON, an object of texts."""

    name: str = Field(min_length=1, max_length=40)
    description: str | None = Field(None, max_length=500)
    labels: ParsedJson[dict[Text, Text]] | None = None

    @classmethod
    def of(cls, form: Mapping[str, Any]) -> Self:
        """From the fields of a form; :class:`~mia.voice.http.Malformed` names what is wrong."""
        try:
            return cls.model_validate(form)
        except ValidationError as error:
            raise Malformed.of(error) from None


class SesameVoice(WireModel):
    """A voice that a provider would make."""

    voice_name: Any = None
    transcription: Any = None


class WorkflowQuery(WireModel):
    """Whose workflows are asked for."""

    location_id: Text | None = None
