import { isDay } from '@/lib/time/clinic-time';

const RANGES = ['7d', '30d', '3m', 'year'] as const;

/** Days of the reader's own, in place of a range that the server knows. */
export const CUSTOM = 'custom';

export type Range = (typeof RANGES)[number] | typeof CUSTOM;

/** What the analytics is narrowed to; empty texts narrow nothing. Codes as the server gives them. */
export interface Filters {
  range: Range;
  location: string;
  service: string;
  /** First and last of the reader's own days; empty with any other range. */
  first: string;
  last: string;
}

const CODE = /^[a-z0-9_]{1,80}$/;
const DEFAULT: Range = '30d';

/** The filters that an address holds; what it holds otherwise counts for nothing. */
export function readFilters(params: URLSearchParams): Filters {
  const code = (name: string) => {
    const text = params.get(name) ?? '';
    return CODE.test(text) ? text : '';
  };
  const [first, last] = [params.get('first') ?? '', params.get('last') ?? ''];
  const own = isDay(first) && isDay(last);
  return {
    range: own ? CUSTOM : (RANGES.find((range) => range === params.get('range')) ?? DEFAULT),
    location: code('location'),
    service: code('service'),
    first: own ? first : '',
    last: own ? last : '',
  };
}

/** The address with these filters, bare of those that stand by default. */
export function writeFilters(params: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string, bare: string) => (value === bare ? next.delete(name) : next.set(name, value));
  const own = filters.range === CUSTOM;
  set('range', own ? DEFAULT : filters.range, DEFAULT);
  set('first', own ? filters.first : '', '');
  set('last', own ? filters.last : '', '');
  set('location', filters.location, '');
  set('service', filters.service, '');
  return next;
}

/** The filters as the server takes them. */
export function asQuery({ range, first, last, ...narrowed }: Filters) {
  return range === CUSTOM ? { ...narrowed, first, last } : { ...narrowed, range };
}
