import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { explain } from '@/api/answer';
import { shortDate } from '@/lib/time/clinic-time';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import type { PartProps } from '../parts/part';
import { casesQuery, type EvalCase } from './queries';

const CaseDrawer = lazy(async () => ({ default: (await import('./case-drawer')).CaseDrawer }));
const CHANNELS: Record<string, string> = {
  phone: 'Phone call',
  web_call: 'Call on the website',
  web_chat: 'Chat',
  sms: 'Texts',
  email: 'Email',
};

/** Conversations that should have gone another way: with invented people, and for Mia's tests once they are reviewed. */
export function EvalCases({ slug, timeZone }: Pick<PartProps, 'slug' | 'timeZone'>) {
  const query = useQuery(casesQuery(slug));
  const [open, setOpen] = useState<EvalCase>();
  return (
    <Section
      title="Conversations to learn from"
      note="Give a call or chat a thumbs down and say what should have happened. It’s kept here with invented names and numbers."
    >
      <div className="border-t border-line">
        <Loaded query={query} waiting="Loading conversations" rows={2} explain={explain('Couldn’t load conversations.')}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyNote title="No conversations yet">They show up here after a thumbs down.</EmptyNote>
            ) : (
              <ul>
                {items.map((one) => (
                  <CaseRow key={one.id} one={one} timeZone={timeZone} onOpen={() => setOpen(one)} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      {open && (
        <Suspense>
          <CaseDrawer slug={slug} one={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Section>
  );
}

function CaseRow({ one, timeZone, onOpen }: { one: EvalCase; timeZone: string; onOpen: () => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-5 py-4 last:border-b-0 sm:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold wrap-break-word">{one.value.should}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-slate">
          {CHANNELS[one.channel] ?? 'Conversation'}, {shortDate(one.said_at, timeZone)}
          <Badge tone={one.reviewed ? 'good' : 'warn'}>{one.reviewed ? 'Reviewed' : 'To review'}</Badge>
        </p>
      </div>
      <Button variant="secondary" onClick={onOpen}>
        {one.reviewed ? 'Open' : 'Review'}
        <span className="sr-only"> “{one.value.should}”</span>
      </Button>
    </li>
  );
}
