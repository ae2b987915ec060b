import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Dialog } from '@/ui/overlays/dialog';
import type { Names } from './fill';
import { repliesQuery, type SavedReply } from './queries';
import { ReplyFinder } from './reply-finder';
import { ReplyForm } from './reply-form';
import { ReplyList } from './reply-list';

export interface ReplyDialogProps {
  slug: string;
  open: boolean;
  names: Names;
  /** Whether the reader may change the practice's replies. */
  mayManage: boolean;
  /** The message that is being written, which may become a reply. */
  draft: string;
  onPick: (text: string) => void;
  onClose: () => void;
}

type View = 'find' | 'list' | { edit: SavedReply | undefined };

const explainReplies = explain('Couldn’t load saved replies.');

/** The practice's saved replies: one is found and inserted; those who may, change them. */
export function ReplyDialog({ open, onClose, ...rest }: ReplyDialogProps) {
  const [view, setView] = useState<View>('find');
  const title = view === 'find' ? 'Saved replies' : view === 'list' ? 'Edit saved replies' : view.edit ? 'Edit reply' : 'New reply';
  const close = () => (setView('find'), onClose());
  return (
    <Dialog open={open} onClose={close} title={title} className="w-[min(34rem,calc(100vw-2rem))]">
      <Replies view={view} setView={setView} {...rest} />
    </Dialog>
  );
}

type RepliesProps = Omit<ReplyDialogProps, 'open' | 'onClose'> & { view: View; setView: (view: View) => void };

function Replies({ slug, names, mayManage, draft, onPick, view, setView }: RepliesProps) {
  const replies = useQuery(repliesQuery(slug));
  if (typeof view === 'object') {
    return <ReplyForm slug={slug} reply={view.edit} draft={draft} onDone={() => setView('list')} />;
  }
  return (
    <Loaded query={replies} waiting="Loading saved replies" rows={3} explain={explainReplies}>
      {(all) => {
        if (view === 'list') {
          return <ReplyList slug={slug} replies={all} onEdit={(edit) => setView({ edit })} onBack={() => setView('find')} />;
        }
        return (
          <>
            {all.length > 0 ? (
              <ReplyFinder replies={all} names={names} onPick={onPick} />
            ) : (
              <EmptyNote title="No saved replies yet">
                {mayManage ? 'Save what your team writes often.' : 'Your manager can add what your team writes often.'}
              </EmptyNote>
            )}
            {mayManage && (
              <p className="mt-3 flex flex-wrap justify-end gap-3">
                {all.length > 0 && (
                  <Button variant="quiet" onClick={() => setView('list')}>
                    Edit replies
                  </Button>
                )}
                <Button variant="secondary" onClick={() => setView({ edit: undefined })}>
                  New reply
                </Button>
              </p>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
