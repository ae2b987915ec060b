import { now } from './now';

/** The time zone of this browser. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'America/New_York';
}

const AT_HOME = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles',
  'America/Anchorage', 'Pacific/Honolulu'];

/** Time zones to choose from: those of the United States first, then all. */
export function timeZones(): { home: string[]; world: string[] } {
  const world = Intl.supportedValuesOf('timeZone').filter((zone) => !AT_HOME.includes(zone));
  return { home: AT_HOME, world };
}

/** `Eastern Time (New York)`: the name of a zone as people say it, and a city in it. */
export function zoneName(timeZone: string): string {
  const city = timeZone.split('/').slice(1).reverse().join(', ').replaceAll('_', ' ') || timeZone;
  return `${zonePart(timeZone, new Date(now()), 'longGeneric')} (${city})`;
}

/** The name of a zone at an instant: `EST` or `Eastern Time`. */
export function zonePart(timeZone: string, at: Date, timeZoneName: 'short' | 'longGeneric'): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
