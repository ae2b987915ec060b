import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LeadForm } from '@/features/leads/form/lead-form';
import { clinicOf, pageAround } from '@/lib/embedding';

const PATH = '/api/embed/lead/harbor';
const FORM = { practice: 'Harbor Aesthetics', consent: 'I agree that Harbor Aesthetics may text and call me.', ticket: 'ticket-1' };

interface Asked {
  path: string;
  body: unknown;
}

let asked: Asked[];
let answers: (() => { status: number; json: unknown })[];

beforeEach(() => {
  asked = [];
  answers = [() => ({ status: 200, json: FORM })];
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    asked.push({ path, body: init?.body ? (JSON.parse(init.body as string) as unknown) : undefined });
    const answer = answers.shift();
    if (!answer) return Promise.reject(new TypeError('Failed to fetch'));
    const { status, json } = answer();
    return Promise.resolve(new Response(JSON.stringify(json), { status }));
  });
});

const page = (around = '') => render(<LeadForm path={PATH} siteKey="key-1" page={around} />);

async function fill() {
  await userEvent.type(await screen.findByLabelText('Full Name'), 'Bea Lind');
  await userEvent.type(screen.getByLabelText('Phone'), '(305) 555-0171');
  await userEvent.selectOptions(screen.getByLabelText('Treatment Interest'), 'Dermal Fillers');
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

describe('the public lead form', () => {
  it('opens with its key and the page it stands on', async () => {
    page('https://www.harbor.example');
    expect(await screen.findByRole('heading', { name: 'Contact Harbor Aesthetics' })).toBeInTheDocument();
    expect(asked[0]?.path).toBe(`${PATH}?key=key-1&page=https%3A%2F%2Fwww.harbor.example`);
  });

  it('sends what was filled in with its ticket, and thanks', async () => {
    answers.push(() => ({ status: 201, json: { received: true } }));
    page();
    await fill();
    await userEvent.click(screen.getByLabelText(FORM.consent));
    await send();
    expect(await screen.findByRole('heading', { name: 'Thank you' })).toHaveFocus();
    expect(asked[1]).toEqual({
      path: PATH,
      body: {
        name: 'Bea Lind', email: null, phone: '(305) 555-0171', treatment_interest: 'Dermal Fillers', message: null,
        consent: true, website: '', ticket: 'ticket-1',
      },
    });
  });

  it('agrees to nothing by itself, and hides the field that is for programs', async () => {
    page();
    await screen.findByRole('heading', { name: 'Contact Harbor Aesthetics' });
    expect(screen.getByLabelText(FORM.consent)).not.toBeChecked();
    expect(screen.queryByRole('textbox', { name: 'Website' })).not.toBeInTheDocument();
  });

  it('keeps what was typed when a field is wrong, and marks it', async () => {
    const errors = { phone: 'Not a complete phone number' };
    answers.push(() => ({ status: 422, json: { detail: 'This phone number is not complete', errors } }));
    page();
    await fill();
    await send();
    expect(await screen.findByText('This phone number is not complete')).toBeInTheDocument();
    expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription('Not a complete phone number');
    expect(screen.getByLabelText('Full Name')).toHaveValue('Bea Lind');
  });

  it('can be sent again after the network was away', async () => {
    page();
    await fill();
    await send();
    expect(await screen.findByText(/Couldn’t reach the practice/)).toBeInTheDocument();
    answers.push(() => ({ status: 201, json: { received: true } }));
    await send();
    expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeInTheDocument();
  });

  it('says why it may not be shown, and does not ask again', async () => {
    answers = [() => ({ status: 403, json: { detail: 'This form may not be shown on this page' } })];
    page('https://elsewhere.example');
    expect(await screen.findByRole('alert')).toHaveTextContent('This form may not be shown on this page');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('is asked for again when it could not be loaded', async () => {
    answers = [];
    page();
    await screen.findByText(/Couldn’t reach the practice/);
    answers = [() => ({ status: 200, json: FORM })];
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByLabelText('Full Name')).toBeInTheDocument());
  });

  it('knows its clinic and key by its address', () => {
    expect(clinicOf({ pathname: '/embed/lead/harbor', search: '?key=k1' })).toEqual({ slug: 'harbor', key: 'k1' });
    expect(clinicOf({ pathname: '/embed/lead/', search: '' })).toEqual({ slug: '', key: '' });
  });

  it('knows the page around it', () => {
    const view = (more: object) => ({ parent: {}, location: {}, document: { referrer: '' }, ...more }) as unknown as Window;
    const alone = {} as Window & { parent: Window };
    Object.assign(alone, { parent: alone });
    expect(pageAround(alone)).toBe('');
    expect(pageAround(view({ location: { ancestorOrigins: ['https://a.example'] } }))).toBe('https://a.example');
    expect(pageAround(view({ document: { referrer: 'https://b.example/prices' } }))).toBe('https://b.example');
    expect(pageAround(view({}))).toBe('null');
  });
});
