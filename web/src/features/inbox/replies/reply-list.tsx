import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { reasonOr } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { IconButton } from '@/ui/buttons/icon-button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { useReplies, type SavedReply } from './queries';

export interface ReplyListProps {
  slug: string;
  replies: readonly SavedReply[];
  /** Opens the form of one, or of a new one. */
  onEdit: (reply: SavedReply | undefined) => void;
  onBack: () => void;
}

/** All saved replies, to be changed and deleted. */
export function ReplyList({ slug, replies, onEdit, onBack }: ReplyListProps) {
  const { drop } = useReplies(slug);
  const [dropping, setDropping] = useState<SavedReply>();
  return (
    <>
      <ul aria-label="Saved replies" className="mt-4 grid gap-1">
        {replies.map((reply) => (
          <li key={reply.id} className="flex items-center gap-1">
            <span className="mr-auto min-w-0 font-medium break-words">{reply.title}</span>
            <IconButton label={`Edit ${reply.title}`} onClick={() => onEdit(reply)}>
              <Pencil aria-hidden="true" className="size-4.5" />
            </IconButton>
            <IconButton label={`Delete ${reply.title}`} onClick={() => setDropping(reply)}>
              <Trash2 aria-hidden="true" className="size-4.5" />
            </IconButton>
          </li>
        ))}
      </ul>
      <p className="mt-4 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        <Button onClick={() => onEdit(undefined)}>New reply</Button>
      </p>
      <ConfirmDialog
        open={dropping !== undefined}
        onClose={() => setDropping(undefined)}
        title={`Delete “${dropping?.title ?? ''}”?`}
        action="Delete reply"
        danger
        onConfirm={() => (dropping ? drop(dropping.id) : Promise.resolve())}
        explain={reasonOr('Couldn’t delete the reply.')}
      >
        No one in the practice can insert it anymore.
      </ConfirmDialog>
    </>
  );
}
