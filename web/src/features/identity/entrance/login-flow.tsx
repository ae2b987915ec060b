import { useState, useSyncExternalStore } from 'react';
import { LoginForm } from './login-form';
import { ResetRequest } from './reset-request';
import { ResetSent } from './reset-sent';
import { SecondFactor } from './second-factor';
import { abandon, whereTo, type Method } from './sign-in';

/** The view for a forgotten password has an address, so that the browser's Back leads out of it. */
export const FORGOTTEN = 'forgot-password';

export interface LoginFlowProps {
  /** Leaves the login for a path of this site. */
  goTo: (path: string) => void;
  /** Whether someone asked to log in before the script of the form had arrived. */
  alreadyAsked?: () => boolean;
}

/** The views of `/login`: log in, second factor, forgotten password, link sent. */
export function LoginFlow({ goTo, alreadyAsked }: LoginFlowProps) {
  const hash = useHash();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const [methods, setMethods] = useState<readonly Method[]>();
  const [problem, setProblem] = useState<string>();

  if (methods) {
    return (
      <SecondFactor
        methods={methods}
        onPassed={(session) => {
          const end = whereTo(session, location.search);
          if ('goTo' in end) return goTo(end.goTo);
          setMethods(undefined);
          setProblem('problem' in end ? end.problem : undefined);
        }}
        onBack={() => {
          setMethods(undefined);
          void abandon();
        }}
      />
    );
  }
  if (hash === `#${FORGOTTEN}`) {
    if (sent) return <ResetSent email={email} onBack={() => setSent(false)} />;
    return (
      <ResetRequest
        email={email}
        onSent={(address) => {
          setEmail(address);
          setSent(true);
        }}
      />
    );
  }
  return (
    <LoginForm
      email={email}
      goTo={goTo}
      alreadyAsked={alreadyAsked}
      onSecondFactor={setMethods}
      onGone={setEmail}
      problem={problem}
    />
  );
}

function follow(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** What stands behind `#` in the address; nothing in the prerendered page. */
function useHash(): string {
  return useSyncExternalStore(
    follow,
    () => location.hash,
    () => '',
  );
}
