import { useState } from 'react';
import { reasonOr } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { CheckCards } from '@/ui/fields/check-cards';
import { CopyButton } from '@/ui/buttons/copy-button';
import { Dialog } from '@/ui/overlays/dialog';
import { Problem } from '@/ui/feedback/problem';
import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';
import { Refused, useSubmit } from '@/ui/hooks/use-submit';
import { makeToken, useTokensChanged, type Scope } from './queries';

/** How long a token may live, in days; nothing for one without end. */
const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '', label: 'Never' },
] as const;

export interface TokenDialogProps {
  slug: string;
  scopes: readonly Scope[];
  open: boolean;
  onClose: () => void;
}

/** Makes a token and shows it this once; from then on only the button closes the dialog. */
export function TokenDialog({ slug, scopes, open, onClose }: TokenDialogProps) {
  const [token, setToken] = useState<string>();
  const close = () => {
    setToken(undefined);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={token === undefined ? close : () => undefined}
      title={token === undefined ? 'New token' : 'Copy your token'}
      className="w-[min(34rem,calc(100vw-2rem))]"
    >
      {token === undefined ? (
        <TokenForm slug={slug} scopes={scopes} onMade={setToken} onClose={close} />
      ) : (
        <TokenShown token={token} onKept={close} />
      )}
    </Dialog>
  );
}

interface TokenFormProps {
  slug: string;
  scopes: readonly Scope[];
  onMade: (token: string) => void;
  onClose: () => void;
}

function TokenForm({ slug, scopes, onMade, onClose }: TokenFormProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const { busy, problem, send } = useSubmit(reasonOr('Couldn’t create the token. Please try again.'));
  const changed = useTokensChanged(slug);

  async function make(fields: FormData) {
    if (chosen.length === 0) throw new Refused('Choose at least one permission.');
    const days = String(fields.get('life'));
    const name = String(fields.get('name')).trim();
    const made = await makeToken(slug, { name, scopes: chosen as Scope['value'][], ...(days && { expires_in_days: Number(days) }) });
    onMade(made.token);
    await changed();
  }

  return (
    <form onSubmit={send(make)} className="mt-5 grid gap-5">
      <Problem>{problem}</Problem>
      <TextField label="Name" name="name" required maxLength={60} autoComplete="off" hint="The program that will use this token." />
      <CheckCards legend="Permissions" options={scopes} chosen={chosen} onChange={setChosen} />
      <SelectField label="Expires after" name="life" options={LIVES} defaultValue="90" />
      <div className="mt-2 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Create token
        </Button>
      </div>
    </form>
  );
}

function TokenShown({ token, onKept }: { token: string; onKept: () => void }) {
  return (
    <div className="mt-3 grid gap-5">
      <p className="text-slate">It won’t be shown again. Store it like a password.</p>
      <code className="rounded-xl bg-celadon px-4 py-3 font-mono text-[0.9375rem] break-all">{token}</code>
      <div className="flex flex-wrap justify-between gap-3">
        <CopyButton text={token}>Copy the token</CopyButton>
        <Button onClick={onKept}>I saved it</Button>
      </div>
    </div>
  );
}
