"""Try-outs on the wire."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.settings.service import FactValue, MiaValue
from mia.platform.http.out import Out

LONGEST_LINE, MOST_LINES = 600, 30
LONGEST_SPEECH = 200


Line = Annotated[str, Field(min_length=1, max_length=LONGEST_LINE)]


class FactDraftIn(BaseModel):
    """An answer of the practice as it would stand: a new one, or the one that ``item_id`` names."""

    model_config = ConfigDict(extra="forbid")

    item_id: Annotated[str, Field(max_length=40)] | None = None
    value: FactValue


class TryoutIn(BaseModel):
    """What someone has written to Mia so far, and what she is tried with; the rest is as it is saved."""

    model_config = ConfigDict(extra="forbid")

    lines: Annotated[list[Line], Field(max_length=MOST_LINES)]
    mia: MiaValue | None = None
    fact: FactDraftIn | None = None


class SpeechIn(BaseModel):
    """A few words that Mia is to say, with her settings as they would stand."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_SPEECH, pattern=r"\S")]
    mia: MiaValue | None = None


class TryoutOut(Out):
    """What Mia said: first, and to each line up to the one with which she ended the conversation."""

    greeting: str
    answers: list[str]
    ended: bool
