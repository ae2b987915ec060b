import { useEffect, useRef, useState } from 'react';
import { ownTimeZone } from '@/lib/time/time-zones';
import { Button, buttonClass } from '@/ui/buttons/button';
import { ErrorNote } from '@/ui/feedback/notes';
import { Loading } from '@/ui/feedback/spinner';
import { BookingRefused, cancelDemo, findDemo, type Demo } from './booking-office';
import { wholeTime } from './openings';

type View = { step: 'loading' } | { step: 'failed'; reason: string; final: boolean } | { step: 'found' | 'busy' | 'cancelled'; demo: Demo };

const BAD_LINK = 'This link is incomplete or invalid. Open it again from your email.';

/** Cancelling a demo by the link of its confirmation; `token` is what stands after the `#`. */
export function CancelFlow({ token }: { token: string }) {
  const [view, setView] = useState<View>({ step: 'loading' });
  const heading = useRef<HTMLHeadingElement>(null);
  const timeZone = ownTimeZone();

  const show = (work: Promise<Demo>) =>
    work.then(
      (demo) => setView({ step: demo.status === 'cancelled' ? 'cancelled' : 'found', demo }),
      (error: unknown) => setView(failureOf(error)),
    );
  const look = () => void show(findDemo(token));
  useEffect(() => void show(token ? findDemo(token) : Promise.reject(new BookingRefused(BAD_LINK, 404))), [token]);
  useEffect(() => {
    if (view.step === 'cancelled') heading.current?.focus();
  }, [view.step]);

  if (view.step === 'loading') return <Loading>Finding your demo...</Loading>;
  if (view.step === 'failed') return <ErrorNote onRetry={view.final ? undefined : look}>{view.reason}</ErrorNote>;
  const when = wholeTime(view.demo.startsAt, timeZone);
  if (view.step === 'cancelled') {
    return (
      <>
        <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
          Your demo is canceled
        </h2>
        <p className="section-lead mt-3">{when} has been released. You’re welcome to book another time.</p>
        <a href="/book-demo" className={`${buttonClass('primary', 'large')} mt-8`}>
          Choose another time
        </a>
      </>
    );
  }
  return (
    <>
      <p className="section-lead">
        {when}, with {view.demo.provider}.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button
          variant="danger"
          size="large"
          busy={view.step === 'busy'}
          onClick={() => {
            setView({ ...view, step: 'busy' });
            void show(cancelDemo(token, timeZone));
          }}
        >
          Yes, cancel it
        </Button>
        <a href="/" className={buttonClass('secondary', 'large')}>
          Keep it
        </a>
      </div>
    </>
  );
}

/** A link that is not ours stays so; anything else may go away. */
function failureOf(error: unknown): View {
  const status = error instanceof BookingRefused ? error.status : 0;
  const notOurs = status === 404 || status === 422;
  const reason = notOurs ? BAD_LINK : error instanceof Error ? error.message : String(error);
  return { step: 'failed', reason, final: notOurs };
}
