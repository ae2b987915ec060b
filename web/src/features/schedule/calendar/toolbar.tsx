import { Ban, CalendarSearch, ChevronLeft, ChevronRight, Hourglass, Link2, Plus, SlidersHorizontal } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/buttons/button';
import { IconButton } from '@/ui/buttons/icon-button';
import type { CalendarData } from './queries';
import type { View } from './view';
import { roomNamesOf } from './drafts';

export interface StepsProps {
  /** The days shown, in words. */
  title: string;
  /** The day shown, or one of the week's. */
  date: string;
  view: View;
  onStep: (direction: -1 | 0 | 1) => void;
  onView: (change: Partial<View>) => void;
}

/** Today, back and on, any day, and day or week. */
export function Steps({ title, date, view, onStep, onView }: StepsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-1 sm:gap-x-3">
      <div className="flex items-center">
        <Button variant="secondary" className="max-sm:px-3!" onClick={() => onStep(0)}>
          Today
        </Button>
        <IconButton label={view.mode === 'week' ? 'Previous week' : 'Previous day'} onClick={() => onStep(-1)}>
          <ChevronLeft aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label={view.mode === 'week' ? 'Next week' : 'Next day'} onClick={() => onStep(1)}>
          <ChevronRight aria-hidden="true" className="size-5" />
        </IconButton>
        <PickDate date={date} onPick={(picked) => onView({ date: picked })} />
      </div>
      <h2 aria-live="polite" className="font-display text-2xl leading-tight font-medium max-sm:order-first max-sm:w-full">
        {title}
      </h2>
      <div role="group" aria-label="View" className="ml-auto flex rounded-full border border-line-strong p-0.5">
        {(['day', 'week'] as const).map((mode) => (
          <button
            key={mode}
            type="button"
            aria-pressed={view.mode === mode}
            onClick={() => onView({ mode })}
            className={classNames('min-h-10 rounded-full px-2 font-semibold sm:px-4', view.mode === mode ? 'bg-petrol text-on-petrol' : 'hover:bg-celadon')}
          >
            {mode === 'day' ? 'Day' : 'Week'}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Goes to any day: the browser's own picker, which every keyboard, phone and screen reader knows. */
function PickDate({ date, onPick }: { date: string; onPick: (date: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <span className="relative">
      <IconButton label="Choose a date" onClick={() => field.current?.showPicker()}>
        <CalendarSearch aria-hidden="true" className="size-5" />
      </IconButton>
      <input
        ref={field}
        type="date"
        aria-label="Go to date"
        tabIndex={-1}
        value={date}
        onChange={({ target }) => target.value && onPick(target.value)}
        className="pointer-events-none absolute inset-x-0 bottom-0 h-px opacity-0"
      />
    </span>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  className?: string;
  onChange: (value: string) => void;
}

/** A small list of choices whose first one says what it is for. */
function Choice({ label, value, options, className, onChange }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={classNames('min-h-11 min-w-0 truncate rounded-xl border border-line-strong bg-paper px-2.5 text-[0.9375rem]', className)}
    >
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </select>
  );
}

export interface FiltersProps {
  data: CalendarData;
  view: View;
  onView: (change: Partial<View>) => void;
}

/** What is shown of the days, and what can be done in the calendar as a whole. */
export function Tools({ children, ...filters }: FiltersProps & { children: ReactNode }) {
  const id = useId();
  const narrowed = [filters.view.provider, filters.view.location, filters.view.room].some(Boolean);
  const [open, setOpen] = useState(narrowed);
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 px-5 pb-3 sm:gap-x-2 sm:px-6">
      <IconButton
        label="Filters"
        aria-expanded={open}
        aria-controls={id}
        className={classNames('sm:hidden', narrowed && 'bg-celadon text-ink')}
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal aria-hidden="true" className="size-5" />
      </IconButton>
      <div id={id} className={classNames('max-sm:w-full', !open && 'max-sm:hidden')}>
        <Filters {...filters} />
      </div>
      {children}
    </div>
  );
}

/** Whose visits, and where; of a day, what its columns are. */
function Filters({ data, view, onView }: FiltersProps) {
  const names = roomNamesOf(data);
  const rooms = data.rooms
    .filter((room) => !view.location || room.location_id === view.location)
    .map(({ id, name }) => ({ id, name: names.get(id) ?? name }));
  const choices = [
    ['Provider', 'provider', 'All providers', data.providers],
    ['Location', 'location', 'All locations', data.locations],
    ['Room', 'room', 'All rooms', rooms],
  ] as const;
  return (
    <div className="grid gap-2 sm:flex sm:flex-wrap">
      {choices.map(([label, name, all, options]) => (
        <Choice
          key={name}
          label={label}
          className="sm:w-33"
          value={view[name] ?? ''}
          onChange={(value) => onView({ [name]: value || null, ...(name === 'location' && { room: null }) })}
          options={[{ value: '', label: all }, ...options.map((one) => ({ value: one.id, label: one.name }))]}
        />
      ))}
      {view.mode === 'day' && (
        <Choice
          label="Columns"
          className="max-md:hidden md:w-30"
          value={view.by}
          onChange={(value) => onView({ by: value === 'room' ? 'room' : 'provider' })}
          options={[
            { value: 'provider', label: 'Providers' },
            { value: 'room', label: 'Rooms' },
          ]}
        />
      )}
      <Button variant="quiet" aria-pressed={view.full} className="px-3 max-md:hidden" onClick={() => onView({ full: !view.full })}>
        {view.full ? 'Working hours' : 'All hours'}
      </Button>
    </div>
  );
}

export interface DoProps extends FiltersProps {
  onNew: () => void;
  onBlock: () => void;
  onLinks: () => void;
}

/** What can be done in the calendar as a whole. */
export function Do({ data: { waiting }, view, onView, onNew, onBlock, onLinks }: DoProps) {
  return (
    <div className="flex flex-wrap items-center gap-1 max-sm:flex-1 sm:ml-auto">
      <IconButton label="Calendar links" onClick={onLinks}>
        <Link2 aria-hidden="true" className="size-5" />
      </IconButton>
      <IconButton
        label={waiting ? `Waiting list, ${waiting} for these days` : 'Waiting list'}
        aria-pressed={view.waiting}
        className={classNames('relative', view.waiting && 'bg-celadon text-ink')}
        onClick={() => onView({ waiting: !view.waiting })}
      >
        <Hourglass aria-hidden="true" className="size-5" />
        {waiting > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0 right-0 min-w-5 rounded-full bg-petrol px-1 text-xs leading-5 font-semibold text-on-petrol tabular-nums"
          >
            {waiting}
          </span>
        )}
      </IconButton>
      <IconButton label="Block time" onClick={onBlock}>
        <Ban aria-hidden="true" className="size-5" />
      </IconButton>
      <Button className="ml-1 max-sm:flex-1" onClick={onNew}>
        <Plus aria-hidden="true" className="size-4.5" />
        <span>
          New<span className="max-sm:sr-only"> appointment</span>
        </span>
      </Button>
    </div>
  );
}
