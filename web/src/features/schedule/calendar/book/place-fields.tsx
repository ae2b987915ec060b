import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';
import { roomsOffered } from '../drafts';
import type { CalendarData } from '../queries';

/** Day and time on the practice's clocks, with whom, and where. */
export interface PlaceDraft {
  date: string;
  time: string;
  provider: string;
  /** Empty: any free room. */
  room: string;
}

export interface PlaceFieldsProps {
  data: CalendarData;
  /** What is to be done; providers who do not do it are not offered. */
  service: string;
  draft: PlaceDraft;
  onChange: (draft: PlaceDraft) => void;
}

/** When, with whom and where a visit is to be. */
export function PlaceFields({ data, service, draft, onChange }: PlaceFieldsProps) {
  const able = data.providers.filter(({ service_ids: skills, id }) => skills.includes(service) || id === draft.provider);
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Date"
          type="date"
          required
          value={draft.date}
          onChange={(event) => onChange({ ...draft, date: event.target.value })}
        />
        <TextField
          label="Time"
          type="time"
          required
          value={draft.time}
          onChange={(event) => onChange({ ...draft, time: event.target.value })}
        />
      </div>
      <SelectField
        label="Provider"
        required
        value={draft.provider}
        onChange={(event) => onChange({ ...draft, provider: event.target.value })}
        options={[
          ...(draft.provider ? [] : [{ value: '', label: 'Choose a provider' }]),
          ...able.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SelectField
        label="Room"
        value={draft.room}
        onChange={(event) => onChange({ ...draft, room: event.target.value })}
        options={[
          { value: '', label: 'Any free room' },
          ...roomsOffered(data).map(({ id, name, place }) => ({ value: id, label: `${name}, ${place}` })),
        ]}
      />
    </>
  );
}
