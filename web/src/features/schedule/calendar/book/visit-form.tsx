import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { explain, reasonOr } from '@/api/answer';
import { newKey } from '@/lib/new-key';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Loaded } from '@/ui/feedback/loaded';
import { Problem } from '@/ui/feedback/problem';
import { SelectField } from '@/ui/fields/select-field';
import { Switch } from '@/ui/fields/switch';
import { Refused, useSubmit } from '@/ui/hooks/use-submit';
import { draftOf, placeOf } from '../drafts';
import { NextFree } from './free-times';
import { PatientPicker, type ChosenPatient } from './patient-picker';
import { PlaceFields, type PlaceDraft } from './place-fields';
import {
  bookVisit,
  joinWaitingList,
  patientQuery,
  refusalOf,
  takeOffWaitingList,
  type CalendarData,
  type Insistence,
  type Place,
  type Refusal,
  type Waiting,
} from '../queries';
import { RefusalNote } from './refusal';
import type { Changes } from '../use-changes';
import { whomQuery, type Known } from './whom';
import { momentOf } from '../words';

export interface VisitFormProps {
  slug: string;
  data: CalendarData;
  /** Where the visit is to be at first; closed while there is none. */
  at: Place | null;
  /** Who it is for, by their id or that of what knows of them (`led_…`); chosen in the form while there is no one. */
  patient: string | null;
  /** Who of the waiting list it is for; they are taken off when it is booked. */
  waits: Waiting | null;
  changes: Changes;
  /** The patient was put on the waiting list instead. */
  onWait: () => void;
  onClose: () => void;
}

const explainPatient = explain('Couldn’t load the patient.');

