import type { Schemas } from '@/api/client';
import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';
import { InSpanish } from '../forms/in-spanish';
import { ItemSection } from '../forms/item-section';
import type { PartProps } from './part';
import { StretchesField } from '../forms/stretches-field';
import type { Draft } from '../forms/use-draft';
import { WeekLine } from './week-line';

type Location = Schemas['LocationValue'];
type Closure = Schemas['ClosureValue'];

const PLACE_LABELS = {
  name: 'Name',
  address: 'Address',
  directions: 'Directions',
  parking: 'Parking',
  directions_es: 'Directions in Spanish',
  parking_es: 'Parking in Spanish',
  hours: 'Opening hours',
};
const CLOSURE_LABELS = { location_id: 'Location', first_day: 'First day', last_day: 'Last day', reason: 'Reason' };
const NO_PLACE: Location = { name: '', address: '', directions: '', parking: '', directions_es: '', parking_es: '', hours: [] };
const NO_CLOSURE: Closure = { location_id: null, first_day: '', last_day: '', reason: '' };
const EVERYWHERE = { value: '', label: 'The whole practice' };

/** Where patients are seen, when it is open, and the days on which it is not. */
export function PlacesPart({ slug, settings }: PartProps) {
  const places = settings.locations.map(({ id, value }) => ({ value: id, label: value.name }));
  const nameOf = (id: string | null) => places.find(({ value }) => value === id)?.label ?? EVERYWHERE.label;
  return (
    <>
      <ItemSection<Location>
        slug={slug}
        title="Locations and hours"
        note="Mia gives this address, directions and parking, and only offers times within these hours."
        what="location"
        items={settings.locations}
        empty={NO_PLACE}
        nameOf={({ name }) => name}
        lineOf={(place) => <PlaceLine place={place} />}
        bodyOf={(value, version) => ({ kind: 'location', version, value })}
        labels={PLACE_LABELS}
        retires
        form={(draft) => <PlaceForm draft={draft} />}
        nothing="No locations yet"
      />
      <ItemSection<Closure>
        slug={slug}
        title="Holidays and closed days"
        note="Closed on these days. Mia tells patients why."
        what="closed days"
        items={settings.closures}
        empty={NO_CLOSURE}
        nameOf={({ reason }) => reason}
        lineOf={({ first_day, last_day, location_id }) => `${daysOf(first_day, last_day)} · ${nameOf(location_id)}`}
        bodyOf={(value, version) => ({ kind: 'closure', version, value })}
        labels={CLOSURE_LABELS}
        retires={false}
        form={(draft) => <ClosureForm draft={draft} places={places} />}
        nothing="Open on all holidays"
      />
    </>
  );
}

function PlaceLine({ place }: { place: Location }) {
  return (
    <>
      <p>{place.address}</p>
      <WeekLine stretches={place.hours} none="Closed all week" />
    </>
  );
}

function PlaceForm({ draft: { value, set, faults } }: { draft: Draft<Location> }) {
  return (
    <>
      <TextField label="Name" value={value.name} error={faults['name']} onChange={(e) => set({ name: e.target.value })} />
      <TextField label="Address" value={value.address} error={faults['address']} onChange={(e) => set({ address: e.target.value })} />
      <TextField
        label="Directions"
        hint="Mia reads this to patients."
        value={value.directions}
        error={faults['directions']}
        onChange={(e) => set({ directions: e.target.value })}
      />
      <TextField label="Parking" value={value.parking} error={faults['parking']} onChange={(e) => set({ parking: e.target.value })} />
      <InSpanish written={Boolean(value.directions_es || value.parking_es)} faulty={Boolean(faults['directions_es'] ?? faults['parking_es'])}>
        <TextField
          label="Directions in Spanish"
          lang="es"
          value={value.directions_es}
          error={faults['directions_es']}
          onChange={(e) => set({ directions_es: e.target.value })}
        />
        <TextField
          label="Parking in Spanish"
          lang="es"
          value={value.parking_es}
          error={faults['parking_es']}
          onChange={(e) => set({ parking_es: e.target.value })}
        />
      </InSpanish>
      <StretchesField
        legend="Opening hours"
        name="hours"
        value={value.hours}
        faults={faults}
        first={{ weekday: 0, begins: '09:00', ends: '18:00' }}
        onChange={(hours) => set({ hours })}
      />
    </>
  );
}

function ClosureForm({ draft: { value, set, faults }, places }: { draft: Draft<Closure>; places: { value: string; label: string }[] }) {
  return (
    <>
      <TextField
        label="Reason"
        hint="e.g., Thanksgiving"
        value={value.reason}
        error={faults['reason']}
        onChange={(e) => set({ reason: e.target.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="First day"
          type="date"
          value={value.first_day}
          error={faults['first_day']}
          onChange={(e) => set({ first_day: e.target.value, ...(value.last_day ? {} : { last_day: e.target.value }) })}
        />
        <TextField
          label="Last day"
          type="date"
          value={value.last_day}
          error={faults['last_day']}
          onChange={(e) => set({ last_day: e.target.value })}
        />
      </div>
      <SelectField
        label="Location"
        options={[EVERYWHERE, ...places]}
        value={value.location_id ?? ''}
        onChange={(e) => set({ location_id: e.target.value || null })}
      />
    </>
  );
}

/** `Nov 26, 2026` or `Dec 24, 2026 to Jan 1, 2027`. */
function daysOf(first: string, last: string): string {
  const words = (day: string) =>
    new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  return first === last ? words(first) : `${words(first)} to ${words(last)}`;
}
