import type { Middleware } from 'openapi-fetch';
import { api } from '@/api/client';
import { LOGIN, loginAddress, type EndReason } from '@/lib/session/return-path';
import { setSignedInHint } from '@/lib/session/signed-in-hint';
import { onSignedOutElsewhere } from '@/lib/session/signed-out-news';

/**
 * Watches over the session of a protected page until the returned function is called.
 *
 * A 401 from any call leads to the login and, after it, back to where the reader was. A sign-out in another tab
 * leads there too. `leave` is called with the address to go to: a full page load, so that nothing of the clinic
 * stays in memory.
 */
export function watchSession(leave: Leave): () => void {
  const leaveAndReturn = (why?: EndReason) => leave(loginAddress(location.pathname + location.search, why));

  const watch: Middleware = {
    onResponse({ response }) {
      if (response.status !== 401) return;
      setSignedInHint(false);
      leaveAndReturn();
    },
  };
  api.use(watch);
  const stopListening = onSignedOutElsewhere(leaveAndReturn);
  return () => {
    api.eject(watch);
    stopListening();
  };
}

/** Leaves a page for an address, once what comes first is done, such as the end of the session at the server. */
export type Leave = (address: string, first?: Promise<unknown>) => void;

/** Leaves for the first address it is given: a page that is on its way is not sent elsewhere, nor told another reason. */
export function leaveOnce(go: (address: string) => void): Leave {
  let left = false;
  return (address, first) => {
    if (left) return;
    left = true;
    if (first) void first.finally(() => go(address));
    else go(address);
  };
}

/** Leaves for the login after a sign-out that was asked for: there is no page to come back to. */
export function leaveForLogin(): void {
  location.replace(LOGIN);
}
