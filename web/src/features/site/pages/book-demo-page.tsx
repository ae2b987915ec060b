import { buttonClass } from '@/ui/buttons/button';

const STEPS = [
  ['Ten minutes', 'You tell us how your front desk works and where you’re losing time.'],
  ['Ten minutes', 'You call Mia, set up with your services and prices, and try to confuse her.'],
  ['Ten minutes', 'We estimate what your overdue list is worth, using your own numbers.'],
] as const;

/** `/book-demo`: how a demo goes, and the calendar to book one in. */
export function BookDemoPage() {
  return (
    <section className="bg-linear-to-b from-mist to-celadon" aria-labelledby="book-title">
      <div className="mx-auto grid max-w-6xl gap-x-16 gap-y-10 px-5 pt-28 pb-20 sm:pt-36 lg:grid-cols-[1fr_38rem] lg:grid-rows-[auto_1fr] lg:items-start">
        <div className="lg:pt-4">
          <h1 id="book-title" className="page-title">
            Book Your Demo
          </h1>
          <p className="section-lead mt-6">
            Thirty minutes with us and with Mia. No slides. For practice owners and their managers, 18 or older.
          </p>
          <p className="mt-6 flex flex-wrap gap-x-6">
            <a href="/" className="link inline-flex min-h-11 items-center">
              Back to Home
            </a>
            <a href="/learn-more" className="link inline-flex min-h-11 items-center">
              Learn More<span className="sr-only"> about Mia</span>
            </a>
          </p>
        </div>
        <div className="overflow-hidden rounded-card border border-line bg-paper shadow-lift lg:row-span-2">
          <iframe data-with-demos data-booking-frame src="__BOOKING_EMBED_URL__" title="Choose a time for your demo" className="booking-frame" />
          <div data-without-demos className="p-8 sm:p-12">
            <h2 className="font-display text-3xl font-medium">Write to us</h2>
            <p className="mt-4 leading-relaxed text-slate">Tell us when works for you, and we’ll set up a time.</p>
            <a href="mailto:__CONTACT_EMAIL__?subject=Demo%20of%20Mia" className="link mt-4 inline-flex min-h-11 items-center break-all">
              __CONTACT_EMAIL__
            </a>
          </div>
        </div>
        <Course />
      </div>
    </section>
  );
}

/** What the half hour is made of, and a way for those who would rather write or call now. */
function Course() {
  return (
    <div>
      <ol>
        {STEPS.map(([time, text]) => (
          <li key={text} className="grid gap-1 border-t border-line-strong/40 py-4 sm:grid-cols-[8rem_1fr]">
            <span className="font-display text-xl font-medium text-petrol">{time}</span>
            <span className="leading-relaxed">{text}</span>
          </li>
        ))}
      </ol>
      <div className="mt-5 flex flex-wrap gap-3">
        <button type="button" data-voice-open aria-haspopup="dialog" className={buttonClass('secondary', 'large')}>
          Talk to Mia now
        </button>
        <a data-with-demos href="mailto:__CONTACT_EMAIL__?subject=Demo%20of%20Mia" className={buttonClass('quiet', 'large')}>
          Write to us
        </a>
      </div>
    </div>
  );
}
