import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { explain } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { DensityToggle, useDensity } from '@/ui/buttons/density-toggle';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { PatientPages } from '@/ui/patient-pages';
import { SearchField } from '@/ui/fields/search-field';
import { Section } from '@/ui/section';
import { useAddress } from '@/ui/hooks/use-address';
import { useRoomForTable } from '@/ui/hooks/use-media';
import { useSettled } from '@/ui/hooks/use-settled';
import { BulkBar } from './bulk-bar';
import { FilterBar } from './filter-bar';
import { countFilters, NO_FILTERS, readFilters, readPage, writeFilters, writePage, type PatientFilters } from './filters';
import { PatientCards, PatientTable } from './patient-rows';
import { listQuery, PAGE_SIZE, type BulkItem } from './queries';

/** A pause in typing after which the list is asked for. */
const TYPING_PAUSE_MS = 250;

/** The server takes no more at once. */
const MOST_PICKED = 100;

const explainList = explain('Couldn’t load patients.');

export interface PatientListProps {
  slug: string;
  /** Who looks at it, by their id. */
  person: string;
  timeZone: string;
  /** Whether the reader may change records and have patients contacted. */
  mayWrite: boolean;
  /** The saved views of this list. */
  views: ReactNode;
  /** Opens the form for a new patient. */
  onAdd: () => void;
  /** More that can be done with those who are picked. */
  actions?: (picked: readonly string[]) => ReactNode;
}

/** Every patient of the practice: searched, narrowed, and picked to do something with many at once. */
export function PatientList({ slug, person, timeZone, mayWrite, views, onAdd, actions }: PatientListProps) {
  const [params, setParams] = useAddress();
  const rows = useDensity(person);
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [result, setResult] = useState<BulkItem[]>([]);
  const filters = readFilters(params);
  const query = useSettled(typed.trim(), TYPING_PAUSE_MS);
  const page = useQuery(listQuery(slug, query, filters, readPage(params)));
  const Rows = useRoomForTable() ? PatientTable : PatientCards;

  const narrow = (part: Partial<PatientFilters>) => setParams((all) => writeFilters(all, { ...readFilters(all), ...part }), { preventScrollReset: true });
  const turnTo = (number: number) => setParams((all) => writePage(all, number));
  function type(text: string) {
    setTyped(text);
    if (readPage(params) > 1) turnTo(1);
  }
  const pick = (ids: readonly string[], on: boolean) => setPicked((before) => withPicked(before, ids, on));

  return (
    <>
      <Section
        title="All records"
        note={page.data && `${page.data.total.toLocaleString('en-US')} ${page.data.total === 1 ? 'patient' : 'patients'}`}
        actions={<Search typed={typed} onType={type} rows={rows} />}
      >
        <FilterBar slug={slug} filters={filters} onFilters={narrow}>
          {views}
        </FilterBar>
        {result.length > 0 && <Result items={result} onClose={() => setResult([])} />}
        <Loaded query={page} waiting="Loading patients" rows={8} explain={explainList}>
          {(found) =>
            found.items.length === 0 ? (
              <Nobody
                searched={query !== ''}
                narrowed={countFilters(filters) > 0 || filters.group !== NO_FILTERS.group}
                showAll={() => {
                  setTyped('');
                  narrow(NO_FILTERS);
                }}
                onAdd={mayWrite ? onAdd : undefined}
              />
            ) : (
              <div
                aria-busy={page.isPlaceholderData}
                className={classNames('transition-opacity', page.isPlaceholderData && 'opacity-50')}
              >
                <Rows patients={found.items} {...{ slug, timeZone, picked }} density={rows.density} pickable={mayWrite} onPick={pick} />
                <PatientPages page={found.page} pages={found.pages} size={PAGE_SIZE} total={found.total} onPage={turnTo} />
              </div>
            )
          }
        </Loaded>
      </Section>
      {picked.size > 0 && (
        <BulkBar slug={slug} picked={[...picked]} onClear={() => setPicked(new Set())} onResult={setResult}>
          {actions?.([...picked])}
        </BulkBar>
      )}
    </>
  );
}

interface SearchProps {
  typed: string;
  onType: (text: string) => void;
  rows: ReturnType<typeof useDensity>;
}

/** Finds patients, and says how much room each of them takes. */
function Search({ typed, onType, rows }: SearchProps) {
  return (
    <span className="flex items-center gap-1 max-sm:w-full">
      <SearchField
      label="Search by name, phone or treatment"
      placeholder="Search patients..."
      value={typed}
      onChange={onType}
      hasShortcut
      className="min-w-0 flex-1 sm:w-72"
    />
      <DensityToggle {...rows} />
    </span>
  );
}

function withPicked(before: ReadonlySet<string>, ids: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(before);
  for (const id of ids) {
    if (!on) next.delete(id);
    else if (next.size < MOST_PICKED) next.add(id);
  }
  return next;
}

interface NobodyProps {
  searched: boolean;
  narrowed: boolean;
  showAll: () => void;
  onAdd: (() => void) | undefined;
}

function Nobody({ searched, narrowed, showAll, onAdd }: NobodyProps) {
  const all = searched || narrowed;
  return (
    <div className="border-t border-line pb-8 text-center">
      <EmptyNote title={all ? 'No patients found' : 'No patients yet'}>
        {searched
          ? 'No patients match that name, phone or treatment.'
          : narrowed
            ? 'No patients match these filters.'
            : 'Patients who book with Mia appear here automatically.'}
      </EmptyNote>
      {all ? (
        <Button variant="secondary" onClick={showAll}>
          Show all patients
        </Button>
      ) : (
        onAdd && <Button onClick={onAdd}>Add a patient</Button>
      )}
    </div>
  );
}

/** Who gets no message, or gets it later, and why. */
function Result({ items, onClose }: { items: readonly BulkItem[]; onClose: () => void }) {
  return (
    <div role="status" className="mx-5 mb-5 rounded-xl border border-line-strong p-4 sm:mx-6">
      <div className="flex items-start justify-between gap-4">
        <p className="font-semibold">Not sent now</p>
        <Button variant="quiet" onClick={onClose} className="-mt-2 -mr-2">
          Close
        </Button>
      </div>
      <ul className="mt-1 grid max-h-64 gap-2 overflow-y-auto text-[0.9375rem]">
        {items.map(({ patient_id: id, name, decision }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">{name}</span>
            <Badge tone={decision.outcome === 'defer' ? 'warn' : 'bad'}>
              {decision.outcome === 'defer' ? 'Later' : 'Not sent'}
            </Badge>
            <span className="text-slate">{decision.reason}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
