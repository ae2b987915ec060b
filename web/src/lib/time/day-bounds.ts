const clocks = new Map<string, Intl.DateTimeFormat>();

/** The clock of a zone. Making one costs a hundred times what reading it does. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(timeZone, made);
  return made;
}

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(instant);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - instant;
}

/** The instant at which a day (`YYYY-MM-DD`) begins in a zone, as ISO 8601 in UTC. */
export function startOfDay(day: string, timeZone: string): string {
  return new Date(wallClock(day, 0, timeZone)).toISOString();
}

/**
 * The instant at which the clocks of a zone show so many minutes past midnight, in milliseconds. Of a time that comes
 * twice it is the first; of one that is skipped, as long after midnight as it would have been.
 */
export function wallClock(day: string, minutes: number, timeZone: string): number {
  const shown = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  const guess = shown - offsetAt(shown, timeZone);
  // Where the clocks change between the guess and that time, the offset of the guess is the right one.
  return shown - offsetAt(guess, timeZone);
}

/** How many minutes past midnight the clocks of a zone show at an instant. */
export function minutesOfDay(instant: number, timeZone: string): number {
  const shown = instant + offsetAt(instant, timeZone);
  return Math.floor((shown % 86_400_000) / 60_000);
}
