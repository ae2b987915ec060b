"""Wishes of different kinds in one message: "I left my scarf there. And move my facial to Friday, please". One is
settled first, and the others are kept for later."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from mia.platform.words.plain import plain
from mia.receptionist.dates.beside import tells_by_another
from mia.receptionist.dates.reckoning import WEEKDAYS
from mia.receptionist.dates.spoken import between_corrections
from mia.receptionist.understanding.asked_of import AFFORDS, FETCHES
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.models.marking import Kind, marks
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.subjects import FACTS
from mia.receptionist.understanding.wants import Wants, Wish, asks_about, wants
from mia.receptionist.understanding.wishes.beside import about_the_same
from mia.receptionist.understanding.wishes.errands import Errand, adds_another, hear_errand, is_named, names_own
from mia.receptionist.understanding.wishes.matters import BY_WORDS_ALONE, hear_matter

_FEWEST_WORDS, _FEWEST_BESIDE, _WORDS_READ = 5, 3, 45
"""Of shorter messages the whole is a part; fewer words beside a wish tell nothing; and so many the reader reads."""
_CERTAIN, _HARDLY = 0.97, 0.1
"""The probabilities of the purpose that was marked, and the most that another has then."""
_LIKELY, _FAIRLY, _AT_ALL, _BY_ITSELF = 0.5, 0.4, 0.2, 0.8
"""From which a wish is one for people; that a wish for them needs in its own words and a cancellation in the whole
message; and that each kind needs in the whole message, or in its own words where the message is long."""
_SURELY_KEPT = 0.9
"""From which a visit is only said to stay."""
_SENTENCE = re.compile(r"(?<=[.?!])\s+")
_CHANGES = (Purpose.MOVE, Purpose.CANCEL)
_ARRANGED = (Purpose.BOOK, Purpose.MOVE, Purpose.CANCEL)
_VISITS = (Purpose.BOOK, Purpose.MOVE, Purpose.CANCEL, Purpose.OWN)
_FOR_TEAM = (Purpose.TASK, Purpose.PERSON, Purpose.STOP)
_OF_PEOPLE = (Purpose.TASK, Purpose.CLINICAL, Purpose.PERSON, Purpose.STOP)
_THAT_IS_THERE = frozenset({Kind.MOVE, Kind.TO, Kind.CANCEL, Kind.KEEP})
_STAYS = re.compile(r"\b(?:not|never) (?:\w+ ){0,3}cancel")
_RATHER = re.compile(r"\b(?:rather|instead)\b")
_TRADES = re.compile(
    r"\b(?:swap|trade|exchange) (?:out )?(?:my|our|it|that|this|the)\b"
    r"|\bkeep me (?:on |for |down |in )*(?:that|the|same)\b"
)
_OWN = re.compile(r"\b(?:my|our|it|that one|appointment|visit|booking)\b")
_OWN_ONE = re.compile(
    rf"\b(?:my|our) (?:\w+ )?(?:{'|'.join(WEEKDAYS)}|tomorrow)\b"
    r"|\b(?:cancel\w*|mov(?:e|ing)|push(?:ing)?|drop|scrap|scratch|switch|swap|chang(?:e|ing)|resched\w+|postpone"
    r"|bump|bring|call off|take off) (?:\w+ ){0,2}?(?:it|that|this|them|both|everything|mine|one|ones|all)\b"
    r"|\b(?:cancel|mov\w+|push|drop|scrap|scratch|switch|swap|change|reschedule|postpone|bump|bring|call off"
    r"|take off) (?:\w+ ){0,6}?(?:session|appointment|appt|visit|booking|slot|one)s?\b"
)

_Again = Callable[[str], Meaning]


def apart(whole: Meaning, again: _Again) -> Meaning | None:
    """The wishes that are settled first, with the questions beside them; those of other kinds are left. ``None``
    where a message has wishes of one kind, or none ("can I pick one up on a Saturday, and until when?"), or where
    its parts and the whole of it do not agree."""
    if (FETCHES.search(whole.plain) and not whole.services) or AFFORDS.search(whole.plain):
        return None
    if own := _asks_own_first(whole, again):
        return own
    found = _read(whole, again)
    wishes = [one for one in found if one.purpose is not Purpose.ASK]
    if len(wishes) == 1 and wishes[0].purpose is Purpose.TASK:
        return _for_team(whole, wishes[0], found, again)
    if len(wishes) < 2 or _is_one(wishes, again) or _is_traded(whole, wishes) or not _agree(whole, wishes, again):
        return None
    first, left = _told_before(of_wants(wishes[0], again), whole, wishes[1:], again), wishes[1:]
    asked = [one for one in found if one.purpose is Purpose.ASK]
    if wishes[0].purpose is Purpose.TASK:
        return replace(first, left=(*left, *asked))
    asides = about_the_same(first, [again(wish.text) for one in asked for wish in one.each], again)
    return replace(first, left=tuple(left), asides=asides, rest=first if asides else None)


def _asks_own_first(whole: Meaning, again: _Again) -> Meaning | None:
    """A question about a visit that is there, with the new one that is wanted beside it left for later: "what time
    is my appointment Thursday? And can my son get a cleaning right after me?"."""
    sentences = _SENTENCE.split(whole.text)
    each = [again(one) for one in sentences] if len(sentences) > 1 else []
    own = [one for one in each if "?" in one.text and is_named(one) and hear_errand(one) is Errand.WHEN]
    rest = " ".join(one.text for one in each if one not in own)
    if not own or not rest or not again(rest).wants(Purpose.BOOK, least=_LIKELY):
        return None
    left = (Wants(Purpose.BOOK, (Wish(rest),)),)
    return replace(own[0], purposes=_certain(own[0].purposes, Purpose.OWN), left=left)


