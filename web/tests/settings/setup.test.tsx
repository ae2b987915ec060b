import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { SetupBanner } from '@/features/settings/setup/setup-banner';
import { SetupPage } from '@/features/settings/setup/setup-page';
import { FakeOffice, SLUG } from '../clinic/fake-office';
import { show } from '../clinic/show';

const CLINIC = `/api/clinics/${SLUG}`;
const SETTINGS = {
  practice: { version: '', value: { name: 'Bay Skin', phone: '', timezone: 'America/New_York', front_desk_cents_per_hour: 2400, industry_retention_percent: 45, booking_lead_minutes: 120, booking_horizon_days: 90 } },
  mia: { version: '', value: { answers_website: true } },
  websites: { version: '', value: { origins: [] } },
  locations: [], closures: [], providers: [], rooms: [], services: [], facts: [], recall_rules: [], recall_groups: [], consent_texts: [],
};
const botox = { name: 'Botox', category: 'Botox/Injectables', family: 'neurotoxin', duration_minutes: 30, buffer_minutes: 10, aliases: ['tox'], description: 'Relaxes lines.' };
const NAMES = ['practice', 'hours', 'services', 'people', 'number', 'mail', 'greeting', 'website', 'call'];
let office: FakeOffice;
let done: string[];

beforeEach(() => {
  done = ['practice', 'hours'];
  const steps = () => NAMES.map((name) => ({ name, done: done.includes(name), needed: ['practice', 'hours', 'services', 'people'].includes(name) }));
  office = new FakeOffice()
    .on(`GET ${CLINIC}/settings`, () => ({ json: SETTINGS }))
    .on(`GET ${CLINIC}/settings/setup`, () => ({ json: { steps: steps(), numbers: [], mail_from: 'Mia <mia@bay-skin.example>' } }))
    .on(`GET ${CLINIC}/settings/service-templates`, () => ({ json: { items: [{ kind: 'medspa', label: 'Medspa or dermatology', services: [botox] }] } }))
    .on(`GET ${CLINIC}/website-widget`, () => ({ json: { url: '/embed/widget/bay-skin?key=k' } }));
});

type Step = (typeof NAMES)[number];
const page = (step?: Step) => show(<SetupPage slug={SLUG} timeZone="America/New_York" step={step as never} />, `/dashboard/${SLUG}/setup`);

describe('the guided setup', () => {
  it('opens at the first step that is not done, and says how far it is', async () => {
    page();
    expect(await screen.findByText('2 of 9 done')).toBeInTheDocument();
    expect(screen.getByRole('link', { current: 'step' })).toHaveTextContent('Services and prices');
    expect(screen.getByRole('link', { name: 'Skip for now: Providers and rooms' })).toHaveAttribute('href', `/dashboard/${SLUG}/setup/people`);
  });

  it('adds picked services with the prices that were typed, and not without one', async () => {
    office.on(`POST ${CLINIC}/settings/services`, () => ({ json: SETTINGS }));
    page('services');
    const add = await screen.findByRole('button', { name: 'Add services' });
    expect(add).toBeDisabled();
    await userEvent.click(await screen.findByRole('checkbox', { name: /Botox/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Add 1 service' }));
    expect(screen.getByText('Enter a price for Botox. Use 0 if it is free.')).toBeInTheDocument();
    expect(office.askedOf(`POST ${CLINIC}/settings/services`)).toHaveLength(0);
    await userEvent.type(screen.getByLabelText('Price of Botox ($)'), '475');
    await userEvent.click(screen.getByRole('button', { name: 'Add 1 service' }));
    const [sent] = office.askedOf(`POST ${CLINIC}/settings/services`);
    expect(sent?.body).toEqual({ services: [{ ...botox, description_es: '', price_cents: 47_500, price_note: '' }] });
    expect(await screen.findByText('1 service added.')).toBeInTheDocument();
  });

  it('says how a practice without a number gets one', async () => {
    page('number');
    expect(await screen.findByText(`mia number add --clinic ${SLUG} +13055550100`)).toBeInTheDocument();
  });

  it('sends a test email and says where to look', async () => {
    office.on(`POST ${CLINIC}/settings/setup/test-mail`, () => ({ status: 202, json: null }));
    page('mail');
    expect(await screen.findByText('Mia <mia@bay-skin.example>')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Send me a test email' }));
    expect(await screen.findByText(/^Sent\./)).toBeInTheDocument();
  });

  it('ends with a call to Mia, and names what she still lacks', async () => {
    page('call');
    const section = within(await screen.findByRole('region', { name: 'Call Mia' }));
    expect(await section.findByTitle('Talk to Mia')).toHaveAttribute('allow', 'microphone');
    expect(screen.getByText('Mia cannot book yet. Still missing: Services and prices, Providers and rooms.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to your dashboard' })).toHaveAttribute('href', `/dashboard/${SLUG}`);
  });
});

describe('the banner on the dashboard', () => {
  it('leads to the setup while Mia cannot book, and goes when she can', async () => {
    const { unmount } = show(<SetupBanner slug={SLUG} />);
    expect(await screen.findByRole('link', { name: /2 steps are missing/ })).toHaveAttribute('href', `/dashboard/${SLUG}/setup`);
    unmount();
    done = ['practice', 'hours', 'services', 'people'];
    show(<SetupBanner slug={SLUG} />);
    await waitFor(() => expect(office.askedOf(`GET ${CLINIC}/settings/setup`)).toHaveLength(2));
    expect(screen.queryByRole('link')).toBeNull();
  });
});
