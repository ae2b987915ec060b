import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { explain } from '@/api/answer';
import { clockTime, longDate } from '@/lib/time/clinic-time';
import { whole } from '@/lib/figures';
import { roundDollars } from '@/lib/round-dollars';
import { Loaded } from '@/ui/feedback/loaded';
import { Section } from '@/ui/section';
import { SelectField } from '@/ui/fields/select-field';
import { StatCard } from '@/ui/stat-card';
import { CohortChart, PotentialChart, StandingsChart } from './charts';
import { Conversions } from './conversions';
import { rebookingQuery, type RebookingAnalytics } from './queries';

const PERIODS = [
  { value: '1', label: 'This month' },
  { value: '3', label: 'Three months' },
  { value: '6', label: 'Six months' },
  { value: '12', label: 'Twelve months' },
];
const USUAL = '3';

const explainAnalytics = explain('Couldn’t load the analytics.');

/** Who is due, what bringing them back is worth, and which contacts do. */
export function RebookingPage({ slug, timeZone }: { slug: string; timeZone: string }) {
  const [params, setParams] = useSearchParams();
  const asked = params.get('months') ?? USUAL;
  const months = PERIODS.some(({ value }) => value === asked) ? asked : USUAL;
  const query = useQuery(rebookingQuery(slug, Number(months)));
  return (
    <>
      <SelectField
        label="Outreach in"
        options={PERIODS}
        value={months}
        onChange={(event) => setParams(event.target.value === USUAL ? {} : { months: event.target.value })}
        className="w-full sm:w-64 print:hidden"
      />
      <Loaded query={query} waiting="Loading the analytics" rows={6} explain={explainAnalytics}>
        {(found) => (
          <div aria-busy={query.isPlaceholderData} className="grid gap-6">
            <Figures found={found} />
            <Potential found={found} timeZone={timeZone} />
            <div className="grid items-start gap-6 lg:grid-cols-2">
              <StandingsChart by="service" standings={found.services} />
              <StandingsChart by="provider" standings={found.providers} />
              <PotentialChart services={found.services} />
              <CohortChart cohorts={found.cohorts} />
            </div>
            <Conversions channels={found.channels} messages={found.messages} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Figures({ found }: { found: RebookingAnalytics }) {
  const sum = (kind: 'due' | 'overdue' | 'lapsed') => found.services.reduce((total, each) => total + each[kind], 0);
  return (
    <dl className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatCard label="Due" value={whole(sum('due'))} />
      <StatCard label="Overdue" value={whole(sum('overdue'))} />
      <StatCard label="Lapsed" value={whole(sum('lapsed'))} />
      <StatCard label="Revenue Potential" value={roundDollars(found.expectation.potential_cents)} />
    </dl>
  );
}

/** The formula, with the numbers in it. */
function Potential({ found, timeZone }: { found: RebookingAnalytics; timeZone: string }) {
  const { expectation, made_at } = found;
  return (
    <Section title="Forecast" note={`As of ${longDate(made_at, timeZone)}, ${clockTime(made_at, timeZone)}`}>
      <div className="grid gap-3 border-t border-line px-5 py-5 sm:px-6">
        <p className="font-display text-3xl font-medium">{roundDollars(expectation.expected_cents)}</p>
        <p className="max-w-3xl">
          {roundDollars(expectation.potential_cents)} potential × {expectation.percent.toFixed(1)}% who book. Potential is the list price of the last treatment for everyone overdue or lapsed, counted once per treatment due.
        </p>
        <p className="max-w-3xl text-[0.9375rem] text-slate">
          The rate is your own ({whole(expectation.booked)} of {whole(expectation.contacted)} contacted patients booked), adjusted toward the 8% of a typical practice while your numbers are small. With the 5% of a weak practice or the 15% of a strong one in place of the 8%, the forecast would be {roundDollars(expectation.low_cents)} or {roundDollars(expectation.high_cents)}.
        </p>
      </div>
    </Section>
  );
}
