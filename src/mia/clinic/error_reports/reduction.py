"""Reduces errors to :class:`ErrorReport`: what is not a name of our own code does not pass.

Messages of errors, values of variables, bodies and addresses may name a patient; they are not looked at.
"""

import re
import traceback
from pathlib import Path
from uuid import UUID

from mia.clinic.error_reports.ports import ErrorReport, Frame, Source
from mia.platform.audit.service import PLATFORM

_OURS = Path(__file__).resolve().parents[2]
_MOST_FRAMES = 50
_NO_NAME = re.compile(r"[^A-Za-z0-9_./{}:, *-]")

BROWSER_KINDS = frozenset(
    {
        "AggregateError",
        "ApiError",
        "ChunkLoadError",
        "DOMException",
        "Error",
        "EvalError",
        "NetworkError",
        "RangeError",
        "ReferenceError",
        "RenderError",
        "SecurityPolicyViolation",
        "SyntaxError",
        "TypeError",
        "URIError",
    }
)
"""The kinds a browser may report; any other is an ``Error``."""

_PAGE_WORDS = frozenset(
    re.findall(
        r"\S+",
        """
        account accept-invite activity api-tokens appointments book-demo booking cancel dashboard embed errors
        first-run history learn-more login patients privacy-policy reset-password security settings support team
        temp-crm terms-of-use
        """,
    )
)
"""Words that stand in addresses of our pages; anything else in one is a name or an id."""

_OWN_SCRIPT = re.compile(r"/assets/([A-Za-z0-9_.-]{1,80}\.js):(\d{1,7}):(\d{1,7})")


def report_of(
    error: BaseException,
    source: Source,
    *,
    route: str = "",
    tenant_id: UUID = PLATFORM,
    correlation_id: str | None = None,
) -> ErrorReport:
    """What may be reported of an exception. ``route`` is a route template or the name of a task."""
    frames = tuple(
        Frame(_module(frame.f_code.co_filename), frame.f_code.co_name, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
    )[-_MOST_FRAMES:]
    ours = [frame for frame in frames if frame.module.startswith("mia.")]
    where = f"{ours[-1].module}:{ours[-1].line}" if ours else ""
    place = ", ".join(part for part in (where, route) if part)
    return ErrorReport(source, type(error).__name__[:80], _named(place), tenant_id, correlation_id, frames)


def browser_report(kind: str, stack: str, path: str, *, tenant_id: UUID = PLATFORM) -> ErrorReport:
    """What may be reported of an error in a browser: its kind, the line of our script, the template of the page."""
    found = _OWN_SCRIPT.search(stack)
    script = f"{found[1]}:{found[2]}:{found[3]}" if found else ""
    place = ", ".join(part for part in (script, page_template(path)) if part)
    return ErrorReport("browser", kind if kind in BROWSER_KINDS else "Error", _named(place), tenant_id)


def page_template(path: str) -> str:
    """A page's address without what is not ours: ``/dashboard/{}/team``. Query and hash are dropped."""
    parts = path.split("?")[0].split("#")[0].strip("/").split("/")
    return "/" + "/".join(part if part in _PAGE_WORDS else "{}" for part in parts[:8] if part)


def _named(place: str) -> str:
    return _NO_NAME.sub("*", place)[:300] or "unknown"


def _module(filename: str) -> str:
    """``mia.clinic.inbox.service`` for our files, the file's name for those of libraries."""
    path = Path(filename)
    if path.is_relative_to(_OURS):
        parts = path.relative_to(_OURS).with_suffix("").parts
        return ".".join(("mia", *parts))
    return path.name
