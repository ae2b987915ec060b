"""A voicemail at the other end: the message is said once, nothing that is heard changes it, then the call ends."""

import numpy as np
import pytest

from mia.voice.engine.pipeline.control import LeaveMessage, TypeIn
from mia.voice.engine.pipeline.events import TranscriptLine
from mia.voice.engine.ports import Speech
from mia.voice.engine.transports.mailbox import RATE, Mailbox
from tests.fakes.language import EchoModel
from tests.voice.engine.pipeline.calls import BRIEF, GREETING, start, text_call

pytestmark = pytest.mark.sound

MESSAGE = "This is Mia, for Ana. Please call 305-555-0100."


async def test_a_mailbox_records_the_message_and_nothing_else(speech: Speech) -> None:
    mailbox = Mailbox()
    call = start(mailbox, EchoModel(), speech, brief=type(BRIEF)("Mia", "", "", BRIEF.context))
    call.control.give(LeaveMessage(MESSAGE))
    record = await call.record(within=30)
    assert record.ended_reason == "voicemail"
    assert [line.text for line in record.transcript] == [MESSAGE]
    sound = np.frombuffer(bytes(mailbox.recording), np.int16)
    assert len(sound) > 2 * RATE
    assert np.abs(sound).max() > 3000


async def test_a_greeting_that_goes_on_does_not_stop_the_message(speech: Speech) -> None:
    async with text_call(EchoModel(), speech) as (medium, call):
        call.control.give(LeaveMessage(MESSAGE))
        call.control.give(TypeIn("Please leave a message after the tone."))
        record = await call.record(within=30)
    assert medium.closed
    assert record.ended_reason == "voicemail"
    said = " ".join(line.text for line in call.of(TranscriptLine) if line.role == "assistant")
    assert said.startswith(GREETING)
    assert said.endswith(MESSAGE)
