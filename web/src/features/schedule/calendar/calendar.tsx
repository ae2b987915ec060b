import { useQuery } from '@tanstack/react-query';
import { explain } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { dayIn, shiftDay, weekdayAndDate } from '@/lib/time/clinic-time';
import { Card } from '@/ui/card';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { useAddress } from '@/ui/hooks/use-address';
import { useRoomForTable } from '@/ui/hooks/use-media';
import { Agenda } from './agenda';
import { VisitForm } from './book/visit-form';
import { BlockDialog, UnblockDialog } from './dialogs/block-dialog';
import { columnsOf, type Column } from './columns';
import { FeedsDialog } from './dialogs/feeds-dialog';
import { Grid } from './grid';
import { MoveDialog, RefusedDialog } from './dialogs/move-dialog';
import { calendarQuery, type CalendarData, type Place, type Visit } from './queries';
import { hoursOf, scaleOf } from './scale';
import { Do, Filters, Steps } from './toolbar';
import { roomNamesOf } from './drafts';
import { useChanges, type Changes } from './use-changes';
import { useKeys } from '@/ui/hooks/use-keys';
import { useOpened, type Opened } from './use-opened';
import { readView, weekOf, writeView, type View } from './view';
import { VisitPanel } from './visit-panel';
import { WaitingDialog } from './dialogs/waiting-dialog';

export interface CalendarProps {
  slug: string;
  timeZone: string;
  mayWrite: boolean;
}

const explainCalendar = explain('Couldn’t load the calendar.');
const NOW_STEP_MS = 900_000;

/** The practice's calendar by day and week: who is seen when, by whom and where. */
export function Calendar({ slug, timeZone, mayWrite }: CalendarProps) {
  const [params, setParams] = useAddress();
  const view = readView(params);
  const week = view.mode === 'week';
  const date = view.date ?? dayIn(timeZone);
  const first = week ? weekOf(date) : view.date;
  const query = useQuery(calendarQuery(slug, first, week ? 7 : 1));
  const turn = (next: (now: View) => Partial<View>) =>
    setParams((all) => writeView(all, { ...readView(all), ...next(readView(all)) }), { preventScrollReset: true, replace: true });
  const show = (change: Partial<View>) => turn(() => change);
  const step = (direction: -1 | 0 | 1) =>
    turn((now) => ({
      date: direction === 0 ? null : shiftDay(now.date ?? dayIn(timeZone), direction * (now.mode === 'week' ? 7 : 1)),
    }));

  return (
    <Card className="grid gap-0 overflow-hidden p-0!">
      <div className="grid gap-4 px-5 py-5 sm:px-6">
        <Steps title={titleOf(week ? weekOf(date) : date, week)} view={view} onStep={step} onView={show} />
        {query.data && <Filters data={query.data} view={view} onView={show} />}
      </div>
      <Loaded query={query} waiting="Loading the calendar" rows={8} explain={explainCalendar}>
        {(data) => (
          <div
            aria-busy={query.isPlaceholderData}
            className={classNames('min-w-0 transition-opacity', query.isPlaceholderData && 'opacity-50')}
          >
            <Board slug={slug} data={data} view={view} mayWrite={mayWrite} show={show} step={step} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

/** `Thursday, March 26`, or the first and the last day of a week. */
function titleOf(first: string, week: boolean): string {
  const words = (day: string) => weekdayAndDate(day).split(', ')[1];
  return week ? `${words(first)} – ${words(shiftDay(first, 6))}` : weekdayAndDate(first);
}

interface BoardProps {
  slug: string;
  data: CalendarData;
  view: View;
  mayWrite: boolean;
  show: (change: Partial<View>) => void;
  step: (direction: -1 | 0 | 1) => void;
}

function Board({ slug, data, view, mayWrite, show, step }: BoardProps) {
  const zone = data.timezone;
  const changes = useChanges(slug, zone);
  const beside = useRoomForTable();
  const names = { roomNames: roomNamesOf(data), providerNames: namesOf(data.providers) };
  const place = (at = startOf(data), column?: Column): Place => ({
    starts_at: new Date(at).toISOString(),
    provider_id: column?.providerId ?? view.provider ?? data.days[0]?.working[0]?.provider_id ?? data.providers[0]?.id ?? '',
    room_id: column ? column.roomId : view.room,
  });
  const { opened, open, close } = useOpened(mayWrite ? view.book : null, place, show);
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
    if (target) void changes.move({ visit, place: target });
  }

  return (
    <>
      {mayWrite && (
        <div className="px-5 pb-5 sm:px-6">
          <Do onNew={create} onBlock={block} onLinks={() => open({ links: true })} onWaiting={() => open({ waiting: true })} />
        </div>
      )}
      {beside ? (
        <GridOrNothing
          data={data}
          view={view}
          mayWrite={mayWrite}
          onOpen={({ id }) => show({ visit: id })}
          onOpenBlock={(unblock) => open({ unblock })}
          onDrop={drop}
          onEmpty={(column, start) => open({ create: place(start, column) })}
          {...names}
        />
      ) : (
        <Agenda data={data} view={view} onOpen={({ id }) => show({ visit: id })} onOpenBlock={(unblock) => open({ unblock })} />
      )}
      <VisitPanel
        slug={slug}
        timeZone={zone}
        roomNames={names.roomNames}
        mayWrite={mayWrite}
        id={view.visit}
        changes={changes}
        onMove={(move) => open({ move })}
        onClose={() => show({ visit: null })}
      />
      <Dialogs slug={slug} data={data} mayWrite={mayWrite} changes={changes} opened={opened} onClose={close} />
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

interface DialogsProps {
  slug: string;
  data: CalendarData;
  mayWrite: boolean;
  changes: Changes;
  opened: Opened;
  onClose: () => void;
}

/** The forms and questions of the calendar, one of them open at most. */
function Dialogs({ slug, data, mayWrite, changes, opened, onClose }: DialogsProps) {
  return (
    <>
      <VisitForm slug={slug} data={data} at={opened.create} patient={opened.patient} changes={changes} onClose={onClose} />
      <MoveDialog
        data={data}
        visit={opened.move}
        changes={changes}
        onClose={() => {
          changes.forgetRefused();
          onClose();
        }}
      />
      {!opened.move && <RefusedDialog timeZone={data.timezone} changes={changes} />}
      <BlockDialog slug={slug} data={data} at={opened.block} onDone={changes.refresh} onClose={onClose} />
      <UnblockDialog slug={slug} data={data} block={opened.unblock} mayWrite={mayWrite} onDone={changes.refresh} onClose={onClose} />
      <FeedsDialog slug={slug} data={data} open={opened.links} onClose={onClose} />
      <WaitingDialog slug={slug} timeZone={data.timezone} open={opened.waiting} onClose={onClose} />
    </>
  );
}

type GridOrNothingProps = Omit<Parameters<typeof Grid>[0], 'columns' | 'timeZone' | 'now'> & { data: CalendarData; view: View };

function GridOrNothing({ data, view, ...grid }: GridOrNothingProps) {
  const { columns } = columnsOf(data, view);
  if (columns.length === 0) {
    return (
      <div className="border-t border-line">
        <EmptyNote title={data.days[0]?.closed ?? 'Closed'}>
          Choose another day, or choose a provider to view anyway.
        </EmptyNote>
      </div>
    );
  }
  return <Grid columns={columns} timeZone={data.timezone} now={data.now} {...grid} />;
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
