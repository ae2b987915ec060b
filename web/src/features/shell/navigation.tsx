import type { LucideIcon } from 'lucide-react';
import { NavLink } from 'react-router';
import { classNames } from '@/lib/class-names';

/** A page of the area, as the navigation shows it. */
export interface Place {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** True when only this very address is the place, and not those below it. */
  exact?: boolean;
  /** What waits there. */
  badge?: PlaceBadge | undefined;
}

/** A number beside a place: `words` say of what (`5 open tasks`); it is red when some of it is late or urgent. */
export interface PlaceBadge {
  count: number;
  words: string;
  late: boolean;
}

/** Places that belong together, under a name. */
export interface PlaceGroup {
  title: string;
  places: readonly Place[];
}

/** The width of the ways at the side. */
export const SIDE_WIDTH = 'w-24 shrink-0 xl:w-58';

/** The ways through the area at the side of the page; narrow, with small labels, where there is little room. */
export function SideNavigation({ label, groups }: { label: string; groups: readonly PlaceGroup[] }) {
  return (
    <nav
      aria-label={label}
      className={classNames(SIDE_WIDTH, 'scroll-calm sticky top-0 max-h-dvh self-start overflow-y-auto py-6 pl-3 xl:pl-8')}
    >
      <PlaceList groups={groups} look={SIDE} />
    </nav>
  );
}

/** All places in a sheet, for the phone. */
export function SheetNavigation({ label, groups, onLeave }: SheetNavigationProps) {
  return (
    <nav aria-label={label}>
      <PlaceList groups={groups} look={SHEET} onLeave={onLeave} />
    </nav>
  );
}

interface SheetNavigationProps {
  label: string;
  groups: readonly PlaceGroup[];
  /** Called when a place was chosen, also the one where the reader is. */
  onLeave: () => void;
}

interface Look {
  title: string;
  link: string;
  icon: string;
  count: string;
}

const LINK = 'flex items-center rounded-xl transition-colors hover:bg-celadon hover:text-ink aria-[current=page]:bg-celadon aria-[current=page]:font-semibold aria-[current=page]:text-ink';

const SIDE: Look = {
  title: 'px-3 text-sm text-slate max-xl:sr-only',
  link: classNames(
    LINK,
    'min-h-11 gap-2.5 px-3 text-[0.9375rem] text-slate max-xl:min-h-15 max-xl:flex-col max-xl:justify-center max-xl:gap-1 max-xl:px-1 max-xl:text-center max-xl:text-xs',
  ),
  icon: 'size-5 shrink-0',
  count: 'xl:ml-auto max-xl:absolute max-xl:top-1 max-xl:right-4',
};

const SHEET: Look = {
  title: 'px-3 text-sm text-slate',
  link: classNames(LINK, 'min-h-13 gap-4 px-3 text-lg'),
  icon: 'size-5.5 shrink-0',
  count: 'ml-auto',
};

interface PlaceListProps {
  groups: readonly PlaceGroup[];
  look: Look;
  onLeave?: () => void;
}

function PlaceList({ groups, look, onLeave }: PlaceListProps) {
  return (
    <div className="grid gap-6">
      {groups.map(({ title, places }) => (
        <div key={title} className="grid gap-1">
          <p className={look.title}>{title}</p>
          <ul className="grid gap-1">
            {places.map(({ to, label, Icon, exact, badge }) => (
              <li key={to} className="relative">
                <NavLink to={to} end={exact ?? false} onClick={onLeave} className={look.link}>
                  <Icon aria-hidden="true" className={look.icon} />
                  {label}
                  <Count badge={badge} className={look.count} />
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

const MOST_SHOWN = 99;

/** How much waits at a place; nothing where nothing does. */
export function Count({ badge, className }: { badge: PlaceBadge | undefined; className: string }) {
  if (!badge || badge.count === 0) return null;
  return (
    <span
      className={classNames(
        'min-w-6 rounded-full px-1.5 py-0.5 text-center text-xs font-semibold tabular-nums',
        badge.late ? 'bg-bad text-mist' : 'bg-petrol text-on-petrol',
        className,
      )}
    >
      <span aria-hidden="true">{badge.count > MOST_SHOWN ? `${MOST_SHOWN}+` : badge.count}</span>
      <span className="sr-only">{badge.words}</span>
    </span>
  );
}
