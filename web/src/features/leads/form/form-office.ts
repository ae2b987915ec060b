import type { components } from '@/api/schema';
import type { TreatmentInterest } from '@/lib/treatment-interests';

/** An opened form: whose it is, what stands beside the consent box, and the ticket to send it with. */
export type OpenForm = components['schemas']['OpenLeadFormOut'];

/** What a visitor fills in. `website` is a field that people do not see. */
export interface Filled {
  name: string;
  email: string | null;
  phone: string | null;
  treatment_interest: TreatmentInterest | null;
  message: string | null;
  consent: boolean;
  website: string;
}

export type Faults = Partial<Record<keyof Filled, string>>;

/** Refused, with a reason for the visitor. */
export class FormRefused extends Error {
  constructor(
    reason: string,
    readonly status: number,
    readonly faults: Faults = {},
  ) {
    super(reason);
  }
}

const UNREACHABLE = 'Couldn’t reach the practice. Check your connection and try again.';

/** @throws FormRefused */
async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(path, init).catch(() => null);
  const json: unknown = await answer?.json().catch(() => null);
  if (answer?.ok && json) return json as T;
  const { detail, errors } = (json ?? {}) as { detail?: string; errors?: Faults };
  throw new FormRefused(detail ?? UNREACHABLE, answer?.status ?? 0, errors);
}

export function openForm(path: string, key: string, page: string): Promise<OpenForm> {
  return ask<OpenForm>(`${path}?${new URLSearchParams({ key, page }).toString()}`);
}

export async function sendForm(path: string, ticket: string, filled: Filled): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  await ask(path, { method: 'POST', headers, body: JSON.stringify({ ...filled, ticket }) });
}
