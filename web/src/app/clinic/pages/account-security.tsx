import { useState } from 'react';
import { useOutletContext } from 'react-router';
import type { Session } from '@/features/identity/session/queries';
import { leaveForLogin } from '@/features/identity/session/session-watch';
import { EnrolmentNotice, Security } from '@/features/identity/security/security-page';
import { PageTitle } from '@/features/shell/page-title';
import { setSignedInHint } from '@/lib/session/signed-in-hint';

/** A person's own pages stand in the zone of their browser: they may work for clinics in several. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/** `/account/security`. */
export function Component() {
  const { user, second_factor: due, home } = useOutletContext<Session>();
  const [sentHere] = useState(due === 'enrol');
  return (
    <>
      <title>Your security · Mia</title>
      <PageTitle title="Your security" note="How you sign in, and where you are signed in." />
      {sentHere && <EnrolmentNotice done={due !== 'enrol'} home={home} />}
      <Security
        user={user}
        timeZone={timeZone}
        left={() => {
          setSignedInHint(false);
          leaveForLogin();
        }}
      />
    </>
  );
}