def _for_team(whole: Meaning, team: Wants, found: Sequence[Wants], again: _Again) -> Meaning | None:
    """What the team has to know, by itself, with the questions beside it where the practice's facts tell all of
    them: "please change the number you have for me. And how late are you open?". What is a matter by words that are
    known is one with all that was said."""
    beside = (wish.text for one in found if one is not team for wish in one.each)
    asked = tuple(again(text) for text in beside if " " in text.strip())
    told = all(one.by_rule and one.about(*FACTS) and not one.about(Topic.CANCELLATION) for one in asked)
    known = hear_matter(whole, least=BY_WORDS_ALONE)
    if not (asked and told) or known or not again(team.text).wants(Purpose.TASK, least=_BY_ITSELF):
        return None
    return replace(of_wants(team, again), asides=asked)


def _is_traded(whole: Meaning, wishes: Sequence[Wants]) -> bool:
    """Whether a new treatment takes the place of one that is there: "I've got a facial. I'd rather do a peel", "I
    chickened out of the drip. Keep me that day, but give me a sauna"."""
    kinds = {one.purpose for one in wishes}
    if Purpose.BOOK in kinds and kinds & {Purpose.MOVE, Purpose.CANCEL} and _TRADES.search(whole.plain):
        return True
    moves = any(one.purpose is Purpose.MOVE for one in wishes)
    return moves and any(one.purpose is Purpose.BOOK and _RATHER.search(plain(one.text)) for one in wishes)


def without_kept(text: str) -> str:
    """A message without the visits on file that are only said to stay: "yes, and the acupuncture stays". Beside
    visits that are moved or canceled they tell which ones are meant."""
    found = marks(text) if len(text.split()) >= _FEWEST_BESIDE else ()
    if any(one.kind in (Kind.MOVE, Kind.TO, Kind.CANCEL) for one in found) or _TRADES.search(plain(text)):
        return text
    rest = text
    for one in reversed(found):
        if one.kind is Kind.KEEP and one.odds >= _SURELY_KEPT and not asks_about(one.text):
            rest = f"{rest[: one.start]} {rest[one.end :]}"
    return rest if plain(rest) else text


