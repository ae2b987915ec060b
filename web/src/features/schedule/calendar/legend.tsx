import { CircleCheck, Layers, UserCheck } from 'lucide-react';
import { classNames } from '@/lib/class-names';
import type { CalendarData } from './queries';
import { tintsOf } from './tints';

/** What the colors and marks of the calendar mean. */
export function Legend({ data }: { data: CalendarData }) {
  const tints = tintsOf(data);
  return (
    <ul aria-label="Legend" className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-5 py-2 text-sm text-slate">
      {data.providers.map(({ id, name }) => (
        <li key={id} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={classNames('size-2.5 rounded-full', tints.get(id)?.mark)} />
          {name}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <CircleCheck aria-hidden="true" className="size-3.5" />
        Confirmed
      </li>
      <li className="flex items-center gap-1.5">
        <UserCheck aria-hidden="true" className="size-3.5" />
        Checked in
      </li>
      <li className="flex items-center gap-1.5">
        <Layers aria-hidden="true" className="size-3.5" />
        Overbooked
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-full bg-mia" />
        New from Mia
      </li>
    </ul>
  );
}
