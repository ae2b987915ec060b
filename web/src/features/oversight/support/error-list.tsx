import { useQuery } from '@tanstack/react-query';
import { explain } from '@/api/answer';
import { longTimestamp } from '@/lib/time/clinic-time';
import { whole } from '@/lib/figures';
import { CopyButton } from '@/ui/buttons/copy-button';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { errorsQuery, type ErrorReport } from './queries';

/** What went wrong in this clinic's pages and calls, without anything about patients. */
export function ErrorList({ slug, timeZone }: { slug: string; timeZone: string }) {
  const query = useQuery(errorsQuery(slug));
  return (
    <Section title="Errors" note="Stored on this server, without patient data">
      <Loaded query={query} waiting="Loading the errors" rows={2} explain={explain('Couldn’t load errors.')}>
        {(errors) =>
          errors.length === 0 ? (
            <EmptyNote title="No errors">Page and call errors are listed here for support.</EmptyNote>
          ) : (
            <ul className="border-t border-line">
              {errors.map((error) => (
                <ErrorRow key={error.id} error={error} timeZone={timeZone} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

function ErrorRow({ error, timeZone }: { error: ErrorReport; timeZone: string }) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-5 py-4 last:border-b-0 sm:px-6">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold break-words">{error.kind}</p>
        <p className="text-[0.9375rem] break-words text-slate">{error.where}</p>
        <p className="text-sm text-slate">
          {error.count === 1 ? 'Once' : `${whole(error.count)} times, last`} on {longTimestamp(error.last_at, timeZone)}
        </p>
      </div>
      {error.correlation_id && <CopyButton text={error.correlation_id}>Copy error ID for support</CopyButton>}
    </li>
  );
}
