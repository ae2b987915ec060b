"""Answers to questions, from the practice's own facts only; what is not there is admitted."""

import re
from collections.abc import Callable, Sequence
from functools import partial

from mia.platform.conversation.ports import Output, Say
from mia.receptionist.dialogue.answering import in_time
from mia.receptionist.dialogue.answering.aspects import is_special_price
from mia.receptionist.dialogue.answering.children import tell_if_seen
from mia.receptionist.dialogue.answering.offered import (
    only_names,
    providers,
    service_info,
    services,
)
from mia.receptionist.dialogue.answering.opening_hours import answer_hours
from mia.receptionist.dialogue.answering.own_answers import (
    ALIKE,
    ALIKE_IN_KIND,
    ALIKE_ON_TOPIC,
    SAME,
    admit,
    answer_by_word,
    answer_from_faq,
    asks,
    is_deal_on_several,
    lacks_asked,
    likest,
    of_kinds,
    unknown,
)
from mia.receptionist.dialogue.answering.places import location, parking
from mia.receptionist.dialogue.answering.prices import tell_price
from mia.receptionist.dialogue.answering.reached import contact
from mia.receptionist.dialogue.answering.weighing import tell_price_and_time
from mia.receptionist.dialogue.left_open import asked_in
from mia.receptionist.dialogue.saying.speaking import say_money, say_price
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.understanding.asked_of import OF_TIME, priced_thing
from mia.receptionist.understanding.meaning import Meaning, is_asking
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.subjects import rule_topics

POLICIES = frozenset({Topic.GIFT_CARDS, Topic.MEMBERSHIPS, Topic.CANCELLATION, Topic.PREPARE})
"""What practices answer in their own words, told as "policy"."""
_ANSWERED_ALIKE = POLICIES | {Topic.INSURANCE, Topic.PAYMENT}
"""What practices answer in their own words."""
_WEIGHS = re.compile(
    r"\b(?:vs|versus|compared|difference|worth|save|saves|saving|cheaper"
    r"|(?:without|not|non) (?:an? |the |being an? )?member\w*)\b"
)
_MEMBERS = re.compile(r"\b(?:member\w*|plan|join|club|monthly|month|regulars?|packages?|subscri\w+|often)\b")
_BY_THE_MONTH = re.compile(
    r"\b(?:can|could|may|would|do) (?:i|we)(?: just| also)? (?:do|pay|go|use|get|have|make)(?: (?:it|that|this))?"
    r"(?: (?:the|a|an|on|by|in|some))* (?:monthly|month|months)\b(?! (?:plan|pass|club|member\w*|deal))"
)
"""How it is asked whether a treatment can be paid for over time."""
_IT_COVERS = re.compile(r"\b(?:it|that|this|(?:the|smile) plan)\b(?: \w+){0,2} (?:cover|include)")
_OPEN = re.compile(r"\b(?:open\w*|clos\w+|hours|until|till|late|early|\w+days?)\b")
_MOST_ANSWERS, _MOST_QUESTIONS = 2, 6
_OF_THE_HOUSE, _FAINT = 0.7, 0.4
"""The probability from which a question is about a rule of the house, whatever else its words resemble."""


def answer(scene: Scene, meaning: Meaning) -> list[str]:
    """Answer every question of the utterance; the topics answered, in order."""
    told = tell_price_and_time(scene, meaning) or tell_if_seen(scene, meaning)
    return _answer_rest(scene, meaning, told)


def _answer_rest(scene: Scene, meaning: Meaning, done: list[str]) -> list[str]:
    """Answer what is open beside the topics that are ``done``; all that were answered."""
    open_ones: list[str] = []
    admitted: list[Output] = []
    for topic in _likely_topics(scene, meaning):
        if topic.value in done or (done and topic is Topic.SERVICES) or _is_length(topic, meaning):
            continue
        if open_ones and _is_faint(topic, meaning):
            continue
        speak = _SPEAKERS.get(topic)
        before, scene.unanswered = len(scene.outputs), False
        if speak is None or not speak(scene, meaning):
            continue
        if scene.unanswered:
            admitted = admitted or scene.outputs[before:]
            del scene.outputs[before:]
            open_ones.append(_told_as(topic))
        else:
            done.append(_told_as(topic))
        if len(done) == _MOST_ANSWERS:
            break
    # One sentence may look like two questions; "I don't know" is said only when nothing was answered, or when a
    # rule of the house was asked about, which looks like nothing else.
    scene.unanswered = bool(open_ones) and (not done or Topic.POLICY.value in open_ones)
    if scene.unanswered:
        done = done or open_ones[:1]
        scene.leave_open(meaning.quoted)
        scene.outputs += admitted
        if not admitted:
            scene.say("do_not_know_booking" if scene.state.booking else "do_not_know")
    _note_answered(scene, done)
    return done


