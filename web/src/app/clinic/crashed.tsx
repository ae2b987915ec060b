import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { UNEXPECTED } from '@/api/answer';
import { reportError } from '@/lib/error-reports';
import { Button } from '@/ui/buttons/button';
import { Logo } from '@/ui/logo';

/** The page when its own script failed, or could not be loaded. */
export function Crashed() {
  const error = useRouteError();
  useEffect(() => reportError(error), [error]);
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-5 px-5">
      <Logo />
      <h1 className="font-display text-4xl font-medium">This page stopped working</h1>
      <p className="text-lg text-slate">{UNEXPECTED}</p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </main>
  );
}
