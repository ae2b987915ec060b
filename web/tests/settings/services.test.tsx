import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ServicesPart } from '@/features/settings/parts/services-part';
import { SLUG } from '../clinic/fake-office';
import { show } from '../clinic/show';

const peel = { name: 'Peel', category: 'Other', family: '', aliases: [], description: '', description_es: '', duration_minutes: 30, buffer_minutes: 0, price_cents: 0, price_note: '' };
const shift = { weekday: 0, begins: '09:00', ends: '17:00', location_id: 'loc_1' };
const provider = (shifts: unknown[], retired = false) => ({ id: 'prv_1', version: '', retired, value: { name: 'Lee', title: '', service_ids: ['svc_1'], shifts } });

test.each([
  ['no provider', [], true],
  ['a provider without shifts', [provider([])], true],
  ['a retired provider', [provider([shift], true)], true],
  ['a provider at work', [provider([shift])], false],
])('a service with %s says whether Mia can book it', async (_words, providers, warned) => {
  const settings = { services: [{ id: 'svc_1', version: '', retired: false, value: peel }], providers, recall_rules: [] };
  show(<ServicesPart slug={SLUG} timeZone="America/New_York" settings={settings as never} />, '/');
  await screen.findByRole('button', { name: 'Edit Peel' });
  expect(screen.queryAllByText(/No provider with shifts offers it/)).toHaveLength(warned ? 1 : 0);
});
