import { classNames } from '@/lib/class-names';
import { shortDate } from '@/lib/time/clinic-time';
import { dollars } from '@/lib/figures';
import { readablePhone } from '@/lib/phone';
import { DataTable, type Column } from '@/ui/data-table';
import type { ListedPatient, Standing } from './queries';
import { Reachable } from './reachable';

export interface PatientRowsProps {
  patients: readonly ListedPatient[];
  timeZone: string;
  chosen: string | null;
  onChoose: (id: string) => void;
  /** Those who are selected for a message to several; null while one is chosen at a time. */
  picked: ReadonlyMap<string, string> | null;
  onPick: (patient: ListedPatient, picked: boolean) => void;
  /** How each stands, once that is known. */
  standings: ReadonlyMap<string, Standing>;
}

/** The patients where there is room for a table. */
export function PatientTable({ patients, ...props }: PatientRowsProps) {
  return (
    <DataTable
      columns={columnsOf(props)}
      rows={patients}
      keyOf={({ id }) => id}
      rowClassName={({ id }) =>
        classNames(
          'row-link relative has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-petrol',
          isChosen(id, props) && 'bg-celadon',
        )
      }
    />
  );
}

function columnsOf({ timeZone, standings, ...choice }: Omit<PatientRowsProps, 'patients'>): Column<ListedPatient>[] {
  const headClassName = 'py-3 pr-3 font-medium whitespace-nowrap';
  const date = (at: string | null | undefined) => (at ? <time dateTime={at}>{shortDate(at, timeZone)}</time> : '–');
  return [
    {
      head: <span className="sr-only">Select</span>,
      headClassName: 'w-12 py-3 pl-6',
      cell: (patient) => <Choice patient={patient} {...choice} />,
      className: 'py-3 pr-3 pl-6',
    },
    { head: 'Name', headClassName, cell: ({ name }) => name, className: 'py-3 pr-3 font-semibold', names: true },
    {
      head: 'Last Visit',
      headClassName,
      cell: (patient) => <LastVisit at={patient.last_visit} timeZone={timeZone} />,
      className: 'py-3 pr-3 text-[0.9375rem] whitespace-nowrap text-slate',
    },
    { head: 'Treatment', headClassName, cell: ({ treatment }) => treatment ?? '–', className: 'py-3 pr-3 text-[0.9375rem]' },
    {
      head: 'Phone',
      headClassName,
      cell: ({ phone }) => (phone ? readablePhone(phone) : '–'),
      className: 'py-3 pr-3 text-[0.9375rem] whitespace-nowrap tabular-nums',
    },
    {
      head: 'Due since',
      headClassName,
      cell: ({ id }) => date(standings.get(id)?.due_since),
      className: 'py-3 pr-3 text-[0.9375rem] whitespace-nowrap text-slate',
    },
    {
      head: 'Value',
      headClassName,
      cell: ({ id }) => valueOf(standings.get(id)),
      className: 'py-3 pr-3 text-[0.9375rem] tabular-nums',
    },
    {
      head: 'Last contact',
      headClassName: 'py-3 pr-5 font-medium whitespace-nowrap',
      cell: ({ id }) => (
        <>
          {date(standings.get(id)?.last_contact_at)}
          <Reachable standing={standings.get(id)} timeZone={timeZone} />
        </>
      ),
      className: 'py-3 pr-5 text-[0.9375rem] whitespace-nowrap text-slate',
    },
  ];
}

/** The patients on a phone: a card each. */
export function PatientCards({ patients, timeZone, standings, ...choice }: PatientRowsProps) {
  return (
    <ul>
      {patients.map((patient) => (
        <li
          key={patient.id}
          className={classNames(
            'row-link relative flex items-start gap-3 border-t border-line px-5 py-4 has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-petrol',
            isChosen(patient.id, choice) && 'bg-celadon',
          )}
        >
          <Choice patient={patient} {...choice} />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{patient.name}</p>
            <p className="text-[0.9375rem] text-slate">
              {patient.treatment ?? 'No treatment yet'} · <LastVisit at={patient.last_visit} timeZone={timeZone} />
            </p>
            <p className="text-[0.9375rem] tabular-nums">{patient.phone ? readablePhone(patient.phone) : '–'}</p>
            <Due standing={standings.get(patient.id)} timeZone={timeZone} />
            <Reachable standing={standings.get(patient.id)} timeZone={timeZone} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** On a phone, what the table has columns for. */
function Due({ standing, timeZone }: { standing: Standing | undefined; timeZone: string }) {
  if (!standing) return null;
  const facts = [
    standing.due_since && `Due since ${shortDate(standing.due_since, timeZone)}`,
    standing.value_cents > 0 && dollars(standing.value_cents),
    standing.last_contact_at && `last contact ${shortDate(standing.last_contact_at, timeZone)}`,
  ].filter(Boolean);
  return facts.length > 0 && <p className="text-[0.9375rem] text-slate">{facts.join(' · ')}</p>;
}

const valueOf = (standing: Standing | undefined) => (standing?.value_cents ? dollars(standing.value_cents) : '–');

type ChoosingProps = Pick<PatientRowsProps, 'chosen' | 'onChoose' | 'picked' | 'onPick'>;

const isChosen = (id: string, { chosen, picked }: ChoosingProps) => (picked ? picked.has(id) : id === chosen);

/** The radio button of a row, or its box while several may be selected; its label lies over the whole row. */
function Choice({ patient, chosen, onChoose, picked, onPick }: ChoosingProps & { patient: ListedPatient }) {
  return (
    <label className="grid size-6 cursor-pointer place-items-center after:absolute after:inset-0">
      <span className="sr-only">Select {patient.name}</span>
      {picked ? (
        <input
          type="checkbox"
          checked={picked.has(patient.id)}
          onChange={(event) => onPick(patient, event.target.checked)}
          className="relative z-10 size-4.5 accent-petrol outline-none"
        />
      ) : (
        <input
          type="radio"
          name="rebooking-patient"
          checked={patient.id === chosen}
          onChange={() => onChoose(patient.id)}
          onClick={() => onChoose(patient.id)}
          className="relative z-10 size-4.5 accent-petrol outline-none"
        />
      )}
    </label>
  );
}

function LastVisit({ at, timeZone }: { at: string | null; timeZone: string }) {
  return at ? <time dateTime={at}>{shortDate(at, timeZone)}</time> : <>no visit yet</>;
}
