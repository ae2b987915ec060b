import { useMemo } from 'react';
import { timeZones, zoneName } from '@/lib/time/time-zones';
import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';
import { NumberField } from '../forms/fields';
import type { PartProps } from './part';
import { saveSection, useChange } from '../queries';
import { SectionForm } from '../forms/section-form';
import { useDraft } from '../forms/use-draft';

const LABELS = {
  name: 'Name',
  phone: 'Phone',
  timezone: 'Time zone',
  front_desk_cents_per_hour: 'Front-desk cost per hour',
  industry_retention_percent: 'Industry retention',
  booking_lead_minutes: 'Minimum notice',
  booking_horizon_days: 'Booking window',
};

/** The practice’s name, time zone, booking limits, and the figures used in reports. */
export function PracticePart({ slug, settings }: PartProps) {
  const change = useChange(slug);
  const draft = useDraft(settings.practice, (value, version) =>
    change(saveSection(slug, { section: 'practice', version, value })),
  );
  const { value, set, faults } = draft;
  const zones = useZones(value.timezone);
  return (
    <SectionForm title="Practice" note="Mia tells patients this name and number." draft={draft} labels={LABELS}>
      <div className="grid gap-5 md:grid-cols-2">
        <TextField label="Name" value={value.name} error={faults['name']} onChange={(e) => set({ name: e.target.value })} />
        <TextField
          label="Phone"
          type="tel"
          value={value.phone}
          error={faults['phone']}
          onChange={(e) => set({ phone: e.target.value })}
        />
        <div className="md:col-span-2">
          <SelectField label="Time zone" options={zones} value={value.timezone} onChange={(e) => set({ timezone: e.target.value })} />
          <p className="mt-1.5 text-sm text-slate">
            {faults['timezone'] ? <span className="text-bad">{faults['timezone']}</span> : 'Used for all hours, appointments and reports.'}
          </p>
        </div>
        <NumberField
          label="Minimum notice (minutes)"
          value={value.booking_lead_minutes}
          error={faults['booking_lead_minutes']}
          onChange={(minutes) => set({ booking_lead_minutes: minutes ?? NaN })}
        />
        <NumberField
          label="Booking window (days)"
          value={value.booking_horizon_days}
          error={faults['booking_horizon_days']}
          onChange={(days) => set({ booking_horizon_days: days ?? NaN })}
        />
        <NumberField
          label="Front-desk cost per hour ($)"
          hint="Used to calculate savings."
          unit={100}
          value={value.front_desk_cents_per_hour}
          error={faults['front_desk_cents_per_hour']}
          onChange={(cents) => set({ front_desk_cents_per_hour: cents ?? NaN })}
        />
        <NumberField
          label="Industry retention (%)"
          hint="Shown next to yours."
          value={value.industry_retention_percent}
          error={faults['industry_retention_percent']}
          onChange={(percent) => set({ industry_retention_percent: percent ?? NaN })}
        />
      </div>
    </SectionForm>
  );
}

function useZones(chosen: string) {
  return useMemo(() => {
    const { home, world } = timeZones();
    const known = home.includes(chosen) || world.includes(chosen);
    return [
      ...(known ? [] : [{ value: chosen, label: chosen }]),
      ...home.map((zone) => ({ value: zone, label: zoneName(zone) })),
      ...world.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    ];
  }, [chosen]);
}
