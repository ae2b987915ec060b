import { Logo } from '@/ui/logo';
import { buttonClass } from '@/ui/button';

/** An address within the clinic area that leads nowhere. */
export function NotFound() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-5 px-5">
      <Logo />
      <h1 className="font-display text-4xl font-medium">Page not found</h1>
      <a href="/" className={buttonClass('secondary')}>
        Back to Home
      </a>
    </main>
  );
}
