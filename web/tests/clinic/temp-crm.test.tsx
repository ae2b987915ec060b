import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { minutesSeconds } from '@/features/leads/temporary/countdown';
import { TempCrm } from '@/features/leads/temporary/temp-crm';
import { leadFormSnippet } from '@/lib/lead-form-snippet';
import { CLINIC, FakeOffice, SLUG } from './fake-office';
import { show } from './show';
import { lead } from './temporary-lead';

const LEADS = `${CLINIC}/temporary-leads`;
const NOW = '2026-11-21T15:00:00Z';
let office: FakeOffice;
let leads: ReturnType<typeof lead>[];

beforeEach(() => {
  office = new FakeOffice();
  leads = [lead('tld_1', { source: 'web_form', in_pipeline: true }), lead('tld_2', { expires_at: '2026-11-21T14:59:59Z' })];
  office.on(`GET ${LEADS}`, () => ({ json: { items: leads, today: 7, now: NOW } }));
  office.on(`GET ${CLINIC}/lead-form`, () => ({ json: { url: 'https://mia.example/embed/lead/x?key=k', origins: [] } }));
});
afterEach(() => vi.useRealTimers());

const page = (more: Partial<Parameters<typeof TempCrm>[0]> = {}) =>
  show(<TempCrm slug={SLUG} timeZone="America/New_York" mayCapture {...more} />);
const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling;
const card = (name: string) => screen.getByText(name).closest('li') as HTMLElement;
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => screen.getByRole('button', { name: 'Submit Lead' });

describe('Quick Lead Capture', () => {
  it('is sent with a name alone, and not without one', async () => {
    office.on(`POST ${LEADS}`, () => ({ status: 201, json: lead('tld_3') }));
    page();
    expect(submit()).toBeDisabled();
    fill('Full Name', '   ');
    expect(submit()).toBeDisabled();
    fill('Full Name', 'Ana Ruiz');
    await userEvent.click(submit());
    expect(await screen.findByText(/^Lead captured/)).toBeInTheDocument();
    const [sent] = office.askedOf(`POST ${LEADS}`);
    expect(sent?.body).toEqual({
      name: 'Ana Ruiz', email: null, phone: null, treatment_interest: null, message: null, source: 'quick_capture',
    });
    expect(screen.getByLabelText('Full Name')).toHaveValue('');
    await waitFor(() => expect(office.askedOf(`GET ${LEADS}`)).toHaveLength(2));
  });

  it('offers the nine treatments', () => {
    page();
    const options = within(screen.getByLabelText('Treatment Interest')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'Select a treatment', 'Botox/Injectables', 'Dermal Fillers', 'Laser Treatments', 'Facial Treatments', 'Body Contouring',
      'Dental Cleaning', 'Cosmetic Dentistry', 'General Consultation', 'Other',
    ]);
  });

  it('is submitting until it was answered, and says so for three seconds when it worked', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let answered: (() => void) | undefined;
    office.on(`POST ${LEADS}`, async () => {
      await new Promise<void>((resolve) => (answered = resolve));
      return { status: 201, json: lead('tld_3') };
    });
    page();
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    fill('Full Name', 'Ana Ruiz');
    await user.click(submit());
    expect(screen.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
    await waitFor(() => expect(answered).toBeDefined());
    answered?.();
    expect(await screen.findByText(/^Lead captured/)).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(2_900));
    expect(screen.getByText(/^Lead captured/)).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(screen.queryByText(/^Lead captured/)).not.toBeInTheDocument();
  });

  it('says why it was refused, marks the field, and keeps what was typed', async () => {
    const detail = 'This phone number is not complete';
    office.on(`POST ${LEADS}`, () => ({ status: 422, json: { detail, errors: { phone: 'Not a complete phone number' } } }));
    page();
    fill('Full Name', 'Ana Ruiz');
    fill('Phone', '12');
    await userEvent.click(submit());
    expect(await screen.findByText(detail)).toBeInTheDocument();
    expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription('Not a complete phone number');
    expect(screen.getByLabelText('Phone')).toHaveFocus();
    expect(screen.getByLabelText('Full Name')).toHaveValue('Ana Ruiz');
  });

  it('says that it failed when nobody knows why', async () => {
    page();
    await screen.findByText('Lead tld_1');
    office.goDown();
    fill('Full Name', 'Ana Ruiz');
    await userEvent.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to submit lead');
  });

  it('needs a clinic', async () => {
    page({ slug: undefined });
    expect(await screen.findByText('Error Loading Leads')).toBeInTheDocument();
    expect(screen.getByText('No clinic associated with user')).toBeInTheDocument();
    fill('Full Name', 'Ana Ruiz');
    await userEvent.click(submit());
    expect(await screen.findByText('No clinic ID available')).toBeInTheDocument();
  });

  it('is not there for those who only read', async () => {
    page({ mayCapture: false });
    expect(await screen.findByText('Lead tld_1')).toBeInTheDocument();
    expect(screen.getByText('You can view leads but not add them.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Keep/ })).not.toBeInTheDocument();
    expect(screen.queryByText('Your web form')).not.toBeInTheDocument();
  });
});

