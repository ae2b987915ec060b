import { useQuery } from '@tanstack/react-query';
import { StickyNote, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { reasonOf } from '@/api/answer';
import { longTimestamp } from '@/lib/time/clinic-time';
import { IconButton } from '@/ui/buttons/icon-button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { ownersQuery } from '../queue/queries';
import { useDropNote } from './note-queries';
import type { Note } from './queries';

export interface NoteEntryProps {
  slug: string;
  note: Note;
  timeZone: string;
}

/** A note of the team between the messages; who wrote it may delete it. */
export function NoteEntry({ slug, note, timeZone }: NoteEntryProps) {
  const [asking, setAsking] = useState(false);
  const drop = useDropNote(slug);
  const { data: team } = useQuery(ownersQuery(slug));
  const author = note.mine ? 'You' : (team?.find(({ id }) => id === note.author_id)?.name ?? 'A former team member');
  return (
    <li className="flex gap-3 rounded-xl border border-dashed border-warn bg-warn-wash py-2 pr-2 pl-4">
      <StickyNote aria-hidden="true" className="mt-1.5 size-4.5 shrink-0 text-warn" />
      <div className="min-w-0 flex-1 py-0.5">
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{note.text}</p>
        <p className="mt-0.5 text-xs text-warn">
          Note · {author} · <time dateTime={note.at}>{longTimestamp(note.at, timeZone)}</time>
        </p>
      </div>
      {note.mine && (
        <>
          <IconButton label="Delete note" onClick={() => setAsking(true)}>
            <Trash2 aria-hidden="true" className="size-4.5" />
          </IconButton>
          <ConfirmDialog
            open={asking}
            onClose={() => setAsking(false)}
            title="Delete this note?"
            action="Delete note"
            danger
            onConfirm={() => drop(note)}
            explain={(error) => reasonOf(error, 'Couldn’t delete the note.')}
          >
            Your team will no longer see it.
          </ConfirmDialog>
        </>
      )}
    </li>
  );
}
