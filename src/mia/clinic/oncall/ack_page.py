"""The page behind the link in an alert: what it is about, and one button. It needs no script."""

import base64
import hashlib
from datetime import datetime
from html import escape

from mia.clinic.oncall.alerts import Alert

_STYLE = """
:root { color-scheme: light dark; --ink: #14292b; --paper: #fbf8f4; --accent: #0d5158; --on: #fff; font: 17px/1.6 Figtree, system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { --ink: #f0ece6; --paper: #10201f; --accent: #8ccfc6; --on: #10201f } }
body { background: var(--paper); color: var(--ink); max-width: 34rem; margin: 0 auto; padding: 4rem 1.25rem }
h1 { font: 500 1.9rem/1.2 Fraunces, Georgia, serif; margin: 0 0 1rem }
a { color: inherit; display: inline-block; padding: .6rem 0 }
button { font: inherit; font-weight: 600; min-height: 2.9rem; padding: 0 1.5rem; margin: 1rem 0; border: 0; border-radius: 99px; background: var(--accent); color: var(--on); cursor: pointer }
:is(a, button):focus-visible { outline: 3px solid; outline-offset: 3px }
"""  # noqa: E501 (style sheet)
_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()

POLICY = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""The page's content security policy."""


def ask_page(practice: str, dashboard: str, *, test: bool) -> str:
    """Asks to acknowledge: a program that follows links in messages acknowledges nothing."""
    what = "This is a test. No action is needed." if test else "A caller may need help."
    return _page(
        f"{'Test alert' if test else 'Urgent'}: {practice}",
        f"<p>{what} Until someone acknowledges, the next on-call contact is alerted.</p>"
        '<form method="post"><button type="submit">Acknowledge</button></form>'
        f'<p><a href="{escape(dashboard)}">Open Mia</a></p>',
    )


def done_page(practice: str, dashboard: str, alert: Alert, local: datetime) -> str:
    """Says who has it."""
    return _page(
        f"Acknowledged: {practice}",
        f"<p>{escape(alert.by or 'The team')} acknowledged this alert at {local:%-I:%M %p}. "
        "No one else will be alerted.</p>"
        f'<p><a href="{escape(dashboard)}">Open Mia</a></p>',
    )


def _page(title: str, body: str) -> str:
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>{escape(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
{body}
</main>
</body>
</html>
"""
