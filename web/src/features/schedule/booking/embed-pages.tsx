import { Logo } from '@/ui/logo';
import { BookingFlow } from './booking-flow';

const NEEDS_SCRIPT = (
  <noscript>
    <p className="p-7">
      The calendar requires JavaScript. Email{' '}
      <a href="mailto:__CONTACT_EMAIL__" className="link">
        __CONTACT_EMAIL__
      </a>{' '}
      with two times that work for you.
    </p>
  </noscript>
);

/** `/embed/booking`: the calendar alone, for the frame on `/book-demo`. */
export function EmbeddedBookingPage() {
  return (
    <main className="booking" aria-labelledby="booking-title">
      <h1 id="booking-title" className="sr-only">Choose a time for your demo</h1>
      {NEEDS_SCRIPT}
      <div data-booking data-contact="__CONTACT_EMAIL__">
        <BookingFlow onBooked={() => undefined} contact="__CONTACT_EMAIL__" />
      </div>
    </main>
  );
}

/** `/embed/booking/cancel`: where the link of a confirmation leads. */
export function CancelBookingPage() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-2xl content-center px-5 py-16">
      <a href="/" aria-label="Mia, home" className="mb-12 justify-self-start rounded-xl">
        <Logo />
      </a>
      <h1 className="page-title mb-6">Cancel your demo</h1>
      {NEEDS_SCRIPT}
      <div data-booking-cancel className="min-h-48" />
    </main>
  );
}
