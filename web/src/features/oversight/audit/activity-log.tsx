import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { useFoldedFilters } from '@/ui/fields/folded-filters';
import { Section } from '@/ui/section';
import { useAddress } from '@/ui/hooks/use-address';
import { EntryList } from './entry-list';
import { ExportButton } from './export-button';
import { FilterBar } from './filter-bar';
import { areEmpty, readFilters, writeFilters } from './filters';
import { entriesQuery, namedIds, namesQuery, peopleQuery, type Entry } from './queries';

/**
 * The filters of the address, and at once those just chosen: the address follows a moment after a choice, and of two
 * quick ones the second must not undo the first.
 */
function useFilters(params: URLSearchParams) {
  const address = params.toString();
  const [seen, setSeen] = useState(address);
  const [filters, setFilters] = useState(() => readFilters(params));
  if (address !== seen) {
    setSeen(address);
    setFilters(readFilters(params));
  }
  return [filters, setFilters] as const;
}

/** The names behind the ids of the log: members, and patients where the reader may see them. */
function useNames(slug: string, pages: readonly { items: Entry[] }[], patients: boolean): ReadonlyMap<string, string> {
  const people = useQuery(peopleQuery(slug)).data ?? [];
  const wanted = patients ? pages.map(({ items }) => namedIds(items)).filter(({ length }) => length > 0) : [];
  const asked = useQueries({ queries: wanted.map((ids) => namesQuery(slug, ids)) });
  return new Map([
    ...people.map(({ id, name }) => [id, name] as const),
    ...asked.flatMap(({ data }) => Object.entries(data?.names ?? {})),
  ]);
}

export interface ActivityLogProps {
  slug: string;
  timeZone: string;
  /** Whether the reader may see who the patients are. */
  seesPatients: boolean;
}

/** Who did what in this clinic and when, for those who answer for it. */
export function ActivityLog({ slug, timeZone, seesPatients }: ActivityLogProps) {
  const [params, setParams] = useAddress();
  const [filters, setFilters] = useFilters(params);
  const query = useInfiniteQuery(entriesQuery(slug, timeZone, filters));
  const folded = useFoldedFilters(Object.values(filters).filter(Boolean).length);
  const names = useNames(slug, query.data?.pages ?? [], seesPatients);
  return (
    <Section
      title="Entries"
      note="Newest first. Entries can’t be changed or deleted."
      actions={query.data && folded.beside(<ExportButton slug={slug} timeZone={timeZone} filters={filters} />)}
    >
      {query.data && (
        <div {...folded.fold}>
          <FilterBar
            slug={slug}
            filters={filters}
            actions={query.data.pages[0]?.actions ?? []}
            onFilters={(next) => {
              setFilters(next);
              setParams((all) => writeFilters(all, next), { preventScrollReset: true, replace: true });
            }}
          />
        </div>
      )}
      <Loaded query={query} waiting="Loading the activity log" rows={8} explain={explain('Couldn’t load the activity log.')}>
        {({ pages }) => {
          const entries = pages.flatMap(({ items }) => items);
          if (entries.length === 0) {
            return (
              <EmptyNote title="No entries">
                {areEmpty(filters) ? 'Team activity appears here as it happens.' : 'No entries match these filters.'}
              </EmptyNote>
            );
          }
          return (
            <div
              aria-busy={query.isPlaceholderData}
              className={classNames('transition-opacity', query.isPlaceholderData && 'opacity-50')}
            >
              <EntryList entries={entries} timeZone={timeZone} names={names} />
              {query.hasNextPage && (
                <p className="border-t border-line p-4 text-center">
                  <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    Show earlier entries
                  </Button>
                </p>
              )}
            </div>
          );
        }}
      </Loaded>
    </Section>
  );
}
