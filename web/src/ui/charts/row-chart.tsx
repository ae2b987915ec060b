import { ChartFrame, type ChartWords } from './chart-frame';
import { isBlank, largest, spoken, tableOf, type ChartData, type ChartNumbers } from './data';
import { Legend } from './legend';
import { hatchOf, Hatches } from './marks';
import { place, textWidth } from './scale';
import { usePoints } from './use-points';

export type RowChartProps = ChartWords & ChartData & ChartNumbers;

const LABEL_HEIGHT = 24;
const BAR_HEIGHT = 12;
const GAP = 14;

/** Lying bars under their labels, a group for each: room for long names on a phone. */
export function RowChart(props: RowChartProps) {
  const { title, labels, series, format } = props;
  const { active, point } = usePoints(labels.length);
  const top = largest(props);
  const rowHeight = LABEL_HEIGHT + series.length * (BAR_HEIGHT + 3) + GAP;
  return (
    <ChartFrame
      {...props}
      table={tableOf(props, props)}
      blank={isBlank(props)}
      legend={<Legend names={series.map(({ name }) => name)} shape="bar" />}
      reading={active === null ? undefined : spoken(props, active, format)}
    >
      {(width, id) => (
        <svg
          viewBox={`0 0 ${width} ${labels.length * rowHeight}`}
          role="group"
          aria-label={title}
          className="h-auto w-full"
        >
          <Hatches id={id} count={series.length} />
          {labels.map((label, index) => {
            const values = series.map(({ values }) => values[index] ?? null);
            const words = values.map((value) => (value === null ? '–' : format(value))).join(' · ');
            const y = index * rowHeight;
            return (
              <g key={label}>
                <g aria-hidden="true" opacity={active === null || active === index ? 1 : 0.55}>
                  <text x="0" y={y + 16} className="fill-ink text-[14px]">
                    {shortened(label, width - textWidth(words) - 24)}
                  </text>
                  <text x={width} y={y + 16} textAnchor="end" className="fill-slate text-[14px] tabular-nums">
                    {words}
                  </text>
                  {values.map((value, nth) => {
                    const at = y + LABEL_HEIGHT + nth * (BAR_HEIGHT + 3);
                    return (
                      <g key={series[nth]?.name}>
                        <rect y={at} width={width} height={BAR_HEIGHT} rx="6" className="fill-celadon" />
                        <rect y={at} width={place(value ?? 0, top, 0, width)} height={BAR_HEIGHT} rx="6" fill={hatchOf(id, nth)} />
                      </g>
                    );
                  })}
                </g>
                <rect
                  {...point(index, spoken(props, index, format))}
                  y={y}
                  width={width}
                  height={rowHeight - GAP / 2}
                  rx="4"
                  className="fill-transparent -outline-offset-2!"
                />
              </g>
            );
          })}
        </svg>
      )}
    </ChartFrame>
  );
}

/** A label that fits; the whole one is read out and stands in the table. */
function shortened(label: string, room: number): string {
  const most = Math.max(4, Math.floor(room / 7.6));
  return label.length <= most ? label : `${label.slice(0, most - 1).trimEnd()}…`;
}
