import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState, type Dispatch, type ReactNode, type SetStateAction } from 'react';
import { explain } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/buttons/button';
import { Drawer } from '@/ui/overlays/drawer';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { PatientPages } from '@/ui/patient-pages';
import { SearchField } from '@/ui/fields/search-field';
import { Section } from '@/ui/section';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Switch } from '@/ui/fields/switch';
import { useAddress } from '@/ui/hooks/use-address';
import { useRoomForTable } from '@/ui/hooks/use-media';
import { useSettled } from '@/ui/hooks/use-settled';
import { PatientCards, PatientTable } from './patient-table';
import { PAGE_SIZE, patientsQuery, standingQuery, type ListedPatient } from './queries';
import { GROUPS, readView, writeView, type Group, type View } from './view';

/** Its script comes with the first patient that is chosen. */
const DetailPanel = lazy(async () => ({ default: (await import('./detail-panel')).DetailPanel }));

/** And this with the first selection of several. */
const SeveralPanel = lazy(async () => ({ default: (await import('./several/several-panel')).SeveralPanel }));

/** A pause in typing after which the list is asked for. */
const TYPING_PAUSE_MS = 250;

export interface CenterProps {
  slug: string;
  timeZone: string;
  /** Whether the reader may write notes and have patients contacted. */
  mayContact: boolean;
  /** The saved views of this list. */
  views?: ReactNode;
}

/** Patient Rebooking Center: whom to bring back, and having Mia do it. */
export function RebookingCenter({ slug, timeZone, mayContact, views }: CenterProps) {
  const [params, setParams] = useAddress();
  const view = readView(params);
  const [typed, setTyped] = useState('');
  const query = useSettled(typed.trim(), TYPING_PAUSE_MS);
  const [picked, setPicked] = useState<ReadonlyMap<string, string> | null>(null);
  const show = (change: Partial<View>) =>
    setParams((all) => writeView(all, { ...readView(all), ...change }), { preventScrollReset: true, replace: true });

  function search(text: string) {
    setTyped(text);
    if (view.page > 1) show({ page: 1 });
  }

  // Neither each letter that is typed nor what another part puts into the address draws the rows or the patient again.
  const patients = useMemo(
    () => <Patients {...{ slug, timeZone, query, view, show, picked }} clear={() => search('')} onPicked={setPicked} />,
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what changes the address builds on the newest, whenever it was made
    [slug, timeZone, query, view.group, view.page, view.patient, picked],
  );
  const details = useMemo(
    () => <Details {...{ slug, timeZone, mayContact }} id={view.patient} close={() => show({ patient: null })} />,
    // eslint-disable-next-line react-hooks/exhaustive-deps -- closing builds on the newest address, whenever it was made
    [slug, timeZone, mayContact, view.patient],
  );

  return (
    <Section
      title="Patient Rebooking Center"
      note={picked ? 'Select patients for Mia to message.' : 'Select a patient for Mia to call or message.'}
      actions={
        <div className="flex w-full flex-wrap gap-3 lg:w-auto">
          {mayContact && (
            <Switch label="Select several" checked={picked !== null} onChange={(on) => setPicked(on ? new Map() : null)} inline />
          )}
          <GroupChoice group={view.group} onChange={(group) => show({ group, page: 1 })} />
          <SearchField
            label="Search by name, phone or treatment"
            placeholder="Search patients..."
            value={typed}
            onChange={search}
            hasShortcut
            className="max-sm:w-full sm:w-64"
          />
        </div>
      }
    >
      {views}
      <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_22.5rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">{patients}</div>
        {picked ? (
          <Suspense fallback={<Skeleton className="h-72" />}>
            <SeveralPanel {...{ slug, timeZone, query, view, picked }} onPicked={setPicked} />
          </Suspense>
        ) : (
          details
        )}
      </div>
    </Section>
  );
}

function withPick(all: ReadonlyMap<string, string> | null, { id, name }: ListedPatient, picked: boolean) {
  const next = new Map(all ?? []);
  if (picked) next.set(id, name);
  else next.delete(id);
  return next;
}

