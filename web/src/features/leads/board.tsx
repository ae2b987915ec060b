import { useEffect, useId, useRef, useState } from 'react';
import { afterPaint } from '@/lib/after-paint';
import { classNames } from '@/lib/class-names';
import { useFreshKeys } from '@/ui/hooks/use-fresh-keys';
import { useRoomForTable } from '@/ui/hooks/use-media';
import { LeadCard, type LeadCardProps } from './lead-card';
import type { Board as BoardData, Lead, Move, Stage } from './queries';
import { STAGE_NAMES, STAGES } from './words';

export interface BoardProps {
  board: BoardData;
  timeZone: string;
  /** What the board shows beside the leads themselves: another filter highlights nothing. */
  group: string;
  /** The stage that a phone shows. */
  stage: Stage;
  onStage: (stage: Stage) => void;
  /** Undefined for those who may only look. */
  onMove?: ((move: Move) => void) | undefined;
}

type Column = BoardData['columns'][number];

/** The leads by stage: columns beside each other, or one stage at a time on a phone. */
export function Board({ board, timeZone, group, stage, onStage, onMove }: BoardProps) {
  const [dragged, setDragged] = useState<Lead | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const refocus = useRefocus(box, board);
  const hintId = useId();
  const keys = board.columns.flatMap(({ leads }) => leads.map(({ id, stage }) => `${id} ${stage}`));
  const fresh = useFreshKeys(keys, group);
  const wide = useRoomForTable();

  const step = (lead: Lead, by: 1 | -1) => {
    const to = STAGES[STAGES.indexOf(lead.stage) + by];
    if (!to || !onMove) return;
    refocus(lead.id);
    if (!wide && to !== 'lost') onStage(to);
    onMove({ lead, to });
  };
  const card: Omit<LeadCardProps, 'lead' | 'fresh'> = {
    today: board.today,
    timeZone,
    moving: onMove && { onDrag: setDragged, onStep: step, hintId },
  };
  const shown = wide ? board.columns : board.columns.filter((column) => column.stage === stage);
  return (
    <div ref={box} className="border-t border-line">
      {onMove && (
        <p id={hintId} className="px-5 pt-2 text-sm text-slate max-sm:sr-only sm:px-6">
          {wide ? 'Drag a card to its new stage, or press' : 'Open a lead to move it, or press'} Shift and an arrow key on
          it.
        </p>
      )}
      {!wide && <StageTabs columns={board.columns} stage={stage} onStage={onStage} />}
      {/* Wider than a tablet: anyone who has no pointer scrolls it by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label="Stages" tabIndex={0} className="overflow-x-auto px-5 py-3 sm:px-6 sm:pb-5">
        <div className={classNames('grid gap-3', wide && 'min-w-[58rem] grid-cols-5')}>
          {shown.map((column) => (
            <StageColumn
              key={column.stage}
              column={column}
              titled={wide}
              target={dragged !== null && dragged.stage !== column.stage}
              onDrop={() => {
                if (dragged && onMove) onMove({ lead: dragged, to: column.stage });
                setDragged(null);
              }}
            >
              {column.leads.map((lead) => (
                <LeadCard key={lead.id} {...card} lead={lead} fresh={fresh.has(`${lead.id} ${lead.stage}`)} />
              ))}
            </StageColumn>
          ))}
        </div>
      </div>
    </div>
  );
}

interface StageColumnProps {
  column: Column;
  titled: boolean;
  /** Whether the card that is dragged may be let go here. */
  target: boolean;
  onDrop: () => void;
  children: React.ReactNode;
}

function StageColumn({ column, titled, target, onDrop, children }: StageColumnProps) {
  const [over, setOver] = useState(false);
  const titleId = useId();
  return (
    // Dropping has its counterpart on the keyboard: Shift and an arrow key on the card.
    <section
      aria-labelledby={titleId}
      onDragOver={(event) => {
        if (!target) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (target) onDrop();
      }}
      className={classNames(
        'flex min-h-40 min-w-0 flex-col gap-3 rounded-2xl bg-mist p-2 transition-colors',
        target && 'outline-2 outline-dashed -outline-offset-2 outline-celadon-deep',
        over && target && 'bg-celadon',
      )}
    >
      <h3 id={titleId} className={classNames('flex items-baseline justify-between gap-2 px-1 font-medium', !titled && 'sr-only')}>
        {STAGE_NAMES[column.stage]}
        <span className="text-sm text-slate tabular-nums">{column.total}</span>
      </h3>
      {column.leads.length > 0 ? (
        <ul className="long-list grid grid-cols-[minmax(0,1fr)] content-start gap-2">{children}</ul>
      ) : (
        <p className="px-1 py-6 text-center text-sm text-slate">No leads</p>
      )}
      {column.total > column.leads.length && (
        <p className="px-1 text-center text-sm text-slate">and {column.total - column.leads.length} more</p>
      )}
    </section>
  );
}

function StageTabs({ columns, stage, onStage }: { columns: readonly Column[]; stage: Stage; onStage: (stage: Stage) => void }) {
  return (
    <div role="group" aria-label="Stage" className="flex gap-2 overflow-x-auto px-5 pt-3 pb-1 *:shrink-0">
      {columns.map((column) => (
        <button
          key={column.stage}
          type="button"
          aria-pressed={column.stage === stage}
          onClick={() => onStage(column.stage)}
          className="min-h-11 rounded-full border border-line-strong px-4 text-[0.9375rem] font-medium aria-pressed:border-petrol aria-pressed:bg-petrol aria-pressed:text-on-petrol"
        >
          {STAGE_NAMES[column.stage]} <span className="tabular-nums">{column.total}</span>
        </button>
      ))}
    </div>
  );
}

/** After a card has moved by keyboard, the focus goes with it into its new column. */
function useRefocus(box: React.RefObject<HTMLDivElement | null>, board: BoardData) {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const card = box.current?.querySelector<HTMLElement>(`[data-lead="${wanted.current}"]`);
    if (!card || card === document.activeElement) return;
    // The dialog that asked why lets go of the page with the next frame.
    afterPaint(() => {
      card.focus();
      if (card === document.activeElement) wanted.current = null;
    });
  }, [box, board]);
  return (id: string) => {
    wanted.current = id;
  };
}
