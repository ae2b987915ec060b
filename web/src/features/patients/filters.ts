import type { Schemas } from '@/api/client';
import { isDay } from '@/lib/time/clinic-time';

type Search = Schemas['PatientSearchIn'];
export type Group = NonNullable<Search['group']>;
export type Agreement = NonNullable<Search['agreement']>;
export type Sort = NonNullable<Search['sort']>;

/** What narrows and orders the list, as far as it stands in an address: never what was searched for. */
export interface PatientFilters {
  group: Group;
  tag: string | null;
  agreement: Agreement | null;
  since: string | null;
  until: string | null;
  never: boolean;
  provider: string | null;
  sort: Sort | null;
}

export const NO_FILTERS: PatientFilters = {
  group: 'all',
  tag: null,
  agreement: null,
  since: null,
  until: null,
  never: false,
  provider: null,
  sort: null,
};

/** The parameters of the address that a saved view is made of. */
export const FILTER_NAMES = ['group', 'tag', 'agreement', 'since', 'until', 'never', 'provider', 'sort'] as const;

export const GROUPS: readonly { value: Group; label: string }[] = [
  { value: 'all', label: 'All patients' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'botox', label: 'Botox' },
  { value: 'dermal_filler', label: 'Dermal filler' },
  { value: 'vip', label: 'VIP' },
  { value: 'archived', label: 'Archived' },
];

export const AGREEMENTS: readonly { value: Agreement; label: string }[] = [
  { value: 'sms', label: 'Can be texted' },
  { value: 'email', label: 'Can be emailed' },
  { value: 'call', label: 'Can be called' },
  { value: 'ai_voice', label: 'Can be called by Mia' },
  { value: 'none', label: 'No text, no call' },
  { value: 'opted_out', label: 'Opted out' },
];

export const SORTS: readonly { value: Sort; label: string }[] = [
  { value: 'last_visit', label: 'Last visit, newest first' },
  { value: 'last_visit_oldest', label: 'Last visit, oldest first' },
  { value: 'added', label: 'Added, newest first' },
  { value: 'added_oldest', label: 'Added, oldest first' },
];

function oneOf<T extends string>(options: readonly { value: T }[], text: string | null): T | null {
  return options.find(({ value }) => value === text)?.value ?? null;
}

/** What an address asks for; what it says wrongly counts as not said. */
export function readFilters(params: URLSearchParams): PatientFilters {
  const day = (name: string) => {
    const text = params.get(name) ?? '';
    return isDay(text) ? text : null;
  };
  return {
    group: oneOf(GROUPS, params.get('group')) ?? NO_FILTERS.group,
    tag: params.get('tag')?.slice(0, 40) || null,
    agreement: oneOf(AGREEMENTS, params.get('agreement')),
    since: day('since'),
    until: day('until'),
    never: params.get('never') === '1',
    provider: /^prv_[0-9a-z]{26}$/.test(params.get('provider') ?? '') ? params.get('provider') : null,
    sort: oneOf(SORTS, params.get('sort')),
  };
}

/** Writes filters into an address, which stays bare for the defaults; the list begins at its first page again. */
export function writeFilters(params: URLSearchParams, filters: PatientFilters): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [...FILTER_NAMES, 'page']) next.delete(name);
  for (const name of FILTER_NAMES) {
    const value = filters[name];
    if (value && value !== NO_FILTERS[name]) next.set(name, value === true ? '1' : value);
  }
  return next;
}

/** How many filters narrow the list; the group and the order count for none. */
export function countFilters({ tag, agreement, since, until, never, provider }: PatientFilters): number {
  return [tag, agreement, since, until, never, provider].filter(Boolean).length;
}

/** The number of the page that an address asks for. */
export function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1);
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/** Writes the number of a page into an address, which stays bare for the first. */
export function writePage(params: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('page');
  if (page > 1) next.set('page', String(page));
  return next;
}
