"""Trains the reader (``mia.receptionist.understanding.models.reading``) and writes it as an int8 ONNX file.

    python -m training.reader.train WEIGHTS.safetensors src/mia/receptionist/data/reader.onnx

See README.md beside this file for what has to be installed, and for how long it takes.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional as F

from mia.receptionist.understanding.models.purposes import Purpose
from mia.receptionist.understanding.models.reading import ASKED_NOTHING, pieces
from mia.receptionist.understanding.models.topics import Topic
from mia.receptionist.understanding.models.vectors import MOST_PIECES
from mia.receptionist.understanding.spanish import in_english, speaks_spanish
from training.learning import Course, padded, write_int8
from training.reader.encoder import Reader, read_weights
from training.reader.messages import Labeled, digest, read_messages

_ROUNDS, _BATCH = 4, 32
_RATE, _HEADS_RATE, _WARM_UP, _DECAY = 2e-4, 3e-3, 0.08, 0.01
_SMOOTH = 0.04
"""How far the labels are from certain: a model that is never sure is easier to weigh against rules."""
_LEFT_OUT = 0.04
"""The share of the messages that is not learned from, and tells how well others are read."""
_ASKED_MORE = 6
"""Of how many messages one is put after "anything else?"."""
_BESIDE = (5_000, 5_000)
"""How many messages are put together from two: with danger in one of them, and without."""
_LONG, _LONG_TIMES = 60, 3
"""Words from which a message is met several times in a round, and how often: few are that long, and people who tell
their lives are read worst."""
_JOINTS = (" ", " ", " ", ". ", ", ", " and ", " also ", " oh and ", " but ", "... ")
_PURPOSES, _TOPICS = list(Purpose), list(Topic)

Example = tuple[list[int], Labeled]


def examples() -> list[Example]:
    """All messages in pieces; Spanish is put into English first, as in a conversation. Some that answer no question
    stand after "anything else?", where anything may be said."""
    found = []
    for number, one in enumerate(read_messages()):
        if one.asked == ASKED_NOTHING and number % _ASKED_MORE == 0:
            one = replace(one, asked="else", anywhere=True)
        text = in_english(one.text) if speaks_spanish(one.text) else one.text
        found.append((pieces(text, one.asked), one))
    return found


def beside(found: Sequence[Example]) -> list[Example]:
    """Messages of two acts, put together from two messages that are told to nobody's question.

    Writers put danger beside a wish, and one wish beside another, less often than people do. Talk that wants
    nothing leaves no label beside what wants something.
    """
    open_ones = [
        one
        for ids, one in found
        if one.asked == ASKED_NOTHING and one.purposes and one.topics and len(ids) < MOST_PIECES // 2
    ]
    danger = [one for one in open_ones if Topic.EMERGENCY in (one.topics or ())]
    other = [one for one in open_ones if Topic.EMERGENCY not in (one.topics or ())]
    joined = []
    for first, count in zip((danger, other), _BESIDE, strict=True):
        for _ in range(count):
            both = [*random.sample(first, 1), *random.sample(other, 1)]
            random.shuffle(both)
            text = random.sample(_JOINTS, 1)[0].join(one.text for one in both)
            telling = [one for one in both if one.purposes != {Purpose.CHAT}] or both
            purposes, topics = (
                frozenset[str]().union(*(getattr(one, of) for one in telling)) for of in ("purposes", "topics")
            )
            labels = frozenset(map(Purpose, purposes)), frozenset(map(Topic, topics))
            joined.append((pieces(text, ASKED_NOTHING), Labeled(text, ASKED_NOTHING, *labels)))
    return joined


def loss_of(model: Reader, some: Sequence[Example]) -> Tensor:
    """How far the model is from the labels, where there are labels."""
    purposes, topics = model(*padded([ids for ids, _ in some]))
    labels = [one for _, one in some]
    wanted = torch.tensor([[float(p in (one.purposes or ())) for p in _PURPOSES] for one in labels])
    judged = torch.tensor([[float(one.judged(p)) for p in _PURPOSES] for one in labels])
    wanted = wanted * (1 - _SMOOTH) + _SMOOTH / 2 * (1 - wanted)
    loss = (F.binary_cross_entropy_with_logits(purposes, wanted, reduction="none") * judged).sum() / 4
    shares = torch.tensor([_shares(one) for one in labels])
    told = shares.sum(1)
    shares = shares * (1 - _SMOOTH) + _SMOOTH / len(_TOPICS)
    loss = loss + (-(F.log_softmax(topics, -1) * shares).sum(1) * told).sum()
    return loss / len(some)


def _shares(one: Labeled) -> list[float]:
    """What part each topic has in a message; all 0 where nobody said."""
    return [(topic in one.topics) / len(one.topics) if one.topics else 0.0 for topic in _TOPICS]


def train(model: Reader, learned: list[Example]) -> None:
    """Teach the model the messages, in batches of about one length."""
    heads = [p for head in model.heads() for p in head.parameters()]
    kept = {id(p) for p in heads}
    body = [p for p in model.parameters() if p.requires_grad and id(p) not in kept]
    groups = [
        {"params": [p for p in body if p.dim() > 1], "weight_decay": _DECAY, "base": _RATE},
        {"params": [p for p in body if p.dim() < 2], "weight_decay": 0.0, "base": _RATE},
        {"params": heads, "weight_decay": 0.0, "base": _HEADS_RATE},
    ]
    course = Course[Example](_ROUNDS, _BATCH, _WARM_UP, alike=6)
    course.teach(model, groups, learned, partial(loss_of, model), lambda example: len(example[0]))


def score(model: Reader, left_out: Sequence[Example]) -> str:
    """How often the likeliest purpose and topic are right, of messages that were not learned from."""
    model.eval()
    purposes, topics = [], []
    with torch.no_grad():
        for ids, one in left_out:
            wants, about = model(torch.tensor([ids]))
            if one.purposes:
                judged = [place for place, purpose in enumerate(_PURPOSES) if one.judged(purpose)]
                purposes.append(_PURPOSES[max(judged, key=lambda place: float(wants[0, place]))] in one.purposes)
            if one.topics:
                topics.append(_TOPICS[int(about[0].argmax())] in one.topics)
    return (
        f"{len(left_out)} messages left out: likeliest purpose right {sum(purposes) / len(purposes):.3f}, "
        f"likeliest topic right {sum(topics) / len(topics):.3f}"
    )


def main() -> None:
    """Train, tell how well, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("target", type=Path)
    wanted = parser.parse_args()
    torch.set_num_threads(2)
    torch.manual_seed(0)
    random.seed(0)
    found = examples()
    random.shuffle(found)
    kept = int(len(found) * _LEFT_OUT)
    model = Reader(read_weights(wanted.weights), len(_PURPOSES), len(_TOPICS))
    learned = found[kept:]
    long_ones = [example for example in learned if len(example[1].text.split()) >= _LONG]
    train(model, [*learned, *long_ones * (_LONG_TIMES - 1), *beside(learned)])
    sys.stdout.write(score(model, found[:kept]) + "\n")
    facts = {"purposes": " ".join(_PURPOSES), "topics": " ".join(_TOPICS), "messages": digest()}
    write_int8(model, wanted.target, ("purposes", "topics"), facts)


if __name__ == "__main__":
    main()
