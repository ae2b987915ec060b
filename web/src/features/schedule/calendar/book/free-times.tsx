import { useQuery } from '@tanstack/react-query';
import { classNames } from '@/lib/class-names';
import { draftOf, instantOf } from '../drafts';
import { openingsQuery, type Alternative } from '../queries';
import { momentOf } from '../words';
import type { PlaceDraft } from './place-fields';

export interface FreeTimesProps {
  openings: readonly Alternative[];
  /** The time that the form says, as ISO 8601. */
  chosen: string | null;
  timeZone: string;
  /** What is said where nothing is free. */
  none: string;
  onChoose: (opening: Alternative) => void;
}

/** The next free times, each chosen with one press. */
export function FreeTimes({ openings, chosen, timeZone, none, onChoose }: FreeTimesProps) {
  if (openings.length === 0) return <p className="text-[0.9375rem] text-slate">{none}</p>;
  return (
    <div role="group" aria-label="Next free times">
      <p aria-hidden="true" className="mb-1.5 text-[0.9375rem] font-medium">
        Next free times
      </p>
      <ul className="flex flex-wrap gap-2">
        {openings.map((one) => {
          const pressed = chosen !== null && Date.parse(one.starts_at) === Date.parse(chosen);
          return (
            <li key={`${one.starts_at} ${one.provider_id}`}>
              <button
                type="button"
                aria-pressed={pressed}
                title={`${one.provider}, ${one.room}, ${one.location}`}
                onClick={() => onChoose(one)}
                className={classNames(
                  'min-h-11 rounded-full border px-4 text-left text-[0.9375rem] tabular-nums',
                  pressed ? 'border-petrol bg-celadon font-semibold' : 'border-line-strong hover:bg-celadon/50',
                )}
              >
                {momentOf(one.starts_at, timeZone)}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

export interface NextFreeProps {
  slug: string;
  service: string;
  draft: PlaceDraft;
  timeZone: string;
  onChange: (draft: PlaceDraft) => void;
}

/** The next free times from what a form says, for what it says; choosing one fills the form in. */
export function NextFree({ slug, service, draft, timeZone, onChange }: NextFreeProps) {
  const from = instantOf(draft.date, draft.time, timeZone);
  const sought = { service_id: service, from: from ?? '', ...(draft.provider && { provider_id: draft.provider }) };
  const { data } = useQuery({ ...openingsQuery(slug, sought), enabled: from !== null && service !== '' });
  if (!data) return null;
  return (
    <FreeTimes
      openings={data.items}
      chosen={from}
      timeZone={timeZone}
      none="Nothing is free within a month of that time."
      // Any free room stays any: which one was free then is of no matter.
      onChoose={(one) => onChange({ ...draftOf(one, timeZone), room: draft.room && one.room_id })}
    />
  );
}
