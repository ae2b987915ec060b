"""The sandbox's inbox as a page that needs no script, and single emails as a mail program shows them."""

import base64
import hashlib
import re
from collections.abc import Sequence
from html import escape

from mia.platform.mail.service import Received

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem }
article { border: 1px solid #8886; border-radius: .75rem; padding: 1rem 1.25rem; margin: 1rem 0 }
h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin: 0 }
p.meta { margin: .25rem 0; opacity: .8 }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
a { color: inherit }
summary { min-height: 2.75rem; align-content: center; cursor: pointer }
iframe { width: 100%; height: 24rem; border: 1px solid #8886; border-radius: .5rem }
"""
_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_LINK = re.compile(r"https?://[^\s<>\"]+")

POLICY = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""The page's content security policy."""

LAYOUT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
)
"""That of an email with layout: styles of its own, and nothing else. It is shown in frames of our pages alone."""


def inbox_page(mails: Sequence[Received]) -> str:
    """All emails, newest first; what they say is shown as text, links in it can be followed."""
    emails = "\n".join(_email(mail) for mail in mails) or "<p>No email yet. Book a demo to see one.</p>"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Sandbox mail</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>Sandbox mail</h1>
<p>Emails Mia would have sent. Outside production, nothing leaves this machine unless a mail server is set.</p>
{emails}
</main>
</body>
</html>
"""


def layout(received: Received) -> str | None:
    """An email with layout; its links open beside what shows it. None for one that is text alone."""
    body = received.mail.get_body(("html",))
    return str(body.get_content()).replace("<head>", '<head><base target="_blank">', 1) if body else None


def _email(received: Received) -> str:
    mail = received.mail
    body = mail.get_body(("plain",))
    text = str(body.get_content()) if body else ""
    files = "".join(
        f'<p class="meta">Attachment: <a href="/sandbox/mail/{received.id}/{number}" download>'
        f"{escape(part.get_filename() or 'file')}</a></p>"
        for number, part in enumerate(mail.iter_attachments())
    )
    when = f'<time datetime="{received.at.isoformat()}">{escape(str(mail["Date"]))}</time>'
    return f"""<article>
<h2>{escape(str(mail["Subject"]))}</h2>
<p class="meta">To {escape(str(mail["To"]))}, {when}</p>
<pre>{_linked(text)}</pre>
{_frame(received)}
{files}
</article>"""


def _frame(received: Received) -> str:
    """Opens the email with layout, in a frame that may do nothing but open its links in windows of their own."""
    if layout(received) is None:
        return ""
    title = escape(str(received.mail["Subject"]))
    may = "allow-popups allow-popups-to-escape-sandbox"
    frame = f'<iframe title="{title}" sandbox="{may}" loading="lazy" src="/sandbox/mail/{received.id}"></iframe>'
    return f"<details><summary>As a mail program shows it</summary>{frame}</details>"


def _linked(text: str) -> str:
    """Escaped text whose addresses are links."""
    parts, end = [], 0
    for match in _LINK.finditer(text):
        address = match[0].rstrip(".,;:!?)")
        parts.append(escape(text[end : match.start()]))
        parts.append(f'<a href="{escape(address)}">{escape(address)}</a>')
        end = match.start() + len(address)
    return "".join([*parts, escape(text[end:])])
