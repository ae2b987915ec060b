"""What the practice offers, what a treatment is, and who does it."""

import re

from mia.platform.conversation.ports import Say
from mia.platform.words.plain import plain
from mia.receptionist.dialogue.answering.own_answers import ALIKE_ON_TOPIC, answer_from_faq, sentence, unknown
from mia.receptionist.dialogue.saying.speaking import say_minutes, some
from mia.receptionist.dialogue.scene import Scene
from mia.receptionist.practice import Practice, Provider, Service
from mia.receptionist.understanding.asked_of import OF_TIME
from mia.receptionist.understanding.lexicon import find_services
from mia.receptionist.understanding.meaning import Meaning
from mia.receptionist.understanding.treatments import for_child

_DO_YOU_HAVE = re.compile(
    r"(?<!services )(?<!treatments )(?<!procedures )(?<!what )(?<!else )\bdo you (?:guys |all |also )?"
    r"(?:offer|do|have|provide|carry|sell)\b(?! (?:there|here)$|$)"
)
_WHAT_IS_IT = re.compile(
    r"\b(?:what|about|explain|work|works|info|information|details|describe|difference|know more|good for)\b"
)
_ANY = re.compile(
    r"(?:an?|the|any|some|your|like|and|or|good|still|also|just|really|both|actual|things|stuff|such|as|it|that)"
)
"""What may stand before a treatment without making it another."""
_OF_ANY_KIND = frozenset({"removal", "treatment", "therapy", "program", "session", "care", "loss", "laser"})
"""Words that stand in the names of many treatments."""
_ITSELF = re.compile(r"^laser(?: treatments?)?(?: (?:on|for)\b|$)")
"""A word of many treatments with nothing beside it that would make it one of the others."""
_DOES_SOMETHING = re.compile(
    r"\b(?:to|for|it|you) (?:\w+ )?(?:pull|pulling|extract|extracting|remove|removing|take|taking|fix|fixing"
    r"|replace|replacing|save|saving|repair|repairing|build|make|making|put|putting)\b"
)
"""What is done, which a unit alone does not tell: the price of a tooth is none for pulling it."""
_LISTS = re.compile(r"\b(?:what|which|list|menu|kinds?|types?|sorts?|services|treatments|procedures|everything)\b")
"""How a list of the treatments is asked for."""
_LONGEST_THING = 6
"""Words after "do you have" in which the treatment stands that is asked for."""
_CREDENTIALS = re.compile(
    r"\b(?:degrees?|titles?|credentials?|qualif\w+|licens\w+|certif\w+|train\w*|educat\w+|background|md|real)\b"
)

_DOES_IT = re.compile(
    r"\b(?:does|can|will|is) (?:(?:mr|mrs|ms|miss|doctor|dr) )?(?:\w+ ){1,2}"
    r"(?:do|perform|offer|speak|use|trained|certified)\b"
)
"""What someone of the team does beside what is listed: only they know."""
_OF_THE_TEAM = re.compile(
    r"\b(?:who|whom|whose|which|what|names?|list|anyone|anybody|someone|somebody|any|an?|your|team|staff|female|male"
    r"|woman|women|man|men|lady|guy|doctors|dentists|providers|hygienists?)\b"
)
_WHEN_IN = re.compile(
    r"\b(?:is|are|does|do|will|would|can) (?:she|he|they|dr|doctor|the (?:doctor|dentist|provider|nurse)|\w+)"
    r"(?: \w+){0,3} (?:there|in|here|work\w*|around|on)\b(?! (?:your|the) (?:team|staff))"
)
"""Who is asked for at all, and when someone of them is in: only the team knows."""
_WHICH = re.compile(
    r"\b(?:which|what) (?:\w+ ){1,2}(?:do you have|are there|is there|have you got|work)\b"
    r"|\bwho (?:all )?(?:works|do you have|is on|are your)\b"
)
"""How the names of the whole team are asked for."""
CHEAPEST = re.compile(
    r"\b(?:cheapest|least expensive|most affordable|lowest price"
    r"|(?:any|some)thing (?:\w+ )?cheaper|cheaper (?:options?|things?|treatments?))\b"
)
_BREAKS = re.compile(
    r"[,:;?!.&+/]|\b(?:and|or|plus|also|vs|versus|than|between|with|compared|from|is|are|was|for|on|to|in|of|my|your|by|if|i|do|does)\b",
    re.IGNORECASE,
)
"""What stands between the names of treatments."""
_BESIDE_NAMES = re.compile(
    r"\b(?:and|or|vs|versus|the|an?|for|both|plus|also|what|how|about|ok|okay|so|then|of|between|with|maybe|like|i|am"
    r"|we|my|compar\w+|deciding|thinking|considering|torn|either|hi|hey|hello|is|are|it|one|them|those|these)\b"
)
"""What may stand beside names that are only named."""
_FOR_WHOM = re.compile(r"\s*for (?:(?!and\b|plus\b|or\b|,|[.;?!])\S+ ?){1,4}", re.IGNORECASE)
"""For whom a treatment is, told right after it."""


