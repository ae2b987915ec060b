import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '@/api/answer';
import { whole } from '@/lib/figures';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { Section } from '@/ui/section';
import { siteQuery, useDebugQuery } from './queries';

/** Dumps all treatments as JSON with their count: outside production, for owners alone. */
export function DebugQuery() {
  const { data: site } = useQuery(siteQuery);
  const query = useDebugQuery();
  if (!site?.sandbox) return null;
  return (
    <Section
      title="Debug"
      note="All treatments at clinics you own, as stored"
      actions={
        <Button variant="secondary" busy={query.isPending} onClick={() => query.mutate()}>
          Run Debug Query
        </Button>
      }
    >
      {query.isError && (
        <Problem className="px-5 pb-5 sm:px-6">{reasonOf(query.error, 'Couldn’t run the query.')}</Problem>
      )}
      {query.data && (
        <div className="border-t border-line px-5 py-5 sm:px-6">
          <p role="status" className="font-medium">
            {whole(query.data.count)} records
          </p>
          {/* A scrolling region must be reachable by keyboard. */}
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0} className="scroll-calm mt-3 max-h-96 overflow-auto rounded-xl bg-mist p-4 text-sm">
            {JSON.stringify(query.data.items, null, 2)}
          </pre>
        </div>
      )}
    </Section>
  );
}
