/** The groups of patients (spec §2), by their word in the address. */
export const GROUPS = [
  { value: 'overdue', label: 'Overdue Patients' },
  { value: 'all', label: 'All Patients' },
  { value: 'botox', label: 'Botox Patients' },
  { value: 'dermal_filler', label: 'Dermal Filler Patients' },
  { value: 'vip', label: 'VIP Patients' },
] as const;

export type Group = (typeof GROUPS)[number]['value'];

/** What the center shows, as far as it may stand in an address: never what was searched for. */
export interface View {
  group: Group;
  page: number;
  /** The patient that is open. */
  patient: string | null;
}

const DEFAULT_GROUP: Group = 'overdue';

/** What an address asks for; anything it does not say, or says wrongly, is the default. */
export function readView(params: URLSearchParams): View {
  const asked = params.get('group');
  const page = Number(params.get('page') ?? 1);
  return {
    group: GROUPS.find(({ value }) => value === asked)?.value ?? DEFAULT_GROUP,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    patient: params.get('patient'),
  };
}

/** Writes a view into an address, which stays bare for the defaults and keeps what else it says. */
export function writeView(params: URLSearchParams, { group, page, patient }: View): URLSearchParams {
  for (const name of ['group', 'page', 'patient']) params.delete(name);
  if (group !== DEFAULT_GROUP) params.set('group', group);
  if (page > 1) params.set('page', String(page));
  if (patient) params.set('patient', patient);
  return params;
}
