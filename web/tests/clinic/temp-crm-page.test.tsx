import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Component as TempCrmPage } from '@/app/clinic/pages/temp-crm';
import { FakeOffice, PLATE, SESSION } from './fake-office';
import { FakeEventSource } from './live-fakes';
import { show } from './show';
import { lead } from './temporary-lead';

const NOW = '2026-11-21T15:00:00Z';
let office: FakeOffice;
beforeEach(() => {
  office = new FakeOffice();
});

/** The whole page, frame and all, takes a busy machine longer than a part of it. */
const WHOLE_PAGE = { timeout: 10_000 };

describe('/temp-crm', { timeout: 30_000 }, () => {
  const clinicOf = (slug: string, role: string) => ({ ...PLATE, id: `cli_${slug}`, slug, name: `Clinic ${slug}`, role });
  const session = (clinics: object[], more: object = {}) => office.on('GET /api/session', () => ({ json: { ...SESSION, clinics, ...more } }));

  beforeEach(() => {
    vi.stubGlobal('EventSource', FakeEventSource);
    FakeEventSource.forget();
    for (const slug of ['north', 'south']) {
      office.on(`GET /api/clinics/${slug}`, () => ({ json: { ...clinicOf(slug, 'owner'), permissions: ['clinic.open', 'leads.read', 'leads.write'], news: 1 } }));
      office.on(`GET /api/clinics/${slug}/temporary-leads`, () => ({ json: { items: [lead(`tld_${slug}`)], today: 1, now: NOW } }));
      office.on(`GET /api/clinics/${slug}/lead-form`, () => ({ json: { url: `https://mia.example/embed/lead/${slug}?key=k`, origins: [] } }));
    }
  });

  it('is that of the first clinic in which the reader captures leads, and changes with the choice', async () => {
    session([clinicOf('north', 'read_only'), clinicOf('south', 'front_desk')]);
    const { search } = show(<TempCrmPage />, '/temp-crm');
    expect(await screen.findByText('Lead tld_south', {}, WHOLE_PAGE)).toBeInTheDocument();
    await userEvent.selectOptions(screen.getByLabelText('Clinic'), 'north');
    expect(await screen.findByText('Lead tld_north', {}, WHOLE_PAGE)).toBeInTheDocument();
    expect(search()).toBe('?clinic=north');
  });

  it('is that of the clinic in the address, when the reader belongs to it', async () => {
    session([clinicOf('north', 'owner'), clinicOf('south', 'owner')]);
    show(<TempCrmPage />, '/temp-crm?clinic=south');
    expect(await screen.findByText('Lead tld_south', {}, WHOLE_PAGE)).toBeInTheDocument();
  });

  it('shows changes of the clinic as they happen', async () => {
    session([clinicOf('south', 'owner')]);
    show(<TempCrmPage />, '/temp-crm');
    await screen.findByText('Lead tld_south', {}, WHOLE_PAGE);
    office.on('GET /api/clinics/south/temporary-leads', () => ({ json: { items: [lead('tld_new')], today: 2, now: NOW } }));
    act(() => FakeEventSource.open()[0]?.say('temporary_lead.changed', { id: 'tld_new' }));
    expect(await screen.findByText('Lead tld_new', {}, WHOLE_PAGE)).toBeInTheDocument();
    expect(screen.queryByText('Lead tld_south')).not.toBeInTheDocument();
  });

  it('says to somebody without a clinic why nothing is there', async () => {
    session([], { home: null });
    show(<TempCrmPage />, '/temp-crm');
    expect(await screen.findByText('No clinic associated with user', {}, WHOLE_PAGE)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Submit Lead' })).toBeInTheDocument();
  });

  it('says what stands in the way when the session cannot be verified', async () => {
    office.refuse('GET /api/session', 500);
    show(<TempCrmPage />, '/temp-crm');
    expect(await screen.findByText('Failed to verify access', {}, WHOLE_PAGE)).toBeInTheDocument();
  });
});
