"""What is told of the visits that are to be moved or canceled: which they are, which stay, and their new days."""

import re
from dataclasses import replace
from typing import Any

from mia.platform.words.plain import plain
from mia.receptionist.dates.spoken import hear_when
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.on_file.new_instead import may_be_new
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.wanted import in_the_way, told_visits
from mia.receptionist.dialogue.wanted.own_visits import ALL
from mia.receptionist.dialogue.wanted.parts import parts_of
from mia.receptionist.understanding.lexicon import find_services
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.told_of import tells_of_one
from mia.receptionist.understanding.wants import Wants, Wish
from mia.receptionist.understanding.who.people import SELF
from mia.receptionist.understanding.wishes.errands import Errand

_LONGEST_QUOTE = 200
_BOOKS_TOO = 0.5
"""The probability from which a new visit is wanted beside the one that is moved."""
_SEVERAL = re.compile(r"\b(?:both|two|all)\b")
_COUNTED = re.compile(
    r"\b(?:two|three|both|2|3)(?: of)?(?: (?:my|our|the))? (?:\w+ )?"
    r"(?:appointments|appts|visits|bookings|sessions|things)\b"
)
"""How visits are counted before or after they are listed, so that each treatment of the list is meant."""
_EACH_OF_THEM = re.compile(
    r"\ball (?:(?:of )?(?:them|it|those|these)|two|three|four|2|3|4|need|have|must|has|needs|gone|go|can go)\b"
    r"|\bboth (?:of (?:them|those)|need|have|must|can|gone|go)\b"
)
"""What tells that each treatment of a list is meant: "the drip, the sauna and the massage all need to go"."""
_SENTENCES = re.compile(r"[.;!?]+\s|\bbut\b|\bso\b|\bmust go\b|\binstead\b")
_GOES = r"(?<!flying)(?<!going)(?<!driving)(?<!traveling)"
_FROM_TO = re.compile(
    r"^(.*\b(?:appointment|appt|booking|visit|session|it|one|mine|me|us|from \w+)\b.*?)"
    rf"{_GOES}(?<!fixed)(?<!booked)(?<!scheduled)(?<!\bset) (?:to|for|until) (.*)$"
)
_TO = re.compile(rf"{_GOES} (?:to|until|over to) ")
DROPS = re.compile(
    r"\b(?:cancel\w*|drop|scrap|lose|scratch|remove|axe|nix|get rid of|forget|call off|take off|without)\b"
)
_MOVES = re.compile(
    r"\b(?:mov\w+|push\w*|pull\w*|slid\w+|nudge|kick|scoot|bump\w*|shift\w*|switch\w*|swap\w*|reschedul\w*|chang\w+|bring|postpon\w+"
    r"|delay\w*)\b"
)
_CHANGES = (Purpose.MOVE, Purpose.CANCEL)
_WEEK_LATER = re.compile(
    r"\b(?:following week|(?<!same )(?<!that )(?<!this )week after(?: that)?|a week later|next week|week later)\b"
)


def read(scene: Scene, errand: Errand, meaning: Meaning) -> dict[str, Any]:
    """What is wanted of which visits, as it is remembered until it is known who speaks."""
    moves_alone = errand is Errand.MOVE and not meaning.wants(Purpose.BOOK, least=_BOOKS_TOO)
    of, to = _parts(scene, meaning, errand)
    found: dict[str, Any] = {
        "kind": errand.value,
        "words": " ".join(meaning.quoted.split())[:_LONGEST_QUOTE],
        "plain": meaning.plain,
        "texts": [scene.message or meaning.text],
        "services": _services_meant(scene, meaning, _MOVES if moves_alone else DROPS),
        "hinted": _is_hinted(scene, meaning),
        "called": meaning.service_words,
        "to": to.to_json(),
        "of": of.to_json(),
        "to_each": _new_days(scene, meaning) if errand is Errand.MOVE else {},
        "week_later": bool(_WEEK_LATER.search(meaning.plain)),
        "places": told_visits.places(meaning),
        "kept_places": told_visits.kept_places(meaning),
        "for_others": _for_others(scene, meaning) if errand is Errand.MOVE else [],
        "new": may_be_new(errand, meaning),
    }
    counted = found["services"]
    if meaning.marked and meaning.marked.purpose in _CHANGES:
        each = found["to_each"]
        found |= _as_marked(scene, meaning, meaning.marked)
        found["to_each"] = each if len(each) > 1 else found["to_each"]
    if _COUNTED.search(meaning.plain) and len(found["services"]) < len(counted):
        found |= {"services": counted, "of": {}}
    if errand is Errand.CANCEL and (gone := told_visits.given_up(scene, meaning)):
        found |= {"services": gone, "of": {}}
    if errand is Errand.CANCEL and _EACH_OF_THEM.search(meaning.plain) and len(_all_named(scene, meaning)) > 1:
        found |= {"services": _all_named(scene, meaning), "of": {}}
    if errand is Errand.WHEN and _of_several_times(scene, meaning):
        found["of"] = {}
    if errand is Errand.MOVE and (told := told_visits.to_be_changed(scene, meaning)) and told.other:
        found |= {"services": list(told.other), "old": list(told.services), "of": told.when.to_json()}
        found["to"] = found["to"] or meaning.when.to_json()
    if held_up := in_the_way.hear(scene, meaning):
        marked = When.from_json(found["to"]) if meaning.marked else When()
        to = marked if marked.has_day and marked.days != held_up.of.days else held_up.to
        found |= {"of": held_up.of.to_json(), "to": to.to_json(), "plain": held_up.beside}
        found["services"] = list(held_up.services) or found["services"]
    if len(found["to_each"]) > 1:
        found |= {"services": list(found["to_each"]), "of": {}}
    return found


