import { Axes, plotOf, type Plot } from './axes';
import { ChartFrame, type ChartWords } from './chart-frame';
import { isBlank, largest, spoken, tableOf, type ChartData, type ChartNumbers, type Series } from './data';
import { Legend } from './legend';
import { hatchOf, Hatches } from './marks';
import { place, ticksTo } from './scale';
import { usePoints } from './use-points';

export interface BarChartProps extends ChartWords, ChartData, ChartNumbers {
  /** Shortens a label for the axis. */
  tick?: (label: string) => string;
  /** Puts the series of a label upon each other instead of beside. */
  stacked?: boolean;
}

/** Upright bars, a group for each label. */
export function BarChart(props: BarChartProps) {
  const { title, labels, series, format, tick = String, stacked = false } = props;
  const { active, point } = usePoints(labels.length);
  const ticks = ticksTo(stacked ? largestSum(props) : largest(props));
  const top = ticks.at(-1) ?? 1;
  return (
    <ChartFrame
      {...props}
      table={tableOf(props, props)}
      blank={isBlank(props)}
      legend={<Legend names={series.map(({ name }) => name)} shape="bar" />}
      reading={active === null ? undefined : spoken(props, active, format)}
    >
      {(width, id) => {
        const plot = plotOf(width, ticks.map(format));
        const column = (plot.right - plot.left) / labels.length;
        const x = (index: number) => plot.left + (index + 0.5) * column;
        return (
          <svg viewBox={`0 0 ${width} ${plot.height}`} role="group" aria-label={title} className="h-auto w-full">
            <Hatches id={id} count={series.length} />
            <Axes plot={plot} ticks={ticks} format={format} labels={labels.map(tick)} x={x} />
            {labels.map((label, index) => (
              <g key={label}>
                <Bars {...{ series, index, plot, top, column, stacked, id }} dim={active !== null && active !== index} />
                <rect
                  {...point(index, spoken(props, index, format))}
                  x={plot.left + index * column}
                  y={plot.top}
                  width={column}
                  height={plot.bottom - plot.top}
                  rx="4"
                  className="fill-transparent outline-offset-0!"
                />
              </g>
            ))}
          </svg>
        );
      }}
    </ChartFrame>
  );
}

interface BarsProps {
  series: readonly Series[];
  index: number;
  plot: Plot;
  top: number;
  column: number;
  stacked: boolean;
  id: string;
  dim: boolean;
}

function Bars({ series, index, plot, top, column, stacked, id, dim }: BarsProps) {
  const room = Math.min(column * 0.72, 56);
  const width = stacked ? room : room / series.length;
  const start = plot.left + (index + 0.5) * column - room / 2;
  const tops = series.map(({ values }) => values[index] ?? 0);
  return (
    <g aria-hidden="true" opacity={dim ? 0.55 : 1}>
      {series.map(({ name }, nth) => {
        const value = tops[nth] ?? 0;
        const below = stacked ? tops.slice(0, nth).reduce((sum, each) => sum + each, 0) : 0;
        const upper = place(below + value, top, plot.bottom, plot.top);
        const height = place(below, top, plot.bottom, plot.top) - upper;
        return (
          <rect
            key={name}
            x={start + (stacked ? 0 : nth * width)}
            y={upper}
            width={Math.max(1, width - (series.length > 1 && !stacked ? 1 : 0))}
            height={height}
            rx={Math.min(4, width / 4, height / 2)}
            fill={hatchOf(id, nth)}
          />
        );
      })}
    </g>
  );
}

function largestSum({ labels, series }: ChartData): number {
  return Math.max(0, ...labels.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)));
}
