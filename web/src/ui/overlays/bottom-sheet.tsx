import { useId, type ReactNode } from 'react';
import { Modal } from './modal';
import { SheetHeader } from './sheet-header';

export interface BottomSheetProps {
  open: boolean;
  /** Called for Escape, for the close button, and for a press above the sheet. */
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** A sheet at the lower edge, within reach of the thumb that opened it. */
export function BottomSheet({ open, onClose, title, children }: BottomSheetProps) {
  const titleId = useId();
  return (
    <Modal
      open={open}
      onClose={onClose}
      labelledBy={titleId}
      className="mt-auto mb-0 max-h-[88dvh] w-full max-w-none overflow-y-auto overscroll-contain rounded-t-card bg-paper p-0 text-ink shadow-lift"
    >
      <SheetHeader id={titleId} title={title} onClose={onClose} className="pt-4 pb-2 text-2xl" />
      <div className="px-5 pb-8">{children}</div>
    </Modal>
  );
}
