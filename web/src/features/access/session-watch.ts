import type { Middleware } from 'openapi-fetch';
import { api } from '@/api/client';
import { LOGIN, loginAddress } from '@/lib/return-path';
import { setSignedInHint } from '@/lib/signed-in-hint';
import { onSignedOutElsewhere } from '@/lib/signed-out-news';

/**
 * Watches over the session of a protected page until the returned function is called.
 *
 * A 401 from any call leads to the login and, after it, back to where the reader was. A sign-out in another tab
 * leads there too. `leave` is called once, with the address to go to: a full page load, so that nothing of the
 * clinic stays in memory.
 */
export function watchSession(leave: (address: string) => void): () => void {
  let left = false;
  const leaveOnce = () => {
    if (left) return;
    left = true;
    leave(loginAddress(location.pathname + location.search));
  };

  const watch: Middleware = {
    onResponse({ response }) {
      if (response.status !== 401) return;
      setSignedInHint(false);
      leaveOnce();
    },
  };
  api.use(watch);
  const stopListening = onSignedOutElsewhere(leaveOnce);
  return () => {
    api.eject(watch);
    stopListening();
  };
}

/** Leaves for the login after a sign-out that was asked for: there is no page to come back to. */
export function leaveForLogin(): void {
  location.replace(LOGIN);
}
