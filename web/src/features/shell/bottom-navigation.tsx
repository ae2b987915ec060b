import { Menu } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { NavLink } from 'react-router';
import { Drawer } from '@/ui/overlays/drawer';
import { Count, SheetNavigation, type PlaceGroup } from './navigation';

/** Places in the bar; all of them are in the sheet that its last button opens. */
const IN_BAR = 4;

const CELL =
  'flex min-h-15 w-full flex-col items-center justify-center gap-0.5 text-xs text-slate aria-[current=page]:font-semibold aria-[current=page]:text-petrol';

export interface BottomNavigationProps {
  label: string;
  groups: readonly PlaceGroup[];
  /** Who is signed in, and as what, under the places of the sheet. */
  children: ReactNode;
}

/** The ways through the area within reach of a thumb: the first places in a bar, all of them in a sheet. */
export function BottomNavigation({ label, groups, children }: BottomNavigationProps) {
  const [open, setOpen] = useState(false);
  const inBar = groups.flatMap(({ places }) => places).slice(0, IN_BAR);
  return (
    <>
      <nav
        aria-label={label}
        className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)]"
      >
        <ul className="mx-auto flex max-w-lg">
          {inBar.map(({ to, label: name, Icon, exact, badge }) => (
            <li key={to} className="relative min-w-0 flex-1">
              <NavLink to={to} end={exact ?? false} className={CELL}>
                <Icon aria-hidden="true" className="size-5.5" />
                <span className="max-w-full px-0.5 text-center leading-tight">{name}</span>
                <Count badge={badge} className="absolute top-1 left-1/2 ml-1.5" />
              </NavLink>
            </li>
          ))}
          <li className="min-w-0 flex-1">
            <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={CELL}>
              <Menu aria-hidden="true" className="size-5.5" />
              Menu
            </button>
          </li>
        </ul>
      </nav>
      <Drawer open={open} onClose={() => setOpen(false)} title="Menu">
        <SheetNavigation label="All pages" groups={groups} onLeave={() => setOpen(false)} />
        <div className="mt-8 border-t border-line pt-5 text-slate">{children}</div>
      </Drawer>
    </>
  );
}
