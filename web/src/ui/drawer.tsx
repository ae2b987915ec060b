import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { IconButton } from './icon-button';

export interface DrawerProps {
  open: boolean;
  /** Called for Escape, for the close button, and for a press beside the drawer. */
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** A sheet at the end of the page (the whole page on a phone) on the browser's own modal `<dialog>`. */
export function Drawer({ open, onClose, title, children }: DrawerProps) {
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
      className="drawer ml-auto h-dvh max-h-none w-full max-w-none overscroll-contain bg-paper p-0 text-ink shadow-lift sm:w-[32rem]"
    >
      {open && (
        <div className="flex min-h-full flex-col">
          <header className="sticky top-0 z-10 flex items-center justify-between gap-4 bg-paper px-5 pt-5 pb-3 sm:px-8 sm:pt-7">
            <h2 id={titleId} className="font-display text-3xl leading-tight font-medium">
              {title}
            </h2>
            <IconButton label="Close" onClick={onClose} className="-mr-2">
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          </header>
          <div className="flex-1 px-5 pb-10 sm:px-8">{children}</div>
        </div>
      )}
    </dialog>
  );
}
