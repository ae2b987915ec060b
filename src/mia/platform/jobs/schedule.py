"""When a periodic task runs: the part of cron expressions that ours use."""

from datetime import UTC, datetime, timedelta


def next_tick(cron: str, after: datetime) -> datetime:
    """The first moment later than ``after`` that ``cron`` names, in UTC: minute and hour, each ``*``, ``*/n`` or a
    number, then ``* * *``; a sixth field are the seconds. :class:`ValueError` for anything else."""
    minute, hour, *rest = cron.split()
    if rest[:3] != ["*", "*", "*"] or len(rest) > 4:
        raise ValueError(f"not supported: {cron}")
    second = rest[3] if len(rest) == 4 else "0"
    seconds, minutes, hours = _values(second, 60), _values(minute, 60), _values(hour, 24)
    start = after.astimezone(UTC).replace(microsecond=0) + timedelta(seconds=1)
    midnight = start.replace(hour=0, minute=0, second=0)
    ticks = (
        midnight + timedelta(days=day, hours=h, minutes=m, seconds=s)
        for day in (0, 1)
        for h in hours
        for m in minutes
        for s in seconds
    )
    return next(tick for tick in ticks if tick >= start)


def _values(field: str, end: int) -> list[int]:
    if field.isdecimal() and int(field) < end:
        return [int(field)]
    every, _, step = field.partition("/")
    if every != "*" or not (step or "1").isdecimal() or int(step or "1") < 1:
        raise ValueError(f"not supported: {field}")
    return list(range(0, end, int(step or "1")))
