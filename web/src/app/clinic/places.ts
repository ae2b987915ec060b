import { History, House, KeyRound, LifeBuoy, MessagesSquare, PhoneCall, ShieldCheck, Users } from 'lucide-react';
import type { Clinic } from '@/features/access/queries';
import { GROUPS } from '@/features/rebooking/view';
import type { Command } from '@/features/shell/command-palette';
import type { Place, PlaceGroup } from '@/features/shell/navigation';

type Permission = Clinic['permissions'][number];

/** Every page of a clinic with the permission that it needs, in the order of the navigation. */
const PLACES: { title: string; places: (Place & { needs: Permission })[] }[] = [
  {
    title: 'Front desk',
    places: [
      { to: '', label: 'Dashboard', Icon: House, exact: true, needs: 'clinic.open' },
      { to: '/messages', label: 'Messages', Icon: MessagesSquare, needs: 'transcripts.read' },
      { to: '/calls', label: 'Call Logs', Icon: PhoneCall, needs: 'history.read' },
    ],
  },
  {
    title: 'Practice',
    places: [
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

/** The pages of a clinic that the server opens to the reader; the server checks again at each of them. */
export function placesOf(clinic: Pick<Clinic, 'slug' | 'permissions'>): PlaceGroup[] {
  const groups = PLACES.map(({ title, places }) => ({
    title,
    places: places
      .filter(({ needs }) => clinic.permissions.includes(needs))
      .map(({ to, label, Icon, exact }) => ({ to: `/dashboard/${clinic.slug}${to}`, label, Icon, exact: exact ?? false })),
  }));
  return [...groups, YOURS].filter(({ places }) => places.length > 0);
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
    ...(clinic.sample ? [{ label: 'Patients’ phones', to: '/sandbox/phone', words: 'sandbox clock telephone' }] : []),
  ];
}
