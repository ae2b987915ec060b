"""What is left of the wordings after speech: synthesis by foreign voices, our recogniser, the receptionist.

``PYTHONPATH=. python evals/receptionist/heard.py [--voices slt,rms,espeak] [--every N]`` speaks the wordings
of each step (flite and espeak-ng must be installed), recognises them and judges what the receptionist does.
Prints each miss with the words as recognised; typical ones belong into ``data/misheard.txt`` and
``wordings.json``.
"""

import argparse
import asyncio
import subprocess
import tempfile
import wave
from collections import Counter
from pathlib import Path

from mia.voice.engine.speech.moonshine_transcriber import MoonshineTranscriber
from tests.receptionist.front_office import PRACTICE
from tests.receptionist.steps import cases, judge

_ESPEAK = {"espeak": "en-us", "espeak-gb": "en-gb", "espeak-female": "en-us+f3"}


def speak(text: str, voice: str, folder: Path) -> tuple[bytes, int]:
    """PCM of a text in a voice of flite or espeak-ng, and its sample rate."""
    target = folder / "speech.wav"
    if voice in _ESPEAK:
        command = ["espeak-ng", "-v", _ESPEAK[voice], "-s", "150", "-w", str(target), text]
    else:
        command = ["flite", "-voice", voice, "-t", text, "-o", str(target)]
    subprocess.run(command, check=True, capture_output=True)
    with wave.open(str(target)) as sound:
        return sound.readframes(sound.getnframes()), sound.getframerate()


async def report(file: str, voices: list[str], every: int) -> None:
    """Speak, recognise and judge every ``every``-th wording of a file in each voice."""
    transcriber = MoonshineTranscriber()
    vocabulary = [s["name"] for s in PRACTICE["services"]] + [p["name"] for p in PRACTICE["providers"]]
    right, total = Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as name:
        for voice in voices:
            for step, case in cases(file)[::every]:
                pcm, rate = speak(case["say"], voice, Path(name))
                heard = (await transcriber.transcribe(pcm, rate, vocabulary)).text
                miss = await judge(step, {**case, "say": heard}) if heard else "nothing recognised"
                for key in (f"{voice} all", f"any voice, {step}", "all"):
                    total[key] += 1
                    right[key] += not miss
                if miss:
                    print(f"  {voice} {step}: {case['say']!r} heard as {heard!r}: {miss[:160]}")
    for key in sorted(total):
        print(f"{key:32} {right[key]:4}/{total[key]:4} = {right[key] / total[key]:.1%}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", default="wordings.json")
    parser.add_argument("--voices", default="slt,rms,espeak")
    parser.add_argument("--every", type=int, default=1)
    given = parser.parse_args()
    asyncio.run(report(given.file, given.voices.split(","), given.every))
