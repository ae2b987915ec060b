import { useEffect, useRef, type ReactNode } from 'react';
import { afterPaint } from '@/lib/after-paint';
import { noteOpen } from './open-modals';

export interface ModalProps {
  open: boolean;
  /** Called for Escape and for a press on the backdrop; what stands inside may offer more ways out. */
  onClose: () => void;
  /** The id of the heading inside that names the modal. */
  labelledBy: string;
  className: string;
  /** Stands in the page only while the modal is open, so that what it holds begin again each time. */
  children: ReactNode;
}

/**
 * A modal on the browser's own `<dialog>`: the page behind is inert, Escape closes, and focus returns to whatever
 * had it. Dialog and Drawer give it its two forms.
 */
export function Modal({ open, onClose, labelledBy, className, children }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = element.current;
    if (!dialog || !open) return;
    // To make the whole page inert, or no longer so, takes longer than all else in a click: the press is answered on
    // the screen first.
    let closed = () => {};
    const unplanned = afterPaint(() => {
      if (!dialog.isConnected) return;
      if (!dialog.open) dialog.showModal();
      closed = noteOpen(dialog);
    });
    return () => {
      unplanned();
      closed();
      dialog.style.visibility = 'hidden';
      afterPaint(() => {
        dialog.close();
        dialog.style.visibility = '';
      });
    };
  }, [open]);

  return (
    // The backdrop is part of the element, so a press on it arrives here; Escape is the keyboard's way.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={element}
      data-asked={open || undefined}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        if (event.target !== element.current) return; // a file field inside was left
        event.preventDefault();
        if (open) onClose();
      }}
      onClick={(event) => open && event.target === element.current && onClose()}
      className={className}
    >
      {open && children}
    </dialog>
  );
}
