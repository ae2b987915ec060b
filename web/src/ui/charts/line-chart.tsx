import { Axes, plotOf, type Plot } from './axes';
import { ChartFrame, type ChartWords } from './chart-frame';
import { isBlank, largest, spoken, tableOf, type ChartData, type ChartNumbers, type Series } from './data';
import { Legend } from './legend';
import { Dot, markOf } from './marks';
import { linePath, place, ticksTo } from './scale';
import { usePoints } from './use-points';

export interface LineChartProps extends ChartWords, ChartData, ChartNumbers {
  /** Shortens a label for the axis. */
  tick?: (label: string) => string;
  /** Fills what lies under the first line. */
  area?: boolean;
}

const ROOM_FOR_DOTS = 16;

/** Lines over time, one for each series; a missing value parts its line. */
export function LineChart(props: LineChartProps) {
  const { title, labels, series, format, tick = String, area = false } = props;
  const { active, point } = usePoints(labels.length);
  const ticks = ticksTo(largest(props));
  const top = ticks.at(-1) ?? 1;
  return (
    <ChartFrame
      {...props}
      table={tableOf(props, props)}
      blank={isBlank(props)}
      legend={<Legend names={series.map(({ name }) => name)} shape="line" />}
      reading={active === null ? undefined : spoken(props, active, format)}
    >
      {(width) => {
        const plot = plotOf(width, ticks.map(format));
        const column = (plot.right - plot.left) / labels.length;
        const x = (index: number) => plot.left + (index + 0.5) * column;
        return (
          <svg viewBox={`0 0 ${width} ${plot.height}`} role="group" aria-label={title} className="h-auto w-full">
            <Axes plot={plot} ticks={ticks} format={format} labels={labels.map(tick)} x={x} />
            {active !== null && (
              <line x1={x(active)} x2={x(active)} y1={plot.top} y2={plot.bottom} className="stroke-line-strong" />
            )}
            {series.map((one, index) => (
              <Line key={one.name} series={one} index={index} {...{ plot, top, x, active }} area={area && index === 0} />
            ))}
            {labels.map((label, index) => (
              <rect
                key={label}
                {...point(index, spoken(props, index, format))}
                x={plot.left + index * column}
                y={plot.top}
                width={column}
                height={plot.bottom - plot.top}
                rx="4"
                className="fill-transparent outline-offset-0!"
              />
            ))}
          </svg>
        );
      }}
    </ChartFrame>
  );
}

interface LineProps {
  series: Series;
  index: number;
  plot: Plot;
  top: number;
  x: (index: number) => number;
  active: number | null;
  area: boolean;
}

function Line({ series: { values }, index, plot, top, x, active, area }: LineProps) {
  const mark = markOf(index);
  const y = (value: number) => place(value, top, plot.bottom, plot.top);
  const points = values.map((value, at) => (value === null ? null : ([x(at), y(value)] as const)));
  const known = points.filter((one) => one !== null);
  const dots = values.length <= (plot.right - plot.left) / ROOM_FOR_DOTS;
  const [first, last] = [known[0], known.at(-1)];
  return (
    <g aria-hidden="true">
      {area && first && last && (
        <path
          d={`${linePath(known)}L${last[0]} ${plot.bottom}L${first[0]} ${plot.bottom}Z`}
          fillOpacity="0.12"
          className={mark.fill}
        />
      )}
      <path
        d={linePath(points)}
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeDasharray={mark.dash}
        className={`fill-none ${mark.stroke}`}
      />
      {points.map((one, at) => {
        const alone = !points[at - 1] && !points[at + 1];
        return one && (dots || alone || at === active) ? (
          <Dot key={at} index={index} x={one[0]} y={one[1]} size={at === active ? 5.5 : 4} />
        ) : null;
      })}
    </g>
  );
}
