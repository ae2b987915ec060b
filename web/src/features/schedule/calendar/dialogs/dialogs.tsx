import { BlockDialog } from '../blocks/block-dialog';
import { UnblockDialog } from '../blocks/unblock-dialog';
import { MoveDialog, RefusedDialog } from '../book/move-dialog';
import { TellDialog } from '../book/tell-dialog';
import { VisitForm } from '../book/visit-form';
import { FeedsDialog } from './feeds-dialog';
import type { CalendarData } from '../queries';
import type { Changes } from '../use-changes';
import type { Opened } from '../use-opened';
import { WaitingDialog } from './waiting-dialog';

export interface DialogsProps {
  slug: string;
  data: CalendarData;
  mayWrite: boolean;
  changes: Changes;
  opened: Opened;
  onClose: () => void;
}

/** The forms and questions of the calendar, one of them open at most. */
export function Dialogs({ slug, data, mayWrite, changes, opened, onClose }: DialogsProps) {
  return (
    <>
      <VisitForm slug={slug} data={data} at={opened.create} patient={opened.patient} changes={changes} onClose={onClose} />
      <MoveDialog
        data={data}
        visit={opened.move}
        changes={changes}
        onClose={() => {
          changes.forgetRefused();
          onClose();
        }}
      />
      {!opened.move && <RefusedDialog timeZone={data.timezone} changes={changes} />}
      <TellDialog timeZone={data.timezone} dropped={opened.dropped} onMove={(move) => void changes.move(move)} onClose={onClose} />
      <BlockDialog slug={slug} data={data} at={opened.block} onDone={changes.refresh} onClose={onClose} />
      <UnblockDialog slug={slug} data={data} block={opened.unblock} mayWrite={mayWrite} onDone={changes.refresh} onClose={onClose} />
      <FeedsDialog slug={slug} data={data} open={opened.links} onClose={onClose} />
      <WaitingDialog slug={slug} timeZone={data.timezone} open={opened.waiting} onClose={onClose} />
    </>
  );
}
