import { useEffect, useRef } from 'react';
import { buttonClass } from '@/ui/buttons/button';
import type { Demo } from './booking-office';
import { wholeTime } from './openings';

/** The booking stands: when, with whom, what comes by email, and the two things one may want to do now. */
export function Confirmed({ demo, email, timeZone }: { demo: Demo; email: string; timeZone: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const cancelUrl = `${location.origin}/embed/booking/cancel#${demo.cancelToken}`;
  return (
    <div className="booking-confirmed">
      <svg viewBox="0 0 240 48" aria-hidden="true">
        <path d="M4 24h52c10 0 12-14 18-14s8 28 15 28 9-22 15-22 6 12 13 12 9-4 17-4h102" pathLength="1" />
      </svg>
      <h2 ref={heading} tabIndex={-1}>
        Your demo is booked
      </h2>
      <p className="text-xl">{wholeTime(demo.startsAt, timeZone)}</p>
      <p className="max-w-sm text-slate">
        With {demo.provider}, by video call. A confirmation with a calendar file and a link to cancel is on its way to{' '}
        <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>.
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <button type="button" className={buttonClass('primary', 'large')} onClick={() => save(demo.calendarFile ?? '')}>
          Add to calendar
        </button>
        <a href={cancelUrl} target="_parent" className={buttonClass('quiet', 'large')}>
          Cancel this demo
        </a>
      </div>
    </div>
  );
}

/** Hands a calendar file to the browser as a download. */
function save(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: 'mia-demo.ics' });
  link.click();
  URL.revokeObjectURL(address);
}
