/** A stretch of one weekday (Monday is 0) in the practice's time, `HH:MM`. */
export interface DayStretch {
  weekday: number;
  begins: string;
  ends: string;
}

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** `9:00 AM`. */
export function clockWords(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The hours of a week, days with the same hours together: `Mon to Fri 9:00 AM to 6:00 PM`. */
export function weekWords(stretches: readonly DayStretch[]): string[] {
  const byDay = DAYS.map((_, day) =>
    stretches
      .filter(({ weekday }) => weekday === day)
      .map(({ begins, ends }) => `${clockWords(begins)} to ${clockWords(ends)}`)
      .sort()
      .join(', '),
  );
  const runs: { from: number; to: number; hours: string }[] = [];
  for (const [day, hours] of byDay.entries()) {
    const last = runs.at(-1);
    if (last?.hours === hours) last.to = day;
    else runs.push({ from: day, to: day, hours });
  }
  const short = (day: number) => (DAYS[day] ?? '').slice(0, 3);
  return runs
    .filter(({ hours }) => hours)
    .map(({ from, to, hours }) => `${short(from)}${to > from ? ` to ${short(to)}` : ''} ${hours}`);
}
