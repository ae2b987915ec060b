import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/buttons/button';
import type { Task } from '../tasks/queries';
import { QueueRow } from './queue-row';

export interface QueueListProps {
  named: readonly Task[];
  /** Follow-ups of visitors without a name or a number: one line until it is unfolded. */
  anonymous: readonly Task[];
  unfolded: boolean;
  onFold: (unfolded: boolean) => void;
  timeZone: string;
  chosen: string | null;
  fresh: ReadonlySet<string>;
  ownerName: (id: string | null) => string | undefined;
  onChoose: (id: string) => void;
  /** Marks the anonymous ones as done, for those who may. */
  onCompleteAll: (() => void) | undefined;
  empty: ReactNode;
}

/** The tasks of the queue. */
export function QueueList({ named, anonymous, unfolded, onFold, onCompleteAll, empty, ...shared }: QueueListProps) {
  if (named.length + anonymous.length === 0) return <div className="border-t border-line">{empty}</div>;
  return (
    <>
      <Rows tasks={named} {...shared} />
      {anonymous.length > 0 && (
        <div className="border-t border-line">
          <div className="flex items-center justify-between gap-2 pr-3">
            <button
              type="button"
              aria-expanded={unfolded}
              onClick={() => onFold(!unfolded)}
              className="flex min-h-13 min-w-0 flex-1 items-center gap-2 pl-5 text-left font-medium focus-visible:-outline-offset-3"
            >
              <ChevronRight aria-hidden="true" className={classNames('size-4.5 shrink-0 transition-transform', unfolded && 'rotate-90')} />
              {anonymous.length} follow-ups without a name
            </button>
            {onCompleteAll && (
              <Button variant="quiet" onClick={onCompleteAll} className="px-3!">
                Done
                <span className="sr-only"> with all {anonymous.length}</span>
              </Button>
            )}
          </div>
          {unfolded && <Rows tasks={anonymous} {...shared} />}
        </div>
      )}
    </>
  );
}

type RowsProps = Pick<QueueListProps, 'timeZone' | 'chosen' | 'fresh' | 'ownerName' | 'onChoose'> & { tasks: readonly Task[] };

function Rows({ tasks, timeZone, chosen, fresh, ownerName, onChoose }: RowsProps) {
  return (
    <ul className="long-list border-t border-line empty:hidden">
      {tasks.map((task) => (
        <QueueRow
          key={task.id}
          task={task}
          timeZone={timeZone}
          chosen={task.id === chosen}
          fresh={fresh.has(task.id)}
          owner={ownerName(task.owner_id)}
          onChoose={() => onChoose(task.id)}
        />
      ))}
    </ul>
  );
}
