import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { IconButton } from '@/ui/buttons/icon-button';
import { useMedia, useRoomForTable } from '@/ui/hooks/use-media';
import { BottomSheet } from '@/ui/overlays/bottom-sheet';
import { Drawer } from '@/ui/overlays/drawer';
import { WaitingList, type WaitingListProps } from './waiting-list';

export interface WaitingBesideProps extends WaitingListProps {
  open: boolean;
  onClose: () => void;
  /** The days that the list stands beside. */
  children: ReactNode;
}

/** The waiting list beside the days it is for, or over them where there is no room. */
export function WaitingBeside({ open, onClose, children, ...list }: WaitingBesideProps) {
  const roomBeside = useMedia('(min-width: 75rem)');
  const beside = open && roomBeside;
  const Over = useRoomForTable() ? Drawer : BottomSheet;
  return (
    <div className={classNames(beside && 'grid grid-cols-[minmax(0,1fr)_18rem]')}>
      <div className="min-w-0">{children}</div>
      {beside && <Panel onClose={onClose} {...list} />}
      <Over open={open && !roomBeside} onClose={onClose} title="Waiting list">
        <WaitingList {...list} />
      </Over>
    </div>
  );
}

function Panel({ onClose, ...list }: Omit<WaitingBesideProps, 'open' | 'children'>) {
  return (
    <aside aria-label="Waiting list" className="relative border-t border-l border-line">
      {/* As high as the grid beside it, however many wait. */}
      <div className="scroll-calm absolute inset-0 overflow-y-auto px-4 pt-2 pb-4">
        <div className="mb-2 flex items-center justify-between">
          <h2 className="font-display text-xl font-medium">Waiting list</h2>
          <IconButton label="Close waiting list" className="-mr-2" onClick={onClose}>
            <X aria-hidden="true" className="size-4.5" />
          </IconButton>
        </div>
        <WaitingList {...list} />
      </div>
    </aside>
  );
}
