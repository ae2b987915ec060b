import { FileSpreadsheet, ImageDown, Table } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { saveFile } from '@/lib/save-file';
import { IconButton } from '../buttons/icon-button';
import { EmptyNote } from '../feedback/notes';
import { Section } from '../section';
import { csvOf, fileName } from './csv';
import type { ChartTable } from './data';
import { pictureOf } from './png';
import { useWidth } from './use-width';

/** What every chart takes, whatever its shape. */
export interface ChartWords {
  title: string;
  /** A short line under the title: what is counted, and how. */
  note?: ReactNode;
  /** Said instead of the drawing when there is nothing to draw. */
  empty?: string;
  className?: string;
}

interface ChartFrameProps extends ChartWords {
  table: ChartTable;
  blank: boolean;
  /** Which series is which, when there are several. */
  legend?: ReactNode;
  /** What is read at the point that is looked at. */
  reading?: string | undefined;
  /** Draws the chart for a width in pixels; `id` keeps its patterns apart from those of other charts. */
  children: (width: number, id: string) => ReactNode;
}

/** The panel of a chart: title, drawing or table, and the two ways to take it along. */
export function ChartFrame({ title, note, empty, className, table, blank, legend, reading, children }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false);
  const [failed, setFailed] = useState(false);
  const [box, width] = useWidth<HTMLDivElement>();
  const drawing = useRef<HTMLDivElement>(null);
  const id = useId();

  const saveTable = () => saveFile(fileName(title, 'csv'), new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }));
  const savePicture = () => {
    const svg = drawing.current?.querySelector('svg');
    if (!svg) return;
    setFailed(false);
    pictureOf(svg).then(
      (picture) => saveFile(fileName(title, 'png'), picture),
      () => setFailed(true),
    );
  };
  const tools = (
    <div className="-my-2 -mr-2 flex max-sm:-ml-3 print:hidden">
      <Toggle label={`Show as a table: ${title}`} pressed={asTable} onPress={() => setAsTable(!asTable)} />
      <IconButton label={`Save as CSV: ${title}`} onClick={saveTable}>
        <FileSpreadsheet aria-hidden="true" className="size-5" />
      </IconButton>
      <IconButton label={`Save as image: ${title}`} onClick={savePicture} disabled={asTable}>
        <ImageDown aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  );
  return (
    <Section title={title} note={note} actions={blank ? undefined : tools} className={classNames('chart sm:[&_header]:flex-nowrap', className)}>
      <div className="px-5 pb-5 sm:px-6 sm:pb-6">
        <div role="alert" className="empty:hidden">
          {failed && <p className="pb-3 text-bad">Couldn’t create the image.</p>}
        </div>
        <div ref={box} className="min-w-0">
          {blank && <EmptyNote title={empty ?? 'Nothing to show in this period'} />}
          {!blank && asTable && <ChartAsTable title={title} table={table} />}
          {!blank && !asTable && (
            <div ref={drawing}>
              {legend}
              <p aria-hidden="true" className="min-h-6 truncate text-sm text-slate tabular-nums print:hidden">
                {reading}
              </p>
              {children(width, id)}
            </div>
          )}
        </div>
      </div>
    </Section>
  );
}

function Toggle({ label, pressed, onPress }: { label: string; pressed: boolean; onPress: () => void }) {
  return (
    <IconButton label={label} aria-pressed={pressed} onClick={onPress} className={pressed ? 'bg-celadon text-ink' : ''}>
      <Table aria-hidden="true" className="size-5" />
    </IconButton>
  );
}

function ChartAsTable({ title, table: { columns, rows } }: { title: string; table: ChartTable }) {
  return (
    // A scrolling region must be reachable by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div tabIndex={0} role="group" aria-label={`${title}, table`} className="scroll-calm max-h-96 overflow-auto">
      <table className="w-full text-left text-[0.9375rem] tabular-nums">
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 bg-paper">
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={classNames('py-2 font-semibold', index > 0 && 'pl-4 text-right')}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, ...values]) => (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="py-2 font-normal">
                {label}
              </th>
              {values.map((value, index) => (
                <td key={columns[index + 1]} className="py-2 pl-4 text-right">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