def service_meant(scene: Scene, meaning: Meaning) -> Service | None:
    """The only treatment that a question names, else the one told of just now, that is talked of, or that we named
    last."""
    if meaning.more_services:
        return None
    if len(meaning.services) == 1:
        return scene.practice.service(meaning.services[0])
    if meaning.services:
        return None
    state = scene.state
    on_file = {visit["service_id"] for visit in state.on_file}
    talked_of = state.service_id or (state.booked or {}).get("service_id")
    talked_of = talked_of or (on_file.pop() if len(on_file) == 1 else None)
    now = " ".join(output.text for output in scene.outputs if isinstance(output, Say))
    if len(just_told := named_in(now, scene.practice)) == 1:
        return just_told[0]
    told = [] if talked_of else named_in(" ".join(state.last_lines), scene.practice)
    return told[0] if len(told) == 1 else scene.practice.service(talked_of)


def priced_by(scene: Scene, meaning: Meaning) -> list[Service]:
    """The treatments that are priced by what is named, where none is: "what's a syringe, and ten units?"."""
    if meaning.services or _DOES_SOMETHING.search(meaning.plain):
        return []
    words = {word.removesuffix("s") for word in meaning.plain.split()} - {"per", "each"}
    priced = [one for one in scene.practice.services if one.price_cents]
    return [one for one in priced if words & set(plain(one.price_note).split())]


def services(scene: Scene, meaning: Meaning) -> bool:
    """Whether the practice has a treatment, or all that it has."""
    if meaning.services and (asked := _DO_YOU_HAVE.search(meaning.plain)):
        return _has(scene, meaning, " ".join(meaning.plain[asked.end() :].split()[:_LONGEST_THING]))
    if meaning.services:
        return service_info(scene, meaning)
    if _DO_YOU_HAVE.search(meaning.plain):
        if not answer_from_faq(scene, meaning, ALIKE_ON_TOPIC):
            _not_listed(scene, meaning)
        return True
    if not _LISTS.search(meaning.plain):
        return answer_from_faq(scene, meaning, ALIKE_ON_TOPIC) or unknown(scene)
    groups: dict[str, list[str]] = {}
    for service in scene.practice.services:
        groups.setdefault(service.category or service.name, []).append(service.name)
    if not groups:
        return unknown(scene)
    if len(groups) <= 2:
        scene.say("services", groups=some([s.name for s in scene.practice.services]))
    else:
        scene.say("services", groups=some([g.lower().replace("/", " and ") for g in groups]))
    return True


def _has(scene: Scene, meaning: Meaning, thing: str) -> bool:
    """Whether the practice has what was named after "do you have"."""
    if find_services(thing, scene.practice) is None:  # "do you have a room where we could get massages"
        return answer_from_faq(scene, meaning, ALIKE_ON_TOPIC) or unknown(scene)
    if len(both := named_in(thing, scene.practice)) > 1:
        scene.say("have_service", names=some([one.name for one in both]))
        return True
    names = [s.name for s in scene.practice.services if s.id in meaning.services]
    if meaning.service_by == "part" and meaning.service_words in _OF_ANY_KIND and not _ITSELF.search(thing):
        _not_listed(scene, meaning)  # "tattoo removal" is no hair removal
        return True
    exact = meaning.service_by != "part" and not _is_special(thing, meaning.service_words)
    scene.say("have_service" if exact else "closest_service", names=some(names))
    return True


def _is_special(thing: str, service_words: str) -> bool:
    """Whether more than the treatment itself is asked for: "couples massage", "hot stone massage"."""
    before = thing.split(service_words)[0] if service_words and service_words in thing else ""
    return not all(_ANY.fullmatch(word) for word in before.split())


