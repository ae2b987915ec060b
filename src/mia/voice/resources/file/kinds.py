"""What kind of file bytes are, by what they say and not by what they are called, and the text in them."""

import io
import json
import re
from html.parser import HTMLParser

MOST_TEXT = 2_000_000
"""Characters of a file that are read for the index."""
MOST_PAGES = 500
_BINARY = (
    (b"%PDF-", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"OggS", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"PK\x03\x04", "application/zip"),
)
_NOT_IN_TEXT = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_BY_NAME = {
    "md": "text/markdown",
    "markdown": "text/markdown",
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
}
_INVISIBLE = ("script", "style", "head", "template", "noscript")


class Unreadable(Exception):
    """The file says that it is of a kind, and is not."""


def kind_of(content: bytes, name: str) -> str | None:
    """The media type of ``content``; None for what is neither a kind that is known nor text in UTF-8. The ``name``
    decides only between kinds of text."""
    for beginning, kind in _BINARY:
        if content.startswith(beginning):
            return kind
    if content[:4] == b"RIFF" and content[8:12] == b"WAVE":
        return "audio/wav"
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return None
    if _NOT_IN_TEXT.search(text):
        return None
    return _kind_of_text(text, name)


def _kind_of_text(text: str, name: str) -> str:
    start = text.lstrip("\ufeff \t\r\n")
    if start[:15].lower().startswith(("<!doctype html", "<html")):
        return "text/html"
    if start[:1] in ("{", "["):
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            pass
        else:
            return "application/json"
    return _BY_NAME.get(name.rpartition(".")[2].lower(), "text/plain")


def text_of(content: bytes, kind: str) -> str | None:
    """The text of a file, None when its kind has none; :class:`Unreadable` when it is broken."""
    if kind == "application/pdf":
        return _text_of_pdf(content)
    if kind == "text/html":
        return _text_of_html(content.decode())
    if kind.startswith("text/") or kind == "application/json":
        return content.decode()[:MOST_TEXT]
    return None


def _text_of_pdf(content: bytes) -> str:
    from pypdf import PdfReader  # loaded where a PDF comes in only
    from pypdf.errors import PyPdfError

    pieces: list[str] = []
    length = 0
    try:
        for page in PdfReader(io.BytesIO(content)).pages[:MOST_PAGES]:
            pieces.append(page.extract_text())
            length += len(pieces[-1])
            if length > MOST_TEXT:
                break
    except (PyPdfError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise Unreadable from error
    return "\n\n".join(pieces)[:MOST_TEXT]


def _text_of_html(source: str) -> str:
    reader = _HtmlText()
    reader.feed(source[: 2 * MOST_TEXT])
    return "".join(reader.pieces)[:MOST_TEXT]


class _HtmlText(HTMLParser):
    """The words of a page, a paragraph for each block."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._hidden += tag in _INVISIBLE
        if tag in ("p", "div", "li", "br", "tr", "h1", "h2", "h3", "h4", "section"):
            self.pieces.append("\n\n")

    def handle_endtag(self, tag: str) -> None:
        self._hidden = max(0, self._hidden - (tag in _INVISIBLE))

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.pieces.append(data)
