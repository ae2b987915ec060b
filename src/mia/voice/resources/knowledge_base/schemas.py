"""A knowledge base on the wire (hosted ``CreateTrieveKnowledgeBaseDTO``, ``CreateCustomKnowledgeBaseDTO``).

``trieve`` is understood as the name of files that are searched; they are searched here.
"""

from typing import Literal, Self
from uuid import UUID

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from mia.voice.resources.servers import Server
from mia.voice.wire import WireModel

_OF_FILES = ("search_plan", "create_plan")


class SearchPlan(WireModel):
    """How files are searched: by their words (``fulltext`` and ``bm25`` are the same here), by what they mean, or
    by both. ``score_threshold`` is of the same scale as the scores told."""

    search_type: Literal["fulltext", "bm25", "semantic", "hybrid"] = "hybrid"
    top_k: int = Field(3, ge=1, le=20)
    remove_stop_words: Literal[True] = True
    score_threshold: float = Field(0, ge=0, le=1000)


class ChunkPlan(WireModel):
    """Files of the knowledge base."""

    file_ids: list[UUID] = Field(max_length=200)


class CreatePlan(WireModel):
    """What a knowledge base is made of."""

    type: Literal["create"] = "create"
    chunk_plans: list[ChunkPlan] = Field(max_length=50)


class KnowledgeBaseProperties(WireModel):
    """Every property that knowledge bases of some provider have."""

    name: str | None = Field(None, max_length=40)
    search_plan: SearchPlan | None = None
    create_plan: CreatePlan | None = None
    server: Server | None = None


class KnowledgeBase(KnowledgeBaseProperties):
    """A whole knowledge base: of files, or ``server`` is asked."""

    provider: Literal["trieve", "custom-knowledge-base"]

    @model_validator(mode="after")
    def _fits_its_provider(self) -> Self:
        custom = self.provider == "custom-knowledge-base"
        if custom and (self.server is None or self.server.url is None):
            raise _wrong("server.url should not be empty in a custom-knowledge-base")
        for name in _OF_FILES if custom else ("server",):
            if getattr(self, name) is not None:
                alias = KnowledgeBaseProperties.model_fields[name].alias
                raise _wrong(f"property {alias} should not exist with the provider {self.provider}")
        return self


class UpdateKnowledgeBase(KnowledgeBaseProperties):
    """What changes of a knowledge base; it is checked whole."""

    provider: Literal["trieve", "custom-knowledge-base"] | None = None


def _wrong(says: str) -> PydanticCustomError:
    return PydanticCustomError("told", "{says}", {"says": says})
