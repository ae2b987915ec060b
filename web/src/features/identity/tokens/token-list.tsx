import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { explain, reasonOf } from '@/api/answer';
import { longDate, timeAgo } from '@/lib/time/clinic-time';
import { isOver, timeLeft } from '@/lib/time/time-left';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { Loaded } from '@/ui/feedback/loaded';
import { EmptyNote } from '@/ui/feedback/notes';
import { Section } from '@/ui/section';
import { useToast } from '@/ui/feedback/toast';
import { revokeToken, tokensQuery, useTokensChanged, type ApiToken, type Scope } from './queries';
import { TokenDialog } from './token-dialog';

/** What other programs may do with the clinic's data, each by a token of its own. */
export function TokenList({ slug, timeZone }: { slug: string; timeZone: string }) {
  const query = useQuery(tokensQuery(slug));
  const [making, setMaking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  return (
    <Section
      title="Tokens"
      note="Sent as Authorization: Bearer"
      actions={
        query.data && (
          <Button onClick={() => setMaking(true)}>
            <Plus aria-hidden="true" className="size-4.5" />
            New token
          </Button>
        )
      }
    >
      <Loaded query={query} waiting="Loading the tokens" explain={explain('Couldn’t load tokens.')}>
        {({ items, scopes }) => (
          <>
            {items.length === 0 ? (
              <EmptyNote title="No tokens yet">A program needs one to read or write this practice’s data.</EmptyNote>
            ) : (
              <ul ref={list} tabIndex={-1} className="border-t border-line outline-none">
                {items.map((token) => (
                  <TokenRow
                    key={token.id}
                    slug={slug}
                    token={token}
                    scopes={scopes}
                    timeZone={timeZone}
                    onRevoked={() => list.current?.focus()}
                  />
                ))}
              </ul>
            )}
            <TokenDialog slug={slug} scopes={scopes} open={making} onClose={() => setMaking(false)} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

interface TokenRowProps {
  slug: string;
  token: ApiToken;
  scopes: readonly Scope[];
  timeZone: string;
  onRevoked: () => void;
}

function TokenRow({ slug, token, scopes, timeZone, onRevoked }: TokenRowProps) {
  const [asking, setAsking] = useState(false);
  const changed = useTokensChanged(slug);
  const say = useToast();

  async function revoke() {
    await revokeToken(slug, token.id);
    await changed();
    say(`Token ${token.name} revoked.`);
    onRevoked();
  }

  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 border-b border-line px-5 py-4 last:border-b-0 sm:px-6">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{token.name}</span>
          <code className="font-mono text-sm text-slate">{token.prefix}…</code>
        </p>
        <ul className="mt-2 flex flex-wrap gap-1.5" aria-label={`Permissions of ${token.name}`}>
          {token.scopes.map((scope) => (
            <li key={scope}>
              <Badge>{labelOf(scope, scopes)}</Badge>
            </li>
          ))}
        </ul>
      </div>
      <div className="text-[0.9375rem] text-slate">
        <p>
          Created by {token.created_by}, {longDate(token.created_at, timeZone)}
        </p>
        <p>{token.last_used_at ? `Used ${timeAgo(token.last_used_at, timeZone)}` : 'Not used yet'}</p>
        <Expiry at={token.expires_at} timeZone={timeZone} />
      </div>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Revoke<span className="sr-only"> {token.name}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Revoke this token?"
        action="Yes, revoke"
        danger
        onConfirm={revoke}
        explain={(error) => reasonOf(error, 'Couldn’t revoke the token.')}
      >
        <p>The program that uses {token.name} loses access immediately.</p>
      </ConfirmDialog>
    </li>
  );
}

function Expiry({ at, timeZone }: { at: string | null; timeZone: string }) {
  if (at === null) return <p>Never expires</p>;
  if (isOver(at)) return <Badge tone="warn">Expired</Badge>;
  return <p>Expires {timeLeft(at, timeZone)}</p>;
}

/** A scope in plain words, or as it is where the server has none for it. */
export function labelOf(scope: string, scopes: readonly Scope[]): string {
  return scopes.find(({ value }) => value === scope)?.label ?? scope;
}
