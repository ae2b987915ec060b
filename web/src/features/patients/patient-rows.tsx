import { Link } from 'react-router';
import { classNames } from '@/lib/class-names';
import { longDate } from '@/lib/time/clinic-time';
import type { Density } from '@/lib/density';
import { readablePhone } from '@/lib/phone';
import { DataTable, type Column } from '@/ui/data-table';
import { Tags } from '@/ui/patient-tags';
import type { ListedPatient } from './queries';

export interface PatientRowsProps {
  slug: string;
  patients: readonly ListedPatient[];
  timeZone: string;
  /** Whether rows can be picked, to do something with many at once. */
  pickable: boolean;
  picked: ReadonlySet<string>;
  onPick: (ids: readonly string[], picked: boolean) => void;
  density: Density;
}

/** The patients where there is room for a table. */
export function PatientTable({ slug, patients, timeZone, pickable, picked, onPick, density }: PatientRowsProps) {
  const room = density === 'compact' ? 'py-1.5 pr-4' : 'py-3.5 pr-4';
  const headed = (head: string, cell: Column<ListedPatient>['cell'], className = room, names = false) => ({
    head,
    cell,
    className,
    names,
    headClassName: classNames('py-2 pr-4 font-medium', !pickable && 'first:pl-6'),
  });
  const pick: Column<ListedPatient> = {
    head: <PickAll patients={patients} picked={picked} onPick={onPick} />,
    headClassName: 'w-14 pl-6',
    cell: (patient) => <Pick patient={patient} picked={picked} onPick={onPick} />,
    className: density === 'compact' ? 'pr-3 pl-6' : 'py-2 pr-3 pl-6',
  };
  const columns = [
    ...(pickable ? [pick] : []),
    headed('Name', (patient) => <NameLink slug={slug} patient={patient} />, classNames(room, !pickable && 'pl-6'), true),
    headed(
      'Last visit',
      (patient) => <LastVisit at={patient.last_visit} timeZone={timeZone} />,
      classNames(room, 'text-[0.9375rem] text-slate lg:whitespace-nowrap'),
    ),
    headed('Treatment', ({ treatment }) => treatment ?? '–'),
    headed('Phone', ({ phone }) => (phone ? readablePhone(phone) : '–'), classNames(room, 'whitespace-nowrap tabular-nums')),
    headed('Tags', ({ tags }) => <Tags tags={tags} />, density === 'compact' ? 'pr-6' : 'py-3 pr-6'),
  ];
  return (
    <DataTable
      columns={columns}
      rows={patients}
      keyOf={({ id }) => id}
      rowClassName={({ id }) => classNames('row-link relative', picked.has(id) && 'bg-celadon')}
    />
  );
}

/** The patients on a phone: a card each. */
export function PatientCards({ slug, patients, timeZone, pickable, picked, onPick, density }: PatientRowsProps) {
  return (
    <>
      {pickable && (
        <p className="flex items-center gap-3 border-t border-line px-5 text-[0.9375rem] text-slate">
          <PickAll patients={patients} picked={picked} onPick={onPick} />
          All on this page
        </p>
      )}
      <ul className="long-list">
        {patients.map((patient) => (
          <li
            key={patient.id}
            className={classNames(
              'row-link relative flex items-start gap-3 border-t border-line px-5',
              density === 'compact' ? 'py-2' : 'py-4',
              picked.has(patient.id) && 'bg-celadon',
            )}
          >
            {pickable && <Pick patient={patient} picked={picked} onPick={onPick} />}
            <div className={classNames('grid min-w-0 flex-1', density === 'comfortable' && 'gap-1')}>
              <NameLink slug={slug} patient={patient} />
              <p className="text-[0.9375rem] text-slate">
                {patient.treatment ?? 'No treatment yet'} · <LastVisit at={patient.last_visit} timeZone={timeZone} />
              </p>
              <div className="flex flex-wrap items-center gap-x-3">
                <p className="text-[0.9375rem] tabular-nums">{patient.phone ? readablePhone(patient.phone) : '–'}</p>
                <Tags tags={patient.tags} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A link over its whole row, but for the box beside it. */
function NameLink({ slug, patient }: { slug: string; patient: ListedPatient }) {
  return (
    <Link
      to={`/dashboard/${slug}/patients/${patient.id}`}
      className="font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-petrol"
    >
      {patient.name}
    </Link>
  );
}

type PickProps = Pick<PatientRowsProps, 'picked' | 'onPick'>;

function Pick({ patient, picked, onPick }: PickProps & { patient: ListedPatient }) {
  return (
    <label className="relative z-10 grid size-11 cursor-pointer place-items-center">
      <span className="sr-only">Select {patient.name}</span>
      <input
        type="checkbox"
        checked={picked.has(patient.id)}
        onChange={(event) => onPick([patient.id], event.target.checked)}
        className="size-4.5 accent-petrol"
      />
    </label>
  );
}

function PickAll({ patients, picked, onPick }: PickProps & { patients: readonly ListedPatient[] }) {
  const ids = patients.map(({ id }) => id);
  const count = ids.filter((id) => picked.has(id)).length;
  return (
    <label className="grid size-11 cursor-pointer place-items-center">
      <span className="sr-only">Select all on this page</span>
      <input
        type="checkbox"
        checked={count > 0 && count === ids.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < ids.length;
        }}
        onChange={(event) => onPick(ids, event.target.checked)}
        className="size-4.5 accent-petrol"
      />
    </label>
  );
}

function LastVisit({ at, timeZone }: { at: string | null; timeZone: string }) {
  return at ? <time dateTime={at}>{longDate(at, timeZone)}</time> : <>no visit yet</>;
}
