import { useQuery } from '@tanstack/react-query';
import { explain } from '@/api/answer';
import { percent, whole } from '@/lib/figures';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { commsStatsQuery, type CommsStat } from './queries';

const explainFigures = explain('Couldn’t load communication figures.');

/** What came in on each channel, and which share of it was booked. */
export function CommsAnalytics({ slug }: { slug: string }) {
  return (
    <Section title="Communication Analytics">
      <Loaded query={useQuery(commsStatsQuery(slug))} waiting="Loading communication figures" explain={explainFigures}>
        {(stats) =>
          stats.length === 0 ? (
            <EmptyNote title="Nothing received yet">Calls and messages are counted here by channel.</EmptyNote>
          ) : (
            <ul className="border-t border-line">
              {stats.map((stat) => (
                <ChannelRow key={stat.id} stat={stat} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

/** The bar repeats the percentage beside it. */
function ChannelRow({ stat }: { stat: CommsStat }) {
  return (
    <li className="border-b border-line px-5 py-4 last:border-b-0 sm:px-6">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{stat.type}</span>
        <span className="text-[0.9375rem] text-slate tabular-nums">{whole(stat.received)} received</span>
        <span className="ml-auto tabular-nums">
          {percent(stat.booking_rate)} <span className="text-[0.9375rem] text-slate">booked</span>
        </span>
      </p>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className="mt-2.5 h-1.5 w-full rounded-full">
        <rect width="100" height="1" className="fill-celadon" />
        <rect width={Math.min(100, Math.max(0, stat.booking_rate))} height="1" className="fill-petrol" />
      </svg>
    </li>
  );
}
