import { classNames } from '@/lib/class-names';
import { clockTime, dayIn, weekdayAndDate } from '@/lib/time/clinic-time';
import { Badge, type BadgeTone } from '@/ui/badge';
import { EmptyNote } from '@/ui/feedback/notes';
import { blocksOf, visitsOf } from './columns';
import { blockedOf } from './drafts';
import type { Block, CalendarData, Visit } from './queries';
import type { View } from './view';
import { statusWords } from './words';

export interface AgendaProps {
  data: CalendarData;
  view: View;
  onOpen: (visit: Visit) => void;
  onOpenBlock: (block: Block) => void;
}

/** The days as lists, for phones: what is pressed opens a sheet with what can be done. */
export function Agenda({ data, view, onOpen, onOpenBlock }: AgendaProps) {
  const [visits, blocks, zone] = [visitsOf(data, view), blocksOf(data, view), data.timezone];
  return data.days.map((day) => {
    const own = visits.filter(({ starts_at: start }) => dayIn(zone, new Date(start)) === day.date);
    const shut = blocks.filter(({ starts_at: start, ends_at: end }) => start < day.ends_at && end > day.starts_at);
    return (
      <section key={day.date} aria-label={weekdayAndDate(day.date)} className="border-t border-line">
        <h3 className={classNames('px-5 pt-4 pb-2 font-semibold', day.date === data.today && 'text-petrol')}>
          {weekdayAndDate(day.date)}
          {day.closed && <span className="font-normal text-slate"> · {day.closed}</span>}
        </h3>
        {own.length + shut.length === 0 && data.days.length === 1 && <EmptyNote title="No appointments this day">{''}</EmptyNote>}
        {own.length + shut.length === 0 && data.days.length > 1 && <p className="px-5 pb-4 text-slate">No appointments</p>}
        <ul>
          {shut.map((block) => (
            <li key={block.id} className="border-t border-line first:border-t-0">
              <button type="button" onClick={() => onOpenBlock(block)} className="blocked-time flex min-h-14 w-full gap-4 px-5 py-3 text-left">
                <Times start={block.starts_at} end={block.ends_at} timeZone={zone} />
                <span className="min-w-0">
                  <span className="block">Blocked: {block.reason}</span>
                  <span className="block text-[0.9375rem] text-slate">{blockedOf(block, data)}</span>
                </span>
              </button>
            </li>
          ))}
          {own.map((visit) => (
            <li key={visit.id} className="border-t border-line first:border-t-0">
              <AgendaRow visit={visit} timeZone={zone} onOpen={() => onOpen(visit)} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

const TONES: Record<Visit['status'], BadgeTone> = { booked: 'plain', completed: 'good', no_show: 'bad', cancelled: 'plain' };

function AgendaRow({ visit, timeZone, onOpen }: { visit: Visit; timeZone: string; onOpen: () => void }) {
  return (
    <button type="button" onClick={onOpen} className="flex min-h-14 w-full gap-4 px-5 py-3 text-left hover:bg-celadon/45">
      <Times start={visit.starts_at} end={visit.ends_at} timeZone={timeZone} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{visit.patient_name}</span>
          {visit.source === 'mia' && <Badge tone={visit.is_new ? 'mia' : 'plain'}>Booked by Mia</Badge>}
          {(visit.status !== 'booked' || visit.arrival !== 'expected') && <Badge tone={TONES[visit.status]}>{statusWords(visit)}</Badge>}
        </span>
        <span className="block text-[0.9375rem] text-slate">
          {visit.service} · {visit.provider} · {visit.location}
        </span>
      </span>
    </button>
  );
}

function Times({ start, end, timeZone }: { start: string; end: string; timeZone: string }) {
  return (
    <span className="w-19 shrink-0 tabular-nums">
      <span className="block font-semibold">{clockTime(start, timeZone)}</span>
      <span className="block text-sm text-slate">{clockTime(end, timeZone)}</span>
    </span>
  );
}
