import { useRef, type CSSProperties } from 'react';
import { useClock } from './use-clock';
import { classNames } from '@/lib/class-names';
import { clockTime } from '@/lib/time/clinic-time';
import type { Column } from './columns';
import type { Block, Visit } from './queries';
import { isIrregular, lanesOf, marksOf, snap, STEP_MS, type DayScale } from './scale';
import type { Tint } from './tints';
import { useHold, type Held } from './use-hold';
import { HOW_TO_HOLD, VisitCard } from './visit-card';
import { momentOf } from './words';

const PX_PER_HOUR = 72;
const PX_PER_MS = PX_PER_HOUR / 3_600_000;
/** What is shorter is drawn as high as this, so that a finger can hit it. */
const LEAST_PX = 26;

export interface GridProps {
  columns: readonly Column[];
  timeZone: string;
  /** The server's time, as ISO 8601. */
  now: string;
  tints: ReadonlyMap<string, Tint>;
  roomNames: ReadonlyMap<string, string>;
  providerNames: ReadonlyMap<string, string>;
  mayWrite: boolean;
  onOpen: (visit: Visit) => void;
  onOpenBlock: (block: Block) => void;
  /** A visit was put down somewhere else. */
  onDrop: (visit: Visit, column: Column, start: number) => void;
  /** A free place was pressed. */
  onEmpty: (column: Column, start: number) => void;
}

/** The hours of a day or a week, a column each; visits are moved by mouse, finger and keys. */
export function Grid({ columns, timeZone, now, mayWrite, onOpen, onDrop, onEmpty, ...rest }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { held, handlersOf, opens } = useHold({
    columns,
    pxPerMs: PX_PER_MS,
    scroller,
    mayMove: mayWrite,
    onDrop: ({ visit, column, start }) => {
      const target = columns[column];
      if (target) onDrop(visit, target, start);
    },
  });
  const regular = columns.find(({ scale }) => !isIrregular(scale, timeZone)) ?? columns[0];
  if (!regular) return null;
  return (
    <>
      <p id={HOW_TO_HOLD} className="sr-only">
        Press Space to open. Press Enter to pick up, arrow keys to move, Enter to drop, or Escape to cancel.
      </p>
      <p role="status" className="sr-only">
        {held ? heldWords(held, columns, timeZone) : ''}
      </p>
      {/* Scrolling needs the keyboard too. */}
      <div
        ref={scroller}
        role="group"
        aria-label="Calendar"
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="scroll-calm relative max-h-[max(34rem,calc(100dvh-5rem-var(--notices,0px)))] overflow-auto border-t border-line"
      >
        <div className="grid min-w-fit" style={{ gridTemplateColumns: `4.25rem repeat(${columns.length}, minmax(9.5rem, 1fr))` }}>
          <div className="sticky top-0 left-0 z-50 border-b border-line bg-paper" />
          {columns.map((column) => (
            <ColumnHead key={column.key} column={column} tint={rest.tints.get(column.providerId ?? '')} />
          ))}
          <Axis scale={regular.scale} timeZone={timeZone} />
          {columns.map((column, index) => (
            <ColumnBody
              key={column.key}
              column={column}
              index={index}
              timeZone={timeZone}
              held={held}
              handlersOf={handlersOf}
              mayWrite={mayWrite}
              onOpen={(visit) => opens() && onOpen(visit)}
              onEmpty={(start) => opens() && onEmpty(column, start)}
              now={now}
              odd={isIrregular(column.scale, timeZone) && column !== regular}
              {...rest}
            />
          ))}
        </div>
      </div>
    </>
  );
}

function heldWords({ visit, column, start }: Held, columns: readonly Column[], timeZone: string): string {
  return `${visit.patient_name} at ${momentOf(new Date(start).toISOString(), timeZone)}, ${columns[column]?.title ?? ''}`;
}

function ColumnHead({ column, tint }: { column: Column; tint: Tint | undefined }) {
  return (
    <div className="sticky top-0 z-40 border-b border-l border-line bg-paper px-3 py-1.5 leading-tight">
      <p className={classNames('font-semibold break-words', column.isToday && 'text-petrol')}>
        {tint && <span aria-hidden="true" className={classNames('mr-1.5 inline-block size-2.5 rounded-full', tint.mark)} />}
        {column.title}
      </p>
      <p className="text-sm text-slate">{column.closed ?? column.note}</p>
    </div>
  );
}

