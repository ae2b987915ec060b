import { classNames } from '@/lib/class-names';
import { longDate } from '@/lib/time/clinic-time';
import { readablePhone } from '@/lib/phone';
import { DataTable, type Column } from '@/ui/data-table';
import type { ListedPatient } from './queries';

export interface PatientRowsProps {
  patients: readonly ListedPatient[];
  timeZone: string;
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** The patients where there is room for a table. */
export function PatientTable({ patients, timeZone, chosen, onChoose }: PatientRowsProps) {
  const headClassName = 'py-3 pr-4 font-medium';
  const columns: Column<ListedPatient>[] = [
    {
      head: <span className="sr-only">Select</span>,
      headClassName: 'w-14 py-3 pl-6',
      cell: (patient) => <Choice patient={patient} chosen={chosen} onChoose={onChoose} />,
      className: 'py-3.5 pr-3 pl-6',
    },
    { head: 'Name', headClassName, cell: ({ name }) => name, className: 'py-3.5 pr-4 font-semibold', names: true },
    {
      head: 'Last Visit',
      headClassName,
      cell: (patient) => <LastVisit at={patient.last_visit} timeZone={timeZone} />,
      className: 'py-3.5 pr-4 text-[0.9375rem] whitespace-nowrap text-slate',
    },
    { head: 'Treatment', headClassName, cell: ({ treatment }) => treatment ?? '–', className: 'py-3.5 pr-4' },
    {
      head: 'Phone',
      headClassName,
      cell: ({ phone }) => (phone ? readablePhone(phone) : '–'),
      className: 'py-3.5 pr-4 whitespace-nowrap tabular-nums',
    },
  ];
  return (
    <DataTable
      columns={columns}
      rows={patients}
      keyOf={({ id }) => id}
      rowClassName={({ id }) =>
        classNames(
          'row-link relative has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-petrol',
          id === chosen && 'bg-celadon',
        )
      }
    />
  );
}

/** The patients on a phone: a card each. */
export function PatientCards({ patients, timeZone, chosen, onChoose }: PatientRowsProps) {
  return (
    <ul>
      {patients.map((patient) => (
        <li
          key={patient.id}
          className={classNames(
            'row-link relative flex items-start gap-3 border-t border-line px-5 py-4 has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-petrol',
            patient.id === chosen && 'bg-celadon',
          )}
        >
          <Choice patient={patient} chosen={chosen} onChoose={onChoose} />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{patient.name}</p>
            <p className="text-[0.9375rem] text-slate">
              {patient.treatment ?? 'No treatment yet'} · <LastVisit at={patient.last_visit} timeZone={timeZone} />
            </p>
            <p className="text-[0.9375rem] tabular-nums">{patient.phone ? readablePhone(patient.phone) : '–'}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface ChoiceProps {
  patient: ListedPatient;
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** The radio button of a row; its label lies over the whole row. */
function Choice({ patient, chosen, onChoose }: ChoiceProps) {
  return (
    <label className="grid size-6 cursor-pointer place-items-center after:absolute after:inset-0">
      <span className="sr-only">Select {patient.name}</span>
      <input
        type="radio"
        name="rebooking-patient"
        checked={patient.id === chosen}
        onChange={() => onChoose(patient.id)}
        onClick={() => onChoose(patient.id)}
        className="relative z-10 size-4.5 accent-petrol outline-none"
      />
    </label>
  );
}

function LastVisit({ at, timeZone }: { at: string | null; timeZone: string }) {
  return at ? <time dateTime={at}>{longDate(at, timeZone)}</time> : <>no visit yet</>;
}
