"""How messages by writers whom no model has met are read, and which of them are taken for danger.

``PYTHONPATH=.:src .venv/bin/python evals/messages/measure.py`` prints, for each file beside it, how often the
likeliest purpose and topic are right, and how many dangers, clinical questions and harmless messages get 911, or
are asked whether something is happening. None of these messages may be learned from.
"""

from collections import Counter
from pathlib import Path

from mia.platform.conversation.ports import Heard
from mia.platform.safety.danger import Danger
from mia.receptionist.understanding.alarms import hear_alarm
from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.reading import read
from mia.receptionist.understanding.models.topics import Topic
from training.reader.messages import Labeled, read_messages


def kind_of(one: Labeled) -> str:
    """Danger, a question for clinicians, or neither, as the writer labeled it."""
    if Topic.EMERGENCY in (one.topics or ()):
        return "danger"
    return "clinical" if Purpose.CLINICAL in (one.purposes or ()) else "harmless"


def main() -> None:
    """Measure each file."""
    for file in sorted(Path(__file__).parent.glob("*.txt")):
        right, alarms, of_kind = Counter[str](), Counter[tuple[str, Danger]](), Counter[str]()
        messages = list(read_messages(file))
        for one in messages:
            reading = read(one.text, one.asked)
            assert reading is not None, "each message has words"
            judged = [purpose for purpose in reading.purposes if one.judged(purpose)]
            right["purposes"] += max(judged, key=lambda purpose: reading.purposes[purpose]) in (one.purposes or ())
            right["topics"] += reading.topics[0].topic in (one.topics or ())
            kind = kind_of(one)
            of_kind[kind] += 1
            if alarm := hear_alarm(Heard(one.text, typed=True), reading):
                alarms[kind, alarm.danger] += 1
        print(f"{file.name}: {', '.join(f'{name} {count / len(messages):.1%}' for name, count in right.items())}")
        for kind, count in sorted(of_kind.items()):
            urgent = sum(alarms[kind, danger] for danger in Danger if danger is not Danger.ASKED)
            print(f"  {kind}: 911 for {urgent} of {count}, asked {alarms[kind, Danger.ASKED]}")


if __name__ == "__main__":
    main()
