import { weekdayAndDate } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { EmptyNote } from '@/ui/feedback/notes';
import { useRoomForTable } from '@/ui/hooks/use-media';
import { Agenda } from './agenda';
import { columnsOf } from './columns';
import { DragChoice } from './drag-choice';
import { Grid } from './grid';
import { Legend } from './legend';
import type { CalendarData } from './queries';
import type { View } from './view';

export interface DaysProps extends Omit<Parameters<typeof Grid>[0], 'columns' | 'timeZone' | 'now'> {
  data: CalendarData;
  view: View;
  onDay: (date: string) => void;
}

/** Days by the hour, or as lists where there is no room for that. */
export function Days({ data, view, onDay, ...grid }: DaysProps) {
  const beside = useRoomForTable();
  const next = data.next_open && <NextOpen day={data.next_open} onDay={onDay} />;
  if (!beside) {
    return (
      <>
        <Agenda data={data} view={view} onOpen={grid.onOpen} onOpenBlock={grid.onOpenBlock} />
        {next}
      </>
    );
  }
  const { columns } = columnsOf(data, view);
  if (columns.length === 0) {
    return (
      <div className="border-t border-line">
        <EmptyNote title={data.days[0]?.closed ?? 'Closed'}>
          Choose another day, or choose a provider to view anyway.
        </EmptyNote>
        {next}
      </div>
    );
  }
  return (
    <>
      <Grid columns={columns} timeZone={data.timezone} now={data.now} {...grid} />
      <Legend data={data} />
      {grid.mayWrite && <DragChoice />}
    </>
  );
}

/** A day on which no one works leads to the next on which someone does. */
function NextOpen({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  return (
    <p className="pb-6 text-center">
      <Button variant="secondary" onClick={() => onDay(day)}>
        Show {weekdayAndDate(day)}
      </Button>
    </p>
  );
}
