"""How Mia did with all simulated patients: ``python -m tests.receptionist.patients.report [--show CATEGORY]``, or
with those of a file of one's own: ``--file FILE``, such as ``mia eval-cases export`` writes.

Prints success and harm by category, and each failure of the tuning half. The held-out half is told by category
only, so that nobody works towards its cases.
"""

import argparse
import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.receptionist.patients.judge import Verdict, judge
from tests.receptionist.patients.patient import Patient, all_patients, read_patients
from tests.receptionist.patients.talk import Talk, hold


@dataclass(frozen=True)
class Score:
    """How a category went in one half."""

    count: int
    successes: int
    harms: int

    @property
    def percent(self) -> float:
        """The share of successes."""
        return 100 * self.successes / self.count if self.count else 100.0


Result = tuple[Patient, Talk, Verdict]


async def hold_all(patients: Sequence[Patient] | None = None) -> list[Result]:
    """Every conversation with its verdict."""
    results = []
    for patient in all_patients() if patients is None else patients:
        talk = await hold(patient)
        results.append((patient, talk, judge(talk)))
    return results


def scores(results: Sequence[Result]) -> dict[str, tuple[Score, Score]]:
    """Tuning and held-out scores by category, and of ``all``."""
    names = [*dict.fromkeys(patient.category for patient, _, _ in results), "all"]
    return {name: (_score(results, name, held_out=False), _score(results, name, held_out=True)) for name in names}


def _score(results: Sequence[Result], name: str, *, held_out: bool) -> Score:
    own = [v for p, _, v in results if p.held_out is held_out and name in (p.category, "all")]
    return Score(len(own), sum(v.success for v in own), sum(bool(v.harm) for v in own))


def table(results: Sequence[Result]) -> str:
    """A Markdown table of successes and conversations with harm."""
    lines = ["| Category | Tuning | Held out | Harm, tuning | Harm, held out |", "|---|---|---|---|---|"]
    for name, (tuning, held) in scores(results).items():
        share = " | ".join(f"{s.successes} of {s.count} ({s.percent:.0f} %)" for s in (tuning, held))
        lines.append(f"| {name} | {share} | {tuning.harms} | {held.harms} |")
    return "\n".join(lines)


def of_a_practice(results: Sequence[Result]) -> str:
    """Each conversation that a practice would have had go another way, as it goes now."""
    told = []
    for patient, talk, verdict in results:
        outcome = "; ".join((*verdict.missing, *verdict.harm)) or "as checked"
        told += ["", f"{patient.id}: {outcome}", f"  should:  {patient.should}", *talk.lines]
    passed = sum(verdict.success for _, _, verdict in results)
    return "\n".join([*told, "", f"{passed} of {len(results)} as checked"])


def failures(results: Sequence[Result]) -> str:
    """Each failure of the tuning half, in full, after how often each kind occurs."""
    failed = [(p, t, v) for p, t, v in results if not p.held_out and not v.success]
    kinds = Counter(line.split(":")[0] for _, _, v in failed for line in (*v.missing, *v.harm))
    told = [f"{count:4} {kind}" for kind, count in kinds.most_common()]
    for patient, talk, verdict in failed:
        told += [
            "",
            f"{patient.category}/{patient.id}: {'; '.join((*verdict.missing, *verdict.harm))}",
            *talk.lines,
        ]
    return "\n".join(told)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", default="", help="only failures of this category")
    parser.add_argument("--file", type=Path, help="hold the conversations of this file instead")
    options = parser.parse_args()
    if options.file:
        print(of_a_practice(asyncio.run(hold_all(read_patients(options.file)))))
    else:
        held = asyncio.run(hold_all())
        print(failures([result for result in held if options.show in result[0].category]))
        print(table(held))
