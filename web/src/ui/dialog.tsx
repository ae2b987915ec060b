import { useEffect, useId, useRef, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';

export interface DialogProps {
  open: boolean;
  /** Called for Escape, for a press on the backdrop, and for nothing else. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  className?: string;
}

/**
 * A modal on the browser's own `<dialog>`: the page behind is inert, Escape closes, and focus returns to
 * whatever had it.
 */
export function Dialog({ open, onClose, title, children, className }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = element.current;
    if (!dialog || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);

  return (
    // The backdrop is part of the element, so a press on it arrives here; Escape is the keyboard's way.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={element}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === element.current && onClose()}
      className={classNames(
        'm-auto w-[min(28rem,calc(100vw-2rem))] rounded-card bg-paper p-0 text-ink shadow-lift',
        className,
      )}
    >
      {open && (
        <div className="p-6 sm:p-8">
          <h2 id={titleId} className="font-display text-2xl font-medium">
            {title}
          </h2>
          {children}
        </div>
      )}
    </dialog>
  );
}
