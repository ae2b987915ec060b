import { useQuery } from '@tanstack/react-query';
import { MessageSquareText, Phone } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { explain } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { useAddressParam } from '@/ui/hooks/use-address-param';
import { NoteEditor } from '../note-editor';
import { OutreachDialog } from './outreach-dialog';
import { patientQuery, type OutreachKind, type Patient, type Planned } from '../queries';
import { PlanDialog } from './plan-dialog';
import { PlannedContact } from './planned-contact';
import { Caution } from './caution';

export interface ContactCardProps {
  slug: string;
  timeZone: string;
  id: string;
  mayContact: boolean;
}

const explainContact = explain('Couldn’t load contact options.');

/** The ways to have Mia contact a patient, and the note, for a page that shows the rest of the record itself. */
export function ContactCard({ slug, timeZone, id, mayContact }: ContactCardProps) {
  const patient = useQuery(patientQuery(slug, id));
  return (
    <Loaded query={patient} waiting="Loading contact options" explain={explainContact}>
      {(found) => (
        <div className="grid gap-6">
          <Contact slug={slug} patient={found} timeZone={timeZone} mayContact={mayContact} />
        </div>
      )}
    </Loaded>
  );
}

/** Having Mia call or write, for those who may, and the note. */
export function Contact({ mayContact, ...ways }: WaysProps & { mayContact: boolean }) {
  return (
    <>
      {mayContact && <Ways {...ways} />}
      <NoteEditor slug={ways.slug} patient={ways.patient} readOnly={!mayContact} />
    </>
  );
}

/** The parameter that names a planned contact to be changed. */
const PLANNED_PARAM = 'planned';

interface WaysProps {
  slug: string;
  patient: Patient;
  timeZone: string;
}

function Ways({ slug, patient, timeZone }: WaysProps) {
  const [asking, setAsking] = useState<OutreachKind | null>(null);
  const [editing, setEditing] = useState<Planned | null>(null);
  const { planned } = patient;
  // A row of the history leads here: the address names what is to be changed.
  const [wanted, put] = useAddressParam(PLANNED_PARAM);
  const [opened, setOpened] = useState<string | null>(null);
  const isHere = planned !== null && planned.activity_id === wanted;
  if (opened !== wanted && (isHere || wanted === null)) {
    setOpened(wanted);
    if (isHere) setEditing(planned);
  }
  const when = { nextVisit: patient.next_visit, timeZone };
  const isBlocked = { call: patient.can_call.outcome === 'block', message: patient.can_message.outcome === 'block' };
  return (
    <div className="grid gap-3">
      {planned && (
        <PlannedContact slug={slug} patient={patient} planned={planned} timeZone={timeZone} onEdit={() => setEditing(planned)} />
      )}
      {wanted && opened !== wanted && <p role="status">This contact has left or was canceled, so it can’t be changed here.</p>}
      <Button
        onClick={() => setAsking('call')}
        disabled={isBlocked.call}
        aria-describedby="can-call"
        className="whitespace-normal"
      >
        <Phone aria-hidden="true" className="size-4 shrink-0" />
        Call with Mia
      </Button>
      <Caution id="can-call" verdict={patient.can_call} {...when} />
      <Button
        variant="secondary"
        onClick={() => setAsking('message')}
        disabled={isBlocked.message}
        aria-describedby="can-message"
        className="py-2 whitespace-normal"
      >
        <MessageSquareText aria-hidden="true" className="size-4 shrink-0" />
        Send Follow-Up Message with Mia
      </Button>
      <Caution id="can-message" verdict={patient.can_message} {...when} />
      {patient.conversation_id && (
        <Link
          to={`/dashboard/${slug}/messages?thread=${patient.conversation_id}`}
          className="justify-self-start py-1 text-petrol underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          Open the conversation
        </Link>
      )}
      <OutreachDialog slug={slug} patient={patient} kind={asking} timeZone={timeZone} onClose={() => setAsking(null)} />
      <PlanDialog slug={slug} patient={patient} planned={editing} timeZone={timeZone} onClose={() => (put(null), setEditing(null))} />
    </div>
  );
}
