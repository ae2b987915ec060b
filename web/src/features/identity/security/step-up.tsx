import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { ApiError, reasonOf } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';
import { PasswordField } from '@/ui/fields/password-field';
import { Problem } from '@/ui/feedback/problem';
import { useSubmit } from '@/ui/hooks/use-submit';

/** The problem with which the server asks for the password again. */
const PASSWORD_DUE = 'password-due';

/** Someone closed the question for the password: what they were about to do does not happen. */
export class Declined extends Error {
  override readonly name = 'Declined';
}

/** The words for a failure; what the reader declined themselves needs few. */
export function wordsFor(error: unknown, fallback: string): string {
  return error instanceof Declined ? 'Nothing was changed.' : reasonOf(error, fallback);
}

/** A call that the server may want a password for. */
type Call<T> = (password?: string) => Promise<T>;
type StepUp = <T>(call: Call<T>) => Promise<T>;

interface Question {
  call: Call<unknown>;
  settle: (result: unknown) => void;
  give_up: (reason: Error) => void;
}

const StepUpContext = createContext<StepUp>((call) => call());

/** `const confirmed = useStepUp(); await confirmed((password) => removeTotp(password))`. */
export function useStepUp(): StepUp {
  return useContext(StepUpContext);
}

interface StepUpProviderProps {
  /** Why the password is asked for, in a sentence. */
  why?: string;
  children: ReactNode;
}

/** Asks for the password where the server wants it again, and then goes on with what was asked for. */
export function StepUpProvider({ why = 'Confirm changes to how you sign in.', children }: StepUpProviderProps) {
  const [question, setQuestion] = useState<Question>();

  const stepUp = useCallback<StepUp>(async (call) => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError && error.kind === PASSWORD_DUE)) throw error;
    }
    return await new Promise<never>((settle, give_up) =>
      setQuestion({ call, settle: settle as Question['settle'], give_up }),
    );
  }, []);

  const close = () => {
    question?.give_up(new Declined());
    setQuestion(undefined);
  };
  const dialog = useMemo(
    () => question && <PasswordForm why={why} question={question} onDone={() => setQuestion(undefined)} />,
    [why, question],
  );

  return (
    <StepUpContext value={stepUp}>
      {children}
      <Dialog open={question !== undefined} onClose={close} title="Enter your password">
        {dialog}
      </Dialog>
    </StepUpContext>
  );
}

function PasswordForm({ why, question, onDone }: { why: string; question: Question; onDone: () => void }) {
  const { busy, problem, send } = useSubmit(reasonOf);

  async function confirm(fields: FormData) {
    question.settle(await question.call(String(fields.get('password'))));
    onDone();
  }

  return (
    <form onSubmit={send(confirm)} className="mt-3 grid gap-5">
      <p className="text-slate">{why}</p>
      <Problem>{problem}</Problem>
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      <Button type="submit" busy={busy} className="justify-self-end">
        Confirm
      </Button>
    </form>
  );
}
