import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { explain, reasonOf, reasonOr } from '@/api/answer';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { Loaded } from '@/ui/feedback/loaded';
import { Problem } from '@/ui/feedback/problem';
import { Section } from '@/ui/section';
import { useSubmit } from '@/ui/hooks/use-submit';
import { faultsQuery, take, useImportKnown, type PatientImport } from './queries';
import { counted, faultWords } from './words';

const explainFaults = explain('Couldn’t load the file’s errors.');
const of = (made: PatientImport, kind: string) => made.counts[kind] ?? 0;

/** What would come of the file, before anything has. */
export function CheckReport({ slug, made }: { slug: string; made: PatientImport }) {
  const { busy, problem, submit } = useSubmit(reasonOr('Couldn’t start the import. Please try again.'));
  const known = useImportKnown(slug);
  const coming = of(made, 'new') + of(made, 'visits') > 0;

  const start = async () => known(await take(slug, made.id, 'start'));

  return (
    <Section
      title="Preview import"
      note={`${made.file_name} · ${counted(made.rows, 'row')}. Nothing is imported yet.`}
      actions={
        coming && (
          <Button busy={busy} onClick={() => void submit(start)}>
            Import {counted(of(made, 'new'), 'new patient')}
          </Button>
        )
      }
    >
      {problem && <Problem>{problem}</Problem>}
      <Figures>
        <Figure count={of(made, 'new')} label="new patients" />
        <Figure count={of(made, 'known')} label="on record already" note="Left unchanged" />
        <Figure count={of(made, 'visits')} label="visits" note="Used to find overdue patients" />
        <Figure count={of(made, 'refused')} label="rows left out" note="See details below" />
      </Figures>
      {of(made, 'repeated') > 0 && (
        <Note>{counted(of(made, 'repeated'), 'row')} repeat a patient: imported as one patient with several visits.</Note>
      )}
      {of(made, 'opted_out') > 0 && (
        <Note>{counted(of(made, 'opted_out'), 'person', 'people')} marked do not contact: Mia won’t call or message them.</Note>
      )}
      <Faults slug={slug} made={made} />
    </Section>
  );
}

/** What has come of it, and the way back. */
export function DoneReport({ slug, made }: { slug: string; made: PatientImport }) {
  const [asking, setAsking] = useState(false);
  const known = useImportKnown(slug);
  const undone = made.state === 'undone';
  return (
    <Section
      title={undone ? 'Undone' : 'Imported'}
      note={made.file_name}
      actions={
        !undone && (
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Undo import
          </Button>
        )
      }
    >
      <Figures>
        {undone ? (
          <>
            <Figure count={of(made, 'removed')} label="patients removed" />
            <Figure count={of(made, 'kept')} label="patients kept" note="Changed since import" />
          </>
        ) : (
          <>
            <Figure count={of(made, 'new')} label="new patients" />
            <Figure count={of(made, 'known')} label="on record already" />
            <Figure count={of(made, 'visits')} label="visits" />
            <Figure count={of(made, 'refused')} label="rows left out" />
          </>
        )}
      </Figures>
      {!undone && <Faults slug={slug} made={made} />}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Undo this import?"
        action="Undo import"
        danger
        onConfirm={async () => known(await take(slug, made.id, 'undo'))}
        explain={(error) => reasonOf(error, 'Couldn’t undo the import. Please try again.')}
      >
        <p>
          This removes imported patients and visits. Patients who have since been called, messaged, booked or edited stay.
        </p>
      </ConfirmDialog>
    </Section>
  );
}

function Figures({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 border-t border-line px-5 py-6 sm:px-6 lg:grid-cols-4">{children}</dl>
  );
}

function Figure({ count, label, note }: { count: number; label: string; note?: string }) {
  return (
    <div className="flex flex-col">
      <dt className="order-2 text-[0.9375rem]">
        {label}
        {note && <span className="block text-slate">{note}</span>}
      </dt>
      <dd className="font-display text-4xl font-medium">{count.toLocaleString('en-US')}</dd>
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="px-5 pb-4 text-[0.9375rem] text-slate sm:px-6">{children}</p>;
}

/** What is wrong, line by line as the spreadsheet counts them. */
function Faults({ slug, made }: { slug: string; made: PatientImport }) {
  const wrong = of(made, 'refused') + of(made, 'warned');
  const query = useQuery({ ...faultsQuery(slug, made.id, made.state), enabled: wrong > 0 });
  if (wrong === 0) return null;
  return (
    <Loaded query={query} waiting="Loading errors" explain={explainFaults}>
      {(faults) => (
        <table className="w-full text-left">
          <caption className="px-5 pb-3 text-left font-medium sm:px-6">
            Errors{wrong > faults.length ? ` (the first ${faults.length})` : ''}
          </caption>
          <thead className="border-y border-line text-[0.9375rem] text-slate">
            <tr>
              <th scope="col" className="w-20 py-3 pl-5 font-medium sm:pl-6">
                Line
              </th>
              <th scope="col" className="py-3 font-medium">
                Problem
              </th>
              <th scope="col" className="py-3 pr-5 text-right font-medium sm:pr-6">
                Row
              </th>
            </tr>
          </thead>
          <tbody>
            {faults.map((fault) => (
              <tr key={`${fault.line} ${fault.field}`} className="border-b border-line last:border-b-0">
                <td className="py-3 pl-5 tabular-nums sm:pl-6">{fault.line}</td>
                <td className="py-3">{faultWords(fault.field, fault.reason)}</td>
                <td className="py-3 pr-5 text-right sm:pr-6">
                  <Badge tone={fault.refused ? 'bad' : 'warn'}>{fault.refused ? 'skipped' : 'imported without'}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Loaded>
  );
}
