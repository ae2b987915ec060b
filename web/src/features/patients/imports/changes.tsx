import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { explain } from '@/api/answer';
import { Loaded } from '@/ui/feedback/loaded';
import { changesQuery, type Example, type PatientImport } from './queries';
import { counted, countOf, FIELDS } from './words';

const explainChanges = explain('Couldn’t load what would change.');
const LABELS = new Map<string, string>(FIELDS.map(({ value, label }) => [value, label]));

/** Whose records would change, and how: some of them, before anything has. */
export function Changes({ slug, made }: { slug: string; made: PatientImport }) {
  const updated = countOf(made, 'updated');
  const query = useQuery({ ...changesQuery(slug, made), enabled: updated > 0 });
  if (updated === 0) return null;
  return (
    <Loaded query={query} waiting="Loading changes" explain={explainChanges}>
      {(examples) => (
        <section aria-labelledby="record-changes" className="border-t border-line">
          <div className="px-5 py-4 sm:px-6">
            <h3 id="record-changes" className="font-medium">
              {counted(updated, 'record')} will change{updated > examples.length && ` (the first ${examples.length})`}
            </h3>
            <p className="text-[0.9375rem] text-slate">
              Empty cells change nothing, a note already there stays, and tags are only added. Undo restores what was there.
            </p>
          </div>
          <ul className="max-h-96 overflow-y-auto border-y border-line" aria-labelledby="record-changes">
            {examples.map((one) => (
              <ChangedRecord key={one.patient_id} slug={slug} one={one} />
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  );
}

function ChangedRecord({ slug, one }: { slug: string; one: Example }) {
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line px-5 py-3 last:border-b-0 sm:grid-cols-[14rem_minmax(0,1fr)] sm:px-6">
      <Link to={`/dashboard/${slug}/patients/${one.patient_id}`} className="font-semibold wrap-anywhere underline-offset-4 hover:underline">
        {one.name}
      </Link>
      <ul className="grid gap-1 text-[0.9375rem]">
        {one.changes.map(({ field, before, after }) => (
          <li key={field} className="flex flex-wrap items-center gap-x-2">
            <span className="text-slate">{LABELS.get(field) ?? field}</span>
            <span className="wrap-anywhere">{before ?? 'empty'}</span>
            <ArrowRight aria-label="becomes" className="size-4 shrink-0 text-slate" />
            <span className="font-medium wrap-anywhere">{after}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}
