import type { CalendarData } from './queries';

/** The colors of providers: an edge of their visits and a mark at their name. Red stays for what went wrong. */
const EDGES = ['border-l-petrol', 'border-l-violet', 'border-l-info', 'border-l-warn', 'border-l-good', 'border-l-slate'];
const MARKS = ['bg-petrol', 'bg-violet', 'bg-info', 'bg-warn', 'bg-good', 'bg-slate'];

export interface Tint {
  edge: string;
  mark: string;
}

/** A color for each provider, in the practice's order; they come again where there are more providers than colors. */
export function tintsOf({ providers }: Pick<CalendarData, 'providers'>): Map<string, Tint> {
  return new Map(providers.map(({ id }, index) => [id, { edge: EDGES[index % EDGES.length]!, mark: MARKS[index % MARKS.length]! }]));
}
