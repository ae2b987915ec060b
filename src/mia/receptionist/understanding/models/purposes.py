"""What someone wants done, by the whole of a message: a new visit, an old one moved, a bill put right."""

from collections.abc import Mapping
from enum import StrEnum


class Purpose(StrEnum):
    """What is wanted, or done in reply to a question of ours; a message may have several. The values are labels of
    the messages that the reader learned from."""

    BOOK = "book"
    MOVE = "move"
    CANCEL = "cancel"
    OWN = "own"
    ASK = "ask"
    TASK = "task"
    CLINICAL = "clinical"
    PERSON = "person"
    STOP = "stop"
    CHAT = "chat"
    ANSWER = "answer"
    CORRECT = "correct"
    YES = "yes"
    NO = "no"
    QUIT = "quit"
    WAIT = "wait"
    REPEAT = "repeat"


REPLIES = frozenset(
    {Purpose.ANSWER, Purpose.CORRECT, Purpose.YES, Purpose.NO, Purpose.QUIT, Purpose.WAIT, Purpose.REPEAT}
)
"""What is only done in reply to a question."""

Purposes = Mapping[Purpose, float]
"""The probability of each purpose, 0 to 1; they do not add up to 1. Empty where none were read."""
