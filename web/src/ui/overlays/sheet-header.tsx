import { X } from 'lucide-react';
import { classNames } from '@/lib/class-names';
import { IconButton } from '../buttons/icon-button';

export interface SheetHeaderProps {
  /** By which the sheet is named to a screen reader. */
  id: string;
  title: string;
  onClose: () => void;
  /** Room around it, and size of the title. */
  className: string;
}

/** Title and close button of a sheet, in view while its content scrolls. */
export function SheetHeader({ id, title, onClose, className }: SheetHeaderProps) {
  return (
    <header className={classNames('sticky top-0 z-10 flex items-center justify-between gap-4 bg-paper px-5', className)}>
      <h2 id={id} className="font-display leading-tight font-medium">
        {title}
      </h2>
      <IconButton label="Close" onClick={onClose} className="-mr-2">
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </header>
  );
}
