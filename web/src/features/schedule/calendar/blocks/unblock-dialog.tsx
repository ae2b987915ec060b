import { reasonOf } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Problem } from '@/ui/feedback/problem';
import { useToast } from '@/ui/feedback/toast';
import { useSubmit } from '@/ui/hooks/use-submit';
import { blockedOf } from '../drafts';
import { unblockTime, type Block, type CalendarData } from '../queries';
import { momentOf } from '../words';

const explain = (error: unknown) => reasonOf(error, 'Couldn’t reach the server. Nothing was changed.');

export interface UnblockDialogProps {
  slug: string;
  data: CalendarData;
  block: Block | null;
  mayWrite: boolean;
  onDone: () => Promise<void>;
  onClose: () => void;
}

/** Shows blocked time, and gives it free: once, or from here on where it repeats. */
export function UnblockDialog({ block, onClose, ...rest }: UnblockDialogProps) {
  return (
    <Dialog open={block !== null} onClose={onClose} title={`Blocked: ${block?.reason ?? ''}`}>
      {block && <Blocked block={block} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function Blocked({ slug, data, block, mayWrite, onDone, onClose }: UnblockDialogProps & { block: Block }) {
  const say = useToast();
  const { busy, problem, submit } = useSubmit(explain);

  const unblock = (following: boolean) =>
    submit(async () => {
      await unblockTime(slug, block.id, following);
      await onDone();
      say('Time unblocked.');
      onClose();
    });

  return (
    <div className="mt-3 grid gap-6">
      <p className="text-slate">
        {blockedOf(block, data)}: {momentOf(block.starts_at, data.timezone)} until {momentOf(block.ends_at, data.timezone)}.{block.series_id && ' It repeats.'}
      </p>
      <Problem>{problem}</Problem>
      <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          {mayWrite ? 'Cancel' : 'Close'}
        </Button>
        {mayWrite && block.series_id && (
          <Button variant="secondary" busy={busy} onClick={() => void unblock(true)}>
            Unblock this and following
          </Button>
        )}
        {mayWrite && (
          <Button busy={busy} onClick={() => void unblock(false)}>
            {block.series_id ? 'Unblock this one' : 'Unblock'}
          </Button>
        )}
      </div>
    </div>
  );
}