function GroupChoice({ group, onChange }: { group: Group; onChange: (group: Group) => void }) {
  return (
    <label className="max-sm:w-full">
      <span className="sr-only">Group of patients</span>
      <select
        value={group}
        onChange={(event) => onChange(event.target.value as Group)}
        className="min-h-11 w-full rounded-full border border-line-strong bg-paper px-4 font-medium"
      >
        {GROUPS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface PatientsProps {
  slug: string;
  timeZone: string;
  query: string;
  view: View;
  show: (change: Partial<View>) => void;
  clear: () => void;
  picked: ReadonlyMap<string, string> | null;
  onPicked: Dispatch<SetStateAction<PatientsProps['picked']>>;
}

const explainList = explain('Couldn’t load patients.');

function Patients({ slug, timeZone, query, view, show, clear, picked, onPicked }: PatientsProps) {
  const page = useQuery(patientsQuery(slug, query, view.group, view.page));
  const standings = useStandings(slug, page.data?.items);
  const Rows = useRoomForTable() ? PatientTable : PatientCards;
  return (
    <Loaded query={page} waiting="Loading patients" rows={6} explain={explainList}>
      {(found) =>
        found.items.length === 0 ? (
          <Nobody query={query} group={view.group} clear={clear} showAll={() => show({ group: 'all', page: 1 })} />
        ) : (
          <div
            aria-busy={page.isPlaceholderData}
            className={classNames('transition-opacity', page.isPlaceholderData && 'opacity-50')}
          >
            <Rows
              patients={view.group === 'overdue' ? found.items.map(overdueFor) : found.items}
              timeZone={timeZone}
              chosen={view.patient}
              onChoose={(patient) => show({ patient })}
              picked={picked}
              onPick={(patient, isPicked) => onPicked((all) => withPick(all, patient, isPicked))}
              standings={standings}
            />
            <PatientPages
              page={found.page}
              pages={found.pages}
              size={PAGE_SIZE}
              total={found.total}
              onPage={(number) => show({ page: number })}
            />
          </div>
        )
      }
    </Loaded>
  );
}

/** How the patients of the page stand, by id; empty until that is known. */
function useStandings(slug: string, patients: readonly ListedPatient[] | undefined) {
  const found = useQuery(standingQuery(slug, patients?.map(({ id }) => id) ?? []));
  return useMemo(() => new Map(found.data?.items.map((one) => [one.patient_id, one])), [found.data]);
}

/** Among the overdue a patient stands with what they are overdue for, whatever was done since. */
const overdueFor = (patient: ListedPatient): ListedPatient => ({
  ...patient,
  treatment: patient.overdue_treatment ?? patient.treatment,
});

interface NobodyProps {
  query: string;
  group: Group;
  clear: () => void;
  showAll: () => void;
}

function Nobody({ query, group, clear, showAll }: NobodyProps) {
  const action = query ? (
    <Button variant="secondary" onClick={clear}>
      Clear search
    </Button>
  ) : (
    group !== 'all' && (
      <Button variant="secondary" onClick={showAll}>
        Show all patients
      </Button>
    )
  );
  return (
    <div className="border-t border-line pb-8 text-center">
      <EmptyNote title="No patients found">
        {query ? 'No patients in this group match that name, phone or treatment.' : 'No patients in this group.'}
      </EmptyNote>
      {action}
    </div>
  );
}

interface DetailsProps extends CenterProps {
  id: string | null;
  close: () => void;
}

/** The chosen patient: beside the list where there is room, on a sheet of its own on a phone. It stays where it was
 * opened: turning a phone takes no words away. */
function Details({ id, close, ...rest }: DetailsProps) {
  const room = useRoomForTable();
  const [opened, setOpened] = useState([id, room]);
  if (opened[0] !== id) setOpened([id, room]);
  const beside = id ? opened[1] : room;
  const panel = id && (
    <Suspense fallback={<Skeleton className="h-72" />}>
      <DetailPanel key={id} id={id} {...rest} />
    </Suspense>
  );
  if (beside) {
    return (
      <aside
        aria-label="Patient details"
        className="min-w-0 border-line p-5 max-lg:border-t lg:border-t lg:border-l 2xl:p-6"
      >
        {panel || <p className="py-10 text-center text-slate">Select a patient to view details</p>}
      </aside>
    );
  }
  return (
    <>
      {!panel && <p className="border-t border-line px-5 py-6 text-center text-slate">Select a patient to view details</p>}
      <Drawer open={id !== null} onClose={close} title="Patient">
        {panel}
      </Drawer>
    </>
  );
}
