import {
  CalendarDays,
  ChartColumn,
  ChartLine,
  ContactRound,
  History,
  Hourglass,
  House,
  KeyRound,
  LifeBuoy,
  ListChecks,
  MessagesSquare,
  PhoneCall,
  Settings,
  ShieldCheck,
  UserRoundPlus,
  Users,
} from 'lucide-react';
import type { Clinic } from '@/features/identity/session/queries';
import { GROUPS } from '@/features/recalls/center/view';
import type { Command } from '@/features/shell/command-palette';
import type { Place, PlaceBadge, PlaceGroup } from '@/features/shell/navigation';

type Permission = Clinic['permissions'][number];

/** A page of whichever clinic its address names, which stands beside the clinics' own. */
const TEMP_CRM = '/temp-crm';
/** The analytics, which have a header of their own. */
const ANALYTICS = '/client';

/** Every page of a clinic with the permission that it needs, in the order of the navigation. */
const PLACES: { title: string; places: (Place & { needs: Permission })[] }[] = [
  {
    title: 'Front desk',
    places: [
      { to: '', label: 'Dashboard', Icon: House, exact: true, needs: 'clinic.open' },
      { to: '/tasks', label: 'Tasks', Icon: ListChecks, needs: 'tasks.read' },
      { to: '/calendar', label: 'Calendar', Icon: CalendarDays, needs: 'appointments.read' },
      { to: '/messages', label: 'Messages', Icon: MessagesSquare, needs: 'transcripts.read' },
      { to: '/patients', label: 'Patients', Icon: ContactRound, needs: 'patients.read' },
      { to: '/leads', label: 'Leads', Icon: UserRoundPlus, needs: 'leads.read' },
      { to: '/rebooking-analytics', label: 'Rebooking Analytics', Icon: ChartColumn, needs: 'figures.read' },
      { to: ANALYTICS, label: 'Client Analytics', Icon: ChartLine, needs: 'figures.read' },
      { to: '/calls', label: 'Call Logs', Icon: PhoneCall, needs: 'history.read' },
      { to: TEMP_CRM, label: 'Temporary CRM', Icon: Hourglass, needs: 'leads.read' },
    ],
  },
  {
    title: 'Practice',
    places: [
      { to: '/settings', label: 'Settings', Icon: Settings, needs: 'clinic.manage' },
      { to: '/team', label: 'Team', Icon: Users, needs: 'team.manage' },
      { to: '/activity', label: 'Activity log', Icon: History, needs: 'audit.read' },
      { to: '/api-tokens', label: 'API tokens', Icon: KeyRound, needs: 'tokens.manage' },
      { to: '/support', label: 'Support', Icon: LifeBuoy, needs: 'support.manage' },
    ],
  },
];

const YOURS: PlaceGroup = {
  title: 'You',
  places: [{ to: '/account/security', label: 'Your security', Icon: ShieldCheck }],
};

/** What waits at the pages of a clinic, by the page's place in its area. */
export type Badges = Readonly<Record<string, PlaceBadge | undefined>>;

/** The pages of a clinic that the server opens to the reader; the server checks again at each of them. */
export function placesOf(clinic: Pick<Clinic, 'slug' | 'permissions'>, badges: Badges = {}): PlaceGroup[] {
  const groups = PLACES.map(({ title, places }) => ({
    title,
    places: places
      .filter(({ needs }) => clinic.permissions.includes(needs))
      .map(({ to, label, Icon, exact }) => ({
        to: addressOf(clinic.slug, to),
        label,
        Icon,
        exact: exact ?? false,
        badge: badges[to],
      })),
  }));
  return [...groups, YOURS].filter(({ places }) => places.length > 0);
}

/** Pages that everyone opens, or that say in their own words who may. */
const SAY_SO_THEMSELVES: readonly string[] = ['', '/settings', TEMP_CRM];

/** The page at an address of a clinic when the reader may not open it, by its name in the navigation. */
export function closedAt(clinic: Pick<Clinic, 'slug' | 'permissions'>, path: string): string | undefined {
  const under = (to: string) => path === addressOf(clinic.slug, to) || path.startsWith(`${addressOf(clinic.slug, to)}/`);
  const place = PLACES.flatMap(({ places }) => places).find(({ to }) => !SAY_SO_THEMSELVES.includes(to) && under(to));
  return place && !clinic.permissions.includes(place.needs) ? place.label : undefined;
}

/** What the command palette of a clinic offers: its pages, the groups of patients, and whatever else there is. */
export function commandsOf(clinic: Pick<Clinic, 'slug' | 'permissions' | 'sample'>): Command[] {
  const home = `/dashboard/${clinic.slug}`;
  const pages = placesOf(clinic).flatMap(({ places }) => places.map(({ to, label }) => ({ label, to, words: 'page' })));
  const patients = GROUPS.map(({ value, label }) => ({ label, to: `${home}?group=${value}`, words: 'rebooking' }));
  return [
    ...pages,
    ...(clinic.permissions.includes('patients.read') ? patients : []),
    { label: 'All clinics', to: '/dashboard', words: 'general dashboard' },
    ...(clinic.sample ? [{ label: 'Patients’ phones', to: '/sandbox/phone', words: 'sandbox clock phone telephone' }] : []),
  ];
}

function addressOf(slug: string, to: string): string {
  if (to === TEMP_CRM) return `${TEMP_CRM}?clinic=${slug}`;
  return to === ANALYTICS ? `/dashboard/client/${slug}` : `/dashboard/${slug}${to}`;
}
