"""The end of a pipeline that speaks on a WebRTC call."""

from pipecat.frames.frames import Frame, InterruptionFrame, OutputAudioRawFrame, StartFrame
from pipecat.processors.frame_processor import FrameDirection
from pipecat.transports.base_output import BaseOutputTransport
from pipecat.transports.base_transport import TransportParams

from mia.voice.engine.ducking import Ducked
from mia.voice.engine.transports.webrtc_audio import OUT_RATE, VoiceTrack

_CHUNK = 2
"""Length of a piece of output in units of 10 ms: one Opus packet, so a cut takes effect at once."""


class WebRtcOutput(BaseOutputTransport):
    """Plays speech to the caller and passes each piece on once it is on its way."""

    def __init__(self, voice: VoiceTrack) -> None:
        params = TransportParams(
            audio_out_enabled=True,
            audio_out_sample_rate=OUT_RATE,
            audio_out_10ms_chunks=_CHUNK,
            audio_out_end_silence_secs=0,
        )
        super().__init__(params)
        self._voice = voice

    async def start(self, frame: StartFrame) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        if isinstance(frame, Ducked):
            self._voice.duck(frame.softly)
        if isinstance(frame, InterruptionFrame):
            self._voice.clear()
        await super().process_frame(frame, direction)
        if isinstance(frame, InterruptionFrame):
            # Once more: a piece may have been handed over while the queue was being emptied.
            self._voice.clear()

    async def write_audio_frame(self, frame: OutputAudioRawFrame) -> bool:
        await self._voice.play(frame.audio)
        return True

    async def write_transport_frame(self, frame: Frame) -> None:
        # A mark between two stretches of speech: silence from here on is meant.
        self._voice.rest()
