import { useQuery } from '@tanstack/react-query';
import { MessageSquareText, Phone } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { explain } from '@/api/answer';
import { longDate } from '@/lib/clinic-time';
import { readablePhone } from '@/lib/phone';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { NoteEditor } from './note-editor';
import { OutreachDialog } from './outreach-dialog';
import { patientQuery, type OutreachKind, type Patient, type Verdict } from './queries';
import { Tags } from './tags';

export interface DetailPanelProps {
  slug: string;
  timeZone: string;
  id: string;
  mayContact: boolean;
}

const explainPatient = explain('The patient could not be loaded.');

/** Everything about one patient that matters for bringing them back, and the ways to do it. */
export function DetailPanel({ slug, timeZone, id, mayContact }: DetailPanelProps) {
  const patient = useQuery(patientQuery(slug, id));
  return (
    <Loaded query={patient} waiting="Loading the patient" explain={explainPatient}>
      {(found) => (
        <div className="grid gap-6">
          <Facts patient={found} timeZone={timeZone} />
          {mayContact && <Contact slug={slug} patient={found} timeZone={timeZone} />}
          <NoteEditor slug={slug} patient={found} readOnly={!mayContact} />
        </div>
      )}
    </Loaded>
  );
}

function Facts({ patient, timeZone }: { patient: Patient; timeZone: string }) {
  const { last_treatment: treatment, last_treatment_date: date, phone } = patient;
  return (
    <div className="grid gap-4">
      <div>
        <h3 className="font-display text-2xl leading-tight font-medium text-balance">{patient.full_name}</h3>
        <p className="mt-0.5 text-sm break-all text-slate">{patient.id}</p>
      </div>
      <Tags tags={patient.tags} />
      <dl className="grid gap-3">
        <Fact name="Last treatment">
          {treatment ?? 'None yet'}
          {date && (
            <>
              , <time dateTime={date}>{longDate(date, timeZone)}</time>
            </>
          )}
        </Fact>
        <Fact name="Phone">
          {phone ? (
            <a href={`tel:${phone}`} className="text-petrol tabular-nums underline decoration-1 underline-offset-4">
              {readablePhone(phone)}
            </a>
          ) : (
            'None on record'
          )}
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-slate">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Contact({ slug, patient, timeZone }: { slug: string; patient: Patient; timeZone: string }) {
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
      {verdict.outcome === 'block' ? 'Not possible: ' : 'Not right now: '}
      {verdict.reason}
    </p>
  );
}
