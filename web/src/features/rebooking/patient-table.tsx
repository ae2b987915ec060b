import { classNames } from '@/lib/class-names';
import { longDate } from '@/lib/clinic-time';
import { readablePhone } from '@/lib/phone';
import type { ListedPatient } from './queries';

export interface PatientRowsProps {
  patients: readonly ListedPatient[];
  timeZone: string;
  chosen: string | null;
  onChoose: (id: string) => void;
}

const COLUMNS = ['Name', 'Last Visit', 'Treatment', 'Phone'];

/** The patients where there is room for a table. */
export function PatientTable({ patients, timeZone, chosen, onChoose }: PatientRowsProps) {
  return (
    <table className="w-full text-left">
      <thead className="border-y border-line text-[0.9375rem] text-slate">
        <tr>
          <th scope="col" className="w-14 py-3 pl-6">
            <span className="sr-only">Select</span>
          </th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="py-3 pr-4 font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {patients.map((patient) => (
          <tr
            key={patient.id}
            className={classNames(
              'row-link relative border-b border-line last:border-b-0 has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-petrol',
              patient.id === chosen && 'bg-celadon',
            )}
          >
            <td className="py-3.5 pr-3 pl-6">
              <Choice patient={patient} chosen={chosen} onChoose={onChoose} />
            </td>
            <th scope="row" className="py-3.5 pr-4 font-semibold">
              {patient.name}
            </th>
            <td className="py-3.5 pr-4 text-[0.9375rem] whitespace-nowrap text-slate">
              <LastVisit at={patient.last_visit} timeZone={timeZone} />
            </td>
            <td className="py-3.5 pr-4">{patient.treatment ?? '–'}</td>
            <td className="py-3.5 pr-4 whitespace-nowrap tabular-nums">{patient.phone ? readablePhone(patient.phone) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
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
