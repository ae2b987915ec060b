import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent } from 'react';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { TextField } from '@/ui/text-field';
import { signIn } from './sign-in';

export interface LoginFormProps {
  /** Leaves the login for a path of this site. */
  goTo: (path: string) => void;
  /** Whether somebody asked to log in before the script of the form had arrived. */
  alreadyAsked?: () => boolean;
}

/** E-mail and password. The page is prerendered: until its script runs, the button submits nothing. */
export function LoginForm({ goTo, alreadyAsked }: LoginFormProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [shown, setShown] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const alive = useIsAlive();

  useEffect(() => {
    if (alive && alreadyAsked?.()) form.current?.requestSubmit();
  }, [alive, alreadyAsked]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(undefined);
    const result = await signIn(String(fields.get('email')), String(fields.get('password')), location.search);
    if ('goTo' in result) return goTo(result.goTo); // stays busy until the next page stands
    setBusy(false);
    setProblem(result.problem);
    password.current?.focus();
  }

  return (
    <form ref={form} method="post" onSubmit={(event) => void submit(event)} className="mt-8 grid gap-5">
      <div role="alert" className="empty:hidden">
        {problem && <p className="rounded-xl bg-bad-wash px-4 py-3 font-medium text-bad">{problem}</p>}
      </div>
      {/* Fixed ids: those that React makes up would differ between the prerendered page and the browser. */}
      <TextField id="email" label="Email" name="email" type="email" autoComplete="username" required spellCheck={false} />
      <TextField
        ref={password}
        id="password"
        label="Password"
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        required
        spellCheck={false}
        autoCapitalize="none"
        end={
          <IconButton label={shown ? 'Hide password' : 'Show password'} onClick={() => setShown(!shown)}>
            {shown ? <EyeOff aria-hidden="true" className="size-5" /> : <Eye aria-hidden="true" className="size-5" />}
          </IconButton>
        }
      />
      <Button data-log-in type={alive ? 'submit' : 'button'} size="large" busy={busy} className="mt-1 w-full">
        {busy ? 'Logging In...' : 'Log In'}
      </Button>
    </form>
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
