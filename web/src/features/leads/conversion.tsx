import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { explain } from '@/api/answer';
import { percent, whole } from '@/lib/figures';
import { Later } from '@/ui/feedback/later';
import { Loaded } from '@/ui/feedback/loaded';
import { Section } from '@/ui/section';
import { StatCard } from '@/ui/stat-card';
import type { LeadFilter } from './lead-filter';
import { figuresQuery, type Figures } from './queries';
import { duration } from './words';

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

const Charts = lazy(async () => ({ default: (await import('./conversion-charts')).Charts }));

/** Conversion by stage and by source, below the board and after it. */
export function ConversionCharts({ slug, filter }: { slug: string; filter: LeadFilter }) {
  const { data } = useQuery(figuresQuery(slug, filter));
  if (!data || data.total === 0) return null;
  return (
    <Later tall="26rem">
      <Suspense fallback={null}>
        <Charts figures={data} />
      </Suspense>
    </Later>
  );
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