def _is_hinted(scene: Scene, meaning: Meaning) -> bool:
    """Whether no treatment is named but by a part of its name, or by what it is for: "in for my teeth"."""
    named = find_services(plain(scene.message or meaning.text), scene.practice)
    return named is None or named.by == "part"


def _services_meant(scene: Scene, meaning: Meaning, changes: re.Pattern[str]) -> list[str]:
    """The treatments to change, else those named, less those that stay: "drop the sauna, keep the massage".

    ``changes``: the words by which a part of the sentence tells that.
    """
    named = [*meaning.services, *meaning.more_services]
    parts = [told_visits.BESIDE.sub(" ", plain(part)) for part in told_visits.PARTS.split(meaning.text)]
    each = {part: found.ids for part in parts if (found := find_services(part, scene.practice))}
    stays = told_visits.stay(scene, meaning, changes)
    goes = [id_ for part, ids in each.items() if changes.search(part) for id_ in ids if id_ not in stays]
    if _SEVERAL.search(meaning.plain):
        named = list(dict.fromkeys((*named, *(id_ for ids in each.values() for id_ in ids if len(ids) == 1))))
    return goes or [id_ for id_ in named if id_ not in stays] or _told_before(scene, changes, stays)


def _all_named(scene: Scene, meaning: Meaning) -> list[str]:
    """Every treatment that is named, but for those that stay."""
    stays = told_visits.stay(scene, meaning, DROPS)
    return [id_ for id_ in (*meaning.services, *meaning.more_services) if id_ not in stays]


def _of_several_times(scene: Scene, meaning: Meaning) -> bool:
    """Whether visits at different times are asked about: "one this month and one in January"."""
    parts = (plain(part) for part in told_visits.PARTS.split(meaning.text))
    times = (hear_when(part, scene.now, scene.practice.day_bounds) for part in parts)
    return len({(time.days, time.until) for time in times if time.has_day}) > 1


def _told_before(scene: Scene, changes: re.Pattern[str], stays: set[str]) -> list[str]:
    """The treatment told of last before the words that change a visit, where only those that stay are named beside
    them: "350 for the whitening is too much. Scrap it, but keep the cleaning"."""
    told: list[str] = []
    for said in map(plain, _SENTENCES.split(scene.message) if stays else ()):
        if changes.search(said):
            return told
        named = find_services(said, scene.practice)
        told = list(named.ids) if named and not stays & set(named.ids) else told
    return []


def _for_others(scene: Scene, meaning: Meaning) -> list[dict[str, Any]]:
    """New visits of others that are wanted beside a visit that is moved: "and give him the exam then"."""
    own = [part for part in parts_of(scene, meaning.text, new=True) if part.service]
    theirs = [part for part in own if part.kin not in ("", SELF)]
    mine = any(tells_of_one(plain(one), dated=True) for one in told_visits.PARTS.split(meaning.text))
    return [{"service": part.service, "kin": part.kin} for part in theirs] if mine else []


