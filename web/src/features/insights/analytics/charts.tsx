import { BarChart } from '@/ui/charts/bar-chart';
import { FunnelChart } from '@/ui/charts/funnel-chart';
import { HeatGrid } from '@/ui/charts/heat-grid';
import { LineChart } from '@/ui/charts/line-chart';
import { RowChart } from '@/ui/charts/row-chart';
import type { Analytics } from './queries';
import { columnName, dollars, hourName, roundDollars, secondsOr, shortColumn, whole } from './words';

const toDollars = (cents: number) => cents / 100;

/** The columns of what is shown over time. */
function columnsOf(steps: Analytics['steps']) {
  return {
    labelName: steps.every(({ first_day, last_day }) => first_day === last_day) ? 'Day' : 'Period',
    labels: steps.map(({ first_day, last_day }) => columnName(first_day, last_day, steps.length)),
    tick: shortColumn,
  };
}

/** What Mia brought over the days of the period. */
export function ChartsOverTime({ steps }: Pick<Analytics, 'steps'>) {
  const time = columnsOf(steps);
  return (
    <>
      <BarChart
        {...time}
        title="Rebookings over time"
        note="Patients who booked after Mia reached out"
        series={[{ name: 'Patients rebooked', values: steps.map((step) => step.patients_rebooked) }]}
        format={whole}
        empty="No rebookings in this period"
      />
      <LineChart
        {...time}
        title="Revenue over time"
        note="At list price"
        series={[{ name: 'Revenue retained', values: steps.map((step) => step.revenue_cents) }]}
        format={roundDollars}
        plain={toDollars}
        area
        empty="No revenue in this period"
      />
    </>
  );
}

/** How long people wait for Mia, over the days of the period. */
export function ResponseTime({ steps }: Pick<Analytics, 'steps'>) {
  return (
    <LineChart
      {...columnsOf(steps)}
      title="Response time"
      note="Median seconds until Mia’s first response"
      className="lg:col-span-2"
      series={[
        {
          name: 'Response time',
          values: steps.map(({ response_seconds: seconds }) => (seconds === null ? null : seconds * 1000)),
        },
      ]}
      format={(milliseconds) => secondsOr(milliseconds / 1000)}
      plain={(milliseconds) => milliseconds / 1000}
      empty="No calls or messages in this period"
    />
  );
}

/** What Mia's bookings of each service are worth. */
export function RevenueByService({ services }: Pick<Analytics, 'services'>) {
  const paid = services.filter(({ revenue_cents }) => revenue_cents > 0);
  return (
    <RowChart
      title="Revenue by service"
      note="List price of bookings Mia brought in"
      labelName="Service"
      labels={paid.map(({ service }) => service)}
      series={[{ name: 'Revenue', values: paid.map(({ revenue_cents }) => revenue_cents) }]}
      format={dollars}
      plain={toDollars}
      empty="No revenue in this period"
    />
  );
}

/** When calls begin, and how they come out. */
export function CallsByHour({ calls }: Pick<Analytics, 'calls'>) {
  const hours = calls.map(({ hour }) => hour);
  const [first, last] = [Math.min(...hours, 23), Math.max(...hours, 0)];
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  const outcomes = [...new Set(calls.map(({ outcome }) => outcome))].sort();
  const count = (hour: number, outcome: string) =>
    calls.find((call) => call.hour === hour && call.outcome === outcome)?.calls ?? 0;
  return (
    <HeatGrid
      title="Calls by hour and outcome"
      className="lg:col-span-2"
      note="Hour of day the call started"
      labelName="Hour"
      labels={shown.map(hourName)}
      tick={(label) => label.replace(' AM', 'a').replace(' PM', 'p')}
      series={outcomes.map((outcome) => ({ name: outcome, values: shown.map((hour) => count(hour, outcome)) }))}
      format={whole}
      empty="No calls in this period"
    />
  );
}

/** How far patients came whose visit fell due. */
export function DueToTreated({ funnel }: Pick<Analytics, 'funnel'>) {
  return (
    <FunnelChart
      title="From due to treated"
      note="Patients who came due, or whom Mia brought back, in this period"
      labelName="Stage"
      valueName="Patients"
      stages={[
        { label: 'Due', value: funnel.due },
        { label: 'Contacted by Mia', value: funnel.contacted },
        { label: 'Answered', value: funnel.answered },
        { label: 'Booked', value: funnel.booked },
        { label: 'Treated', value: funnel.treated },
      ]}
      format={whole}
      empty="No patients came due in this period"
    />
  );
}
