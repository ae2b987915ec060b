import { isDay } from '@/lib/time/clinic-time';

/** What the log is narrowed to; empty texts narrow nothing. Days are those of the clinic. */
export interface LogFilters {
  action: string;
  outcome: string;
  person: string;
  from: string;
  to: string;
}

const NAMES = ['action', 'outcome', 'person', 'from', 'to'] as const satisfies readonly (keyof LogFilters)[];

/** What counts as a value: words and ids only, so that nothing else gets from an address into a request. */
const VALID: Record<keyof LogFilters, (text: string) => boolean> = {
  action: (text) => /^[a-z_]+(\.[a-z_]+)?$/.test(text),
  outcome: (text) => /^[a-z_]+$/.test(text),
  person: (text) => /^usr_\w+$/.test(text),
  from: isDay,
  to: isDay,
};

/** The filters that an address holds; what it holds otherwise counts for nothing. */
export function readFilters(params: URLSearchParams): LogFilters {
  const value = (name: keyof LogFilters) => {
    const text = params.get(name) ?? '';
    return VALID[name](text) ? text : '';
  };
  return { action: value('action'), outcome: value('outcome'), person: value('person'), from: value('from'), to: value('to') };
}

/** The address with these filters; it stays bare of those that narrow nothing. */
export function writeFilters(params: URLSearchParams, filters: LogFilters): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of NAMES) {
    if (filters[name]) next.set(name, filters[name]);
    else next.delete(name);
  }
  return next;
}

export function areEmpty(filters: LogFilters): boolean {
  return NAMES.every((name) => !filters[name]);
}
