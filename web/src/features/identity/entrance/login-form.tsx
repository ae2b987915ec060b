import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { reasonOf } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { PasswordField } from '@/ui/fields/password-field';
import { TextField } from '@/ui/fields/text-field';
import { LEAVING, Refused, useSubmit } from '@/ui/hooks/use-submit';
import { ProblemBox, TEXT_LINK, ViewTitle } from './frame';
import { signIn, type Method } from './sign-in';
import { WhyAgain } from './why-again';

export interface LoginFormProps {
  /** An address that was typed in another view. */
  email: string;
  goTo: (path: string) => void;
  /** Whether someone asked to log in before the script of the form had arrived. */
  alreadyAsked?: (() => boolean) | undefined;
  /** The password was right, and one of these is still due. */
  onSecondFactor: (methods: readonly Method[]) => void;
  /** The form gives way to another view; this stood in its email field. */
  onGone: (email: string) => void;
  /** What went wrong in another view. */
  problem?: string | undefined;
}

/** Email and password. The page is prerendered: until its script runs, the button submits nothing. */
export function LoginForm({ email, goTo, alreadyAsked, onSecondFactor, onGone, problem: earlier }: LoginFormProps) {
  const { busy, problem, send } = useSubmit(reasonOf);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const alive = useIsAlive();

  useEffect(() => {
    if (alive && alreadyAsked?.()) form.current?.requestSubmit();
  }, [alive, alreadyAsked]);

  // Not at the click on the link: who presses it before this script runs has typed the address anyway.
  useLayoutEffect(() => {
    const shown = form.current;
    return () => onGone(String(new FormData(shown ?? undefined).get('email') ?? ''));
  }, [onGone]);

  async function enter(fields: FormData, sent: HTMLFormElement) {
    setTried(true);
    const result = await signIn(String(fields.get('email')), String(fields.get('password')), location.search);
    if ('problem' in result) {
      sent.querySelector<HTMLElement>('[name=password]')?.focus();
      throw new Refused(result.problem);
    }
    if ('goTo' in result) goTo(result.goTo);
    else onSecondFactor(result.methods);
    return LEAVING;
  }

  return (
    <>
      <ViewTitle title="Welcome Back">Access your Rebooking Dashboard</ViewTitle>
      {alive && <WhyAgain />}
      <form ref={form} method="post" onSubmit={send(enter)} className="mt-8 grid gap-5">
        <ProblemBox>{tried ? problem : earlier}</ProblemBox>
        {/* Fixed ids: those that React makes up would differ between the prerendered page and the browser. */}
        <TextField
          id="email"
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          defaultValue={email || undefined}
          required
          spellCheck={false}
        />
        <div>
          <PasswordField id="password" label="Password" name="password" autoComplete="current-password" />
          <p className="mt-1 -mb-2 text-right text-[0.9375rem]">
            <a href="#forgot-password" className={TEXT_LINK}>
              Forgot your password?
            </a>
          </p>
        </div>
        <Button data-log-in type={alive ? 'submit' : 'button'} size="large" busy={busy} className="w-full">
          {busy ? 'Logging In...' : 'Log In'}
        </Button>
      </form>
    </>
  );
}

const neverChanges = () => () => undefined;

/** False in the prerendered page, true once React runs it. */
function useIsAlive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