function Axis({ scale, timeZone }: { scale: DayScale; timeZone: string }) {
  return (
    <div className="sticky left-0 z-30 bg-paper" style={{ height: heightOf(scale) }}>
      {marksOf(scale, timeZone).map(({ at, label }, index) => (
        <span
          key={at}
          className={classNames('absolute right-2 text-xs text-slate tabular-nums', index > 0 && '-translate-y-1/2')}
          style={{ top: (at - scale.start) * PX_PER_MS }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}

interface ColumnBodyProps extends Pick<GridProps, 'timeZone' | 'now' | 'mayWrite' | 'tints' | 'roomNames' | 'providerNames' | 'onOpenBlock'> {
  column: Column;
  index: number;
  held: Held | null;
  handlersOf: ReturnType<typeof useHold>['handlersOf'];
  onOpen: (visit: Visit) => void;
  onEmpty: (start: number) => void;
  /** Its clocks change: it has hours of its own. */
  odd: boolean;
}

function ColumnBody({ column, index, timeZone, now, held, handlersOf, mayWrite, onOpen, onEmpty, odd, tints, ...names }: ColumnBodyProps) {
  const { scale, visits } = column;
  const lanes = lanesOf(visits.map((visit) => ({ start: Date.parse(visit.starts_at), end: Date.parse(visit.ends_at) })));
  return (
    // The form behind "New appointment" is the keyboard's way to a free time.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      data-column={index}
      className={classNames('relative border-l border-line bg-mist/60', mayWrite && 'cursor-copy')}
      style={{ height: heightOf(scale) }}
      onClick={(event) => {
        if (!mayWrite || event.target !== event.currentTarget) return;
        const at = scale.start + (event.clientY - event.currentTarget.getBoundingClientRect().top) / PX_PER_MS;
        onEmpty(snap(scale, at - STEP_MS / 2, STEP_MS));
      }}
    >
      {column.working.map(({ start, end }) => (
        <div key={`${start}-${end}`} className="pointer-events-none absolute inset-x-0 bg-paper" style={boxOf(scale, start, end)} />
      ))}
      {marksOf(scale, timeZone).map(({ at, label }) => (
        <div key={at} className="pointer-events-none absolute inset-x-0 border-t border-line" style={{ top: (at - scale.start) * PX_PER_MS }}>
          {odd && <span className="bg-paper px-1 text-xs text-slate tabular-nums">{label}</span>}
        </div>
      ))}
      {column.blocks.map((block) => (
        <BlockCard key={block.id} block={block} scale={scale} timeZone={timeZone} {...names} />
      ))}
      {column.isToday && <NowLine key={now} since={now} scale={scale} />}
      {visits.map((visit, place) => (
        <VisitCard
          key={visit.id}
          visit={visit}
          tint={tints.get(visit.provider_id)}
          timeZone={timeZone}
          movable={mayWrite && visit.status === 'booked'}
          lifted={held?.visit.id === visit.id}
          style={cardBox(scale, visit, lanes[place])}
          onClick={() => onOpen(visit)}
          {...handlersOf(visit, index)}
        />
      ))}
      {held?.column === index && <Ghost held={held} scale={scale} timeZone={timeZone} />}
    </div>
  );
}

type BlockCardProps = Pick<GridProps, 'roomNames' | 'providerNames' | 'onOpenBlock' | 'timeZone'> & { block: Block; scale: DayScale };

function BlockCard({ block, scale, timeZone, roomNames, providerNames, onOpenBlock }: BlockCardProps) {
  const who = providerNames.get(block.provider_id ?? '') ?? roomNames.get(block.room_id ?? '') ?? '';
  const from = Math.max(scale.start, Date.parse(block.starts_at));
  return (
    <button
      type="button"
      onClick={() => onOpenBlock(block)}
      title={`${block.reason}, ${who}`}
      className="blocked-time absolute inset-x-0.5 flex flex-col overflow-hidden rounded-lg border border-dashed border-line-strong px-2 py-1 text-left text-[0.8125rem] text-ink"
      style={boxOf(scale, from, Date.parse(block.ends_at))}
    >
      <span className="sr-only">Blocked: </span>
      <span className="block w-full truncate">{block.reason}</span>
      <span className="block w-full truncate text-slate">{who}</span>
      <span className="sr-only">
        {clockTime(block.starts_at, timeZone)} – {clockTime(block.ends_at, timeZone)}
      </span>
    </button>
  );
}

function Ghost({ held, scale, timeZone }: { held: Held; scale: DayScale; timeZone: string }) {
  const length = Date.parse(held.visit.ends_at) - Date.parse(held.visit.starts_at);
  return (
    <div
      className="pointer-events-none absolute inset-x-1 z-40 rounded-lg border-2 border-petrol bg-paper/90 px-2 py-1 text-[0.8125rem] leading-tight shadow-lift"
      style={boxOf(scale, held.start, held.start + length)}
    >
      <span className="block truncate font-semibold">{held.visit.patient_name}</span>
      <span className="block truncate tabular-nums">{clockTime(new Date(held.start).toISOString(), timeZone)}</span>
    </div>
  );
}

/** A line behind the visits, on which it would strike names out as it does those of who did not come; its dot is above them. */
function NowLine({ since, scale }: { since: string; scale: DayScale }) {
  const now = useClock(since);
  if (now < scale.start || now > scale.end) return null;
  const top = (now - scale.start) * PX_PER_MS;
  return (
    <>
      <div aria-hidden="true" className="pointer-events-none absolute inset-x-0 border-t-2 border-petrol" style={{ top }} />
      <div aria-hidden="true" className="pointer-events-none absolute left-0 z-20 -mt-[3px] size-2 rounded-full bg-petrol" style={{ top }} />
    </>
  );
}

function heightOf(scale: DayScale): number {
  return (scale.end - scale.start) * PX_PER_MS;
}

function boxOf(scale: DayScale, start: number, end: number): CSSProperties {
  const top = (Math.max(start, scale.start) - scale.start) * PX_PER_MS;
  const bottom = (Math.min(end, scale.end) - scale.start) * PX_PER_MS;
  return { top, height: Math.max(LEAST_PX, bottom - top) };
}

function cardBox(scale: DayScale, visit: Visit, lane = { lane: 0, lanes: 1 }): CSSProperties {
  const share = 100 / lane.lanes;
  return {
    ...boxOf(scale, Date.parse(visit.starts_at), Date.parse(visit.ends_at)),
    left: `calc(${lane.lane * share}% + 2px)`,
    width: `calc(${share}% - 4px)`,
  };
}
