import { useState } from 'react';
import { reasonOr } from '@/api/answer';
import { lengthOf, SHORTEST_PASSWORD, TOO_SHORT } from '@/lib/session/password-advice';
import { Button } from '@/ui/buttons/button';
import { NewPasswordField } from '@/ui/fields/new-password-field';
import { PasswordField } from '@/ui/fields/password-field';
import { Problem } from '@/ui/feedback/problem';
import { Section } from '@/ui/section';
import { useToast } from '@/ui/feedback/toast';
import { Refused, useSubmit } from '@/ui/hooks/use-submit';
import { changePassword, useAccountChanged } from './queries';

/** A new password in place of the old one. */
export function PasswordForm({ email, name }: { email: string; name: string }) {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const { busy, problem, send } = useSubmit(reasonOr('Failed to update password. Try again.'));
  const changed = useAccountChanged();
  const say = useToast();

  async function change() {
    if (lengthOf(password) < SHORTEST_PASSWORD) throw new Refused(TOO_SHORT);
    await changePassword(current, password);
    setCurrent('');
    setPassword('');
    await changed();
    say('Password changed. Your other devices are signed out.');
  }

  return (
    <Section title="Password" note="Signs out your other devices">
      <form
        onSubmit={send(change)}
        className="grid gap-5 border-t border-line px-5 py-5 sm:px-6 md:grid-cols-2"
      >
        {/* For password stores, which keep a password under a name. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current password"
          name="current"
          autoComplete="current-password"
          required
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <NewPasswordField label="New password" value={password} onChange={setPassword} about={[email, name]} />
        <Problem className="md:col-span-2">{problem}</Problem>
        <Button type="submit" busy={busy} disabled={!current || !password} className="justify-self-start">
          Change password
        </Button>
      </form>
    </Section>
  );
}
