"""Assistants as they are written, kept and refused, for the tests of their properties."""

from typing import Any

import pytest
from pydantic import ValidationError

from mia.voice.engine.pipeline.turns.manners import Manners
from mia.voice.http import Malformed
from mia.voice.resources.assistant.manners import manners_of
from mia.voice.resources.assistant.schemas import AssistantBody

Json = dict[str, Any]
BELLA = {"provider": "11labs", "voiceId": "bella"}


def kept(**body: Any) -> Json:
    """The assistant as it is kept and read."""
    return AssistantBody.model_validate(body).given()


def manners(**body: Any) -> Manners:
    return manners_of(kept(**body))


def complaints(body: Json) -> list[str]:
    with pytest.raises(ValidationError) as refused:
        AssistantBody.model_validate(body)
    return list(Malformed.of(refused.value).messages)


def nested(path: str, value: Any) -> Any:
    """A body with ``value`` at the dotted ``path``; a number is the place in a list."""
    name, _, rest = path.partition(".")
    inner = nested(rest, value) if rest else value
    return [inner] if name.isdigit() else {name: inner}
