import { dollars, whole } from '@/lib/figures';
import { BarChart } from '@/ui/charts/bar-chart';
import { RowChart } from '@/ui/charts/row-chart';
import type { RebookingAnalytics, Standing } from './queries';

const NOBODY = 'No patients due right now';

/** Due, overdue and lapsed, under the names of services or providers. */
export function StandingsChart({ by, standings }: { by: 'service' | 'provider'; standings: readonly Standing[] }) {
  return (
    <RowChart
      title={`Due, overdue and lapsed by ${by}`}
      note={by === 'service' ? 'By last treatment' : 'By last provider'}
      labelName={by === 'service' ? 'Service' : 'Provider'}
      labels={standings.map(({ name }) => name ?? 'No provider on file')}
      series={[
        { name: 'Due', values: standings.map(({ due }) => due) },
        { name: 'Overdue', values: standings.map(({ overdue }) => overdue) },
        { name: 'Lapsed', values: standings.map(({ lapsed }) => lapsed) },
      ]}
      format={whole}
      empty={NOBODY}
    />
  );
}

/** What bringing them back is worth, by service. */
export function PotentialChart({ services }: Pick<RebookingAnalytics, 'services'>) {
  const worth = services.filter(({ potential_cents }) => potential_cents > 0);
  return (
    <RowChart
      title="Revenue potential by service"
      note="Overdue and lapsed patients × list price"
      labelName="Service"
      labels={worth.map(({ name }) => name ?? '')}
      series={[{ name: 'Potential', values: worth.map(({ potential_cents }) => potential_cents) }]}
      format={dollars}
      plain={(cents) => cents / 100}
      empty={NOBODY}
    />
  );
}

/** How long ago patients were here. */
export function CohortChart({ cohorts }: Pick<RebookingAnalytics, 'cohorts'>) {
  const most = Math.max(0, ...cohorts.map(({ months }) => months));
  const months = Array.from({ length: cohorts.length > 0 ? most + 1 : 0 }, (_, month) => month);
  const at = (month: number) => cohorts.find((cohort) => cohort.months === month);
  return (
    <BarChart
      title="Patients by months since the last visit"
      note="Full months; 24 means two years or more"
      labelName="Months since the last visit"
      labels={months.map(monthsName)}
      tick={(label) => label.replace('Under a month', '0').replace(/ months?( or more)?$/, '')}
      series={[
        { name: 'Upcoming appointment', values: months.map((month) => at(month)?.planned ?? 0) },
        { name: 'None booked', values: months.map((month) => (at(month)?.patients ?? 0) - (at(month)?.planned ?? 0)) },
      ]}
      stacked
      format={whole}
      empty="No visits yet"
    />
  );
}

function monthsName(month: number): string {
  if (month === 0) return 'Under a month';
  return `${month} ${month === 1 ? 'month' : 'months'}${month === 24 ? ' or more' : ''}`;
}
