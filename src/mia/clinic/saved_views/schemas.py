"""Saved views on the wire."""

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.saved_views.service import LONGEST_FILTERS, LONGEST_NAME, Page, SavedView
from mia.platform.kernel.ids import encode


class ViewIn(BaseModel):
    """A view to save. ``filters`` is the query string of the page's address: choices, never what was searched."""

    model_config = ConfigDict(extra="forbid")

    page: Page
    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    filters: str = Field(max_length=LONGEST_FILTERS)
    shared: bool = False


class ViewOut(BaseModel):
    """A saved view; ``mine``: the reader saved it and may delete it."""

    id: str
    page: Page
    name: str
    filters: str
    shared: bool
    mine: bool

    @classmethod
    def of(cls, view: SavedView) -> "ViewOut":
        return cls(
            id=encode("viw", view.id),
            page=view.page,
            name=view.name,
            filters=view.filters,
            shared=view.shared,
            mine=view.mine,
        )


class ViewsOut(BaseModel):
    """Views of a page, by name."""

    items: list[ViewOut]
