import { Link, Navigate, useParams } from 'react-router';
import { PARTS, SettingsPage } from '@/features/settings/settings-page';
import { Talking, type Draft } from '@/features/settings/teaching/talking';
import { PageTitle } from '@/features/shell/page-title';
import { TalkButton } from '@/features/voice/tryout/talk-button';
import { buttonClass } from '@/ui/buttons/button';
import { DeniedNote } from '@/ui/feedback/loaded';
import { useArea } from '../area';

const talk = (slug: string, draft: Draft) => <TalkButton slug={slug} draft={draft} />;

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
        <Talking value={talk}>
          <SettingsPage slug={slug} timeZone={timezone} path={known.path} />
        </Talking>
      ) : (
        <DeniedNote>Only owners and managers can view settings.</DeniedNote>
      )}
    </>
  );
}
