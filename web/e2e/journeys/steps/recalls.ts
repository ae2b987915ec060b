import { expect, type Locator, type Page } from '@playwright/test';
import type { Clinic } from './clinic';

/** How somebody can be reached, and what the practice's rules call it. */
const WAYS = { call: null, text: 'sms', mail: 'email' } as const;

/** Patients whom the rules allow to be contacted right now, whose visits Mia can book, in the order of the list. */
export async function reachable(page: Page, kind: keyof typeof WAYS, count: number): Promise<string[]> {
  return page.evaluate(
    async ([way, most]) => {
      const home = '/api/clinics/downtown-medspa/patients';
      const ask = async (url: string, body?: object) => {
        const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
        return (await fetch(url, init)).json();
      };
      const names: string[] = [];
      for (let number = 1; number <= 8 && names.length < most; number += 1) {
        const { items } = await ask(`${home}/search`, { query: '', group: 'overdue', page: number, page_size: 10 });
        for (const { id } of items) {
          const patient = await ask(`${home}/${id}`);
          const verdict = way === null ? patient.can_call : patient.can_message;
          const fits = verdict.outcome === 'allow' && (way === null || patient.writes_by === way);
          if (fits && names.length < most) names.push(patient.full_name);
        }
      }
      return names;
    },
    [WAYS[kind], count] as const,
  );
}

/** Finds somebody in the Patient Rebooking Center and opens their details. */
export async function open(clinic: Clinic, name: string): Promise<Locator> {
  const center = clinic.page.getByRole('region', { name: 'Patient Rebooking Center' });
  await center.getByPlaceholder('Search patients...').fill(name);
  await center.getByRole('radio', { name: `Select ${name}` }).first().click();
  const details = center.getByRole('complementary', { name: 'Patient details' });
  await expect(details.getByRole('heading', { name })).toBeVisible();
  return details;
}

/** Has Mia contact somebody, after a yes to what is asked. */
async function contact(clinic: Clinic, name: string, button: string, title: string): Promise<void> {
  const details = await open(clinic, name);
  await details.getByRole('button', { name: button }).click();
  const dialog = clinic.page.getByRole('dialog', { name: title });
  await expect(dialog).toContainText('Allowed now');
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog).toBeHidden();
}

/** Has Mia write to somebody. */
export const message = (clinic: Clinic, name: string) =>
  contact(clinic, name, 'Send Follow-Up Message with Mia', 'Confirm Follow-Up Message');
/** Has Mia call somebody. */
export const call = (clinic: Clinic, name: string) => contact(clinic, name, 'Call with Mia', 'Confirm AI Call');
