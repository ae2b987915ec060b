import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { Settings } from '@/features/settings/queries';
import { HearHer } from '@/features/settings/teaching/hear-her';
import { saidAs } from '@/features/settings/teaching/speech';
import { FakeOffice, SLUG } from '../clinic/fake-office';
import { show } from '../clinic/show';

const SPEECH = `/api/clinics/${SLUG}/mia-speech`;
const named = (name: string, price_cents = 0) => ({ retired: false, value: { name, price_cents } });
const settings = {
  providers: ['Dr. Reyes', 'Kim', 'Lee', 'Ana', 'Bo'].map((name) => named(name)),
  services: [named('Botox', 65000)],
  practice: { value: { phone: '+13055550100' } },
} as unknown as Settings;

function Form() {
  const [value, setValue] = useState<object>({ pronunciations: [] });
  const draft = { value, set: (change: object) => setValue({ ...value, ...change }), faults: {} };
  return <HearHer slug={SLUG} settings={settings} draft={draft as never} />;
}

test('how a name is said is added, changed, and taken off when nothing is written', () => {
  const list = saidAs([], 'Reyes', 'R');
  expect(saidAs(list, 'Reyes', 'RAY-ess')).toEqual([{ written: 'Reyes', said_as: 'RAY-ess' }]);
  expect(saidAs(list, 'Kim', 'keem')).toHaveLength(2);
  expect(saidAs(list, 'Reyes', '')).toEqual([]);
});

test('a name is heard as the draft has it; what could not be played is told', async () => {
  const user = userEvent.setup();
  const office = new FakeOffice().refuse(`POST ${SPEECH}`, 422, 'Check the highlighted fields.');
  show(<Form />);
  await user.type(screen.getByLabelText('Say “Dr. Reyes” as'), 'RAY-ess');
  await user.click(screen.getByRole('button', { name: 'Hear “Dr. Reyes”' }));
  await screen.findByText('Check the highlighted fields.');
  await vi.waitFor(() => expect(office.askedOf(`POST ${SPEECH}`)).toHaveLength(1));
  expect(office.askedOf(`POST ${SPEECH}`)[0]?.body).toEqual({
    text: 'Dr. Reyes',
    mia: { pronunciations: [{ written: 'Dr. Reyes', said_as: 'RAY-ess' }] },
  });
});

test('all names are shown when asked for, and other words are added', async () => {
  const user = userEvent.setup();
  show(<Form />);
  expect(screen.queryByLabelText('Say “Botox” as')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show all 6 names' }));
  screen.getByLabelText('Say “Botox” as');
  screen.getByRole('button', { name: 'Hear “Botox: $650.”' });
  await user.type(screen.getByLabelText('Another word'), 'Nguyễn');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByLabelText('Say “Nguyễn” as')).toHaveProperty('value', 'Nguyễn');
});