def _not_listed(scene: Scene, meaning: Meaning) -> None:
    """What is not on the list may be offered after all: the team can tell."""
    scene.leave_open(meaning.quoted)
    if scene.state.booking:
        scene.say("do_not_know_booking")
        return
    scene.say("unknown_service", examples=some([s.name for s in scene.practice.services]))
    scene.offers_person = True


def service_info(scene: Scene, meaning: Meaning) -> bool:
    """What a treatment is."""
    if answer_from_faq(scene, meaning):
        return True
    if len(meaning.services) > 1:
        names = [s.name for s in scene.practice.services if s.id in meaning.services]
        group = next(s.category for s in scene.practice.services if s.id == meaning.services[0])
        scene.say("services_in", group=group.lower() or "that", names=some(names))
        return True
    service = service_meant(scene, meaning)
    if service is None:
        return unknown(scene)
    if OF_TIME.search(meaning.plain) and service.duration_minutes:
        scene.say("duration", minutes=say_minutes(service.duration_minutes))
        return True
    if not service.description or not _WHAT_IS_IT.search(meaning.plain):
        return unknown(scene)
    scene.quote(sentence(service.description), sentence(service.description_es))
    if service.duration_minutes:
        scene.say("duration", minutes=say_minutes(service.duration_minutes))
    return True


def providers(scene: Scene, meaning: Meaning) -> bool:
    """Who does it."""
    service = service_meant(scene, meaning) if meaning.services else None
    if meaning.provider_id and not meaning.services and _DOES_IT.search(meaning.plain):
        return unknown(scene)
    if meaning.when and _WHEN_IN.search(meaning.plain):
        return unknown(scene)
    if not (meaning.services or meaning.provider_gender or _OF_THE_TEAM.search(meaning.plain)):
        return unknown(scene)
    team = scene.practice.who_do(meaning.services, meaning.provider_gender)
    if not team and _WHICH.search(meaning.plain):
        team = scene.practice.who_do(meaning.services, None)  # we may not know who of them is a woman
    if not team:
        return unknown(scene)
    titles = {word for p in team for word in plain(p.title).split()}
    everyone = bool(_CREDENTIALS.search(meaning.plain)) or not titles.isdisjoint(meaning.plain.split())
    titled = any(p.title and (everyone or not p.name.startswith("Dr")) for p in team[:3])
    names = [_with_title(p, everyone=everyone) for p in team]
    listed = "; ".join(names[:3]) if titled else some(names)
    if service and not any(one.service_ids for one in scene.practice.providers) and len(names) > 1:
        scene.leave_open(meaning.quoted)
        scene.say("providers_none_tied", service=service.name, names=listed)
        return True
    if service:
        scene.say("providers_of", service=service.name, names=listed)
    else:
        scene.say("providers", names=listed)
    return True


def _with_title(provider: Provider, *, everyone: bool) -> str:
    """ "Priya Nair, Registered Nurse"; doctors carry theirs in the name, unless degrees are asked about."""
    title = provider.title.split(",")[0].strip()
    known = provider.name.startswith("Dr") and not everyone
    return provider.name if known or not title else f"{provider.name}, {title}"


def only_names(line: str, practice: Practice) -> bool:
    """Whether a plain text names treatments and says nothing of them: "okay, what about whitening"."""
    names = {
        word.removesuffix("s")
        for one in practice.services
        for name in (one.name, *one.aliases)
        for word in plain(name).split()
    }
    rest = _BESIDE_NAMES.sub(" ", line).split()
    return bool(find_services(line, practice)) and all(word.removesuffix("s") in names for word in rest)


def named_in(message: str, practice: Practice) -> list[Service]:
    """The treatments that a message names, in its order; that for children where it is named for a child."""
    found: list[Service] = []
    begins = [0, *(match.end() for match in _BREAKS.finditer(message))]
    ends = [*(match.start() for match in _BREAKS.finditer(message)), len(message)]
    for begin, end in zip(begins, ends, strict=True):
        piece = message[begin:end]
        hit = find_services(plain(piece), practice) if piece.strip() else None
        if hit and (whom := _FOR_WHOM.match(message, end)):
            hit = for_child(plain(piece + whom[0]), hit, practice)
        service = practice.service(hit.ids[0]) if hit and len(hit.ids) == 1 else None
        if service and service not in found:
            found.append(service)
    return found
