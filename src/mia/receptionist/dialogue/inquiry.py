"""A turn outside a booking: questions, wishes, small talk."""

import re
from dataclasses import replace

from mia.platform.conversation.ports import Say
from mia.platform.words.plain import plain
from mia.receptionist.dates.when import When
from mia.receptionist.dialogue.answering import answers, follow_up, opening_hours, own_answers
from mia.receptionist.dialogue.answering.places import answer_place
from mia.receptionist.dialogue.arranging import next_person
from mia.receptionist.dialogue.arranging.after_booking import moves_the_visit
from mia.receptionist.dialogue.left_open import has_someone_answer
from mia.receptionist.dialogue.people import added, hand_off, reach
from mia.receptionist.dialogue.people.misses import no_progress, not_understood, understood
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.dialogue.state import VISIT_STEPS, Step
from mia.receptionist.dialogue.wanted import booking, each_visit, own_visits
from mia.receptionist.dialogue.wanted.asking import asks_only
from mia.receptionist.dialogue.wanted.details import take_up
from mia.receptionist.dialogue.wanted.offers import of_offered_weekday
from mia.receptionist.dialogue.wanted.parts import names_another
from mia.receptionist.dialogue.wishes import visit_wanted
from mia.receptionist.understanding.acts import Act
from mia.receptionist.understanding.asked_of import AFFORDS
from mia.receptionist.understanding.meaning import Meaning, is_asking
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.subjects import QUESTIONS
from mia.receptionist.understanding.wishes.beside import ONLY_ASKS
from mia.receptionist.understanding.wishes.errands import adds_another

_CHATS, _CONCERNED, _ASKS = 0.8, 0.3, 0.5
"""Probabilities from which nothing is wanted, a cosmetic or dental wish without a treatment is told, and something
is asked."""
_SEES_YOU = re.compile(r"\bsee (?:you|ya|yall)\b(?! (?:about|for)\b)")
_THINKS_IT_OVER = re.compile(
    r"\b(?:think|sleep|mull|pray) (?:about|on|over|it over)\b|\bget back to you\b"
    r"|\b(?:check|talk) (?:with|to) my \w+\b"
)
_ADDS = 8
"""Words from which a remark after a request was passed on is no courtesy."""
_TAKES_NOTE = re.compile(r"(?:(?:oh|ah|well) )?(?:okay|alright|all right|fine|got it|i see|good|great|perfect)\b")
"""How an answer is taken note of, before one more question."""
_BESIDE_WHICH = re.compile(r"^(?:(?:ok|okay|and|so|hm+|well) )+")
GO_ON = re.compile(r"(?:yes|sure|actually|please|one more)\b")


def open_turn(scene: Scene, meaning: Meaning) -> None:
    """A turn outside a booking."""
    state, meaning = scene.state, of_offered_weekday(scene, meaning)
    if _asks_hours(scene, meaning) or moves_the_visit(scene, meaning) or next_person.turn(scene, meaning):
        return
    if (
        _is_booked(scene, meaning)
        or _tells_how(scene, meaning)
        or _only_adds(scene, meaning)
        or _is_foreseen(scene, meaning)
    ):
        return
    wants = _wants_visit(scene, meaning)
    meaning = follow_up.both_of_them(state, meaning) if wants else meaning
    if wants and state.step is not Step.OFFER_VISIT and not meaning.services and not state.booking:
        state.service_id = state.intended or follow_up.talked_of(state)
    told = take_up(scene, meaning)
    likened = not meaning.by_rule and (wants or bool(meaning.digits))  # a number is no question
    before = len(scene.outputs)
    replied = [] if likened else answers.answer(scene, meaning)
    if replied and not wants and _says_it_again(scene, before, meaning):
        understood(scene)
        hand_off.ask_else(scene)
        return
    if wants and state.booking and not told and not replied:
        no_progress(scene)
    elif wants and not scene.offers_person:
        understood(scene)
        state.booking, state.no_visit = True, False
        booking.advance(scene)
    elif replied:
        understood(scene)
        _after_answer(scene, meaning, replied)
    elif len(meaning.plain.split()) >= _ADDS and added.may_be_added(scene, meaning):
        understood(scene)
        added.add(scene, meaning, asked=asks_only(meaning))
    elif not _courtesy(scene, meaning):
        _last_try(scene, meaning, told)


def _asks_hours(scene: Scene, meaning: Meaning) -> bool:
    """Tell when the practice is open on a day that is asked about; whether one was."""
    if not opening_hours.asks_on(scene, meaning):
        return False
    understood(scene)
    answers.answer(scene, replace(meaning, topics=(Topic.HOURS,), by_rule=True))
    hand_off.ask_else(scene)
    return True


