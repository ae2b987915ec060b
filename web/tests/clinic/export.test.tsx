import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { ExportButton } from '@/features/patients/imports/export-button';
import { StepUpProvider, useStepUp } from '@/features/identity/security/step-up';
import * as files from '@/lib/save-file';
import { CLINIC, FakeOffice, SLUG } from './fake-office';
import { show } from './show';

const EXPORT = `POST ${CLINIC}/patients/export`;
const DUE = { type: '/problems/password-due', title: 'Password needed', status: 403, detail: 'Please enter your password to do this.' };

let office: FakeOffice;
const saved = vi.fn();
beforeEach(() => {
  saved.mockClear();
  vi.spyOn(files, 'saveFile').mockImplementation(saved);
  office = new FakeOffice().on(EXPORT, ({ body }) =>
    (body as { password?: string }).password === 'right' ? { json: {} } : { status: 403, json: DUE },
  );
});

function Page() {
  const confirmed = useStepUp();
  return <ExportButton slug={SLUG} picked={['pat_1']} confirmed={confirmed} />;
}

const page = () =>
  show(
    <StepUpProvider why="A file of patients leaves Mia's protection.">
      <Page />
    </StepUpProvider>,
  );

async function ask() {
  await userEvent.click(screen.getByRole('button', { name: 'Export selected' }));
  return within(await screen.findByRole('dialog', { name: 'Enter your password' }));
}

it('asks for the password and saves the file with it', async () => {
  page();
  const dialog = await ask();
  expect(dialog.getByText(/A file of patients/)).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Password'), 'right');
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(office.askedOf(EXPORT).map(({ body }) => body)).toEqual([
    { group: 'all', ids: ['pat_1'] },
    { group: 'all', ids: ['pat_1'], password: 'right' },
  ]);
});

it('saves nothing, and complains of nothing, when the reader will not give it', async () => {
  page();
  await ask();
  screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Export selected' })).toBeEnabled());
  expect(saved).not.toHaveBeenCalled();
  expect(screen.queryByText('Couldn’t export patients.')).toBeNull();
});
