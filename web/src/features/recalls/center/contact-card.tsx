import { useQuery } from '@tanstack/react-query';
import { MessageSquareText, Phone } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { explain } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { NoteEditor } from './note-editor';
import { OutreachDialog } from './outreach-dialog';
import { patientQuery, type OutreachKind, type Patient, type Verdict } from './queries';

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

interface WaysProps {
  slug: string;
  patient: Patient;
  timeZone: string;
}

function Ways({ slug, patient, timeZone }: WaysProps) {
  const [asking, setAsking] = useState<OutreachKind | null>(null);
  return (
    <div className="grid gap-3">
      <Button onClick={() => setAsking('call')} aria-describedby="can-call" className="whitespace-normal">
        <Phone aria-hidden="true" className="size-4 shrink-0" />
        Call with Mia
      </Button>
      <Caution id="can-call" verdict={patient.can_call} />
      <Button
        variant="secondary"
        onClick={() => setAsking('message')}
        aria-describedby="can-message"
        className="py-2 whitespace-normal"
      >
        <MessageSquareText aria-hidden="true" className="size-4 shrink-0" />
        Send Follow-Up Message with Mia
      </Button>
      <Caution id="can-message" verdict={patient.can_message} />
      {patient.conversation_id && (
        <Link
          to={`/dashboard/${slug}/messages?thread=${patient.conversation_id}`}
          className="justify-self-start py-1 text-petrol underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          Open the conversation
        </Link>
      )}
      <OutreachDialog slug={slug} patient={patient} kind={asking} timeZone={timeZone} onClose={() => setAsking(null)} />
    </div>
  );
}

/** Why it cannot happen, or not now; nothing where nothing stands in the way. */
function Caution({ id, verdict }: { id: string; verdict: Verdict }) {
  if (verdict.outcome === 'allow') return null;
  return (
    <p id={id} className="-mt-1 text-sm text-slate">
      {verdict.outcome === 'block' ? 'Not available: ' : 'Not now: '}
      {verdict.reason}
    </p>
  );
}
