import { answer, ApiError, reasonOf, UNEXPECTED } from '@/api/answer';
import { api } from '@/api/client';
import { Button } from '@/ui/buttons/button';
import { TextField } from '@/ui/fields/text-field';
import { useSubmit } from '@/ui/hooks/use-submit';
import { ProblemBox, TEXT_LINK, useFocusOnArrival, ViewTitle } from './frame';

/** Where someone who forgot the password asks for a link. Whether the address has an account is not said. */
export function ResetRequest({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { busy, problem, send } = useSubmit((error) => (error instanceof ApiError && error.status === 422 ? UNEXPECTED : reasonOf(error)));
  const field = useFocusOnArrival<HTMLInputElement>(true);

  async function request(fields: FormData) {
    const address = String(fields.get('email')).trim();
    await answer(api.POST('/api/password-resets', { body: { email: address } }));
    onSent(address);
  }

  return (
    <>
      <ViewTitle title="Forgot your password?">Enter your email, and we will send you a link to choose a new one.</ViewTitle>
      <form onSubmit={send(request)} className="mt-8 grid gap-5">
        <ProblemBox>{problem}</ProblemBox>
        <TextField
          ref={field}
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          defaultValue={email}
          maxLength={254}
          required
          spellCheck={false}
        />
        <Button type="submit" size="large" busy={busy} className="w-full">
          {busy ? 'Sending Reset Link...' : 'Send Reset Link'}
        </Button>
      </form>
      <p className="mt-3 text-[0.9375rem]">
        <a href="#log-in" className={TEXT_LINK}>
          Back to Login
        </a>
      </p>
    </>
  );
}
