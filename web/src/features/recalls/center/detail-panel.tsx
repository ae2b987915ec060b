import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explain } from '@/api/answer';
import { longDate } from '@/lib/time/clinic-time';
import { readablePhone } from '@/lib/phone';
import { Loaded } from '@/ui/feedback/loaded';
import { Contact } from './contact/contact-card';
import { patientQuery, type Patient } from './queries';
import { Tags } from '@/ui/patient-tags';

export interface DetailPanelProps {
  slug: string;
  timeZone: string;
  id: string;
  mayContact: boolean;
}

const explainPatient = explain('Couldn’t load the patient.');

/** Everything about one patient that matters for bringing them back, and the ways to do it. */
export function DetailPanel({ slug, timeZone, id, mayContact }: DetailPanelProps) {
  const patient = useQuery(patientQuery(slug, id));
  return (
    <Loaded query={patient} waiting="Loading the patient" explain={explainPatient}>
      {(found) => (
        <div className="grid gap-6">
          <Facts patient={found} timeZone={timeZone} />
          <Contact slug={slug} patient={found} timeZone={timeZone} mayContact={mayContact} />
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
        {patient.overdue_treatment && patient.overdue_treatment !== treatment && (
          <Fact name="Overdue for">{patient.overdue_treatment}</Fact>
        )}
        <Fact name="Phone">
          {phone ? (
            <a href={`tel:${phone}`} className="inline-flex min-h-6 items-center text-petrol tabular-nums underline decoration-1 underline-offset-4 max-lg:min-h-11">
              {readablePhone(phone)}
            </a>
          ) : (
            'Not on file'
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
