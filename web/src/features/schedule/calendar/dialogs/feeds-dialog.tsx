import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { explain, reasonOr } from '@/api/answer';
import { longTimestamp } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { CopyButton } from '@/ui/buttons/copy-button';
import { Dialog } from '@/ui/overlays/dialog';
import { Loaded } from '@/ui/feedback/loaded';
import { Problem } from '@/ui/feedback/problem';
import { SelectField } from '@/ui/fields/select-field';
import { useSubmit } from '@/ui/hooks/use-submit';
import { feedsQuery, makeFeed, revokeFeed, type CalendarData, type Feed } from '../queries';

export interface FeedsDialogProps {
  slug: string;
  data: CalendarData;
  open: boolean;
  onClose: () => void;
}

const explainFeeds = explain('Couldn’t load the links.');

/** Links by which calendar programs follow a provider's visits: made, replaced and revoked here. */
export function FeedsDialog({ open, onClose, ...rest }: FeedsDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Calendar links" className="w-[min(38rem,calc(100vw-2rem))]">
      <Feeds onClose={onClose} {...rest} />
    </Dialog>
  );
}

function Feeds({ slug, data, onClose }: Omit<FeedsDialogProps, 'open'>) {
  const query = useQuery(feedsQuery(slug));
  return (
    <div className="mt-3 grid gap-5">
      <p className="text-slate">
        A link shows a provider&rsquo;s schedule in Google Calendar, Outlook or Apple Calendar. Anyone with the link can view it. It never includes names or treatments.
      </p>
      <Loaded query={query} waiting="Loading the links" rows={3} explain={explainFeeds}>
        {({ items }) => (
          <ul className="grid gap-4">
            {data.providers.map(({ id, name }) => (
              <li key={id} className="border-t border-line pt-4">
                <FeedRow slug={slug} provider={id} name={name} feed={items.find((one) => one.provider_id === id)} timeZone={data.timezone} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Button variant="secondary" className="justify-self-end" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

const SHOWS = [
  { value: 'appointment', label: '“Appointment”' },
  { value: 'initials', label: 'Initials' },
] as const;

interface FeedRowProps {
  slug: string;
  provider: string;
  name: string;
  feed: Feed | undefined;
  timeZone: string;
}

function FeedRow({ slug, provider, name, feed, timeZone }: FeedRowProps) {
  const queries = useQueryClient();
  const [shows, setShows] = useState<Feed['shows']>(feed?.shows ?? 'appointment');
  const [url, setUrl] = useState<string>();
  const { busy, problem, submit } = useSubmit(reasonOr('Couldn’t reach the server. Nothing was changed.'));

  const run = (change: () => Promise<{ url?: string } | unknown>) =>
    submit(async () => {
      const made = await change();
      setUrl(typeof made === 'object' && made !== null && 'url' in made ? String(made.url) : undefined);
      await queries.invalidateQueries({ queryKey: feedsQuery(slug).queryKey });
    });

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p>
          <span className="block font-semibold">{name}</span>
          <span className="text-sm text-slate">{feed ? `Link created ${longTimestamp(feed.created_at, timeZone)}` : 'No link'}</span>
        </p>
        <SelectField
          label={`Shown for ${name}`}
          value={shows}
          onChange={(event) => setShows(event.target.value as Feed['shows'])}
          options={SHOWS}
          className="w-44"
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={busy} onClick={() => void run(() => makeFeed(slug, provider, shows))}>
          {feed ? 'Replace link' : 'Create link'}
        </Button>
        {feed && (
          <Button variant="secondary" className="text-bad" disabled={busy} onClick={() => void run(() => revokeFeed(slug, provider))}>
            Revoke
          </Button>
        )}
      </div>
      {url && (
        <div className="grid gap-2 rounded-xl bg-celadon p-4">
          <p>Copy it now; it won’t be shown again. The previous link no longer works.</p>
          <p className="text-sm break-all">{url}</p>
          <span>
            <CopyButton text={url}>Copy link</CopyButton>
          </span>
        </div>
      )}
      <Problem>{problem}</Problem>
    </div>
  );
}
