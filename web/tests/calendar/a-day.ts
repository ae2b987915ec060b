import type { CalendarData, Visit } from '@/features/schedule/calendar/queries';

export const ZONE = 'America/New_York';

/** Thursday, March 26, 2:00 PM to 2:30 PM with Dr. Reyes. */
export const VISIT: Visit = {
  id: 'apt_1',
  patient_id: 'pat_1',
  patient_name: 'Ana Ruiz',
  phone: null,
  service_id: 'svc_1',
  service: 'Botox',
  provider_id: 'prv_1',
  provider: 'Dr. Reyes',
  room_id: 'rom_1',
  location_id: 'loc_1',
  location: 'Main Office',
  starts_at: '2026-03-26T18:00:00Z',
  ends_at: '2026-03-26T18:30:00Z',
  busy_until: '2026-03-26T18:45:00Z',
  status: 'booked',
  arrival: 'expected',
  overbooked: false,
  source: 'staff',
  is_new: false,
  unverified: false,
  updated_at: '2026-03-24T16:00:00Z',
};

const SHIFT = { location_id: 'loc_1', starts_at: '2026-03-26T13:00:00Z', ends_at: '2026-03-26T22:00:00Z' };

/** The day of the visit: two of three providers work, and a room is blocked. */
export const DATA: CalendarData = {
  waiting: 0,
  next_open: null,
  now: '2026-03-26T16:00:00Z',
  today: '2026-03-26',
  timezone: ZONE,
  days: [
    {
      date: '2026-03-26',
      starts_at: '2026-03-26T04:00:00Z',
      ends_at: '2026-03-27T04:00:00Z',
      working: [{ ...SHIFT, provider_id: 'prv_1' }, { ...SHIFT, provider_id: 'prv_2' }],
      closed: null,
    },
  ],
  locations: [{ id: 'loc_1', name: 'Main Office' }],
  providers: ['Dr. Reyes', 'Nurse Kim', 'Lee'].map((name, index) => ({ id: `prv_${index + 1}`, name, title: '', service_ids: ['svc_1'] })),
  rooms: [
    { id: 'rom_1', name: 'A', location_id: 'loc_1' },
    { id: 'rom_2', name: 'B', location_id: 'loc_1' },
  ],
  services: [{ id: 'svc_1', name: 'Botox', duration_minutes: 30, buffer_minutes: 15, price_cents: 45_000 }],
  visits: [VISIT],
  blocks: [{ id: 'blk_1', provider_id: null, room_id: 'rom_2', starts_at: SHIFT.starts_at, ends_at: SHIFT.ends_at, reason: 'Paint', series_id: null }],
};
