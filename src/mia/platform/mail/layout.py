"""Emails with layout, made from their text, so that both say the same.

Plain HTML with inline styles: no tables, no images, nothing loaded from anywhere, nothing that tells who read it.
No colors of its own but the button's, so that it is read as well in a dark mailbox as in a light one.
"""

import re
from html import escape

_LINK = re.compile(r"https?://[^\s<>\"']+[^\s<>\"'.,;:!?)]")
_FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
_PAGE = f"margin:0;padding:24px 16px;{_FONT};font-size:16px;line-height:1.5"
_COLUMN = "max-width:560px;margin:0 auto;overflow-wrap:anywhere"
_PARAGRAPH = "margin:0 0 16px"
_BUTTON = (
    "display:inline-block;padding:12px 24px;border-radius:24px;background-color:#0f5c59;color:#ffffff;"
    "font-weight:600;text-decoration:none"
)
_SMALL = "margin:24px 0 0;font-size:14px"


def to_html(subject: str, text: str, *, unsubscribe: str | None = None) -> str:
    """A page with the words of ``text``. Its paragraphs stay; a line that ends in a colon, with a link alone on the
    next one, becomes a button; other links can be followed."""
    body = "\n".join(_paragraph(part) for part in re.split(r"\n\s*\n", text.strip()))
    if unsubscribe:
        body += f'\n<p style="{_SMALL}"><a href="{escape(unsubscribe)}">Unsubscribe</a></p>'
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{escape(subject)}</title>
</head>
<body style="{_PAGE}">
<div style="{_COLUMN}">
{body}
</div>
</body>
</html>
"""


def _paragraph(text: str) -> str:
    lines = text.split("\n")
    if len(lines) > 1 and _LINK.fullmatch(lines[-1]) and lines[-2].endswith(":"):
        above = _paragraph("\n".join(lines[:-2])) + "\n" if lines[:-2] else ""
        label = escape(lines[-2].removesuffix(":"))
        return f'{above}<p style="{_PARAGRAPH}"><a href="{escape(lines[-1])}" style="{_BUTTON}">{label}</a></p>'
    shown = "<br>\n".join(map(_linked, lines))
    return f'<p style="{_PARAGRAPH}">{shown}</p>'


def _linked(line: str) -> str:
    """A line in HTML, its addresses as links."""
    done, parts = 0, []
    for link in _LINK.finditer(line):
        parts += [escape(line[done : link.start()]), f'<a href="{escape(link[0])}">{escape(link[0])}</a>']
        done = link.end()
    return "".join([*parts, escape(line[done:])])
