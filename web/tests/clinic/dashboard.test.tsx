import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ClinicHeader } from '@/features/shell/clinic-header';
import { ComplianceNotice } from '@/features/insights/dashboard/closing-notices';
import { CommsAnalytics } from '@/features/insights/dashboard/comms-analytics';
import { RecentTreatments, TreatmentStatus } from '@/features/insights/dashboard/recent-treatments';
import { StatCards } from '@/features/insights/dashboard/stat-cards';
import { Welcome } from '@/features/insights/dashboard/welcome';
import { ValueTracker } from '@/features/recalls/center/value-tracker';
import { CLINIC, FakeOffice, PLATE, SLUG } from './fake-office';
import { show, windowIs } from './show';

let office: FakeOffice;
beforeEach(() => {
  windowIs('wide');
  office = new FakeOffice();
});

describe('the four figures', () => {
  const OVERVIEW = {
    total_treatments: 1284,
    call_volume: 3902,
    booking_rate: 61.4,
    revenue_potential_cents: 15_488_000,
    call_volume_before: 3500,
    booking_rate_before: 0,
    new_treatments: 48,
    new_revenue_potential_cents: 1_230_000,
  };

  it('are counts, a percentage to one decimal and US dollars', async () => {
    office.on(`GET ${CLINIC}/overview`, () => ({ json: OVERVIEW }));
    const { container } = show(<StatCards slug={SLUG} opens={{ patients: true, calls: true }} />);
    await screen.findByText('1,284');
    const pairs = [...container.querySelectorAll('dl > div')].map((card) => card.textContent);
    expect(pairs).toEqual([
      'Total Treatments1,284All time, 48 in 30 days',
      'Call Volume3,902Last 30 days, up from 3,500',
      'Booking Rate61.4%Last 30 days, up from 0.0%',
      'Revenue Potential$154,880Overdue today, $12,300 new in 30 days',
    ]);
    const lists = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(lists.map((to) => to?.replace(`/dashboard/${SLUG}/`, ''))).toEqual(['patients', 'calls', 'calls?status=Booked', 'patients?group=overdue']);
  });

  it('say whether it was more or less before', async () => {
    office.on(`GET ${CLINIC}/overview`, () => ({ json: { ...OVERVIEW, call_volume_before: 4000, booking_rate_before: 61.4 } }));
    const { container } = show(<StatCards slug={SLUG} opens={{ patients: false, calls: false }} />);
    await screen.findByText('1,284');
    const notes = [...container.querySelectorAll('dl > div')].map((card) => card.lastElementChild?.textContent);
    expect(notes).toEqual(['All time, 48 in 30 days', 'Last 30 days, down from 4,000', 'Last 30 days, as before', 'Overdue today, $12,300 new in 30 days']);
    expect(screen.getByRole('link', { name: 'Revenue Potential' })).toHaveAttribute('href', `/dashboard/${SLUG}/rebooking-analytics`);
  });

  it('offer to try again when they could not be loaded', async () => {
    office.goDown();
    show(<StatCards slug={SLUG} opens={{ patients: true, calls: true }} />);
    await screen.findByText('Couldn’t load the figures.');
    office.on(`GET ${CLINIC}/overview`, () => ({ json: OVERVIEW })).comeBack();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('61.4%')).toBeInTheDocument();
  });
});

describe('recent treatments', () => {
  const treatment = (number: number) => ({
    id: `trt_${number}`,
    patient_id: 'pat_1',
    patient_name: `Patient ${number}`,
    treatment_name: 'Botox',
    status: 'completed',
    performed_at: '2026-07-21T19:05:00Z',
    price_cents: 45_000,
  });
  const page = (items: object[]) => {
    office.on(`GET ${CLINIC}/treatments/recent`, () => ({ json: { items } }));
    return show(<RecentTreatments slug={SLUG} timeZone="America/New_York" />);
  };

  it('are the first five', async () => {
    page([1, 2, 3, 4, 5, 6].map(treatment));
    await screen.findByText('Patient 1');
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
    expect(office.askedOf(`GET ${CLINIC}/treatments/recent`)[0]?.search).toBe('?limit=5');
  });

  it('say so when there are none', async () => {
    page([]);
    expect(await screen.findByText('No treatments found')).toBeInTheDocument();
  });

  it.each([
    ['completed', 'Completed', 'text-good'],
    ['pending', 'Pending', 'text-warn'],
    ['scheduled', 'Scheduled', 'text-info'],
    ['on hold', 'On hold', 'text-slate'],
    [null, 'Unknown', 'text-slate'],
  ])('show %s as %s in its colour', (status, word, colour) => {
    render(<TreatmentStatus status={status} />);
    expect(screen.getByText(word)).toHaveClass(colour);
  });
});

describe('the rest of the clinic dashboard', () => {
  it('names the clinic, the reader and the role, and marks sample data', () => {
    render(<ClinicHeader clinic={PLATE} email="owner@downtown-medspa.example" logout={<button>Logout</button>} />);
    const header = within(screen.getByRole('banner'));
    expect(header.getByText('Downtown Medspa')).toBeInTheDocument();
    expect(header.getByText('downtown-medspa')).toBeInTheDocument();
    expect(header.getAllByText('Clinic Administrator')).not.toHaveLength(0);
    expect(header.getAllByText('sample data')).not.toHaveLength(0);
  });

  it('welcomes, and gives both HIPAA notices', () => {
    render(
      <>
        <Welcome clinicName="Downtown Medspa" today="Saturday, November 21" />
        <ComplianceNotice />
      </>,
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome to Downtown Medspa');
    expect(screen.getByText('HIPAA notice.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'HIPAA Compliance Notice' })).toBeInTheDocument();
  });

  it('has an empty value tracker whose button is disabled and marked Coming Soon', () => {
    render(<ValueTracker />);
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Run Date',
      'Patients Contacted',
      'Appointments Booked',
      'Conversion Rate',
      'Estimated Value',
    ]);
    expect(screen.getByText('No rebooking runs yet')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Start New Rebooking Run' })).toBeDisabled();
    expect(screen.getByText('Coming Soon')).toBeInTheDocument();
  });

  it('shows what each channel received and the share that was booked', async () => {
    const items = [{ id: 'c1', clinic_id: 'cli_1', type: 'Phone calls', received: 1640, booking_rate: 63.9 }];
    office.on(`GET ${CLINIC}/comms-stats`, () => ({ json: { items } }));
    show(<CommsAnalytics slug={SLUG} />);
    expect(await screen.findByText('Phone calls')).toBeInTheDocument();
    expect(screen.getByText('1,640 received')).toBeInTheDocument();
    expect(screen.getByText(/63\.9%/)).toBeInTheDocument();
  });
});