def _told_before(first: Meaning, whole: Meaning, others: Sequence[Wants], again: _Again) -> Meaning:
    """A change of a visit that is told of outside of the wish and in no other: "that peel on the 8th? Scrap it"."""
    if first.services or first.when.has_day or not first.wants(Purpose.MOVE, Purpose.CANCEL, least=_CERTAIN):
        return first
    elsewhere = {id_ for one in others for id_ in again(one.text).services}
    services = tuple(id_ for id_ in (*whole.services, *whole.more_services) if id_ not in elsewhere)
    return replace(first, services=services, service_by="name")


def marked(meaning: Meaning, again: _Again) -> Meaning:
    """A message whose wishes are of one kind, with each of them, and without treatments and days that are only told
    of beside them."""
    found = [one for one in _read(meaning, again) if one.purpose is not Purpose.ASK]
    excludes = len(found) == 2 and _is_one(found, again)
    found = [one for one in found if one.purpose is Purpose.BOOK] if excludes else found
    if len(found) != 1 or found[0].purpose not in _ARRANGED:
        return meaning
    wanted = found[0]
    if excludes:
        meaning = replace(meaning, purposes=_certain(meaning.purposes, wanted.purpose))
    elif not _agree(meaning, found, again):
        return _as_new(meaning, wanted, again) if _only_new(meaning, wanted) else meaning
    whole = replace(meaning, marked=wanted, rest=meaning.rest and replace(meaning.rest, marked=wanted))
    taken_back = len(between_corrections(meaning.plain)) > 1 or any(
        one.kind is Kind.NOT for one in marks(meaning.text)
    )
    beside = _unmarked(meaning.text)
    if wanted.purpose is not Purpose.BOOK or taken_back or len(plain(beside).split()) < _FEWEST_BESIDE:
        return whole  # what was taken back is known to the whole alone
    return _without(whole, again(wanted.text), again(beside))


def _only_new(whole: Meaning, wanted: Wants) -> bool:
    """Whether several new visits were marked and none that is there, so that only words by which someone corrects
    themselves sound like a change: "both on the 4th. wait, she can't, so mine on the 4th, hers on the 7th"."""
    sure = [one.kind for one in marks(whole.text) if one.odds >= _LIKELY]
    return wanted.purpose is Purpose.BOOK and len(wanted.each) > 1 and not _THAT_IS_THERE & set(sure)


def _as_new(whole: Meaning, wanted: Wants, again: _Again) -> Meaning:
    """The new visits alone, of the treatment that was told for all of them."""
    own = replace(of_wants(wanted, again), whole=whole.text)
    return own if own.services else own.with_services_of(whole)


def _without(whole: Meaning, own: Meaning, beside: Meaning) -> Meaning:
    """The message without what only the words beside the wish tell."""
    told, said = {*whole.services, *whole.more_services}, {*own.services, *own.more_services}
    if said and said < told and told - said <= {*beside.services, *beside.more_services}:
        whole = whole.with_services_of(own)
    alone = own.when.has_day and beside.when.has_day and not tells_by_another(own.plain)
    return replace(whole, when=own.when) if alone else whole


def _unmarked(text: str) -> str:
    """The words that want nothing."""
    for one in reversed(marks(text)):
        text = f"{text[: one.start]} . {text[one.end :]}"
    return text


def _read(whole: Meaning, again: _Again) -> list[Wants]:
    """The wishes of a message, of kinds that are read in it as well. A question for clinicians is for the team."""
    if len(whole.plain.split()) < _FEWEST_WORDS:
        return []
    found = [one for one in wants(marks(whole.text)) if _is_read(whole, one, again)]
    if any(one.purpose is Purpose.BOOK for one in found):
        found = [one for one in found if one.purpose not in _CHANGES or _names_one(one, again)]
    if all(one.purpose is Purpose.ASK for one in found):
        return []
    asked = [wish for one in found if one.purpose is Purpose.ASK for wish in one.each]
    clinical = [wish for wish in asked if again(wish.text).wants(Purpose.CLINICAL, least=_LIKELY)]
    if not clinical:
        return found
    team = Wants(Purpose.TASK, tuple(clinical), "", found[0].who)
    rest = [_less(one, clinical) if one.purpose is Purpose.ASK else one for one in found]
    return [team, *(one for one in rest if one.each and one.purpose is not Purpose.TASK)]


