"""What only the team can settle, in the words of people; and what only sounds like it."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice


@pytest.mark.parametrize(
    ("at", "says"),
    [
        ("medspa", "please cancel my Glow membership, I'm moving to Ohio"),
        ("wellness", "freeze my membership for 2 months i broke my foot"),
        ("medspa", "I never got the confirmation email for the gift card I ordered for my mum"),
        ("medspa", "my phone died so I missed your call, what was it about?"),
        ("dental", "you guys keep calling for a Kevin. I'm not Kevin."),
        ("dental", "I have a power of attorney for my aunt and need to know what she owes"),
        ("wellness", "do you guys have any openings for a massage therapist, licensed 8 years"),
        ("dental", "the crown Dr Sato put in came off in a bagel. who do I speak with about whether it's covered"),
        ("dental", "uhh my mom (81) gave you guys my old address, it's now 14 Birch Ct"),
    ],
)
async def test_the_team_hears_of_it(at: str, says: str) -> None:
    talk = Conversation(Office(practice=practice(at)), typed=True)
    said = await talk.say(says)
    assert talk.step in ("person_contact", "offer_person"), said


@pytest.mark.parametrize(
    ("at", "says"),
    [
        ("medspa", "My old spa ruined my brows so I'm looking for a new home. Hydrafacial Dec 5?"),
        ("wellness", "i'm on fire this month, lost 11 lbs. nutrition coaching dec 8 at 4?"),
        ("dental", "i choked on my words when the dentist asked if I floss, never again haha. cleaning dec 3"),
    ],
)
async def test_a_visit_is_arranged_beside_what_happened_elsewhere_or_is_only_said(at: str, says: str) -> None:
    talk = Conversation(Office(practice=practice(at)), typed=True)
    said = await talk.say(says)
    assert talk.step in ("when", "slot", "name"), said
    assert "911" not in said


async def test_who_sleeps_late_tells_when_they_can_come() -> None:
    talk = Conversation(Office(practice=practice("medspa")), typed=True)
    await talk.say("a consultation please")
    await talk.say("my last final is Thursday so Friday the 11th I'm free, but I sleep late so like afternoon")
    assert talk.step == "slot" and not talk.office.made("request_person")
