"""The calendar as composition sees it."""

from mia.clinic.calendar.duties import register_calendar
from mia.clinic.calendar.feeds import Document, Feed, Shows, list_feeds, make_feed, read_feed, revoke_feed
from mia.clinic.calendar.notices import DUE, UNDO, Notice, release_due, send_notice, tell
from mia.clinic.calendar.visits import Done, Story, book, cancel, move, read_story, set_outcome, undo

__all__ = [
    "DUE",
    "UNDO",
    "Document",
    "Done",
    "Feed",
    "Notice",
    "Shows",
    "Story",
    "book",
    "cancel",
    "list_feeds",
    "make_feed",
    "move",
    "read_feed",
    "read_story",
    "register_calendar",
    "release_due",
    "revoke_feed",
    "send_notice",
    "set_outcome",
    "tell",
    "undo",
]
