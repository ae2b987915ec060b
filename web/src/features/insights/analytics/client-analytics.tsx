import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { isWorthRetrying, reasonOf } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Card } from '@/ui/card';
import { ErrorNote } from '@/ui/feedback/notes';
import { Skeleton } from '@/ui/feedback/skeleton';
import { useAddress } from '@/ui/hooks/use-address';
import { CallsByHour, ChartsOverTime, DueToTreated, ResponseTime, RevenueByService } from './charts';
import { Figures } from './figures';
import { FilterBar } from './filter-bar';
import { readFilters, writeFilters } from './filters';
import { analyticsQuery, type Analytics } from './queries';
import { period } from './words';

/** The page itself: what it is narrowed to stands in the address, so that it can be kept and sent on. */
export function ClientAnalytics({ slug, first }: { slug: string; first: Analytics }) {
  const [params, setParams] = useAddress();
  const filters = readFilters(params);
  const { data, error, isFetching, refetch } = useQuery(analyticsQuery(slug, filters));
  const shown = error ? undefined : data;
  return (
    <>
      <Heading analytics={data ?? first} location={filters.location} service={filters.service} />
      <FilterBar
        filters={filters}
        choices={(data ?? first).choices}
        days={daysOf(data ?? first)}
        onChange={(part) => setParams((all) => writeFilters(all, { ...readFilters(all), ...part }), { replace: true })}
      />
      {error ? (
        <Card>
          <ErrorNote onRetry={isWorthRetrying(error) ? () => void refetch() : undefined}>
            {reasonOf(error, 'Couldn’t load the figures.')}
          </ErrorNote>
        </Card>
      ) : (
        <Figures figures={shown?.figures} before={shown?.before?.figures} busy={isFetching} />
      )}
      {shown && <Charts analytics={shown} />}
      {!shown && !error && <ChartsWaiting />}
    </>
  );
}

function daysOf({ first_day: first, last_day: last }: Analytics) {
  return first && last ? { first, last } : undefined;
}

function Heading({ analytics, location, service }: { analytics: Analytics; location: string; service: string }) {
  const { before, choices, first_day, last_day, name } = analytics;
  const labelOf = (options: Analytics['choices']['locations'], value: string, all: string) =>
    options.find((option) => option.value === value)?.label ?? all;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="font-display text-[2.5rem] leading-tight font-medium">{name}</h1>
        <p className="text-slate">
          {period(first_day, last_day)}
          <span className="hidden print:inline">
            {' · '}
            {labelOf(choices.locations, location, 'All locations')}
            {' · '}
            {labelOf(choices.services, service, 'All services')}
          </span>
        </p>
        {before && <p className="text-sm text-slate">Compared with {period(before.first_day, before.last_day)}</p>}
      </div>
      <Button variant="secondary" className="print:hidden" onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-4" />
        Print report
      </Button>
    </div>
  );
}

function Charts({ analytics }: { analytics: Analytics }) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <ChartsOverTime steps={analytics.steps} />
      <RevenueByService services={analytics.services} />
      <DueToTreated funnel={analytics.funnel} />
      <ResponseTime steps={analytics.steps} />
      <CallsByHour calls={analytics.calls} />
    </div>
  );
}

export function ChartsWaiting() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      {[0, 1, 2, 3].map((place) => (
        <Card key={place}>
          <Skeleton className="h-72" />
        </Card>
      ))}
    </div>
  );
}
