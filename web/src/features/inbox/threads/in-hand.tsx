import { useQuery } from '@tanstack/react-query';
import { MailOpen, UserRound } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { reasonOf } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { IconButton } from '@/ui/buttons/icon-button';
import { useToast } from '@/ui/feedback/toast';
import { OwnerDialog } from '../queue/owner-dialog';
import { ownersQuery } from '../queue/queries';
import { useChangeConversation, type ConversationDetail } from './queries';

export interface InHandProps {
  slug: string;
  thread: ConversationDetail;
  me: string;
  /** Leaves the conversation: what is marked as unread is no longer open. */
  onBack: (() => void) | undefined;
}

/** Who has a conversation in hand, and the ways to give it to someone or to keep it for later. */
export function InHand({ slug, thread, me, onBack }: InHandProps) {
  const [asking, setAsking] = useState(false);
  const { data: owners } = useQuery(ownersQuery(slug));
  const change = useChangeConversation(slug, thread.id);
  const say = useToast();
  const nameOf = (owner: string) => (owner === me ? 'me' : (owners?.find(({ id }) => id === owner)?.name ?? 'someone'));
  const said = thread.assignee_id ? `Assigned to ${nameOf(thread.assignee_id)}` : 'Assign';

  const put = (owner: string | null, onSuccess: () => void) =>
    change.mutate({ assignee_id: owner }, { onSuccess, onError: (error) => say(reasonOf(error, 'Couldn’t assign it.')) });

  function assign(owner: string | null) {
    setAsking(false);
    const undo = () => put(thread.assignee_id, () => say('Undone.'));
    put(owner, () => say(owner ? `Assigned to ${nameOf(owner)}.` : 'Unassigned.', { label: 'Undo', run: undo }));
  }

  return (
    <div className="flex min-w-0 items-center">
      <Button variant="quiet" onClick={() => setAsking(true)} className="min-w-0 px-3">
        <UserRound aria-hidden="true" className="size-4.5 shrink-0" />
        <span title={said} className="truncate">
          {said}
        </span>
      </Button>
      <IconButton
        label="Mark as unread"
        onClick={() => (onBack?.(), change.mutate({ unread: true }))}
      >
        <MailOpen aria-hidden="true" className="size-4.5" />
      </IconButton>
      <OwnerDialog
        open={asking}
        owners={owners ?? []}
        me={me}
        current={thread.assignee_id}
        onPick={assign}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

/** Someone who may answer has it open: it is read. */
export function Reading({ slug, id }: { slug: string; id: string }) {
  const change = useChangeConversation(slug, id);
  const read = useEffectEvent(() => change.mutate({ unread: false }));
  useEffect(() => {
    read();
  }, []);
  return null;
}
