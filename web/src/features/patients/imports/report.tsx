import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { explain, reasonOf, reasonOr } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { Loaded } from '@/ui/feedback/loaded';
import { Problem } from '@/ui/feedback/problem';
import { Section } from '@/ui/section';
import { useSubmit } from '@/ui/hooks/use-submit';
import { Changes } from './changes';
import type { Confirmed } from './download-button';
import { Faults } from './faults';
import { basisOf, checkImport, namesQuery, take, useImportKnown, type Choices, type PatientImport } from './queries';
import { TreatmentNames } from './treatment-names';
import { consentNotes, counted, countOf, importWords, unchanged, unsaid } from './words';

const explainNames = explain('Couldn’t load the file’s treatments.');

interface ReportProps {
  slug: string;
  made: PatientImport;
  confirmed: Confirmed | undefined;
}

/** What would come of the file, before anything has. */
export function CheckReport({ slug, made, confirmed }: ReportProps) {
  const names = useQuery(namesQuery(slug, made));
  const [choices, setChoices] = useState<Choices>({});
  const { busy, problem, submit } = useSubmit(reasonOr('Couldn’t go on with the import. Please try again.'));
  const known = useImportKnown(slug);
  const words = importWords(made);
  const said = unsaid(names.data?.items ?? [], choices);
  const again = Object.keys(said).length > 0;

  const start = async () => known(await take(slug, made.id, 'start'));
  const check = async () => known(await checkImport(slug, made.id, made.mapping, made.date_order, basisOf(made), said));

  return (
    <Section
      title="Preview import"
      note={`${made.file_name} · ${counted(made.rows, 'row')}. Nothing is imported yet.`}
      actions={
        again ? (
          <Button busy={busy} onClick={() => void submit(check)}>
            Update the preview
          </Button>
        ) : (
          words && (
            <Button busy={busy} onClick={() => void submit(start)}>
              {words}
            </Button>
          )
        )
      }
    >
      {problem && <Problem>{problem}</Problem>}
      <Figures>
        <Figure count={countOf(made, 'new')} label="new patients" />
        <Figure count={countOf(made, 'updated')} label="patients updated" note="See changes below" />
        <Figure count={unchanged(made)} label="patients unchanged" note="Nothing new in the file" />
        <Figure count={countOf(made, 'visits')} label="visits" note="Used to find overdue patients" />
        <Figure count={countOf(made, 'refused')} label="rows left out" note="See details below" />
      </Figures>
      {countOf(made, 'repeated') > 0 && (
        <Note>{counted(countOf(made, 'repeated'), 'row')} repeat a patient: imported as one patient with several visits.</Note>
      )}
      {countOf(made, 'opted_out') > 0 && (
        <Note>{counted(countOf(made, 'opted_out'), 'person', 'people')} marked do not contact: Mia won’t call or message them.</Note>
      )}
      {consentNotes(made).map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      <Changes slug={slug} made={made} />
      <Loaded query={names} waiting="Loading treatments" explain={explainNames}>
        {({ items, services }) => (
          <TreatmentNames names={items} services={services} choices={choices} onChoose={setChoices} />
        )}
      </Loaded>
      <Faults slug={slug} made={made} confirmed={confirmed} />
    </Section>
  );
}

/** What has come of it, and the way back. */
export function DoneReport({ slug, made, confirmed }: ReportProps) {
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
            <Figure count={countOf(made, 'removed')} label="patients removed" />
            <Figure count={countOf(made, 'restored')} label="records restored" />
            <Figure count={countOf(made, 'kept')} label="patients kept" note="Changed since import" />
          </>
        ) : (
          <>
            <Figure count={countOf(made, 'new')} label="new patients" />
            <Figure count={countOf(made, 'updated')} label="patients updated" />
            <Figure count={unchanged(made)} label="patients unchanged" />
            <Figure count={countOf(made, 'visits')} label="visits" />
            <Figure count={countOf(made, 'refused')} label="rows left out" />
          </>
        )}
      </Figures>
      {!undone && <Faults slug={slug} made={made} confirmed={confirmed} />}
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
          This removes imported patients and visits, and restores records that the import changed. What has been called,
          messaged, booked or edited since stays, and so do opt-outs.
        </p>
      </ConfirmDialog>
    </Section>
  );
}

function Figures({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 border-t border-line px-5 py-6 sm:px-6 lg:grid-cols-5">{children}</dl>
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
