import { useQuery } from '@tanstack/react-query';
import { explain } from '@/api/answer';
import { percent, whole } from '@/lib/figures';
import { FunnelChart } from '@/ui/charts/funnel-chart';
import { RowChart } from '@/ui/charts/row-chart';
import { Loaded } from '@/ui/feedback/loaded';
import { Section } from '@/ui/section';
import { StatCard } from '@/ui/stat-card';
import type { LeadFilter } from './lead-filter';
import { figuresQuery, type Figures } from './queries';
import { duration, sourceName } from './words';

const explainFigures = explain('Couldn’t load the figures.');

/** Speed to lead, and how many booked and were won. */
export function ConversionCards({ slug, filter }: { slug: string; filter: LeadFilter }) {
  const query = useQuery(figuresQuery(slug, filter));
  if (!query.data && query.error) {
    return (
      <Section title="Conversion">
        <Loaded query={query} waiting="Loading the figures" explain={explainFigures}>
          {() => null}
        </Loaded>
      </Section>
    );
  }
  return <FigureCards figures={query.data} />;
}

/** Conversion by stage and by source. */
export function ConversionCharts({ slug, filter }: { slug: string; filter: LeadFilter }) {
  const { data } = useQuery(figuresQuery(slug, filter));
  return data && data.total > 0 ? <Charts figures={data} /> : null;
}

function FigureCards({ figures }: { figures: Figures | undefined }) {
  const share = (count: number) => (figures && figures.total > 0 ? percent((100 * count) / figures.total) : '–');
  const speed = figures && (figures.speed_seconds === null ? '–' : duration(figures.speed_seconds));
  const answered = figures && `Median of ${whole(figures.answered)} first responses`;
  return (
    <dl className="grid grid-cols-2 gap-3 max-sm:order-last md:grid-cols-4">
      <StatCard dense label="Leads" value={figures && whole(figures.total)} note="New in this period" />
      <StatCard dense label="Speed to lead" value={speed} {...(answered && { note: answered })} />
      <StatCard dense label="Booked a consult" value={figures && share(figures.booked)} {...leads(figures?.booked)} />
      <StatCard dense label="Won" value={figures && share(figures.won)} {...leads(figures?.won)} />
    </dl>
  );
}

/** A number of leads below a figure; nothing while it is not known. */
const leads = (count: number | undefined) =>
  count === undefined ? {} : { note: `${whole(count)} ${count === 1 ? 'lead' : 'leads'}` };

function Charts({ figures }: { figures: Figures }) {
  const { by_source: sources } = figures;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <FunnelChart
        title="Conversion by stage"
        note="Leads that reached each stage"
        labelName="Stage"
        valueName="Leads"
        format={whole}
        stages={[
          { label: 'Received', value: figures.total },
          { label: 'Contacted', value: figures.contacted },
          { label: 'Consult booked', value: figures.booked },
          { label: 'Won', value: Math.min(figures.won, figures.booked) },
        ]}
      />
      <RowChart
        title="Conversion by source"
        note="Leads, booked consults and won leads"
        labelName="Source"
        labels={sources.map(({ source }) => sourceName(source))}
        series={[
          { name: 'Leads', values: sources.map(({ total }) => total) },
          { name: 'Booked', values: sources.map(({ booked }) => booked) },
          { name: 'Won', values: sources.map(({ won }) => won) },
        ]}
        format={whole}
      />
    </div>
  );
}
