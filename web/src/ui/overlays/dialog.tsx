import { useId, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { Modal } from './modal';

export interface DialogProps {
  open: boolean;
  /** Called for Escape, for a press on the backdrop, and for nothing else. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  className?: string;
}

/** A question or a small form in the middle of the page. */
export function Dialog({ open, onClose, title, children, className }: DialogProps) {
  const titleId = useId();
  return (
    <Modal
      open={open}
      onClose={onClose}
      labelledBy={titleId}
      className={classNames(
        'm-auto max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] overflow-y-auto overscroll-contain rounded-card bg-paper p-0 text-ink shadow-lift',
        className,
      )}
    >
      <div className="p-6 sm:p-8">
        <h2 id={titleId} className="font-display text-2xl font-medium">
          {title}
        </h2>
        {children}
      </div>
    </Modal>
  );
}
