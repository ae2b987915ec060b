import { Link, useParams } from 'react-router';
import { Logo } from '@/ui/logo';
import { buttonClass } from '@/ui/buttons/button';

/** An address below a clinic that leads nowhere: the frame stays, and with it the way on. */
export function NothingHere() {
  const { clinic: slug = '' } = useParams();
  return (
    <div className="grid justify-items-start gap-5 py-10">
      <title>Page not found · Mia</title>
      <h1 className="font-display text-4xl font-medium">Page not found</h1>
      <p className="text-slate">There is nothing at this address. Choose a page from the menu.</p>
      <Link to={`/dashboard/${slug}`} className={buttonClass('secondary')}>
        Back to the dashboard
      </Link>
    </div>
  );
}

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
