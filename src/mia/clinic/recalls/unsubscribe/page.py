"""The page behind the link in an email: it asks, and says that it is done. It needs no script."""

import base64
import hashlib
from html import escape

_STYLE = """
:root { color-scheme: light dark; --ink: #14292b; --paper: #fbf8f4; --accent: #0d5158; --on: #fff; font: 17px/1.6 Figtree, system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { --ink: #f0ece6; --paper: #10201f; --accent: #8ccfc6; --on: #10201f } }
body { background: var(--paper); color: var(--ink); max-width: 34rem; margin: 0 auto; padding: 4rem 1.25rem }
h1 { font: 500 1.9rem/1.2 Fraunces, Georgia, serif; margin: 0 0 1rem }
button { font: inherit; font-weight: 600; min-height: 2.9rem; padding: 0 1.5rem; margin-top: 1rem; border: 0; border-radius: 99px; background: var(--accent); color: var(--on); cursor: pointer }
button:focus-visible { outline: 3px solid; outline-offset: 3px }
"""  # noqa: E501 (style sheet)
_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()

POLICY = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""The page's content security policy."""


def question_page(practice: str) -> str:
    """Asks whether to stop; a scanner that follows links in emails stops nothing."""
    return _page(
        "Stop messages and calls?",
        f"<p>{escape(practice)} will not write to you or call you any more: no emails, texts or calls from Mia. "
        "You can always contact the practice yourself.</p>"
        '<form method="post"><button type="submit">Stop all messages</button></form>',
    )


def done_page(practice: str) -> str:
    """Says that it is done."""
    return _page(
        "You are unsubscribed",
        f"<p>{escape(practice)} will not write to you or call you any more. To undo this, text START to the "
        "practice from your phone, or tell its team.</p>",
    )


def _page(title: str, body: str) -> str:
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>{title}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""