def _names_one(wanted: Wants, again: _Again) -> bool:
    """Whether a change that was marked beside a new visit names one that is there: "I refuse to pull him out of
    class" does not."""
    own = again(wanted.text)
    return bool(own.services or _OWN_ONE.search(own.plain)) or names_own(own.plain)


def _less(wanted: Wants, some: Sequence[Wish]) -> Wants:
    return replace(wanted, each=tuple(wish for wish in wanted.each if wish not in some))


def _is_read(whole: Meaning, wanted: Wants, again: _Again) -> bool:
    """Whether the message as a whole, or the words that were marked, read like such a wish, too."""
    if wanted.purpose is Purpose.ASK:
        return True
    if wanted.purpose is Purpose.CANCEL and _STAYS.search(plain(wanted.text)):
        return False
    same: tuple[Purpose, ...] = (wanted.purpose,)
    if wanted.purpose is Purpose.TASK:
        own = again(wanted.text)
        same = _OF_PEOPLE if own.wants(Purpose.CLINICAL, least=_FAIRLY) else _FOR_TEAM
        if not own.wants(*same, least=_FAIRLY):
            return False
    long = len(whole.plain.split()) > _WORDS_READ  # of which the reader has not seen the end
    least, alone = (_FAIRLY, _CERTAIN) if wanted.purpose is Purpose.CANCEL else (_AT_ALL, 1.0)
    alone = _BY_ITSELF if long else alone
    return whole.wants(*same, least=least) or again(wanted.text).wants(*same, least=alone)


def _is_one(wishes: Sequence[Wants], again: _Again) -> bool:
    """Whether days that do not suit a new visit were marked as one to be moved: "a facial; I can't do the 3rd"."""
    others = [one for one in wishes if one.purpose is not Purpose.BOOK]
    moved = [wish for one in others if one.purpose is Purpose.MOVE for wish in one.each]
    return len(others) == 1 and bool(moved) and all(_only_excludes(again(wish.text)) for wish in moved)


def _only_excludes(meaning: Meaning) -> bool:
    """Whether words only tell days that do not suit, of no visit that is there: "I can't do the 1st to the 6th"."""
    return bool(meaning.when.without) and not meaning.services and not _OWN.search(meaning.plain)


def _agree(whole: Meaning, wishes: Sequence[Wants], again: _Again) -> bool:
    """Whether what the whole message wants of visits was marked, and no treatment has wishes of two kinds."""
    likeliest = max(_VISITS, key=lambda purpose: whole.purposes.get(purpose, 0.0))
    missed = whole.wants(likeliest, least=_LIKELY) and likeliest not in {one.purpose for one in wishes}
    named = [
        {*own.services, *own.more_services}
        for one in wishes
        if len(wishes) > 1 and one.purpose in _ARRANGED and (own := again(one.text))
    ]
    moved_or_new = {Purpose.MOVE, Purpose.BOOK} <= {one.purpose for one in wishes} and adds_another(whole.plain)
    return not (missed or moved_or_new) and sum(map(len, named)) == len(set().union(*named))


def of_wants(wanted: Wants, again: _Again) -> Meaning:
    """Wishes of one kind, which their purpose is certain to be."""
    meaning = again(wanted.text)
    return replace(meaning, purposes=_certain(meaning.purposes, wanted.purpose), marked=wanted)


def _certain(odds: Mapping[Purpose, float], wanted: Purpose) -> dict[Purpose, float]:
    if wanted is Purpose.TASK and max((odds.get(one, 0.0) for one in _OF_PEOPLE), default=0.0) >= _LIKELY:
        return {one: min(value, _HARDLY) if one in _VISITS else value for one, value in odds.items()}
    kept = (*_OF_PEOPLE, Purpose.ASK) if wanted in _VISITS else ()
    small = {one: value if one in kept else min(value, _HARDLY) for one, value in odds.items()}
    return small | {wanted: max(_CERTAIN, odds.get(wanted, 0.0))}
