"""Speaking softly for the moment in which it is open whether someone interrupts."""

from dataclasses import dataclass

from pipecat.frames.frames import SystemFrame


@dataclass
class Ducked(SystemFrame):
    """Overtakes the sound: from now on it is heard softly, or as loud as before. After an ``InterruptionFrame`` it
    is as loud as before. A transport that cannot do so lets it pass."""

    softly: bool = True
