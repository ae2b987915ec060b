import { PageTitle } from '@/features/shell/page-title';
import { InviteButton, Team } from '@/features/identity/team/team-page';
import { useArea } from '../area';

/** `/dashboard/{clinic}/team`. */
export function Component() {
  const { slug, name, role, timezone, permissions } = useArea().clinic;
  return (
    <>
      <title>{`Team · ${name}`}</title>
      <PageTitle title="Team" note={`Team members and roles at ${name}.`}>
        {permissions.includes('team.manage') && <InviteButton slug={slug} role={role} />}
      </PageTitle>
      <Team slug={slug} timeZone={timezone} role={role} setsRules={permissions.includes('security.manage')} />
    </>
  );
}
