import { useEffect, useState } from 'react';
import { reasonOf } from '@/api/answer';
import type { EmailLink } from '@/lib/session/email-link';
import { lengthOf, SHORTEST_PASSWORD, TOO_SHORT } from '@/lib/session/password-advice';
import { LOGIN } from '@/lib/session/return-path';
import { Button, buttonClass } from '@/ui/buttons/button';
import { NewPasswordField } from '@/ui/fields/new-password-field';
import { Refused, useSubmit } from '@/ui/hooks/use-submit';
import { ProblemBox, TEXT_LINK, useFocusOnArrival, ViewTitle, Waiting } from './frame';
import { FORGOTTEN } from './login-flow';
import { openReset, updatePassword, type Opening } from './reset-calls';

/** How long 'Password Updated!' stands before the login follows (spec §9). */
const REDIRECT_MS = 2_000;

export interface ResetFlowProps {
  /** What the link carried; nothing in the prerendered page. */
  link?: EmailLink;
  goTo: (path: string) => void;
}

/** The views of `/reset-password`: verifying, invalid link, new password, updated. */
export function ResetFlow({ link, goTo }: ResetFlowProps) {
  const [opening, setOpening] = useState<Opening>();
  const [attempt, setAttempt] = useState(1);
  const [updated, setUpdated] = useState(false);

  useEffect(() => {
    let current = true;
    if (link) void openReset(link).then((result) => current && setOpening(result));
    return () => void (current = false);
  }, [link, attempt]);

  if (updated) return <Updated goTo={goTo} />;
  if (!opening) return <Verifying />;
  if (!opening.open) {
    const retry = () => {
      setOpening(undefined);
      setAttempt(attempt + 1);
    };
    return <InvalidLink opening={opening} onRetry={opening.again ? retry : undefined} />;
  }
  return (
    <NewPassword
      onUpdated={() => setUpdated(true)}
      onVoid={(reason) => setOpening({ open: false, reason, again: false })}
    />
  );
}

function Verifying() {
  return (
    <>
      <ViewTitle title="Reset Your Password" />
      <Waiting>Verifying your reset link...</Waiting>
    </>
  );
}

interface InvalidLinkProps {
  opening: Opening & { open: false };
  onRetry?: (() => void) | undefined;
}

function InvalidLink({ opening, onRetry }: InvalidLinkProps) {
  return (
    <>
      <ViewTitle title="Invalid Reset Link" announced />
      <p role="alert" className="mt-3 text-lg">
        {opening.reason}
      </p>
      {opening.found && <p className="mt-2 text-sm text-slate">Found in the address: {opening.found}</p>}
      <p className="mt-3 text-slate">Links work once and expire after 30 minutes. Only the latest link works.</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
        <a href={`${LOGIN}#${FORGOTTEN}`} className={buttonClass(onRetry ? 'secondary' : 'primary')}>
          Request a new link
        </a>
        <a href={LOGIN} className={buttonClass('secondary')}>
          Back to Login
        </a>
      </div>
    </>
  );
}

function NewPassword({ onUpdated, onVoid }: { onUpdated: () => void; onVoid: (reason: string) => void }) {
  const [password, setPassword] = useState('');
  const { busy, problem, send } = useSubmit(reasonOf);
  const field = useFocusOnArrival<HTMLInputElement>(true);

  async function change() {
    if (lengthOf(password) < SHORTEST_PASSWORD) throw new Refused(TOO_SHORT);
    const update = await updatePassword(password);
    if ('done' in update) return onUpdated();
    if (update.void) return onVoid(update.problem);
    throw new Refused(update.problem);
  }

  return (
    <>
      <ViewTitle title="Choose a New Password">All sessions using your old password will end.</ViewTitle>
      <form onSubmit={send(change)} className="mt-8 grid gap-5">
        <ProblemBox>{problem}</ProblemBox>
        <NewPasswordField ref={field} label="New password" value={password} onChange={setPassword} />
        <Button type="submit" size="large" busy={busy} disabled={password === ''} className="w-full">
          {busy ? 'Updating Password...' : 'Update Password'}
        </Button>
      </form>
    </>
  );
}

function Updated({ goTo }: { goTo: (path: string) => void }) {
  useEffect(() => {
    const timer = setTimeout(() => goTo(LOGIN), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [goTo]);

  return (
    <>
      <ViewTitle title="Password Updated!" announced>
        You’ve been logged out on all devices. Taking you to login...
      </ViewTitle>
      <p className="mt-6">
        <a href={LOGIN} className={TEXT_LINK}>
          Log in now
        </a>
      </p>
    </>
  );
}
