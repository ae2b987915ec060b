import { BlockDialog } from '../blocks/block-dialog';
import { UnblockDialog } from '../blocks/unblock-dialog';
import { MoveDialog, RefusedDialog } from '../book/move-dialog';
import { TellDialog } from '../book/tell-dialog';
import { VisitForm } from '../book/visit-form';
import { FeedsDialog } from './feeds-dialog';
import type { CalendarData, Visit } from '../queries';
import type { Changes } from '../use-changes';
import type { Opened } from '../use-opened';
import type { View } from '../view';
import { OfferDialog, type OfferDialogProps } from '../waiting/offer-dialog';
import { VisitPanel, type VisitPanelProps } from '../visit/visit-panel';

export interface DialogsProps {
  slug: string;
  data: CalendarData;
  mayWrite: boolean;
  changes: Changes;
  view: View;
  names: { roomNames: ReadonlyMap<string, string> };
  opened: Opened;
  show: (change: Partial<View>) => void;
  onMove: (visit: Visit) => void;
  onOffer: VisitPanelProps['onOffer'];
  /** Whose offer it is, and from when on a free time is looked for. */
  offering: Pick<OfferDialogProps, 'practice' | 'from'>;
  onClose: () => void;
}

/** The visit that is open, and the forms and questions of the calendar, one of them open at most. */
export function Dialogs({ slug, data, view, mayWrite, names, changes, opened, show, onMove, onOffer, offering, onClose }: DialogsProps) {
  return (
    <>
      <VisitPanel
        slug={slug}
        data={data}
        roomNames={names.roomNames}
        mayWrite={mayWrite}
        id={view.visit}
        changes={changes}
        onMove={onMove}
        onOffer={onOffer}
        onClose={() => show({ visit: null })}
      />
      <VisitForm
        slug={slug}
        data={data}
        at={opened.create}
        patient={opened.patient}
        waits={opened.waits}
        changes={changes}
        onWait={() => show({ waiting: true })}
        onClose={onClose}
      />
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
      <OfferDialog {...offering} slug={slug} timeZone={data.timezone} to={opened.offer} onClose={onClose} />
      <FeedsDialog slug={slug} data={data} open={opened.links} onClose={onClose} />
    </>
  );
}