def _is_faint(topic: Topic, meaning: Meaning) -> bool:
    """Whether a question only faintly resembles a topic that none of its words name: "do they cost anything to
    send" is about no gift cards."""
    return meaning.odds.get(topic, 1.0) < _FAINT and topic not in rule_topics(meaning.plain)


def _told_of_plan(scene: Scene) -> bool:
    """Whether what members pay was told just before: "does it cover fillings?" is about that."""
    told = " ".join(scene.state.last_lines)
    return any(one.answer in told for one in of_kinds(scene, {Topic.MEMBERSHIPS}))


def _likely_topics(scene: Scene, meaning: Meaning) -> tuple[Topic, ...]:
    """What an utterance asks about: a rule of the house alone, where that is far likelier than all else ("can my
    dog be there, or does someone watch him?" is about no one who treats people), and of hours what no treatment is
    named in ("do you have evening appointments?")."""
    most = meaning.odds.get(Topic.POLICY, 0.0)
    if meaning.topics[:1] == (Topic.POLICY,) and most >= _OF_THE_HOUSE:
        return (Topic.POLICY,)
    if meaning.about(Topic.INSURANCE) and _IT_COVERS.search(meaning.plain) and _told_of_plan(scene):
        return (Topic.MEMBERSHIPS,)
    of_hours = meaning.by_rule and meaning.about(Topic.HOURS) and not meaning.services
    return tuple(topic for topic in meaning.topics if not (of_hours and topic is Topic.SERVICES))


def answer_asides(scene: Scene, asides: Sequence[Meaning], *, unknown: str = "do_not_know_booking") -> None:
    """Answer what was asked beside a wish; what is not known is said, once, by the phrase ``unknown`` (not at all
    when that is empty), and the wish goes on."""
    answer_each(scene, asides, unknown)
    scene.unanswered = False


def answer_each(scene: Scene, questions: Sequence[Meaning], unknown: str) -> list[str]:
    """Answer several questions of one message in their order; the topics answered. What is not known is said once,
    by the phrase ``unknown`` after the rest, if there is one, and ``scene.unanswered`` is set then."""
    replied: list[str] = []
    open_ones, admitted = list[str](), True
    for one in questions[:_MOST_QUESTIONS]:
        before = len(scene.outputs)
        if told := tell_price_and_time(scene, one):
            replied += _answer_rest(scene, one, told)
        elif answer_known(scene, one) or (not _of_a_day(one) and answer_from_faq(scene, one)):
            replied.append(Topic.POLICY.value)
        elif (topics := answer(scene, one)) and not (scene.unanswered or scene.offers_person):
            replied += topics
        else:
            del scene.outputs[before:]
            asked = "?" in one.text or is_asking(one.plain) or one.topics
            if asked and not only_names(one.plain, scene.practice):
                # what only names the treatments of the other questions was answered with them
                scene.leave_open(one.text)
                open_ones.append(asked_in(one.text))
                admitted = _has_no_price(scene, one) and admitted
        scene.unanswered = scene.offers_person = False
    if open_ones and unknown and not admitted:
        named = bool(replied) and not scene.in_spanish  # whose words are read in English
        scene.say(
            f"{unknown}_that" if named else unknown,
            question='" and "'.join(one.rstrip("?.! ") for one in open_ones),
        )
    scene.unanswered = bool(open_ones)
    return replied


def _is_length(topic: Topic, meaning: Meaning) -> bool:
    """Whether what sounds like opening hours is the time that a treatment takes: "is it an hour?"."""
    return topic is Topic.HOURS and bool(OF_TIME.search(meaning.plain)) and not _OPEN.search(meaning.plain)


def _has_no_price(scene: Scene, one: Meaning) -> bool:
    """Say that we have no price for what is named and not listed; whether that was asked for."""
    thing = None if one.services or not one.about(Topic.PRICE) else priced_thing(one.plain)
    if thing:
        scene.say("no_price_of", thing=thing)
    return bool(thing)


def _note_answered(scene: Scene, topics: list[str]) -> None:
    if Topic.HOURS.value in topics:
        scene.state.hours_told_at = scene.state.turns
    scene.state.answered += [t for t in topics if t not in scene.state.answered]


def _told_as(topic: Topic) -> str:
    """The name under which a topic is reported: all that practices answer in their own words is "policy"."""
    return Topic.POLICY.value if topic in POLICIES else topic.value


def _of_a_day(meaning: Meaning) -> bool:
    """Whether hours of a certain day are asked for, which are known better than a rule for all of them."""
    return bool(meaning.when) and meaning.about(Topic.HOURS)


def answer_known(scene: Scene, meaning: Meaning) -> bool:
    """Give the practice's own answer to a question it clearly foresaw, whatever else it sounds like."""
    if _of_a_day(meaning):
        return False
    if not asks(meaning) or not answer_from_faq(scene, meaning, SAME):
        return False
    topic = next((t for t in meaning.topics if t in _SPEAKERS), Topic.POLICY)
    if topic is Topic.CANCELLATION:
        in_time.tell(scene, meaning)
    _note_answered(scene, [_told_as(topic)])
    return True


