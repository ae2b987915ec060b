"""What patients want of visits they have, in wordings that share little but their parts."""

from collections.abc import Sequence
from datetime import date, datetime, time

import pytest

from mia.platform.conversation.ports import Heard
from mia.receptionist.dates.shifts import hear_shift
from mia.receptionist.practice import read_practice
from mia.receptionist.understanding.meaning import Expecting
from mia.receptionist.understanding.models.reading import read
from mia.receptionist.understanding.utterance import understand
from mia.receptionist.understanding.wishes.errands import Errand, hear_errand
from tests.receptionist.front_office import NOW, PRACTICE, ZONE

WHEN = (
    "what day am i coming in",
    "when do you have me down for",
    "Hi, I lost the card with my appointment time on it",
    "could you look up my appointment",
    "whats the time of my appt on friday",
    "am I still on for Thursday?",
    "just confirming i'm booked tomorrow",
    "I forgot when I'm supposed to come in",
    "do you see anything on the books for me",
    "can you tell me when I'm scheduled",
    "who am i seeing next week and at what time",
    "I need to double check my upcoming visit",
    "did my booking go through",
    "when's my botox",
    "remind me what time my facial is",
    "Yes hello, at what hour am I expected on Monday",
    "could you tell me the date of my next session",
    "did I book the 3rd or the 4th",
    "I think I have something with you next week, what day was it",
    "my calendar got wiped, when am I seeing Dana",
    "are we still good for my appointment tomorrow",
    "pls confirm my appt time",
    "have I got anything coming up with you",
    "Could you let me know what time I should turn up Wednesday, I'm already booked",
    "my reminder never came, when was my appointment",
    "is my hydrafacial this week or next",
    "can you give me my appointment info",
    "hi what's my next appointment",
    "I booked last month and don't know the date anymore",
    "which day did we settle on for my visit",
)
MOVE = (
    "something came up, can we do my visit another day instead",
    "I need to reschedule",
    "can i come later on the day of my appointment",
    "could I swap my Friday slot for Monday",
    "my flight got changed so thursday's appointment won't work, what else is there",
    "I'd like to push back my appointment a couple days",
    "is there any way to bring my facial forward",
    "need a different time for my botox appointment",
    "I have an appointment tuesday but I need it on wednesday",
    "can you switch me from 3 to 4:30 on Friday",
    "I can't do the 8th anymore, have you got anything the week after",
    "resched my appt pls",
    "Would it be possible to postpone my visit",
    "I was hoping to come in a day later than I'm booked",
    "can my appointment be on a Thursday rather",
    "would you be able to fit me in earlier than my scheduled appointment",
    "the time I have doesn't work for me anymore, got anything later",
    "hey need to bump tomorrow's appt to next week",
    "my appointment on the 4th, can we make it the 11th",
    "Our sitter bailed so I'd need to do my appointment some other day",
    "please reschedule me for December",
    "any chance of seeing me an hour later than planned",
    "I'd rather come Friday than Thursday for my visit",
    "can you reschedule my wife and me",
    "Work got in the way, could my Monday session become a Wednesday one",
    "I need to change when I'm coming in",
    "let's postpone my peel till January",
    "my slot clashes with a meeting, do you have another time",
)
CANCEL = (
    "please take me off the schedule for tuesday",
    "I won't be able to make it to my appointment, just cancel",
    "I no longer need my appointment",
    "scratch my appointment on Friday",
    "I don't want to come in on the 9th anymore",
    "can you drop my 2 o'clock",
    "I need to call off my facial",
    "remove my booking please",
    "not going to need that visit next week after all",
    "I'd like to cancel",
    "get rid of my appointment please",
    "kindly cancel the visit booked under my name",
    "pls cancel me",
    "I've decided against my appointment",
    "don't need my slot anymore give it to someone else",
    "I want to back out of my lip filler visit",
    "cancel everything I have with you",
    "you can take my name off for friday",
    "we're moving so I have to cancel my laser session",
    "I am not coming in friday, cancel it",
    "I'm afraid I have to cancel",
    "go ahead and void my appointment",
    "we need to cancel Tuesday's visit",
    "forget about my appointment",
    "I can't come to my appointment so take it off the books",
    "I'd like my appointment deleted",
    "do not keep my slot for me, I'm out of town",
    "cancel my peel please",
)
SAME = (
    "same as last time please",
    "book me the usual",
    "I want what I had last time",
    "can I get the same thing I got in the spring",
    "the same treatment with the same person as before",
    "Repeat of my last visit please",
    "just do what we did last visit",
    "my regular appointment again",
    "another round of what I got before",
    "same thing as always",
    "exactly what I had done last time with Dana",
    "I'll take the usual please",
    "can we do a repeat of last time",
    "same as my previous appointment",
    "I'd like to have the very same treatment again",
    "book me in for what I usually get",
    "the usual one please",
)
NO_ERRAND = (
    "can you remove my brown spots",
    "I want botox for my forehead, when do you have something later in the week",
    "what day could I get my brows waxed and a facial",
    "a chemical peel for my face, something else than last week's sun damage cure",
    "I'd like to book botox for friday",
    "how much is a facial",
    "what time do you open on saturday",
    "do you have anything thursday",
    "what's your cancellation policy",
    "can I cancel anytime if I book",
    "how long does a botox appointment take",
    "I want to make an appointment",
    "do you take walk ins",
    "is Dr. Reyes in on Friday",
    "when can I come in",
    "what time can you see me tomorrow",
    "Is there a fee if I cancel?",
    "can I bring my daughter to my appointment?",
    "do I need to come early for my appointment",
    "where do I park for my appointment",
    "my appointment was great thanks",
    "what should I bring to my appointment",
    "when can I wear makeup after my facial",
    "how should I prepare for my visit",
    "I left my scarf at my appointment yesterday",
    "I'm running late for my appointment",
    "do you have anything later on Friday",
    "I want to see the same person my sister saw",
    "what else do you offer",
    "do you confirm appointments by text",
    "when do you open on the weekend",
    "can my husband book an appointment too",
    "I need something later in the week, for botox",
    "I was told my insurance covers my visit, is that right",
    "how long is my visit going to take",
    "I have a mole on my arm that is changing",
    "can I eat before my appointment",
    "does my deposit get refunded if I cancel",
    "are you hiring, I sent my resume",
    "I got my botox elsewhere last time, do you do it too",
    "what time is your last slot on Friday",
    "I'd like to come in on Friday",
    "is my appointment free",
    "do you still have my photo on file",
    "I want my money back for my session",
    "is there anything I should know before my visit",
    "I'd like an appointment for my mother",
    "do you do last minute appointments",
    "what's the earlier slot on Monday",
    "how early should I arrive for my appointment",
    "does it hurt again the second time",
    "can I pay for my session in parts",
    "when do your appointments start in the morning",
    "I had an appointment and your staff was rude",
    "I want something different for my skin",
    "I have a wedding coming up and want to look good",
    "my skin got worse after my visit",
    "how do I get to you for my appointment",
    "can I change my phone number",
    "I'm looking to switch from my old clinic to you",
    "do you have another location",
    "I need another botox appointment",
    "where is my visit going to be",
)


