import { hydrateRoot } from 'react-dom/client';
import { LoginFlow } from '@/features/identity/entrance/login-flow';
import { findSignedInHome } from '@/features/identity/entrance/sign-in';
import { hasSignedInHint } from '@/lib/session/signed-in-hint';

const goTo = (path: string) => location.replace(path);

/** Makes the prerendered login work. Any signed-in user already is taken where they belong. */
export async function bringToLife(login: Element, alreadyAsked: () => boolean): Promise<void> {
  hydrateRoot(login, <LoginFlow goTo={goTo} alreadyAsked={alreadyAsked} />);
  const home = hasSignedInHint() ? await findSignedInHome(location.search) : null;
  if (home) goTo(home);
}
