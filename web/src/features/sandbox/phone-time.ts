/** A person's own pages stand in the zone of their browser. */
export const { timeZone: HERE } = Intl.DateTimeFormat().resolvedOptions();

/** An instant as `<input type="datetime-local">` wants it, in the browser's zone: `2026-11-21T09:30`. */
export function asField(instant: string): string {
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The next time that it is this hour in the browser's zone, after an instant. */
export function nextHour(instant: string, hour: number): string {
  const date = new Date(instant);
  date.setHours(hour, 0, 0, 0);
  if (date.getTime() <= Date.parse(instant)) date.setDate(date.getDate() + 1);
  return date.toISOString();
}

/** So many days after an instant. */
export function daysLater(instant: string, days: number): string {
  return new Date(Date.parse(instant) + days * 86_400_000).toISOString();
}
