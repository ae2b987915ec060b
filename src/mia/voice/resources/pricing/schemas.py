"""Prices on the wire; the hosted service knows its own and takes none."""

from typing import Annotated

from pydantic import Field

from mia.voice.wire import WireModel

Dollars = Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)]
_Name = Annotated[str, Field(min_length=1, max_length=80)]
_ByProvider = Annotated[dict[_Name, Dollars], Field(max_length=50)]


class TokenPrices(WireModel):
    """Of a language model, by the million tokens: those it is told, and those it writes."""

    prompt: Dollars = 0.0
    completion: Dollars = 0.0


class Prices(WireModel):
    """In dollars: of carriers and recognizers by the minute, of voices by the thousand characters, each by the name
    of the provider; of language models by the name of the model or of the provider. ``vapi`` is the minute of this
    service itself."""

    transport: _ByProvider | None = None
    transcriber: _ByProvider | None = None
    voice: _ByProvider | None = None
    model: Annotated[dict[_Name, TokenPrices], Field(max_length=50)] | None = None
    vapi: Dollars | None = None