def _as_marked(scene: Scene, meaning: Meaning, wanted: Wants) -> dict[str, Any]:
    """The visits that were marked to be moved or canceled, and the new day of each."""

    def hear(text: str) -> When:
        return hear_when(plain(text), scene.now, scene.practice.day_bounds)

    changes = _MOVES if wanted.purpose is Purpose.MOVE else DROPS
    stays = told_visits.stay(scene, meaning, changes)
    parts = [parts_of(scene, wish.text) for wish in wanted.each]
    kept = [wish for wish, told in zip(wanted.each, parts, strict=True) if stays & {part.service for part in told}]
    if kept and len(kept) < len(wanted.each):
        rest = tuple(wish for wish in wanted.each if wish not in kept)
        return _as_marked(scene, meaning, replace(wanted, each=rest))
    moved = tuple(wish for wish in wanted.each if not _is_only_told(wish, wanted))
    if moved and len(moved) < len(wanted.each):
        return _as_marked(scene, meaning, replace(wanted, each=moved))
    named = [next((part.service for part in told if part.service), "") for told in parts]
    services = list(dict.fromkeys(part.service for told in parts for part in told if part.service))
    of = hear(wanted.each[0].text)
    everything = any(ALL.search(plain(wish.text)) for wish in wanted.each)
    found: dict[str, Any] = {"services": services} if services or everything else {}
    if not (services or of or everything):
        return _pointed_at(scene, meaning, wanted, stays)
    if wanted.purpose is Purpose.CANCEL:
        return found | ({"of": of.to_json()} if len(wanted.each) == 1 else {})
    to: dict[str, When] = {}
    for service, wish in zip(named, wanted.each, strict=True):
        told_before = bool(service) and service in to  # "a cleaning on the 1st ... the cleaning to the 8th"
        to[service] = hear(wish.text) if told_before else hear(" ".join((wish.to, wanted.shared)))
    each = {service: when.to_json() for service, when in to.items() if when} if "" not in to else {}
    first = next(iter(to.values()))
    return found | {"of": of.to_json(), "to": first.to_json(), "to_each": each if len(each) > 1 else {}}


def _pointed_at(scene: Scene, meaning: Meaning, wanted: Wants, stays: set[str]) -> dict[str, Any]:
    """The visit that "cancel that" is about: the one told of last before it that is not to stay."""
    before = meaning.text.partition(wanted.each[0].text)[0]
    for said in reversed([plain(one) for one in _SENTENCES.split(before)]):
        services, when = find_services(said, scene.practice), hear_when(said, scene.now, scene.practice.day_bounds)
        if services and not stays & set(services.ids):
            return {"services": list(services.ids), "of": when.to_json()}
    return {}


def _is_only_told(wish: Wish, wanted: Wants) -> bool:
    """Whether another visit is what moves there: "Botox on the 8th and ... pull the lips to the day after"."""
    same = [one for one in wanted.each if one is not wish and one.to == wish.to and _MOVES.search(plain(one.text))]
    return bool(wish.to and same) and not _MOVES.search(plain(wish.text))


def _new_days(scene: Scene, meaning: Meaning) -> dict[str, Any]:
    """The new day of each treatment whose old one is told as well: "I have a cleaning on the 1st and a filling on
    the 3rd. The cleaning to the 8th, please, the filling to the 10th"."""
    told: dict[str, list[When]] = {}
    for one in parts_of(scene, scene.message or meaning.text):
        if one.service and one.days:
            told.setdefault(one.service, []).append(one.when)
    return {service: days[-1].to_json() for service, days in told.items() if len(days) > 1}


def _parts(scene: Scene, meaning: Meaning, errand: Errand) -> tuple[When, When]:
    """The day of the visit that is meant, and when it is wanted instead: "my Tuesday appointment to Friday"."""
    if errand in (Errand.SAME, Errand.NEXT):
        return When(), meaning.when
    if errand is not Errand.MOVE:
        return meaning.when, When()

    def hear(part: str) -> When:
        return hear_when(part, scene.now, scene.practice.day_bounds)

    if split := _FROM_TO.match(meaning.plain):
        return hear(split[1]), hear(split[2])
    for mark in _TO.finditer(meaning.plain):
        of, to = hear(meaning.plain[: mark.start()]), hear(meaning.plain[mark.end() :])
        if of.has_day and to.has_day:
            return of, to
    dated = [heard for one in _SENTENCES.split(meaning.text) if (heard := hear(plain(one))).has_day]
    if len({heard.days for heard in dated}) > 1:
        return dated[0], dated[-1]  # "I've got Botox on the 3rd. Could that be Wednesday the 16th?"
    return meaning.when, When()