def _errand(line: str, *, composed: bool = True) -> Errand | None:
    practice = read_practice(PRACTICE)
    meaning = understand(Heard(line, typed=True), practice, NOW.astimezone(ZONE), Expecting(), read(line))
    return hear_errand(meaning, composed=composed)


@pytest.mark.parametrize(
    ("errand", "lines"),
    [(Errand.WHEN, WHEN), (Errand.MOVE, MOVE), (Errand.CANCEL, CANCEL), (Errand.SAME, SAME)],
)
def test_a_wish_about_a_visit_on_file_is_heard_in_whichever_words(errand: Errand, lines: Sequence[str]) -> None:
    assert {line: _errand(line) for line in lines} == dict.fromkeys(lines, errand)


@pytest.mark.parametrize("line", ["can I come in earlier, like 9 am tomorrow", "I'd like a different day"])
def test_in_the_middle_of_a_booking_another_time_is_no_wish_about_a_visit_on_file(line: str) -> None:
    assert _errand(line, composed=False) is None


def test_other_sentences_about_visits_are_no_wish_about_one_on_file() -> None:
    assert {line: _errand(line) for line in NO_ERRAND} == dict.fromkeys(NO_ERRAND, None)


@pytest.mark.parametrize(
    ("said", "days", "at"),
    [
        ("can i come an hour later on tuesday", date(2026, 11, 24), time(15)),
        ("half an hour earlier please", date(2026, 11, 24), time(13, 30)),
        ("same time the week after", date(2026, 12, 1), time(14)),
        ("push it back by two days", date(2026, 11, 26), time(14)),
    ],
)
def test_a_visit_is_moved_by_the_time_that_stands(said: str, days: date, at: time) -> None:
    wish = hear_shift(said, datetime.fromisoformat("2026-11-24T14:00"))
    assert wish is not None and (wish.days, wish.at) == ((days,), at)


def test_who_names_no_shift_asks_for_none() -> None:
    assert hear_shift("move it to Friday at three", datetime.fromisoformat("2026-11-24T14:00")) is None
