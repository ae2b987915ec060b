import type { Schemas } from '@/api/client';
import { CheckCards } from '@/ui/fields/check-cards';
import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';
import { ItemSection } from '../forms/item-section';
import type { PartProps } from './part';
import { StretchesField } from '../forms/stretches-field';
import type { Draft } from '../forms/use-draft';
import { WeekLine } from './week-line';
import { count } from '../words';

type Provider = Schemas['ProviderValue'];
type Room = Schemas['RoomValue'];
type Choice = { value: string; label: string };

const PROVIDER_LABELS = { name: 'Name', title: 'Title', gender: 'Woman or man, for patients who ask', service_ids: 'Services', shifts: 'Shifts' };
const ROOM_LABELS = { name: 'Name', location_id: 'Location' };
const NOBODY: Provider = { name: '', title: '', gender: null, service_ids: [], shifts: [] };
const GENDERS = [
  { value: '', label: 'Not said' },
  { value: 'woman', label: 'Woman' },
  { value: 'man', label: 'Man' },
] as const;

/** Who treats patients, when and where, and in which rooms. */
export function PeoplePart({ slug, settings }: PartProps) {
  const places = settings.locations.map(({ id, value }) => ({ value: id, label: value.name }));
  const services = settings.services.map(({ id, value }) => ({ value: id, label: value.name }));
  return (
    <>
      <ItemSection<Provider>
        slug={slug}
        title="Providers"
        note="Times are offered when a provider for the service is working and the location is open."
        what="provider"
        items={settings.providers}
        empty={NOBODY}
        nameOf={({ name }) => name}
        lineOf={(person) => <PersonLine person={person} />}
        bodyOf={(value, version) => ({ kind: 'provider', version, value })}
        labels={PROVIDER_LABELS}
        retires
        form={(draft) => <PersonForm draft={draft} places={places} services={services} />}
        nothing="No providers yet"
      />
      <ItemSection<Room>
        slug={slug}
        title="Rooms"
        note="One appointment at a time. Mia uses the first available room on the list."
        what="room"
        items={settings.rooms}
        empty={{ name: '', location_id: places[0]?.value ?? '' }}
        nameOf={({ name }) => name}
        lineOf={({ location_id }) => places.find(({ value }) => value === location_id)?.label ?? 'Removed location'}
        bodyOf={(value, version) => ({ kind: 'room', version, value })}
        labels={ROOM_LABELS}
        retires
        form={(draft) => <RoomForm draft={draft} places={places} />}
        nothing="No rooms yet"
      />
    </>
  );
}

function PersonLine({ person }: { person: Provider }) {
  return (
    <>
      <p>{[person.title, count(person.service_ids.length, 'service')].filter(Boolean).join(' · ')}</p>
      <WeekLine stretches={person.shifts} none="No shifts" />
    </>
  );
}

function PersonForm({ draft: { value, set, faults }, places, services }: { draft: Draft<Provider>; places: Choice[]; services: Choice[] }) {
  return (
    <>
      <TextField label="Name" value={value.name} error={faults['name']} onChange={(e) => set({ name: e.target.value })} />
      <TextField label="Title" hint="e.g., RN" value={value.title} error={faults['title']} onChange={(e) => set({ title: e.target.value })} />
      <SelectField
        label="Woman or man, for patients who ask"
        options={GENDERS}
        value={value.gender ?? ''}
        onChange={(e) => set({ gender: GENDERS.find((one) => one.value === e.target.value)?.value || null })}
      />
      <CheckCards legend="Services" options={services} chosen={value.service_ids} onChange={(service_ids) => set({ service_ids })} />
      {faults['service_ids'] && <p className="text-sm text-bad">{faults['service_ids']}</p>}
      {places[0] && (
        <StretchesField
          legend="Shifts"
          name="shifts"
          value={value.shifts}
          faults={faults}
          first={{ weekday: 0, begins: '09:00', ends: '17:00', location_id: places[0].value }}
          locations={places}
          onChange={(shifts) => set({ shifts })}
        />
      )}
    </>
  );
}

function RoomForm({ draft: { value, set, faults }, places }: { draft: Draft<Room>; places: Choice[] }) {
  return (
    <>
      <TextField label="Name" value={value.name} error={faults['name']} onChange={(e) => set({ name: e.target.value })} />
      <SelectField label="Location" options={places} value={value.location_id} onChange={(e) => set({ location_id: e.target.value })} />
      {faults['location_id'] && <p className="text-sm text-bad">{faults['location_id']}</p>}
    </>
  );
}
