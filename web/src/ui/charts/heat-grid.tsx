import { ChartFrame, type ChartWords } from './chart-frame';
import { isBlank, largest, tableOf, type ChartData, type ChartNumbers } from './data';
import { textWidth } from './scale';
import { usePoints } from './use-points';

export interface HeatGridProps extends ChartWords, ChartData, ChartNumbers {
  /** Shortens a label for the edge of the grid. */
  tick?: (label: string) => string;
}

const CELL = 32;
const LEAST_CELL = 30;
const HEAD = 26;
/** How full a cell is drawn, from few to many, and whether its figure still reads in ink. */
const LEVELS = [
  { opacity: 0.08, ink: true },
  { opacity: 0.2, ink: true },
  { opacity: 0.4, ink: true },
  { opacity: 0.85, ink: false },
  { opacity: 1, ink: false },
];

/**
 * Labels across, series down, each cell filled by its share of the largest, with its figure in it. Where the labels
 * find no room across, they stand down the side.
 */
export function HeatGrid(props: HeatGridProps) {
  const { title, labels, series, format, tick = String } = props;
  const { active, point } = usePoints(labels.length * series.length, labels.length);
  const most = largest(props);
  const at = (row: number, column: number) => series[row]?.values[column] ?? 0;
  const words = (cell: number) => {
    const [row, column] = [Math.floor(cell / labels.length), cell % labels.length];
    return `${labels[column] ?? ''}, ${series[row]?.name ?? ''}: ${format(at(row, column))}`;
  };
  return (
    <ChartFrame
      {...props}
      table={tableOf(props, props)}
      blank={isBlank(props)}
      reading={active === null ? undefined : words(active)}
    >
      {(width) => {
        const shape = shapeOf(width, labels.map(tick), series.map(({ name }) => name));
        return (
          <svg viewBox={`0 0 ${width} ${shape.height}`} role="group" aria-label={title} className="h-auto w-full">
            <Edges {...shape} />
            {series.flatMap(({ name }, row) =>
              labels.map((label, column) => {
                const [x, y] = shape.turned ? [row, column] : [column, row];
                const cell = row * labels.length + column;
                const value = at(row, column);
                return (
                  <Cell
                    key={`${name} ${label}`}
                    x={shape.left + x * shape.cell}
                    y={HEAD + y * CELL}
                    width={shape.cell}
                    level={value > 0 && most > 0 ? Math.min(4, Math.floor((5 * value) / (most + 1))) : null}
                    figure={value > 0 ? format(value) : ''}
                    point={point(cell, words(cell))}
                  />
                );
              }),
            )}
          </svg>
        );
      }}
    </ChartFrame>
  );
}

interface Shape {
  turned: boolean;
  left: number;
  cell: number;
  height: number;
  heads: readonly string[];
  sides: readonly string[];
}

function shapeOf(width: number, labels: readonly string[], names: readonly string[]): Shape {
  const side = (texts: readonly string[]) => Math.max(...texts.map(textWidth)) + 12;
  const turned = (width - side(names)) / labels.length < LEAST_CELL;
  const [heads, sides] = turned ? [names, labels] : [labels, names];
  const left = side(sides);
  return { turned, left, cell: (width - left) / heads.length, height: HEAD + sides.length * CELL, heads, sides };
}

function Edges({ left, cell, heads, sides }: Shape) {
  const room = Math.max(3, Math.floor(cell / 7.2));
  return (
    <g aria-hidden="true" className="fill-slate text-[13px]">
      {heads.map((head, index) => (
        <text key={head} x={left + (index + 0.5) * cell} y={HEAD - 9} textAnchor="middle">
          {head.length > room ? `${head.slice(0, room - 1)}…` : head}
        </text>
      ))}
      {sides.map((side, index) => (
        <text key={side} x={left - 10} y={HEAD + (index + 0.5) * CELL + 4.5} textAnchor="end">
          {side}
        </text>
      ))}
    </g>
  );
}

interface CellProps {
  x: number;
  y: number;
  width: number;
  level: number | null;
  figure: string;
  point: ReturnType<ReturnType<typeof usePoints>['point']>;
}

function Cell({ x, y, width, level, figure, point }: CellProps) {
  const look = level === null ? null : LEVELS[level];
  return (
    <>
      <rect
        {...point}
        x={x + 1.5}
        y={y + 1.5}
        width={Math.max(1, width - 3)}
        height={CELL - 3}
        rx="5"
        fillOpacity={look?.opacity ?? 1}
        className={look ? 'fill-petrol outline-offset-0!' : 'fill-mist outline-offset-0!'}
      />
      <text
        aria-hidden="true"
        x={x + width / 2}
        y={y + CELL / 2 + 4.5}
        textAnchor="middle"
        className={`pointer-events-none text-[13px] tabular-nums ${look && !look.ink ? 'fill-on-petrol' : 'fill-ink'}`}
      >
        {figure}
      </text>
    </>
  );
}
