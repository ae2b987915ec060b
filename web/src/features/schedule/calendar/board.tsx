import { tellWhenDragged } from '@/lib/drag-notice';
import { useIdle } from '@/ui/hooks/use-idle';
import { useKeys } from '@/ui/hooks/use-keys';
import { lazily } from '@/ui/lazily';
import type { Column } from './columns';
import { Days } from './days';
import { roomNamesOf } from './drafts';
import type { CalendarData, Place, Visit, Waiting } from './queries';
import { hoursOf, scaleOf } from './scale';
import { tintsOf } from './tints';
import { Do, Tools } from './toolbar';
import { useChanges } from './use-changes';
import { useOpened } from './use-opened';
import type { View } from './view';
import { lookFrom } from './waiting/fits';
import { WaitingBeside } from './waiting/waiting-panel';

/** Come when the days stand: they are half of the calendar's script. */
const Dialogs = lazily(async () => (await import('./dialogs/dialogs')).Dialogs);

const NOW_STEP_MS = 900_000;

export interface BoardProps {
  slug: string;
  data: CalendarData;
  view: View;
  mayWrite: boolean;
  /** What the practice is called where it writes to patients; absent for who may not. */
  writesAs: string | undefined;
  show: (change: Partial<View>) => void;
  step: (direction: -1 | 0 | 1) => void;
}

/** The days of the calendar, and whatever is opened from them. */
export function Board({ slug, data, view, mayWrite, writesAs, show, step }: BoardProps) {
  const zone = data.timezone;
  const standing = useIdle();
  const changes = useChanges(slug, zone);
  const names = { tints: tintsOf(data), roomNames: roomNamesOf(data), providerNames: namesOf(data.providers) };
  const place = (at = startOf(data), column?: Column): Place => ({
    starts_at: new Date(at).toISOString(),
    provider_id: column?.providerId ?? view.provider ?? data.days[0]?.working[0]?.provider_id ?? data.providers[0]?.id ?? '',
    room_id: column ? column.roomId : view.room,
  });
  const { opened, open, close } = useOpened(mayWrite ? view.book : null, place, show);
  const onOffer = writesAs ? (offer: Waiting, freed: string | null = null) => open({ offer, freed }) : undefined;
  const from = opened.freed ?? (opened.offer ? lookFrom(opened.offer, place().starts_at, data.now, zone) : data.now);
  const [create, block] = [() => open({ create: place() }), () => open({ block: startOf(data) })];
  useKeys({
    t: () => step(0),
    '[': () => step(-1),
    ']': () => step(1),
    d: () => show({ mode: 'day' }),
    w: () => show({ mode: 'week' }),
    ...(mayWrite && { n: create, b: block }),
  });

  function drop(visit: Visit, column: Column, start: number) {
    const target = targetOf(visit, column, start);
    if (!target) return;
    const stays = Date.parse(visit.starts_at) === start;
    const tell = stays ? false : tellWhenDragged();
    if (tell === null) open({ dropped: { visit, place: target } });
    else void changes.move({ visit, place: target, tell });
  }

  return (
    <>
      <Tools data={data} view={view} onView={show}>
        {mayWrite && <Do {...{ data, view }} onView={show} onNew={create} onBlock={block} onLinks={() => open({ links: true })} />}
      </Tools>
      <WaitingBeside
        open={mayWrite && view.waiting}
        slug={slug}
        timeZone={zone}
        shown={{ days: data.days.map(({ date }) => date), provider: view.provider }}
        onBook={(waits) => open({ create: place(), waits })}
        onOffer={onOffer}
        onClose={() => show({ waiting: false })}
      >
        <Days
          data={data}
          view={view}
          mayWrite={mayWrite}
          onDay={(date) => show({ date })}
          onOpen={({ id }) => show({ visit: id })}
          onOpenBlock={(unblock) => open({ unblock })}
          onDrop={drop}
          onEmpty={(column, start) => open({ create: place(start, column) })}
          {...names}
        />
      </WaitingBeside>
      {standing && <Dialogs {...{ slug, data, view, mayWrite, names, changes, opened, show, onOffer }} offering={{ practice: writesAs ?? '', from }} onMove={(move) => open({ move })} onClose={close} />}
    </>
  );
}

/** Where a visit goes that is put down in a column; null where it is already. */
function targetOf(visit: Visit, column: Column, start: number): Place | null {
  const provider = column.providerId ?? visit.provider_id;
  const room = column.roomId;
  const stays = Date.parse(visit.starts_at) === start && provider === visit.provider_id && (room ?? visit.room_id) === visit.room_id;
  return stays ? null : { starts_at: new Date(start).toISOString(), provider_id: provider, room_id: room };
}

/** The next quarter hour of today, or the first hour in which someone works on the first day shown. */
function startOf(data: CalendarData): number {
  const day = data.days.find(({ date }) => date === data.today) ?? data.days[0];
  const next = Math.ceil(Date.parse(data.now) / NOW_STEP_MS) * NOW_STEP_MS;
  if (!day) return next;
  const first = day.working[0] ? Date.parse(day.working[0].starts_at) : scaleOf(day.date, hoursOf([], data.timezone), data.timezone).start;
  return day.date === data.today ? Math.max(first, next) : first;
}

function namesOf(items: readonly { id: string; name: string }[]): Map<string, string> {
  return new Map(items.map(({ id, name }) => [id, name]));
}
