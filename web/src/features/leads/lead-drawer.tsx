import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isWorthRetrying, reasonOf } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { ReachActions } from '@/ui/buttons/reach-actions';
import { Drawer } from '@/ui/overlays/drawer';
import { ErrorNote } from '@/ui/feedback/notes';
import { SelectField } from '@/ui/fields/select-field';
import { Skeleton } from '@/ui/feedback/skeleton';
import { useAddressParam } from '@/ui/hooks/use-address-param';
import { LeadEditor } from './lead-editor';
import { LeadFacts } from './lead-facts';
import { LEAD_PARAM } from './lead-link';
import { leadQuery, type Lead, type LeadDetail, type Owner, type Stage } from './queries';
import { Timeline } from './timeline';
import { nameOf, STAGE_NAMES, STAGES } from './words';

export interface LeadDrawerProps {
  slug: string;
  owners: readonly Owner[];
  mayWrite: boolean;
  onMove: (lead: Lead, to: Stage) => void;
}

/** One lead, open as long as the address names it. */
export function LeadDrawer({ slug, ...rest }: LeadDrawerProps) {
  const [id, put] = useAddressParam(LEAD_PARAM);
  const query = useQuery({ ...leadQuery(slug, id ?? ''), enabled: id !== null });
  const detail = id === null ? undefined : query.data;
  return (
    <Drawer open={id !== null} onClose={() => put(null)} title={detail ? nameOf(detail.lead) : 'Lead'}>
      {query.isPending && <Waiting />}
      {query.isError && !detail && (
        <ErrorNote onRetry={isWorthRetrying(query.error) ? () => void query.refetch() : undefined}>
          {reasonOf(query.error, 'Couldn’t load the lead.')}
        </ErrorNote>
      )}
      {detail && <Opened key={detail.lead.id} slug={slug} detail={detail} {...rest} />}
    </Drawer>
  );
}

function Opened({ slug, detail, owners, mayWrite, onMove }: LeadDrawerProps & { detail: LeadDetail }) {
  const [editing, setEditing] = useState(false);
  if (editing) return <LeadEditor slug={slug} detail={detail} owners={owners} onDone={() => setEditing(false)} />;
  return (
    <>
      {mayWrite && <Actions detail={detail} onMove={onMove} onEdit={() => setEditing(true)} />}
      <div className="mt-5">
        <ReachActions
          slug={slug}
          patientId={detail.patient_id}
          leadId={detail.lead.id}
          phone={detail.lead.phone}
          email={detail.lead.email}
          threadId={detail.thread_id}
          noText={detail.no_text}
          may={{ book: mayWrite, text: mayWrite }}
        />
      </div>
      <LeadFacts detail={detail} staged={mayWrite} />
      <Timeline events={detail.timeline} timeZone={detail.timezone} />
    </>
  );
}

interface ActionsProps {
  detail: LeadDetail;
  onMove: (lead: Lead, to: Stage) => void;
  onEdit: () => void;
}

function Actions({ detail: { lead }, onMove, onEdit }: ActionsProps) {
  return (
    <div className="mt-1 flex items-end gap-3">
      <SelectField
        label="Stage"
        value={lead.stage}
        onChange={({ target }) => onMove(lead, target.value as Stage)}
        options={STAGES.map((value) => ({ value, label: STAGE_NAMES[value] }))}
        className="flex-1"
      />
      <Button variant="secondary" onClick={onEdit} className="min-h-12.5">
        Edit
      </Button>
    </div>
  );
}

function Waiting() {
  return (
    <div className="mt-2 grid gap-4">
      <span className="sr-only" role="status">
        Loading the lead
      </span>
      <Skeleton className="h-12" />
      <Skeleton className="h-32" />
      <Skeleton className="h-48" />
    </div>
  );
}
