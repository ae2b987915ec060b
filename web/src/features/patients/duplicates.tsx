import { useState } from 'react';
import { Link } from 'react-router';
import { reasonOf } from '@/api/answer';
import { longTimestamp } from '@/lib/time/clinic-time';
import { readablePhone } from '@/lib/phone';
import { Button } from '@/ui/buttons/button';
import { Section } from '@/ui/section';
import { useToast } from '@/ui/feedback/toast';
import { MergeDialog } from './merge-dialog';
import { tellApart, undoMerge, useFreshPatients, type PatientRecord, type Profile } from './queries';

const REASONS: Record<string, string> = { phone: 'same phone', email: 'same email', name: 'same name' };

/** `Same phone, same name`. */
export function reasonsInWords(reasons: readonly string[]): string {
  const words = reasons.map((reason) => REASONS[reason] ?? reason).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export interface DuplicatesProps {
  slug: string;
  profile: Profile;
  timeZone: string;
  mayWrite: boolean;
}

/** Records that may be of the same person, and what was merged into this one. Nothing where there is neither. */
export function Duplicates({ slug, profile, timeZone, mayWrite }: DuplicatesProps) {
  const [merging, setMerging] = useState<PatientRecord>();
  const { apart, undo } = useMergeActions(slug, profile.record.id);
  if (profile.lookalikes.length === 0 && profile.merges.length === 0) return null;
  return (
    <Section title="Duplicates">
      <ul className="border-t border-line">
        {profile.lookalikes.map(({ record, reasons }) => (
          <li key={record.id} className="grid gap-2 border-b border-line px-5 py-4 last:border-b-0 sm:px-6">
            <p>
              <Link
                to={`/dashboard/${slug}/patients/${record.id}`}
                className="font-semibold text-petrol underline decoration-1 underline-offset-4"
              >
                {record.name}
              </Link>
              {record.phone && <span className="ml-2 text-slate tabular-nums">{readablePhone(record.phone)}</span>}
            </p>
            <p className="text-[0.9375rem] text-slate">{reasonsInWords(reasons)}</p>
            {mayWrite && (
              <div className="flex flex-wrap gap-2">
                <Button variant="secondary" onClick={() => setMerging(record)}>
                  Merge<span className="sr-only"> {record.name} into this record</span>
                </Button>
                <Button variant="quiet" onClick={() => void apart(record)}>
                  Not a duplicate<span className="sr-only">: not a duplicate of {record.name}</span>
                </Button>
              </div>
            )}
          </li>
        ))}
        {profile.merges.map((merge) => (
          <MergeLine
            key={merge.id}
            at={merge.at}
            timeZone={timeZone}
            onUndo={mayWrite && merge.undoable ? () => void undo(merge.id) : undefined}
          />
        ))}
      </ul>
      {merging && (
        <MergeDialog
          slug={slug}
          kept={profile.record}
          other={merging}
          onClose={() => setMerging(undefined)}
          onUndo={undo}
        />
      )}
    </Section>
  );
}

interface MergeLineProps {
  at: string;
  timeZone: string;
  onUndo: (() => void) | undefined;
}

function MergeLine({ at, timeZone, onUndo }: MergeLineProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4 last:border-b-0 sm:px-6">
      <p className="text-[0.9375rem]">
        A record was merged into this one
        <br />
        <time dateTime={at} className="text-sm text-slate">
          {longTimestamp(at, timeZone)}
        </time>
      </p>
      {onUndo && (
        <Button variant="secondary" onClick={onUndo}>
          Undo the merge
        </Button>
      )}
    </li>
  );
}

/** What can be said of a suggestion, and taking a merge back. */
export function useMergeActions(slug: string, id: string) {
  const say = useToast();
  const refresh = useFreshPatients(slug);

  async function attempt(work: () => Promise<unknown>, done: string, failed: string) {
    try {
      await work();
      await refresh();
      say(done);
    } catch (error) {
      say(reasonOf(error, failed));
    }
  }

  return {
    apart: (other: PatientRecord) =>
      attempt(() => tellApart(slug, id, other.id), 'They won’t be suggested again.', 'Couldn’t save.'),
    undo: (merge: string) =>
      attempt(() => undoMerge(slug, merge), 'Merge undone. Both records are back.', 'Couldn’t undo the merge.'),
  };
}
