import { UNEXPECTED } from '@/api/answer';
import { Button } from '@/ui/button';
import { Logo } from '@/ui/logo';

/** The page when its own script failed, or could not be loaded. */
export function Crashed() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-5 px-5">
      <Logo />
      <h1 className="font-display text-4xl font-medium">This page stopped working</h1>
      <p className="text-lg text-slate">{UNEXPECTED}</p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </main>
  );
}
