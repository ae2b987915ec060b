"""The page of one visit behind its link, as HTML that needs no script: on a phone first, in both color schemes."""

import base64
import hashlib
from collections.abc import Sequence
from datetime import datetime
from html import escape
from zoneinfo import ZoneInfo

from mia.clinic.calendar.own_visit import MOST_WEEKS, OwnVisit, Standing
from mia.clinic.patients.service import display_phone
from mia.clinic.practice.service import Practice
from mia.clinic.schedule.service import Offer

_STYLE = """
:root { color-scheme: light dark; --ink: #14292b; --soft: #4d6163; --paper: #fbf8f4; --card: #fff; --line: #e2dbd1; --accent: #0d5158; --on: #fff; --wash: #e3efec; --bad: #9c2f27; font: 17px/1.55 Figtree, system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { --ink: #f0ece6; --soft: #b3c0bd; --paper: #10201f; --card: #182b2a; --line: #30474a; --accent: #8ccfc6; --on: #10201f; --wash: #1f3a38; --bad: #f0a49c } }
* { box-sizing: border-box }
body { background: var(--paper); color: var(--ink); margin: 0; padding: clamp(1.5rem, 6vw, 4rem) 1.1rem 3rem }
main, footer { max-width: 31rem; margin: 0 auto }
.who { color: var(--soft); font-weight: 600; margin: 0 0 .5rem }
h1 { font: 500 clamp(1.75rem, 7vw, 2.2rem)/1.15 Fraunces, Georgia, serif; margin: 0 0 1.25rem; text-wrap: balance }
legend { font-weight: 600; padding: 0 }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 20px; padding: 1.35rem 1.4rem }
.day { font: 500 1.45rem/1.25 Fraunces, Georgia, serif; margin: 0 }
.time { font-size: 1.2rem; font-variant-numeric: tabular-nums; margin: .15rem 0 0 }
.place { color: var(--soft); margin: .9rem 0 0 }
.done { background: var(--wash); border-radius: 14px; padding: .8rem 1.1rem; margin: 0 0 1.25rem; font-weight: 600 }
.problem { border-left: 3px solid var(--bad); padding: .1rem 0 .1rem .9rem; margin: 0 0 1.25rem }
.actions { display: grid; gap: .75rem; margin-top: 1.5rem }
.button, button { font: inherit; font-weight: 600; min-height: 3.1rem; padding: .6rem 1.4rem; border: 1.5px solid var(--accent); border-radius: 99px; background: transparent; color: var(--accent); cursor: pointer; text-align: center; text-decoration: none; display: grid; place-items: center; width: 100% }
.main { background: var(--accent); color: var(--on) }
.bad { border-color: var(--bad); color: var(--bad) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
fieldset { border: 0; margin: 0 0 1.4rem; padding: 0; min-width: 0 }
.times { display: grid; grid-template-columns: repeat(auto-fill, minmax(6.6rem, 1fr)); gap: .6rem; margin-top: .6rem }
.times label { display: block; position: relative }
.times input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer }
.times span { display: grid; place-items: center; min-height: 3rem; padding: .35rem; border: 1.5px solid var(--line); border-radius: 14px; background: var(--card); font-variant-numeric: tabular-nums; text-align: center }
.times small { color: var(--soft); font-size: .8rem }
.times input:checked + span { border-color: var(--accent); background: var(--wash); box-shadow: inset 0 0 0 1.5px var(--accent); font-weight: 600 }
.times input:focus-visible + span { outline: 3px solid var(--accent); outline-offset: 3px }
.sticky { position: sticky; bottom: 0; padding: .8rem 0 1rem; background: linear-gradient(transparent, var(--paper) 30%) }
nav { display: flex; justify-content: space-between; gap: 1rem; margin-top: .25rem }
a { color: var(--accent) }
nav a, footer a, .back { display: inline-block; padding: .55rem 0 }
footer { color: var(--soft); margin-top: 2rem; border-top: 1px solid var(--line); padding-top: 1rem }
"""  # noqa: E501 (style sheet)
_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()

POLICY = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""The page's content security policy."""

NEWS = {
    "moved": "Done. Your appointment has a new time.",
    "gone": "That time was just taken. Please choose another.",
    "none": "Please choose a time first.",
    "changed": "This appointment just changed. Please check it again.",
}
"""What a page may say on top, by the word in its address."""
_PROBLEMS = frozenset({"gone", "none", "changed"})


def visit_page(own: OwnVisit, path: str, news: str | None) -> str:
    """The visit as it stands, with what can be done about it."""
    if own.standing is not Standing.PLANNED:
        return _standing_page(own)
    hello = f"{escape(own.first_name)}, here is your appointment" if own.first_name else "Your appointment"
    move = f'<a class="button main" href="{path}/move">Choose another time</a>' if own.moves else ""
    cancel = f'<a class="button" href="{path}/cancel">Cancel this appointment</a>' if own.cancels else ""
    actions = f'<div class="actions">{move}{cancel}</div>' if move or cancel else ""
    return _page(own.practice, hello, f"{_news(news)}{_card(own)}{actions}")


