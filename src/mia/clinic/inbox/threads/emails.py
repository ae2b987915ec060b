"""What an email that came in says: headers, the words written again, and whether a machine wrote it.

Whatever is in it came from outside: nothing here fails on it, and nothing of it is believed.
"""

import re
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parseaddr
from hashlib import sha256
from html.parser import HTMLParser

LARGEST = 5 * 1024 * 1024
"""Bytes of an email, attachments included, that are taken in."""
LONGEST_TEXT = 4000
_LONGEST_SUBJECT = 200
_MOST_READ = 200_000

_QUOTED_FROM = re.compile(
    r"^(?:>|-{2,} ?(?:original|forwarded) message|_{8,}$|on .{4,200}wrote:\s*$|(?:from|von|de): .+@)", re.IGNORECASE
)
_SIGNATURE = re.compile(r"^-- ?$")
_BULK = frozenset(["bulk", "list", "junk", "auto_reply"])
_ADDRESS = re.compile(r"[^@\s<>]{1,64}@[^@\s<>]{1,253}")
_MESSAGE_ID = re.compile(r"<[^<>\s]{1,250}>")


@dataclass(frozen=True)
class Incoming:
    """An email, read. ``sender`` is what stands in From, in lower case, which anyone can write there; empty when
    there is none. ``by_machine``: it must never be answered (RFC 3834). ``is_report``: a bounce or a receipt."""

    key: str
    message_id: str | None
    sender: str = field(repr=False)
    subject: str = field(repr=False)
    text: str = field(repr=False)
    by_machine: bool
    is_report: bool


def read_email(raw: bytes, envelope_sender: str | None) -> Incoming:
    """An email as it came over the wire. ``envelope_sender`` is its return path, empty or None for reports."""
    mail = message_from_bytes(raw, EmailMessage, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    kind = mail.get_content_type()
    is_report = not (envelope_sender or "").strip("<> ") or kind in ("multipart/report", "message/delivery-status")
    _, address = parseaddr(_header(mail, "From"))
    message_id = _header(mail, "Message-ID").strip()
    return Incoming(
        key="mail-" + sha256(message_id.encode(errors="replace") or raw).hexdigest()[:40],
        message_id=message_id if _MESSAGE_ID.fullmatch(message_id) else None,
        sender=address.lower() if _ADDRESS.fullmatch(address) else "",
        subject=_plain(_header(mail, "Subject"))[:_LONGEST_SUBJECT],
        text=strip_quoted_reply(_body(mail))[:LONGEST_TEXT],
        by_machine=is_report or _by_machine(mail),
        is_report=is_report,
    )


def strip_quoted_reply(text: str) -> str:
    """The words of a reply without what it quotes and without a signature."""
    kept: list[str] = []
    lines = _plain(text).split("\n")
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        stripped = line.strip()
        if _SIGNATURE.match(stripped) or any(
            _QUOTED_FROM.match(one) for one in (stripped, _joined(line, following))
        ):
            break
        kept.append(line.rstrip())
    return "\n".join(kept).strip()


def _joined(line: str, following: str) -> str:
    """ "On <date> <someone> wrote:" that a mail program has broken into two lines."""
    both = f"{line.strip()} {following.strip()}"
    return both if both[:3].lower() == "on " and both.endswith("wrote:") else ""


def _by_machine(mail: EmailMessage) -> bool:
    submitted = _header(mail, "Auto-Submitted").split(";")[0].strip().lower()
    marks = ("List-Id", "X-Autoreply", "X-Autorespond", "X-Auto-Response-Suppress")
    return (
        submitted not in ("", "no")
        or _header(mail, "Precedence").strip().lower() in _BULK
        or any(_header(mail, name) for name in marks)
    )


def _header(mail: EmailMessage, name: str) -> str:
    try:
        return str(mail.get(name) or "")
    except Exception:  # the parser of a header may stumble over anything that was put there
        return ""


def _body(mail: EmailMessage) -> str:
    """The plain words; of HTML alone, its text."""
    try:
        part = mail.get_body(("plain", "html"))
        if part is None:
            return ""
        content = part.get_content()
        text = content[:_MOST_READ] if isinstance(content, str) else ""
        return _text_of(text) if part.get_content_type() == "text/html" else text
    except Exception:  # unknown charsets, broken encodings and structures: such an email says nothing
        return ""


def _plain(text: str) -> str:
    """Without control characters, which neither PostgreSQL nor a screen can show."""
    return "".join(one for one in text.replace("\r\n", "\n") if one in "\n\t" or one.isprintable())


class _Reader(HTMLParser):
    """Collects what a page says, without quotations, scripts and styles."""

    _SKIPPED = frozenset(["script", "style", "blockquote", "head"])
    _BREAKS = frozenset(["br", "p", "div", "tr", "li"])

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self._skipping = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self._SKIPPED:
            self._skipping += 1
        elif tag in self._BREAKS:
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._SKIPPED and self._skipping:
            self._skipping -= 1

    def handle_data(self, data: str) -> None:
        if not self._skipping:
            self.words.append(data)


def _text_of(html: str) -> str:
    reader = _Reader()
    reader.feed(html)
    return "".join(reader.words)