def _from_faq(scene: Scene, meaning: Meaning, topic: Topic | None = None) -> bool:
    """The practice's answer to the very question, else to the only question it answered of that kind. Of a message
    with questions of several kinds (``topic`` is the one meant) the kind comes first."""
    several = len(_ANSWERED_ALIKE & set(meaning.topics)) > 1
    named = topic in (Topic.MEMBERSHIPS, Topic.GIFT_CARDS)  # "does the membership cover Botox" is no insurance
    if not (several or named) and answer_from_faq(scene, meaning, ALIKE):
        return True
    kinds = {topic} if topic and (several or named) else set(meaning.topics)
    of_kind = of_kinds(scene, kinds)
    if found := of_kind[0] if len(of_kind) == 1 else likest(of_kind, meaning, ALIKE_IN_KIND):
        if lacks_asked(scene, meaning, found):
            return admit(scene, meaning, found)
        scene.quote(found.answer, found.answer_es)
        return True
    return answer_from_faq(scene, meaning, ALIKE_ON_TOPIC) or unknown(scene)


def _cancellation(scene: Scene, meaning: Meaning) -> bool:
    """The practice's rule for late changes, and whether the visit that is meant is in time."""
    told = _from_faq(scene, meaning, Topic.CANCELLATION)
    if told and not scene.unanswered:
        in_time.tell(scene, meaning)
    return told


def _memberships(scene: Scene, meaning: Meaning) -> bool:
    """What members pay; beside what others do, where the two are weighed. Other discounts are no membership."""
    of_treatment = _BY_THE_MONTH.search(meaning.plain) and _priced_just_now(scene, meaning)
    if of_treatment and (paid := likest(of_kinds(scene, {Topic.PAYMENT}), meaning, 0.0)):
        scene.quote(paid.answer, paid.answer_es)
        return True
    others = "discount" in meaning.plain and not _MEMBERS.search(meaning.plain)
    if others or is_special_price(meaning.plain) or is_deal_on_several(meaning.plain):
        return answer_by_word(scene, meaning, asked=True) or unknown(scene)
    if _WEIGHS.search(meaning.plain) and len(meaning.services) == 1:
        service = scene.practice.service(meaning.services[0])
        if service and scene.practice.prices and (price := say_price(service)):
            scene.tell(price)
    return _from_faq(scene, meaning, Topic.MEMBERSHIPS)


def _priced_just_now(scene: Scene, meaning: Meaning) -> bool:
    """Whether the price of what is asked about was told in this turn or the last: that is what is to be paid."""
    told = " ".join((*scene.state.last_lines, *(one.text for one in scene.outputs if isinstance(one, Say))))
    known = [scene.practice.service(id_) for id_ in meaning.services or (scene.state.service_id,)]
    return any(one.price_cents and say_money(one.price_cents) in told for one in known if one)


def _robot(scene: Scene, meaning: Meaning) -> bool:
    scene.say("robot", assistant=scene.assistant, practice=scene.practice.name)
    return True


def _off_topic(scene: Scene, meaning: Meaning) -> bool:
    if answer_from_faq(scene, meaning):
        return True
    scene.say("off_topic", practice=scene.practice.name)
    return True


def _small_talk(scene: Scene, meaning: Meaning) -> bool:
    scene.say("how_are_you" if "how are you" in meaning.plain or "how is your" in meaning.plain else "kind")
    return True


_SPEAKERS: dict[Topic, Callable[[Scene, Meaning], bool]] = {
    Topic.PRICE: tell_price,
    Topic.HOURS: answer_hours,
    Topic.LOCATION: location,
    Topic.PARKING: parking,
    Topic.SERVICES: services,
    Topic.SERVICE_INFO: service_info,
    Topic.PROVIDERS: providers,
    Topic.INSURANCE: partial(_from_faq, topic=Topic.INSURANCE),
    Topic.PAYMENT: partial(_from_faq, topic=Topic.PAYMENT),
    Topic.POLICY: partial(_from_faq, topic=Topic.POLICY),
    Topic.GIFT_CARDS: partial(_from_faq, topic=Topic.GIFT_CARDS),
    Topic.MEMBERSHIPS: _memberships,
    Topic.RECORDS: partial(_from_faq, topic=Topic.RECORDS),
    Topic.CANCELLATION: _cancellation,
    Topic.PREPARE: partial(_from_faq, topic=Topic.PREPARE),
    Topic.ROBOT: _robot,
    Topic.OFF_TOPIC: _off_topic,
    Topic.CONTACT: contact,
    Topic.SMALL_TALK: _small_talk,
}
