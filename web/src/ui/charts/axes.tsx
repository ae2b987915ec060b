import { place, stride, textWidth } from './scale';

/** The field that is drawn in, in pixels. */
export interface Plot {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const HEIGHT = 280;
const TEXT = 'fill-slate text-[13px] tabular-nums';

/** The field for a width, with room at the left for the longest tick. */
export function plotOf(width: number, ticks: readonly string[]): Plot {
  const left = Math.ceil(Math.max(...ticks.map(textWidth))) + 10;
  return { width, height: HEIGHT, left, right: width - 4, top: 12, bottom: HEIGHT - 28 };
}

export interface AxesProps {
  plot: Plot;
  ticks: readonly number[];
  format: (value: number) => string;
  /** Labels of the columns, short; those that find no room are left out. */
  labels: readonly string[];
  /** The middle of a column. */
  x: (index: number) => number;
}

/** Lines and texts behind a chart. The points say it all, so that a screen reader passes over them. */
export function Axes({ plot, ticks, format, labels, x }: AxesProps) {
  const { left, right, top, bottom, height } = plot;
  const last = ticks.at(-1) ?? 1;
  const room = Math.max(...labels.map(textWidth)) + 14;
  const every = stride(labels.length, right - left, room);
  return (
    <g aria-hidden="true">
      {ticks.map((tick) => {
        const y = place(tick, last, bottom, top);
        return (
          <g key={tick}>
            <line x1={left} x2={right} y1={y} y2={y} className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'} />
            <text x={left - 8} y={y + 4.5} textAnchor="end" className={TEXT}>
              {format(tick)}
            </text>
          </g>
        );
      })}
      {labels.map((label, index) => {
        if (index % every !== 0) return null;
        const half = textWidth(label) / 2;
        return (
          <text
            key={index}
            x={Math.min(Math.max(x(index), left + half - 6), right - half)}
            y={height - 8}
            textAnchor="middle"
            className={TEXT}
          >
            {label}
          </text>
        );
      })}
    </g>
  );
}
