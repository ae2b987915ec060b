import { LOGIN } from '@/lib/session/return-path';
import { Button, buttonClass } from '@/ui/buttons/button';
import { Logo } from '@/ui/logo';

/** The whole page when someone may not enter, or when that could not be found out (spec §8). */
export function AccessError({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center justify-items-start px-5 py-10">
      <title>Access Error · Mia</title>
      <Logo />
      <div role="alert" className="mt-10">
        <h1 className="font-display text-[2.75rem] leading-tight font-medium">Access Error</h1>
        <p className="mt-2 text-lg text-slate">{message}</p>
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        <a href={LOGIN} className={buttonClass(onRetry ? 'secondary' : 'primary')}>
          Back to Login
        </a>
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
      </div>
    </main>
  );
}
