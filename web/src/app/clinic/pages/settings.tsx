import { Link, Navigate, useParams } from 'react-router';
import { PARTS, SettingsPage } from '@/features/settings/settings-page';
import { PageTitle } from '@/features/shell/page-title';
import { buttonClass } from '@/ui/buttons/button';
import { DeniedNote } from '@/ui/feedback/loaded';
import { useArea } from '../area';

/** `/dashboard/{clinic}/settings/{part}`. */
export function Component() {
  const { part } = useParams();
  const { slug, name, timezone, permissions } = useArea().clinic;
  const known = PARTS.find(({ path }) => path === part);
  if (!known) return <Navigate to={`/dashboard/${slug}/settings/practice`} replace />;
  return (
    <>
      <title>{`${known.label} · Settings · ${name}`}</title>
      <PageTitle title="Settings" note="How your practice runs and what Mia follows.">
        {permissions.includes('clinic.manage') && (
          <Link to={`/dashboard/${slug}/setup`} className={buttonClass('secondary')}>
            Guided setup
          </Link>
        )}
      </PageTitle>
      {permissions.includes('clinic.manage') ? (
        <SettingsPage slug={slug} timeZone={timezone} path={known.path} />
      ) : (
        <DeniedNote>Only owners and managers can view settings.</DeniedNote>
      )}
    </>
  );
}
