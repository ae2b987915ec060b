import { hydrateRoot } from 'react-dom/client';
import { LoginForm } from '@/features/access/login-form';
import { findSignedInHome } from '@/features/access/sign-in';
import { hasSignedInHint } from '@/lib/signed-in-hint';

const goTo = (path: string) => location.replace(path);

/** Makes the prerendered login work. Whoever is signed in already is taken where they belong. */
export async function bringToLife(form: Element, alreadyAsked: () => boolean): Promise<void> {
  hydrateRoot(form, <LoginForm goTo={goTo} alreadyAsked={alreadyAsked} />);
  const home = hasSignedInHint() ? await findSignedInHome(location.search) : null;
  if (home) goTo(home);
}
