import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { reasonOf } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { Skeleton } from '@/ui/feedback/skeleton';
import { StatCard } from '@/ui/stat-card';
import { useToast } from '@/ui/feedback/toast';
import { useFreshKeys } from '@/ui/hooks/use-fresh-keys';
import { msLeft, useServerNow } from './countdown';
import { EditDialog } from './edit-dialog';
import { KeepDialog } from './keep-dialog';
import { LeadCard } from './lead-card';
import { discardLead, temporaryLeadsQuery, useKeepLead, useLeadsChanged, type Agreed, type Keep, type TemporaryLead } from './queries';

export interface LeadsDashboardProps {
  /** The clinic; undefined for someone who has none. */
  slug: string | undefined;
  timeZone: string;
  mayCapture: boolean;
}

/** The temporary leads with their figures: who is there, how long, and how many there were today. */
export function LeadsDashboard({ slug, timeZone, mayCapture }: LeadsDashboardProps) {
  const query = useQuery(temporaryLeadsQuery(slug));
  const { data, error, dataUpdatedAt, isFetching, refetch } = query;
  const ahead = data ? Date.parse(data.now) - dataUpdatedAt : 0;
  const now = useServerNow(ahead, Boolean(data?.items.length));
  const active = data?.items.filter((lead) => msLeft(lead.expires_at, now) > 0).length;
  const shown = (count: number | undefined) => (error && !data ? '–' : count?.toString());

  return (
    <Section
      title="Temporary Leads Dashboard"
      note="Leads from the last 30 minutes."
      actions={
        <Button variant="secondary" busy={isFetching && Boolean(data)} onClick={() => void refetch()}>
          {!(isFetching && data) && <RefreshCw aria-hidden="true" className="size-4" />}
          Refresh
        </Button>
      }
    >
      <dl className="grid grid-cols-3 gap-3 px-5 pb-5 max-[24rem]:grid-cols-1 sm:gap-4 sm:px-6">
        <StatCard label="Total Active" value={shown(active)} />
        <StatCard label="Expired" value={shown(data && data.items.length - (active ?? 0))} />
        <StatCard label="Today's Total" value={shown(data?.today)} />
      </dl>
      {data && slug !== undefined && <List slug={slug} leads={data.items} now={now} timeZone={timeZone} mayCapture={mayCapture} />}
      {!data && error && <LoadError words={reasonOf(error, 'Couldn’t load leads.')} retry={() => void refetch()} />}
      {!data && !error && <Waiting />}
    </Section>
  );
}

interface ListProps {
  slug: string;
  leads: readonly TemporaryLead[];
  now: number;
  timeZone: string;
  mayCapture: boolean;
}

function List({ slug, leads, now, timeZone, mayCapture }: ListProps) {
  const [editing, setEditing] = useState<TemporaryLead>();
  const [asking, setAsking] = useState<TemporaryLead>();
  const [discarding, setDiscarding] = useState<TemporaryLead>();
  const list = useRef<HTMLUListElement>(null);
  const say = useToast();
  const keep = useKeepLead(slug);
  const changed = useLeadsChanged(slug);
  const ids = leads.map(({ id }) => id);
  const fresh = useFreshKeys(ids, slug);

  function keepAs(lead: TemporaryLead, as: Keep, agreed?: Agreed) {
    setAsking(undefined);
    const done = as === 'patient' ? `${lead.name} is kept as a patient.` : `${lead.name} is kept in the pipeline.`;
    keep.mutate(
      { id: lead.id, as, agreed },
      { onSuccess: () => say(done), onError: (error) => say(reasonOf(error, 'Couldn’t save the lead. Please try again.')) },
    );
    list.current?.focus(); // the button that had the focus leaves with its lead
  }

  async function discard(lead: TemporaryLead) {
    await discardLead(slug, lead.id);
    await changed();
    list.current?.focus();
  }

  if (leads.length === 0) {
    return (
      <div className="border-t border-line">
        <EmptyNote title="No temporary leads">New leads from this form and your web form appear here.</EmptyNote>
      </div>
    );
  }
  const keepOrAsk = (lead: TemporaryLead, as: Keep) =>
    as === 'pipeline' && lead.phone && !lead.in_pipeline ? setAsking(lead) : keepAs(lead, as);
  const actions = { keep: keepOrAsk, edit: setEditing, discard: setDiscarding };
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Temporary leads" className="border-t border-line outline-none">
        {leads.map((lead) => (
          <LeadCard
            key={lead.id}
            lead={lead}
            now={now}
            timeZone={timeZone}
            fresh={fresh.has(lead.id)}
            busy={keep.isPending && keep.variables.id === lead.id}
            actions={mayCapture ? actions : undefined}
          />
        ))}
      </ul>
      <KeepDialog lead={asking} onClose={() => setAsking(undefined)} onKeep={(lead, agreed) => keepAs(lead, 'pipeline', agreed)} />
      <EditDialog slug={slug} lead={editing} onClose={() => setEditing(undefined)} />
      <DiscardDialog lead={discarding} onClose={() => setDiscarding(undefined)} onDiscard={discard} />
    </>
  );
}

interface DiscardDialogProps {
  lead: TemporaryLead | undefined;
  onClose: () => void;
  onDiscard: (lead: TemporaryLead) => Promise<void>;
}

function DiscardDialog({ lead, onClose, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open={lead !== undefined}
      onClose={onClose}
      title="Discard this lead?"
      action="Discard"
      danger
      onConfirm={() => (lead ? onDiscard(lead) : Promise.resolve())}
      explain={(error) => reasonOf(error, 'Couldn’t discard the lead. Please try again.')}
    >
      <p>{lead?.name} will be removed now. This can’t be undone.</p>
    </ConfirmDialog>
  );
}

function LoadError({ words, retry }: { words: string; retry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-2 border-t border-line px-6 py-10 text-center">
      <h3 className="text-lg font-semibold">Error Loading Leads</h3>
      <p className="max-w-sm text-slate">{words}</p>
      <Button variant="secondary" className="mt-3" onClick={retry}>
        Try Again
      </Button>
    </div>
  );
}

function Waiting() {
  return (
    <div className="grid gap-5 border-t border-line px-5 py-5 sm:px-6">
      <span className="sr-only" role="status">
        Loading leads
      </span>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-20" />
      ))}
    </div>
  );
}