def _is_foreseen(scene: Scene, meaning: Meaning) -> bool:
    """Give the practice's own answer to a question that it foresaw; whether it did."""
    if meaning.when or not answers.answer_known(scene, meaning):
        return False
    understood(scene)
    take_up(scene, meaning)
    _after_answer(scene, meaning, [Topic.POLICY])
    return True


def _tells_how(scene: Scene, meaning: Meaning) -> bool:
    """Pass on how someone is to be reached after their request was: "no phone, just email"."""
    told = reach.is_wish(meaning) and not (meaning.services or meaning.when)
    if not (scene.state.handed_off and told):
        return False
    understood(scene)
    added.add(scene, meaning)
    return True


def _only_adds(scene: Scene, meaning: Meaning) -> bool:
    """Pass on what adds to a request that the team has, though a day in it sounds like a wish for a visit."""
    if not (_wants_visit(scene, meaning) and added.may_be_added(scene, meaning)):
        return False
    understood(scene)
    added.add(scene, meaning)
    return True


def _says_it_again(scene: Scene, before: int, meaning: Meaning) -> bool:
    """Whether the answer is word for word the one just given, and nothing was asked: "I'll think about it". Then
    it is taken back."""
    said = " ".join(output.text for output in scene.outputs[before:] if isinstance(output, Say))
    if not said or is_asking(meaning.plain) or "?" in meaning.text or said not in " ".join(scene.state.last_lines):
        return False
    del scene.outputs[before:]
    return True


def several_questions(scene: Scene, meaning: Meaning) -> None:
    """Several questions in one message and no wish: each is answered, and a booking goes on after them."""
    understood(scene)
    take_up(scene, replace(meaning, when=When(), more_services=(), digits="", name=None))
    unknown = "do_not_know_booking" if scene.state.booking else "do_not_know"
    subject = [topic for topic in meaning.topics if topic in answers.POLICIES]
    if subject and not any(one.about(*subject) or one.services for one in meaning.asides):
        # "She pays something monthly there. What is it, and what does it cost?"
        replied = answers.answer(scene, meaning)
    else:
        replied = answers.answer_each(scene, meaning.asides, unknown)
    if scene.state.booking and scene.state.step in VISIT_STEPS:
        booking.advance(scene)
    else:
        _after_answer(scene, meaning, replied)


def _courtesy(scene: Scene, meaning: Meaning) -> bool:
    """Greetings, thanks and bare answers to "anything else?"; whether it was one."""
    state = scene.state
    if meaning.about(Topic.HELP):
        scene.say("can_help")
        state.step = Step.OPEN
    elif meaning.about(Topic.GREETING):
        scene.say("how_are_you" if "how are you" in meaning.plain else "greet")
        if "how are you" in meaning.plain:
            scene.say("help")
        state.step = Step.OPEN
    elif state.step is Step.ELSE and GO_ON.match(meaning.plain) and not meaning.digits:
        scene.say("go_on")
        state.step = Step.OPEN
    elif (
        (state.step is Step.ELSE and meaning.has(Act.YES))
        or (state.step is Step.OFFER_VISIT and meaning.has(Act.NO))
        or meaning.has(Act.THANKS)
        or (state.step is Step.ELSE and meaning.wants(Purpose.CHAT, least=_CHATS))
        or (state.step in (Step.ELSE, Step.OFFER_VISIT) and _THINKS_IT_OVER.search(meaning.plain))
        or (_is_settled(scene) and _SEES_YOU.search(meaning.plain))
        or _sees_us_anyway(meaning)
    ):
        hand_off.ask_else(scene)
    else:
        return False
    return True


def _last_try(scene: Scene, meaning: Meaning, told: set[str]) -> None:
    """No wish, no known question: a concern, the practice's own answers, details, or not understood."""
    state = scene.state
    concerned = meaning.about(Topic.CONCERN) or meaning.resembles(Topic.CONCERN, least=_CONCERNED)
    if concerned and (consultation := scene.practice.consultation):
        understood(scene)
        state.service_id, state.step = consultation.id, Step.OFFER_VISIT
        scene.say("concern")
    elif own_answers.answer_from_faq(scene, meaning) or answer_place(scene, meaning):
        understood(scene)
        hand_off.ask_else(scene)
    elif told & {"name", "phone"}:
        understood(scene)
        scene.say("noted")
        hand_off.ask_else(scene)
    elif own_answers.asks(meaning) or ("?" in meaning.text and meaning.wants(Purpose.ASK, least=_ASKS)):
        understood(scene)
        if state.handed_off:
            added.add(scene, meaning, asked=True)
            return
        scene.leave_open(meaning.quoted)
        scene.say("do_not_know")
        scene.say("offer_person")
        hand_off.offer_person(scene, hand_off.question(meaning))
    elif added.may_be_added(scene, meaning):
        understood(scene)
        added.add(scene, meaning)
    else:
        not_understood(scene)


