"""Bounds on what comes in from a network."""

from mia.voice.engine.transports.bounds import TOLERATED, Allowance, Drops, Newest


def test_an_allowance_lets_a_burst_pass_and_then_its_rate() -> None:
    now = [0.0]
    allowance = Allowance(2.0, 3.0, lambda: now[0])
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 1.0
    assert [allowance.take() for _ in range(3)] == [True, True, False]
    now[0] = 100.0
    assert not allowance.take(3.5)
    assert allowance.take(3.0)


async def test_a_full_queue_loses_its_oldest_item() -> None:
    lost: list[int] = []
    queue = Newest[int](2, lambda: lost.append(1))
    for item in range(5):
        await queue.put(item)
    assert [queue.get_nowait(), queue.get_nowait()] == [3, 4]
    assert queue.empty() and len(lost) == 3


def test_losses_are_counted_and_only_those_that_a_client_caused_are_abuse() -> None:
    abuse: list[str] = []
    drops = Drops(lambda: abuse.append("thrown out"))
    for _ in range(2 * TOLERATED):
        drops.note("late", hostile=False)
    assert not abuse
    for _ in range(TOLERATED // 10):
        drops.note("message", weight=10)
    assert not abuse
    for _ in range(20):
        drops.note("message", weight=10)
    assert abuse == ["thrown out"]
    assert drops.counts == {"late": 2 * TOLERATED, "message": TOLERATED // 10 + 20}