/** Books a visit: who, what, with whom, where and when; what is in the way is said, with what is free. */
export function VisitForm({ at, patient, onClose, ...rest }: VisitFormProps) {
  return (
    <Dialog open={at !== null} onClose={onClose} title="New appointment" className="w-[min(34rem,calc(100vw-2rem))]">
      {at && patient?.startsWith('pat_') && <FormOfPatient at={at} id={patient} onClose={onClose} {...rest} />}
      {at && patient && !patient.startsWith('pat_') && <FormOfSomeone at={at} id={patient} onClose={onClose} {...rest} />}
      {at && !patient && <Form at={at} patient={null} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

type FormProps = Omit<VisitFormProps, 'at' | 'patient'> & {
  at: Place;
  patient: ChosenPatient | null;
  /** What is known of someone who is no patient yet. */
  known?: Known;
};

function FormOfPatient({ id, ...rest }: Omit<FormProps, 'patient'> & { id: string }) {
  const query = useQuery(patientQuery(rest.slug, id));
  return (
    <Loaded query={query} waiting="Loading the patient" rows={4} explain={explainPatient}>
      {({ full_name: name }) => <Form patient={{ id, name }} {...rest} />}
    </Loaded>
  );
}

const explainWhom = explain('Couldn’t load who this is.');

/** Someone who may be no patient yet: what is known of them is filled in. */
function FormOfSomeone({ id, ...rest }: Omit<FormProps, 'patient' | 'known'> & { id: string }) {
  const query = useQuery(whomQuery(rest.slug, id));
  return (
    <Loaded query={query} waiting="Loading who this is" rows={4} explain={explainWhom}>
      {({ patientId, known }) => (patientId ? <FormOfPatient id={patientId} {...rest} /> : <Form patient={null} known={known} {...rest} />)}
    </Loaded>
  );
}

/** What the form says, and booking it. */
function useBooking({ slug, data, at, waits, changes, onWait, onClose, ...given }: FormProps) {
  const zone = data.timezone;
  // One key for this form: a double press or a second try books once.
  const [key] = useState(newKey);
  const [patient, setPatient] = useState(given.patient);
  const [service, setService] = useState(() => firstService(data, at, waits));
  const [draft, setDraft] = useState(() => ({ ...draftOf(at, zone), provider: firstProvider(data, service, waits?.provider_id ?? at.provider_id) }));
  const [tell, setTell] = useState(true);
  const { busy, problem, submit } = useSubmit(reasonOr('Couldn’t reach the server. Try again: it won’t be booked twice.'));
  // With what was asked for: a refusal is of that alone, and goes as soon as the form says something else.
  const [refused, setRefused] = useState<{ refusal: Refusal; draft: PlaceDraft; patient: ChosenPatient }>();
  const refusal = refused?.draft === draft && refused.patient === patient ? refused.refusal : undefined;

  /** Anyone who did the former service need not do the new one. */
  function chooseService(id: string) {
    setService(id);
    setDraft({ ...draft, provider: firstProvider(data, id, draft.provider) });
  }

  async function attempt(wanted: PlaceDraft, place: Place | null, insistence: Insistence) {
    if (!patient || !place) throw new Refused('Choose a patient, day and time.');
    const { outsideHours = false, overbook = null } = insistence;
    const insist = { outside_hours: outsideHours, overbook };
    const what = { patient_id: patient.id, service_id: service, idempotency_key: key, ...insist, tell };
    try {
      const done = await bookVisit(slug, { ...place, ...what });
      changes.told(done, `Booked for ${momentOf(done.visit.starts_at, zone)}.`);
      if (waits) await takeOffWaitingList(slug, waits.id).catch(() => undefined); // they stay, and can be taken off by hand
      void changes.refresh();
      onClose();
    } catch (error) {
      const found = refusalOf(error);
      setRefused(found && { refusal: found, draft: wanted, patient });
      if (!found) throw error;
    }
  }
  function book(wanted: PlaceDraft, place = placeOf(wanted, zone), insistence: Insistence = {}) {
    setDraft(wanted);
    return submit(() => attempt(wanted, place, insistence));
  }

  const wait = () =>
    submit(async () => {
      if (!patient) throw new Refused('Choose a patient.');
      const who = { patient_id: patient.id, service_id: service, provider_id: draft.provider || null };
      await joinWaitingList(slug, { ...who, from_day: draft.date, wish: '' });
      void changes.refresh();
      onClose();
      onWait();
    });

  return { zone, patient, setPatient, service, chooseService, draft, setDraft, tell, setTell, busy, problem, refusal, book, wait };
}

/** What is booked at first: what someone waits for, else something that the provider does. */
function firstService({ services, providers }: CalendarData, at: Place, waits: Waiting | null): string {
  if (waits && services.some(({ id }) => id === waits.service_id)) return waits.service_id;
  return providers.find(({ id }) => id === at.provider_id)?.service_ids[0] ?? services[0]?.id ?? '';
}

/** A provider if they do a service, else the first who does. */
function firstProvider({ providers }: CalendarData, service: string, wanted: string): string {
  const able = providers.filter(({ service_ids: can }) => can.includes(service));
  return (able.find(({ id }) => id === wanted) ?? able[0])?.id ?? '';
}

function Form(props: FormProps) {
  const { slug, data, onClose } = props;
  const { zone, patient, service, draft, tell, busy, refusal, book, ...form } = useBooking(props);

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void book(draft);
      }}
      className="mt-5 grid gap-5"
    >
      <PatientPicker slug={slug} chosen={patient} known={props.known ?? props.waits} onChoose={form.setPatient} />
      <SelectField
        label="Service"
        value={service}
        onChange={(event) => form.chooseService(event.target.value)}
        options={data.services.map(({ id, name, duration_minutes: minutes }) => ({ value: id, label: `${name} · ${minutes} min` }))}
      />
      <PlaceFields data={data} service={service} draft={draft} onChange={form.setDraft} />
      {!refusal && <NextFree slug={slug} service={service} draft={draft} timeZone={zone} onChange={form.setDraft} />}
      <Switch label="Notify patient" note="By text or email, 10 seconds after booking." checked={tell} onChange={form.setTell} />
      <Problem>{form.problem}</Problem>
      {refusal && (
        <RefusalNote
          refusal={refusal}
          timeZone={zone}
          busy={busy}
          onChoose={(place) => void book(draftOf(place, zone), place)}
          onInsist={(insistence) => void book(draft, placeOf(draft, zone), insistence)}
          onWait={props.waits ? undefined : () => void form.wait()}
        />
      )}
      <div className="mt-2 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Book
        </Button>
      </div>
    </form>
  );
}
