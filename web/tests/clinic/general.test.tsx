import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Component as GeneralDashboard } from '@/app/clinic/pages/general-dashboard';
import { FakeOffice, PLATE, SESSION, SLUG } from './fake-office';
import { show, windowIs } from './show';

const SECOND = { ...PLATE, id: 'cli_2', slug: 'harbor-dental', name: 'Harbor Dental', subdomain: 'harbor-dental' };
const CARDS = { total_rebookings: 1234, success_rate: 67, active_patients: 431, total_communications: 96 };
const TREATMENT = {
  user_id: 'usr_1',
  clinic_id: 'cli_2',
  patient_id: 'pat_1',
  patient_name: 'Ana Ruiz',
  name: 'Dental Cleaning',
  status: 'completed',
  performed_at: '2026-07-21T19:05:00Z',
  created_at: '2026-07-01T08:00:00Z',
};
const COMMS = { id: 'cli_1:phone', user_id: 'usr_1', clinic_id: 'cli_1', communication_type: 'Phone calls', total_calls: 96, success_rate: 61.4 };

let office: FakeOffice;
let treatments: object[];
let comms: object[];

beforeEach(() => {
  windowIs('wide');
  treatments = Array.from({ length: 7 }, (_, number) => ({ ...TREATMENT, id: `trt_${number}` }));
  comms = [COMMS];
  office = new FakeOffice()
    .on('GET /api/session', () => ({ json: { ...SESSION, clinics: [PLATE, SECOND] } }))
    .on('GET /api/overview', () => ({ json: CARDS }))
    .on('GET /api/treatments', () => ({ json: { items: treatments } }))
    .on('GET /api/comms-stats', () => ({ json: { items: comms } }))
    .on('GET /api/site', () => ({ json: { sandbox: true, showcase: 'downtown-medspa' } }));
});

const page = () => show(<GeneralDashboard />, '/dashboard');

describe('the general dashboard', () => {
  it('says that it is loading, then who reads it and over which clinics', async () => {
    page();
    expect(screen.getByText('Loading dashboard...')).toBeInTheDocument();
    expect(await screen.findByText('Rebooking Dashboard')).toBeInTheDocument();
    expect(screen.getAllByText('Welcome, owner@downtown-medspa.example')).not.toHaveLength(0);
    expect(screen.getByText('downtown-medspa, harbor-dental')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Harbor Dental/ })).toHaveAttribute('href', '/dashboard/harbor-dental');
    expect(await screen.findByRole('link', { name: 'Demo Client Dashboard' })).toHaveAttribute('href', '/dashboard/client/downtown-medspa');
    expect(screen.getByRole('link', { name: 'Temporary CRM' })).toHaveAttribute('href', '/temp-crm');
  });

  it('has the four cards', async () => {
    page();
    expect(await screen.findByText('1,234')).toBeInTheDocument();
    const cards = screen.getAllByRole('term').slice(0, 4).map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
    expect(cards).toEqual(['Total Rebookings 1,234', 'Success Rate 67%', 'Active Patients 431', 'Total Communications 96']);
  });

  it('shows the first five treatments, and the statistics', async () => {
    page();
    const recent = within(await screen.findByRole('region', { name: 'Recent Treatments' }));
    expect(await recent.findAllByRole('listitem')).toHaveLength(5);
    expect(recent.getAllByText('July 21, 2026')).toHaveLength(5); // the visits' own day, whenever they were entered
    const statistics = within(await screen.findByRole('region', { name: 'Communication Statistics' }));
    expect(statistics.getByText('61.4% success rate')).toBeInTheDocument();
  });

  it('says so when there are no treatments, and has no statistics without rows', async () => {
    treatments = [];
    comms = [];
    page();
    expect(await screen.findByText('No treatments found')).toBeInTheDocument();
    await waitFor(() => expect(office.askedOf('GET /api/comms-stats')).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Communication Statistics' })).toBeNull();
  });

  it('runs the debug query for an owner', async () => {
    office.on('POST /api/sandbox/debug-query', () => ({ json: { count: 1, items: [{ ...TREATMENT, id: 'trt_1' }] } }));
    page();
    await userEvent.click(await screen.findByRole('button', { name: 'Run Debug Query' }));
    expect(await screen.findByText('1 records')).toBeInTheDocument();
    expect(screen.getByText(/"patient_name": "Ana Ruiz"/)).toBeInTheDocument();
  });

  it('has no debug section in production, nor for anybody but owners', async () => {
    office.on('GET /api/site', () => ({ json: { sandbox: false } }));
    const { unmount } = page();
    await screen.findByText('1,234');
    expect(screen.queryByRole('button', { name: 'Run Debug Query' })).toBeNull();
    unmount();
    const clinics = [PLATE, SECOND].map((clinic) => ({ ...clinic, role: 'manager' }));
    office.on('GET /api/session', () => ({ json: { ...SESSION, clinics } }));
    page();
    await screen.findByText('1,234');
    expect(screen.queryByRole('button', { name: 'Run Debug Query' })).toBeNull();
  });

  it('greets a user without a clinic under its default name', async () => {
    office.on('GET /api/session', () => ({ json: { ...SESSION, clinics: [], home: null } }));
    treatments = [];
    page();
    expect(await screen.findByText('Rebooking Dashboard')).toBeInTheDocument();
    expect(screen.getByText('You are not a member of a clinic yet')).toBeInTheDocument();
    expect(await screen.findByText('No treatments found')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Run Debug Query' })).toBeNull();
  });

  it('leads somebody of one clinic straight to it', async () => {
    office.on('GET /api/session', () => ({ json: SESSION }));
    const { path } = page();
    await waitFor(() => expect(path()).toBe(`/dashboard/${SLUG}`));
  });
});