def move_page(own: OwnVisit, path: str, offers: Sequence[Offer], week: int, news: str | None) -> str:
    """The times to choose from, a week at a time."""
    zone = own.practice.zone
    days: dict[str, list[Offer]] = {}
    for offer in offers:
        days.setdefault(_day(offer.starts_at, zone), []).append(offer)
    if days:
        choices = "".join(_choice(own, day, of_day) for day, of_day in days.items())
        action = f"{path}/move?week={week}"
        body = (
            f'<form method="post" action="{action}">{choices}'
            '<div class="sticky"><button class="main" type="submit">Move my appointment</button></div></form>'
        )
    else:
        body = '<p class="card">No time is free in this week. Try another week, or call us.</p>'
    now = f"Your appointment is on {_day(own.visit.starts_at, zone)} at {_time(own.visit.starts_at, zone)}."
    intro = f"<p>{now} It stays there until you choose another time.</p>"
    return _page(own.practice, "Choose another time", f"{_news(news)}{intro}{body}{_leaf(path, week)}{_back(path)}")


def cancel_page(own: OwnVisit, path: str) -> str:
    """Asks once more; nothing happens by opening a page."""
    move = f'<a class="button" href="{path}/move">Choose another time instead</a>' if own.moves else ""
    return _page(
        own.practice,
        "Cancel this appointment?",
        f'{_card(own)}<form class="actions" method="post" action="{path}/cancel">'
        f'<button class="bad" type="submit">Yes, cancel it</button>{move}</form>{_back(path)}',
    )


def problem_page(title: str, words: str) -> str:
    """A link that opens nothing; whose it was is not said."""
    return _document(title, f"<h1>{escape(title)}</h1><p>{escape(words)}</p>")


def _standing_page(own: OwnVisit) -> str:
    """A visit about which nothing can be done here: no name, and of one that is over no time."""
    when = f"{_day(own.visit.starts_at, own.practice.zone)} at {_time(own.visit.starts_at, own.practice.zone)}"
    title, words = {
        Standing.CANCELED: (
            "Your appointment is canceled",
            f"Your appointment on {when} is canceled. You don't need to do anything else.",
        ),
        Standing.MOVED: (
            "This appointment was moved",
            "It has a new time. Please use the link in our newest message, or call us.",
        ),
        Standing.OVER: ("This link has expired", "The appointment has already started or passed."),
    }[own.standing]
    return _page(own.practice, title, f'<p class="card">{escape(words)}</p>')


def _card(own: OwnVisit) -> str:
    start, zone = own.visit.starts_at, own.practice.zone
    address = f"<br>{escape(own.address)}" if own.address else ""
    return (
        f'<section class="card" aria-label="Your appointment"><p class="day">{_day(start, zone)}</p>'
        f'<p class="time"><time datetime="{start.isoformat()}">{_time(start, zone)} '
        f"{start.astimezone(zone):%Z}</time></p>"
        f'<p class="place">{escape(own.visit.location)}{address}</p></section>'
    )


def _choice(own: OwnVisit, day: str, offers: Sequence[Offer]) -> str:
    zone, here = own.practice.zone, own.visit.location_id
    times = "".join(
        f'<label><input type="radio" name="slot" value="{escape(offer.token)}" required>'
        f"<span>{_time(offer.starts_at, zone)}"
        + (f"<small>{escape(offer.location)}</small>" if offer.location_id != here else "")
        + "</span></label>"
        for offer in offers
    )
    return f'<fieldset><legend>{day}</legend><div class="times">{times}</div></fieldset>'


def _leaf(path: str, week: int) -> str:
    earlier = f'<a href="{path}/move?week={week - 1}">Earlier</a>' if week > 0 else "<span></span>"
    later = f'<a href="{path}/move?week={week + 1}">Later</a>' if week + 1 < MOST_WEEKS else "<span></span>"
    return f'<nav aria-label="Weeks">{earlier}{later}</nav>'


def _back(path: str) -> str:
    return f'<p><a class="back" href="{path}">Keep my appointment</a></p>'


def _news(news: str | None) -> str:
    if news not in NEWS:
        return ""
    kind = "problem" if news in _PROBLEMS else "done"
    return f'<p class="{kind}" role="status">{NEWS[news]}</p>'


def _day(instant: datetime, zone: ZoneInfo) -> str:
    local = instant.astimezone(zone)
    return f"{local:%A, %B} {local.day}"


def _time(instant: datetime, zone: ZoneInfo) -> str:
    local = instant.astimezone(zone)
    return f"{local.hour % 12 or 12}:{local:%M} {'AM' if local.hour < 12 else 'PM'}"


def _page(practice: Practice, title: str, body: str) -> str:
    phone = practice.settings.phone
    call = f'<a href="tel:{escape(phone)}">{escape(display_phone(phone))}</a>' if phone else ""
    questions = f"<footer><p>Questions? Call {escape(practice.name)} at {call}</p></footer>" if call else ""
    main = f'<p class="who">{escape(practice.name)}</p><h1>{title}</h1>{body}'
    return _document(title, main, questions)


def _document(title: str, main: str, after: str = "") -> str:
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>{title}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>{main}</main>
{after}
</body>
</html>
"""  # noqa: E501 (markup)
