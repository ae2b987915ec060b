import { useState, type FormEvent } from 'react';
import { canUsePasskeys } from '@/lib/session/webauthn';
import { Button } from '@/ui/buttons/button';
import { TextField } from '@/ui/fields/text-field';
import { LEAVING, useSubmit } from '@/ui/hooks/use-submit';
import { ProblemBox, TEXT_LINK, useFocusOnArrival, ViewTitle } from './frame';
import { giveCode, givePasskey, whyNotPassed } from './second-factor-calls';
import type { Method, Session } from './sign-in';

export interface SecondFactorProps {
  /** What the person has; at least one. */
  methods: readonly Method[];
  onPassed: (session: Session) => void;
  /** Someone gives up; absent where there is nowhere to go back to. */
  onBack?: () => void;
}

/** What each method is called as a way out of another. */
const OFFERS: Record<Method, string> = {
  totp: 'Use a code from your app',
  passkey: 'Use a passkey',
  recovery_code: 'Use a recovery code',
};

/** The step after the right password: a code, a passkey, or a recovery code. */
export function SecondFactor({ methods, onPassed, onBack }: SecondFactorProps) {
  const usable = methods.filter((method) => method !== 'passkey' || canUsePasskeys());
  const [method, setMethod] = useState<Method>(usable[0] ?? 'recovery_code');
  const { busy, problem, submit, clear } = useSubmit(whyNotPassed);

  const attempt = (call: () => Promise<Session>) =>
    submit(async () => {
      onPassed(await call());
      return LEAVING;
    });

  return (
    <>
      {method === 'passkey' ? (
        <PasskeyStep busy={busy} problem={problem} onStart={() => void attempt(givePasskey)} />
      ) : (
        <CodeStep
          key={method}
          method={method}
          busy={busy}
          problem={problem}
          onCode={(code) => void attempt(() => giveCode(method, code))}
        />
      )}
      <ul className="mt-5 grid justify-items-start text-[0.9375rem]">
        {usable
          .filter((other) => other !== method)
          .map((other) => (
            <li key={other}>
              <button
                type="button"
                disabled={busy}
                className={TEXT_LINK}
                onClick={() => {
                  clear();
                  setMethod(other);
                }}
              >
                {OFFERS[other]}
              </button>
            </li>
          ))}
        {onBack && (
          <li>
            <button type="button" className={TEXT_LINK} onClick={onBack}>
              Back to Login
            </button>
          </li>
        )}
      </ul>
    </>
  );
}

interface StepProps {
  busy: boolean;
  problem: string | undefined;
}

const CODES = {
  totp: {
    said: 'Enter the 6-digit code from your authenticator app.',
    // Some apps show the code as 123 456, and paste it so.
    field: { label: 'Code', inputMode: 'numeric', autoComplete: 'one-time-code', pattern: '[0-9 ]{6,8}', maxLength: 8 },
    title: 'Six digits',
  },
  recovery_code: {
    said: 'Enter one of your saved recovery codes. Each works once.',
    field: { label: 'Recovery code', inputMode: 'text', autoComplete: 'off', autoCapitalize: 'none', maxLength: 40 },
    title: undefined,
  },
} as const;

function CodeStep({ method, busy, problem, onCode }: StepProps & { method: keyof typeof CODES; onCode: (code: string) => void }) {
  const { said, field, title } = CODES[method];
  const input = useFocusOnArrival<HTMLInputElement>(true);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code'));
    onCode(method === 'totp' ? code.replaceAll(/\D/g, '') : code.trim());
  }

  return (
    <>
      <ViewTitle title="Confirm It’s You">{said}</ViewTitle>
      <form onSubmit={submit} className="mt-8 grid gap-5">
        <ProblemBox>{problem}</ProblemBox>
        <TextField ref={input} name="code" required spellCheck={false} autoCorrect="off" title={title} {...field} />
        <Button type="submit" size="large" busy={busy} className="w-full">
          {busy ? 'Verifying...' : 'Verify'}
        </Button>
      </form>
    </>
  );
}

function PasskeyStep({ busy, problem, onStart }: StepProps & { onStart: () => void }) {
  const button = useFocusOnArrival<HTMLButtonElement>(true);
  return (
    <>
      <ViewTitle title="Confirm It’s You">Use your fingerprint, face or security key.</ViewTitle>
      <div className="mt-8 grid gap-5">
        <ProblemBox>{problem}</ProblemBox>
        <Button ref={button} size="large" busy={busy} onClick={onStart} className="w-full">
          {busy ? 'Waiting for your passkey...' : 'Use a passkey'}
        </Button>
      </div>
    </>
  );
}
