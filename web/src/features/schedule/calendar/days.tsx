import { EmptyNote } from '@/ui/feedback/notes';
import { useRoomForTable } from '@/ui/hooks/use-media';
import { Agenda } from './agenda';
import { columnsOf } from './columns';
import { Grid } from './grid';
import { Legend } from './legend';
import type { CalendarData } from './queries';
import type { View } from './view';

export type DaysProps = Omit<Parameters<typeof Grid>[0], 'columns' | 'timeZone' | 'now'> & { data: CalendarData; view: View };

/** Days by the hour, or as lists where there is no room for that. */
export function Days({ data, view, ...grid }: DaysProps) {
  const beside = useRoomForTable();
  if (!beside) return <Agenda data={data} view={view} onOpen={grid.onOpen} onOpenBlock={grid.onOpenBlock} />;
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
  return (
    <>
      <Grid columns={columns} timeZone={data.timezone} now={data.now} {...grid} />
      <Legend data={data} />
    </>
  );
}
