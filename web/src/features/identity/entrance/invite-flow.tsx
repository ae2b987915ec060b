import { useEffect, useState } from 'react';
import type { EmailLink } from '@/lib/session/email-link';
import { LOGIN } from '@/lib/session/return-path';
import { Button, buttonClass } from '@/ui/buttons/button';
import { NewPasswordField } from '@/ui/fields/new-password-field';
import { PasswordField } from '@/ui/fields/password-field';
import { TextField } from '@/ui/fields/text-field';
import { LEAVING, useSubmit } from '@/ui/hooks/use-submit';
import { SECURITY_PAGE } from '../session/words';
import { ProblemBox, useFocusOnArrival, ViewTitle, Waiting } from './frame';
import { acceptInvite, whyNotAccepted, verifyInvite, type Invite, type Verification } from './invite-calls';
import { SecondFactor } from './second-factor';
import { whereTo, type Method, type Session } from './sign-in';

/** Where an accepted invite leads (spec §2); it knows the clinic of any signed-in user. */
const DASHBOARD = '/dashboard';

export interface InviteFlowProps {
  /** What the link carried; nothing in the prerendered page. */
  link?: EmailLink;
  goTo: (path: string) => void;
}

/** The views of `/accept-invite`: verifying, invalid, password, and for some a second factor. */
export function InviteFlow({ link, goTo }: InviteFlowProps) {
  const [verification, setVerification] = useState<Verification>();
  const [attempt, setAttempt] = useState(1);
  const [methods, setMethods] = useState<readonly Method[]>();

  useEffect(() => {
    let current = true;
    if (link) void verifyInvite(link).then((result) => current && setVerification(result));
    return () => void (current = false);
  }, [link, attempt]);

  function enter(session: Session) {
    const next = whereTo(session, '');
    if ('methods' in next) return setMethods(next.methods);
    goTo('goTo' in next && next.goTo === SECURITY_PAGE ? SECURITY_PAGE : DASHBOARD);
  }

  if (methods) return <SecondFactor methods={methods} onPassed={enter} />;
  if (!verification) return <Verifying />;
  if ('invite' in verification) return <Accept invite={verification.invite} onAccepted={enter} />;
  const retry = () => {
    setVerification(undefined);
    setAttempt(attempt + 1);
  };
  return <InvalidInvite reason={verification.reason} onRetry={verification.again ? retry : undefined} />;
}

function Verifying() {
  return (
    <>
      <ViewTitle title="Your Invite" />
      <Waiting>Verifying your invite...</Waiting>
    </>
  );
}

function InvalidInvite({ reason, onRetry }: { reason: string; onRetry?: (() => void) | undefined }) {
  return (
    <>
      <ViewTitle title="Your Invite" announced />
      <p role="alert" className="mt-3 text-lg">
        {reason}
      </p>
      <p className="mt-3 text-slate">
        Invites work once and expire after 72 hours. Ask for a new one from the Team page.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
        <a href={LOGIN} className={buttonClass(onRetry ? 'secondary' : 'primary')}>
          Back to Login
        </a>
      </div>
    </>
  );
}

function Accept({ invite, onAccepted }: { invite: Invite; onAccepted: (session: Session) => void }) {
  const [password, setPassword] = useState('');
  const [name, setName] = useState('');
  const { busy, problem, send } = useSubmit(whyNotAccepted);
  const known = invite.has_account;

  async function accept() {
    onAccepted(await acceptInvite(password, name.trim()));
    return LEAVING;
  }

  return (
    <>
      <ViewTitle title={known ? 'Log In to Join' : 'Create Your Password'}>
        <strong className="font-semibold text-ink">{invite.clinic_name}</strong> invites you as {invite.role_label}.
        {known && ' You already have a Mia account. Your password stays the same.'}
      </ViewTitle>
      <form onSubmit={send(accept)} className="mt-8 grid gap-5">
        <ProblemBox>{problem}</ProblemBox>
        {/* Read by password managers, which keep the password for this address. */}
        <TextField label="Email" type="email" autoComplete="username" value={invite.email} readOnly />
        {known ? <KnownPassword value={password} onChange={setPassword} /> : (
          <NewAccount invite={invite} name={name} onName={setName} password={password} onPassword={setPassword} />
        )}
        <Button type="submit" size="large" busy={busy} disabled={password === '' || !(known || name.trim())} className="w-full">
          {label(known, busy)}
        </Button>
      </form>
    </>
  );
}

function label(known: boolean, busy: boolean): string {
  if (known) return busy ? 'Logging In...' : 'Log In and Join';
  return busy ? 'Setting Password...' : 'Set Password';
}

function KnownPassword({ value, onChange }: { value: string; onChange: (password: string) => void }) {
  const field = useFocusOnArrival<HTMLInputElement>(true);
  return (
    <PasswordField
      ref={field}
      label="Password"
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface NewAccountProps {
  invite: Invite;
  name: string;
  onName: (name: string) => void;
  password: string;
  onPassword: (password: string) => void;
}

function NewAccount({ invite, name, onName, password, onPassword }: NewAccountProps) {
  const field = useFocusOnArrival<HTMLInputElement>(true);
  return (
    <>
      <TextField
        ref={field}
        label="Your name"
        name="name"
        autoComplete="name"
        required
        maxLength={120}
        hint="As your team will see it"
        value={name}
        onChange={(event) => onName(event.target.value)}
      />
      <NewPasswordField
        label="Password"
        value={password}
        onChange={onPassword}
        about={[invite.email, invite.clinic_name, name]}
      />
    </>
  );
}
