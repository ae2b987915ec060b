const RANGES = ['7d', '30d', '3m', 'year'] as const;

export type Range = (typeof RANGES)[number];

/** What the analytics is narrowed to; empty texts narrow nothing. Codes as the server gives them. */
export interface Filters {
  range: Range;
  location: string;
  service: string;
}

const CODE = /^[a-z0-9_]{1,80}$/;
const DEFAULT: Range = '30d';

/** The filters that an address holds; what it holds otherwise counts for nothing. */
export function readFilters(params: URLSearchParams): Filters {
  const code = (name: string) => {
    const text = params.get(name) ?? '';
    return CODE.test(text) ? text : '';
  };
  return {
    range: RANGES.find((range) => range === params.get('range')) ?? DEFAULT,
    location: code('location'),
    service: code('service'),
  };
}

/** The address with these filters, bare of those that stand by default. */
export function writeFilters(params: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string, bare: string) => (value === bare ? next.delete(name) : next.set(name, value));
  set('range', filters.range, DEFAULT);
  set('location', filters.location, '');
  set('service', filters.service, '');
  return next;
}
