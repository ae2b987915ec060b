import type { Demo } from './booking-office';

/** Longest line of an iCalendar file, in octets (RFC 5545, 3.1). */
const LINE_OCTETS = 75;

/** `20261124T193000Z` */
const stamp = (instant: string) => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '');
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** Breaks a line that is too long; what follows begins with a space. Never breaks within an email. */
function folded(line: string): string {
  const lines: string[] = [];
  let current = '';
  for (const letter of line) {
    if (new TextEncoder().encode(current + letter).length > LINE_OCTETS) {
      lines.push(current);
      current = ' ';
    }
    current += letter;
  }
  return [...lines, current].join('\r\n');
}

/** A booked demo as an iCalendar file (RFC 5545), times in UTC. `cancelUrl` stands in its description. */
export function calendarFile(demo: Demo, cancelUrl: string, now = new Date()): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mia//Demo calendar//EN',
    'BEGIN:VEVENT',
    `UID:${demo.id}@${new URL(cancelUrl).hostname}`,
    `DTSTAMP:${stamp(now.toISOString())}`,
    `DTSTART:${stamp(demo.startsAt)}`,
    `DTEND:${stamp(demo.endsAt)}`,
    `SUMMARY:${escaped(`Mia demo with ${demo.provider}`)}`,
    `LOCATION:${escaped(demo.location)}`,
    `DESCRIPTION:${escaped(`To cancel: ${cancelUrl}`)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map(folded).join('\r\n') + '\r\n';
}
