"""Saved views on the wire."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.saved_views.service import LONGEST_FILTERS, LONGEST_NAME, Page
from mia.platform.http.out import IdOf, Out


class ViewIn(BaseModel):
    """A view to save. ``filters`` is the query string of the page's address: choices, never what was searched."""

    model_config = ConfigDict(extra="forbid")

    page: Page
    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    filters: str = Field(max_length=LONGEST_FILTERS)
    shared: bool = False


class ViewOut(Out):
    """A saved view; ``mine``: the reader saved it and may delete it."""

    id: Annotated[str, IdOf("viw")]
    page: Page
    name: str
    filters: str
    shared: bool
    mine: bool


class ViewsOut(BaseModel):
    """Views of a page, by name."""

    items: list[ViewOut]
