import { Ban, ChevronLeft, ChevronRight, Hourglass, Link2, Plus } from 'lucide-react';
import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/buttons/button';
import { IconButton } from '@/ui/buttons/icon-button';
import { SelectField } from '@/ui/fields/select-field';
import { roomNamesOf } from './drafts';
import type { CalendarData } from './queries';
import type { View } from './view';

export interface StepsProps {
  /** The days shown, in words. */
  title: string;
  view: View;
  onStep: (direction: -1 | 0 | 1) => void;
  onView: (change: Partial<View>) => void;
}

/** Today, back and on, and day or week. */
export function Steps({ title, view, onStep, onView }: StepsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="flex items-center">
        <Button variant="secondary" onClick={() => onStep(0)}>
          Today
        </Button>
        <IconButton label={view.mode === 'week' ? 'Previous week' : 'Previous day'} onClick={() => onStep(-1)}>
          <ChevronLeft aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label={view.mode === 'week' ? 'Next week' : 'Next day'} onClick={() => onStep(1)}>
          <ChevronRight aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <h2 aria-live="polite" className="font-display text-2xl leading-tight font-medium max-sm:order-first max-sm:w-full">
        {title}
      </h2>
      <div role="group" aria-label="View" className="flex rounded-full border border-line-strong p-0.5 sm:ml-auto">
        {(['day', 'week'] as const).map((mode) => (
          <button
            key={mode}
            type="button"
            aria-pressed={view.mode === mode}
            onClick={() => onView({ mode })}
            className={classNames('min-h-10 rounded-full px-4 font-semibold', view.mode === mode ? 'bg-petrol text-on-petrol' : 'hover:bg-celadon')}
          >
            {mode === 'day' ? 'Day' : 'Week'}
          </button>
        ))}
      </div>
    </div>
  );
}

export interface FiltersProps {
  data: CalendarData;
  view: View;
  onView: (change: Partial<View>) => void;
}

/** Whose visits, and where; of a day, what its columns are. */
export function Filters({ data, view, onView }: FiltersProps) {
  const rooms = data.rooms
    .filter((room) => !view.location || room.location_id === view.location)
    .map((room) => ({ id: room.id, name: roomNamesOf(data).get(room.id) ?? room.name }));
  const choices = [
    ['Provider', 'provider', 'All providers', data.providers],
    ['Location', 'location', 'All locations', data.locations],
    ['Room', 'room', 'All rooms', rooms],
  ] as const;
  return (
    <div className="grid grid-cols-3 gap-2 md:flex md:flex-wrap md:items-end md:gap-3">
      {choices.map(([label, name, all, options]) => (
        <SelectField
          key={name}
          label={label}
          className="md:w-48"
          value={view[name] ?? ''}
          onChange={(event) => onView({ [name]: event.target.value || null, ...(name === 'location' && { room: null }) })}
          options={[{ value: '', label: all }, ...options.map((one) => ({ value: one.id, label: one.name }))]}
        />
      ))}
      {view.mode === 'day' && (
        <SelectField
          label="Columns"
          className="max-md:hidden md:w-40"
          value={view.by}
          onChange={(event) => onView({ by: event.target.value === 'room' ? 'room' : 'provider' })}
          options={[
            { value: 'provider', label: 'Providers' },
            { value: 'room', label: 'Rooms' },
          ]}
        />
      )}
      <Button variant="quiet" aria-pressed={view.full} className="max-md:hidden" onClick={() => onView({ full: !view.full })}>
        {view.full ? 'Working hours' : 'All hours'}
      </Button>
    </div>
  );
}

export interface DoProps {
  onNew: () => void;
  onBlock: () => void;
  onLinks: () => void;
  onWaiting: () => void;
}

/** What can be done in the calendar as a whole. */
export function Do({ onNew, onBlock, onLinks, onWaiting }: DoProps) {
  return (
    <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:gap-3">
      <Button variant="quiet" className="max-sm:order-2 max-sm:px-2" onClick={onLinks}>
        <Link2 aria-hidden="true" className="size-4.5" />
        Calendar links
      </Button>
      <Button variant="secondary" className="max-sm:order-4 max-sm:col-span-2" onClick={onWaiting}>
        <Hourglass aria-hidden="true" className="size-4.5" />
        Waiting list
      </Button>
      <Button variant="secondary" className="max-sm:order-3" onClick={onBlock}>
        <Ban aria-hidden="true" className="size-4.5" />
        Block time
      </Button>
      <Button className="max-sm:order-1 max-sm:col-span-2" onClick={onNew}>
        <Plus aria-hidden="true" className="size-4.5" />
        New appointment
      </Button>
    </div>
  );
}
