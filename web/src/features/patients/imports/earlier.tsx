import { useQuery } from '@tanstack/react-query';
import { clockTime, longDate } from '@/lib/time/clinic-time';
import { explain } from '@/api/answer';
import { Badge } from '@/ui/badge';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { importsQuery, isUnderWay, type PatientImport } from './queries';
import { counted, stateWords } from './words';

const explainList = explain('Couldn’t load previous imports.');

export interface EarlierImportsProps {
  slug: string;
  timeZone: string;
  open: (id: string) => void;
  chosen: string | null;
}

/** The files that came before, for 30 days. */
export function EarlierImports({ slug, timeZone, open, chosen }: EarlierImportsProps) {
  const query = useQuery(importsQuery(slug));
  return (
    <Section title="Import history" note="Imports can be undone for 30 days.">
      <Loaded query={query} waiting="Loading the files" explain={explainList}>
        {(found) =>
          found.length === 0 ? (
            <EmptyNote title="No imports yet">Your imports appear here and can be undone.</EmptyNote>
          ) : (
            <ul className="border-t border-line">
              {found.map((made) => (
                <li key={made.id} className="border-b border-line last:border-b-0">
                  <button
                    type="button"
                    aria-current={made.id === chosen || undefined}
                    onClick={() => open(made.id)}
                    className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-3.5 text-left transition-colors hover:bg-celadon/45 focus-visible:-outline-offset-3 aria-current:bg-celadon sm:px-6"
                  >
                    <span className="min-w-0">
                      <span className="block truncate font-semibold">{made.file_name}</span>
                      <span className="text-[0.9375rem] text-slate">
                        {longDate(made.created_at, timeZone)}, {clockTime(made.created_at, timeZone)}
                        {made.rows > 0 && ` · ${counted(made.rows, 'row')}`}
                      </span>
                    </span>
                    <Badge tone={toneOf(made)}>{stateWords(made)}</Badge>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

function toneOf(made: PatientImport) {
  if (made.state === 'done') return 'good';
  if (made.state === 'failed') return 'bad';
  return isUnderWay(made) ? 'info' : 'plain';
}
