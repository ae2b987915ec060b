"""What was said in the sample conversations: a few honest dialogues, filled with a service and a time."""

from collections.abc import Sequence
from random import Random

from mia.clinic.inbox.service import Line

_SECONDS_PER_WORD = 0.4
_PAUSE = 1.1

_BOOKED = (
    (
        "Hi, thanks for calling {practice}, this is Mia, the AI receptionist. How can I help?",
        "Hi, I'd like to come in for {service}.",
        "Happy to help. I have {time}. Would that suit you?",
        "Yes, that works.",
        "Great. May I have your first and last name, and a phone number?",
        "{name}. You should have my number.",
        "Thank you. That's {service} with {provider}, {time}. Shall I book it?",
        "Yes please.",
        "You're booked. We look forward to seeing you.",
    ),
    (
        "Hi, thanks for calling {practice}, this is Mia, the AI receptionist. How can I help?",
        "It's been a while, I think I'm due for {service} again.",
        "I can find you a time. Would {time} with {provider} be good?",
        "That's perfect, it's {name}.",
        "Thank you. I have booked {service}, {time}. Anything else?",
        "No, that's all. Bye!",
    ),
)
_QUESTION = (
    (
        "Hi, thanks for calling {practice}, this is Mia, the AI receptionist. How can I help?",
        "How much is {service}?",
        "{service} is {price}. Would you like me to find you a time?",
        "Not today, thanks. I just wanted to know.",
        "Of course. Call any time. Goodbye!",
    ),
    (
        "Hi, thanks for calling {practice}, this is Mia, the AI receptionist. How can I help?",
        "Are you open on Saturday, and where can I park?",
        "Let me tell you our hours and where to park. Is there anything else?",
        "No, that's all I needed.",
        "You're welcome. Goodbye!",
    ),
)
_OPEN = (
    (
        "Hi, thanks for calling {practice}, this is Mia, the AI receptionist. How can I help?",
        "I'm interested in {service}, but I need something after six.",
        "The latest I have this week is {time}. Would that work?",
        "Hmm, I have to check with work first.",
        "No problem. Shall someone call you back tomorrow?",
        "Yes please. This is {name}.",
        "Thank you, {name}. Our team will call you.",
    ),
)


class ScriptedTalk:
    """Gives the lines of a conversation; the same ``rng`` state gives the same ones."""

    def __init__(self, rng: Random, practice: str) -> None:
        self._rng = rng
        self._practice = practice

    def booked(self, name: str, service: str, provider: str, time: str) -> tuple[Line, ...]:
        """Someone books."""
        return self._fill(_BOOKED, name=name, service=service, provider=provider, time=time)

    def question(self, service: str, price: str) -> tuple[Line, ...]:
        """Someone asks and hangs up content."""
        return self._fill(_QUESTION, service=service, price=price)

    def left_open(self, name: str, service: str, time: str) -> tuple[Line, ...]:
        """Someone would like a time there was not; staff call back."""
        return self._fill(_OPEN, name=name, service=service, time=time)

    def _fill(self, scripts: Sequence[Sequence[str]], **words: str) -> tuple[Line, ...]:
        at = 0.4
        lines = []
        for position, text in enumerate(self._rng.choice(scripts)):
            said = text.format(practice=self._practice, **words)
            lines.append(Line("assistant" if position % 2 == 0 else "user", said, round(at, 1)))
            at += len(said.split()) * _SECONDS_PER_WORD + _PAUSE
        return tuple(lines)
