"""Long-running tasks that go on after an error must still end when they are canceled."""

import asyncio


def asked_to_stop() -> bool:
    """Whether the running task was canceled.

    A database driver that is canceled while it connects raises an error of its own in place of the cancellation: a
    loop that goes on after errors asks this first.
    """
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
