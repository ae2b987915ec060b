import { ChartFrame, type ChartWords } from './chart-frame';
import { isBlank, tableOf, type ChartData, type ChartNumbers } from './data';
import { hatchOf, Hatches } from './marks';
import { place } from './scale';
import { usePoints } from './use-points';

export interface FunnelChartProps extends ChartWords, ChartNumbers, Pick<ChartData, 'labelName'> {
  /** What is counted at each stage: `Patients`. */
  valueName: string;
  /** From the widest stage to the narrowest; each counts those of the one before that went on. */
  stages: readonly FunnelStage[];
}

interface FunnelStage {
  label: string;
  value: number;
}

const STAGE = 58;
const BAR = 26;

/** Who went on from stage to stage, and which share of the stage before. */
export function FunnelChart(props: FunnelChartProps) {
  const { title, labelName, valueName, stages, format } = props;
  const { active, point } = usePoints(stages.length);
  const data = {
    labelName,
    labels: stages.map(({ label }) => label),
    series: [{ name: valueName, values: stages.map(({ value }) => value) }],
  };
  const words = stages.map(({ label, value }, index) => {
    const before = stages[index - 1];
    return `${label}: ${format(value)}${before ? `, ${share(value, before.value)} of ${before.label.toLowerCase()}` : ''}`;
  });
  const widest = Math.max(1, ...stages.map(({ value }) => value));
  return (
    <ChartFrame
      {...props}
      table={tableOf(data, props)}
      blank={isBlank(data)}
      reading={active === null ? undefined : words[active]}
    >
      {(width, id) => (
        <svg viewBox={`0 0 ${width} ${stages.length * STAGE}`} role="group" aria-label={title} className="h-auto w-full">
          <Hatches id={id} count={1} />
          {stages.map((stage, index) => (
            <g key={stage.label}>
              <Stage
                {...{ stage, width, widest, format }}
                before={stages[index - 1]}
                next={stages[index + 1]}
                y={index * STAGE}
                fill={hatchOf(id, 0)}
                dim={active !== null && active !== index}
              />
              <rect
                {...point(index, words[index] ?? stage.label)}
                y={index * STAGE}
                width={width}
                height={STAGE - 6}
                rx="4"
                className="fill-transparent -outline-offset-2!"
              />
            </g>
          ))}
        </svg>
      )}
    </ChartFrame>
  );
}

interface StageProps {
  stage: FunnelStage;
  before: FunnelStage | undefined;
  next: FunnelStage | undefined;
  width: number;
  widest: number;
  y: number;
  fill: string;
  dim: boolean;
  format: (value: number) => string;
}

function Stage({ stage: { label, value }, before, next, width, widest, y, fill, dim, format }: StageProps) {
  const bar = Math.max(2, place(value, widest, 0, width));
  const following = next ? Math.max(2, place(next.value, widest, 0, width)) : bar;
  return (
    <g aria-hidden="true" opacity={dim ? 0.55 : 1}>
      <text x="0" y={y + 16} className="fill-ink text-[14px]">
        {label}
      </text>
      <text x={width} y={y + 16} textAnchor="end" className="fill-slate text-[14px] tabular-nums">
        {format(value)}
        {before && ` · ${share(value, before.value)}`}
      </text>
      {next && (
        <path
          d={`M${(width - bar) / 2} ${y + 22 + BAR}h${bar}L${(width + following) / 2} ${y + STAGE + 22}h${-following}Z`}
          className="fill-celadon"
        />
      )}
      <rect x={(width - bar) / 2} y={y + 22} width={bar} height={BAR} rx="5" fill={fill} />
    </g>
  );
}

function share(part: number, whole: number): string {
  return whole > 0 ? `${Math.round((100 * part) / whole)}%` : '–';
}