def _wants_visit(scene: Scene, meaning: Meaning) -> bool:
    if AFFORDS.search(plain(scene.message)) and not meaning.when.has_day:
        return False
    if _sees_us_anyway(meaning) or (scene.state.no_visit and not _names_a_visit(meaning)):
        return False
    if scene.state.step is Step.OFFER_VISIT and meaning.has(Act.YES):
        return not (_TAKES_NOTE.match(meaning.plain) and asks_only(meaning))
    if _is_settled(scene) and _SEES_YOU.search(meaning.plain) and not meaning.services:
        return False  # the day that was booked
    if _is_settled(scene) and not (meaning.services or meaning.when or meaning.by_rule):
        return False  # "you'd do well in accounting", when all is booked
    return visit_wanted(scene, meaning, by_rule=_asks_for_visit(meaning, settled=_is_settled(scene)))


def _names_a_visit(meaning: Meaning) -> bool:
    """Whether a treatment or a booking is named: who said that they need no visit wants one after all."""
    return bool(meaning.services) or (meaning.about(Topic.BOOK) and meaning.by_rule)


def _sees_us_anyway(meaning: Meaning) -> bool:
    """Whether someone takes leave until a visit that is there: "good to know, see you Thursday"."""
    leaves = meaning.wants(Purpose.QUIT, Purpose.CHAT, least=_ASKS) and not meaning.services
    return leaves and bool(_SEES_YOU.search(meaning.plain))


def _is_settled(scene: Scene) -> bool:
    """Whether a visit was booked, and nothing is being arranged."""
    return bool(scene.state.visits) and not scene.state.booking


def _asks_for_visit(meaning: Meaning, *, settled: bool) -> bool:
    if settled and meaning.service_by == "part" and meaning.has(Act.THANKS) and not meaning.when:
        return False  # "thanks, coach"
    if meaning.about(Topic.BOOK):
        return not (asks_only(meaning))
    if meaning.about(Topic.CONCERN) and is_asking(_BESIDE_WHICH.sub("", meaning.plain)):
        return False  # "which one for the lines by my mouth?"
    if meaning.services and meaning.when.has_day and not meaning.by_rule:
        return True  # "I'm Ana, 305 ..., Botox on Tuesday" resembles a question about contacts
    if asks_only(meaning) or meaning.about(*QUESTIONS):
        return False
    return bool(meaning.services or meaning.when.has_day)


def _after_answer(scene: Scene, meaning: Meaning, replied: list[str]) -> None:
    state = scene.state
    is_open = scene.offers_person or scene.unanswered or state.price_asked
    if is_open and has_someone_answer(plain(scene.message)):
        if scene.offers_person:
            scene.take_back_offer()
        hand_off.begin(scene, hand_off.question(meaning))  # "if you don't know, have someone find out"
    elif is_open and state.handed_off and not state.price_asked:
        added.take_instead(scene, meaning)
    elif scene.offers_person:
        hand_off.offer_person(scene, hand_off.question(meaning))
    elif scene.unanswered:
        scene.say("offer_person")
        hand_off.offer_person(scene, hand_off.question(meaning))
    elif scene.outputs_end_with_question():
        state.step = Step.OPEN
    elif (
        _may_be_offered(scene, meaning)
        and state.service_id
        and {Topic.PRICE, Topic.SERVICE_INFO, Topic.SERVICES, Topic.PROVIDERS} & set(replied)
    ):
        state.step = Step.OFFER_VISIT
        scene.say("offer_visit")
    else:
        hand_off.ask_else(scene)


def _may_be_offered(scene: Scene, meaning: Meaning) -> bool:
    """Whether a visit may be offered after an answer: once, and not to who has one or only wants to know."""
    state = scene.state
    settled = state.minor or state.no_visit or state.visits or meaning.about_own
    return not (settled or state.said.get("offer_visit") or ONLY_ASKS.search(plain(scene.message)))


def _is_booked(scene: Scene, meaning: Meaning) -> bool:
    """What is asked for again is told, not booked twice."""
    visit = each_visit.booked_on(scene, meaning.services, meaning.when)
    if visit is None or adds_another(meaning.plain) or asks_only(meaning):
        return False
    if names_another(scene, meaning, visit["service_id"]):
        return False
    understood(scene)
    scene.say("your_visits", visits=own_visits.told([visit]))
    hand_off.ask_else(scene)
    return True