describe('the dashboard of temporary leads', () => {
  it('counts who is active, who has expired, and how many there were today', async () => {
    page();
    await screen.findByText('Lead tld_1');
    expect([figure('Total Active'), figure('Expired'), figure("Today's Total")].map((one) => one?.textContent)).toEqual(['1', '1', '7']);
  });

  it('counts down by itself each second, by the clock of the server', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-01-01T00:00:00Z') });
    leads = [lead('tld_1', { expires_at: '2026-11-21T15:00:03Z' })];
    page();
    await screen.findByText('Lead tld_1');
    const before = office.askedOf(`GET ${LEADS}`).length;
    expect(screen.getByRole('timer')).toHaveTextContent(/^0m 0[23]s$/);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.getByRole('timer')).toHaveTextContent(/^0m 01s$/);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.queryByRole('timer')).not.toBeInTheDocument();
    expect(within(card('Lead tld_1')).getByText('Expired')).toBeInTheDocument();
    expect(figure('Expired')).toHaveTextContent('1');
    expect(office.askedOf(`GET ${LEADS}`)).toHaveLength(before);
  });

  it('dims what has expired and offers nothing on it', async () => {
    page();
    await screen.findByText('Lead tld_2');
    expect(card('Lead tld_2')).toHaveAttribute('data-expired');
    expect(card('Lead tld_1')).not.toHaveAttribute('data-expired');
    expect(within(card('Lead tld_2')).queryByRole('button')).not.toBeInTheDocument();
    expect(within(card('Lead tld_1')).getByText('Web form')).toBeInTheDocument();
    expect(within(card('Lead tld_1')).getByText('Mia follows up')).toBeInTheDocument();
  });

  it('asks anew with Refresh', async () => {
    page();
    await screen.findByText('Lead tld_1');
    leads = [lead('tld_9')];
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Lead tld_9')).toBeInTheDocument();
    expect(screen.queryByText('Lead tld_1')).not.toBeInTheDocument();
  });

  it('says when nobody is there', async () => {
    leads = [];
    page();
    expect(await screen.findByText('No temporary leads')).toBeInTheDocument();
  });

  it.each([
    [401, 'Not authenticated'],
    [403, 'Your role does not allow this.'],
    [500, undefined],
  ])('says why it could not be loaded (%i), and tries again', async (status, detail) => {
    office.refuse(`GET ${LEADS}`, status, detail);
    page();
    expect(await screen.findByText('Error Loading Leads')).toBeInTheDocument();
    expect(screen.getByText(detail ?? 'Couldn’t load leads.')).toBeInTheDocument();
    office.on(`GET ${LEADS}`, () => ({ json: { items: leads, today: 7, now: NOW } }));
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Lead tld_1')).toBeInTheDocument();
  });

  it.each([
    ['patient', 'Save as patient', 'Lead tld_1 is kept as a patient.'],
    ['pipeline', 'Save to pipeline', 'Lead tld_1 is kept in the pipeline.'],
  ])('keeps a lead in the %s', async (where, button, said) => {
    office.on(`POST ${LEADS}/tld_1/${where}`, () => {
      leads = [];
      return { json: { patient_id: 'pat_1', lead_id: 'led_1' } };
    });
    page();
    await userEvent.click(await screen.findByRole('button', { name: `${button}: Lead tld_1` }));
    expect(await screen.findByText(said)).toBeInTheDocument();
    expect(await screen.findByText('No temporary leads')).toBeInTheDocument();
  });

  it('says why a lead could not be kept', async () => {
    office.refuse(`POST ${LEADS}/tld_1/patient`, 409, 'This lead has expired');
    page();
    await userEvent.click(await screen.findByRole('button', { name: 'Save as patient: Lead tld_1' }));
    expect(await screen.findByText('This lead has expired')).toBeInTheDocument();
  });

  it('corrects what was mistyped', async () => {
    leads = [lead('tld_1', { phone: '(305) 555-0171', treatment_interest: 'Other' })];
    office.on(`PUT ${LEADS}/tld_1`, () => {
      leads = [lead('tld_1', { name: 'Bea Lind' })];
      return { json: leads[0] };
    });
    page();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Lead tld_1' }));
    const dialog = screen.getByRole('dialog', { name: 'Edit lead' });
    expect(within(dialog).getByLabelText('Treatment Interest')).toHaveValue('Other');
    await userEvent.clear(within(dialog).getByLabelText('Full Name'));
    expect(within(dialog).getByRole('button', { name: 'Save' })).toBeDisabled();
    fireEvent.change(within(dialog).getByLabelText('Full Name'), { target: { value: 'Bea Lind' } });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Bea Lind')).toBeInTheDocument();
    expect(office.askedOf(`PUT ${LEADS}/tld_1`)[0]?.body).toMatchObject({ name: 'Bea Lind', phone: '(305) 555-0171' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('discards a lead only when asked twice', async () => {
    leads = [lead('tld_1')];
    office.on(`DELETE ${LEADS}/tld_1`, () => {
      leads = [];
      return { status: 204 };
    });
    page();
    await userEvent.click(await screen.findByRole('button', { name: 'Discard Lead tld_1' }));
    expect(office.askedOf(`DELETE ${LEADS}/tld_1`)).toEqual([]);
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('No temporary leads')).toBeInTheDocument();
  });

  it('writes times left as minutes and seconds', () => {
    expect([0, 999, 61_000, 30 * 60_000, -5].map(minutesSeconds)).toEqual(['0m 00s', '0m 01s', '1m 01s', '30m 00s', '0m 00s']);
  });
});

describe('the rest of the page', () => {
  it('says what it does, how, and for what', async () => {
    page();
    for (const title of ['Quick Lead Capture', 'How It Works', 'Perfect for', 'Your web form']) {
      expect(screen.getByRole('region', { name: title })).toBeInTheDocument();
    }
    expect(within(screen.getByRole('list', { name: 'Features' })).getAllByRole('listitem')).toHaveLength(4);
    expect(await screen.findByText(/No website can show it yet/)).toBeInTheDocument();
  });

  it('shows what to put into a website, and which may show the form', async () => {
    const url = 'https://mia.example/embed/lead/x?key=k';
    office.on(`GET ${CLINIC}/lead-form`, () => ({ json: { url, origins: ['https://www.harbor.example'] } }));
    page();
    expect(await screen.findByText(leadFormSnippet(url))).toBeInTheDocument();
    expect(screen.getByText('Websites that can show it: https://www.harbor.example.')).toBeInTheDocument();
  });
});
