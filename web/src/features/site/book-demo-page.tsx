import { buttonClass } from '@/ui/button';

const STEPS = [
  ['Ten minutes', 'You tell us how your front desk works, and where it hurts.'],
  ['Ten minutes', 'You call Mia, set up with your services and prices, and try to confuse her.'],
  ['Ten minutes', 'We work out what your overdue list is worth, on your own numbers.'],
] as const;

/** `/book-demo`: how a demo goes, and how to get one. */
export function BookDemoPage() {
  return (
    <section className="bg-linear-to-b from-mist to-celadon" aria-labelledby="book-title">
      <div className="mx-auto grid max-w-6xl gap-14 px-5 pt-32 pb-28 sm:pt-40 lg:grid-cols-2 lg:gap-20">
        <div>
          <h1 id="book-title" className="page-title">
            Book Your Demo
          </h1>
          <p className="section-lead mt-7">
            Thirty minutes with us and with Mia. No slides. For practice owners and their managers, 18 or older.
          </p>
          <p className="mt-9 flex flex-wrap gap-x-6">
            <a href="/" className="link inline-flex min-h-11 items-center">
              Back to Home
            </a>
            <a href="/learn-more" className="link inline-flex min-h-11 items-center">
              Learn More<span className="sr-only"> about Mia</span>
            </a>
          </p>
        </div>
        <div className="rounded-card border border-line bg-paper p-7 shadow-lift sm:p-10">
          <ol className="space-y-7">
            {STEPS.map(([time, text]) => (
              <li key={text} className="grid gap-1 border-b border-line pb-7 sm:grid-cols-[8rem_1fr]">
                <span className="font-display text-xl font-medium text-petrol">{time}</span>
                <span className="leading-relaxed">{text}</span>
              </li>
            ))}
          </ol>
          <p className="mt-7 leading-relaxed text-slate">
            Write to us with two times that suit you, and we answer on the same working day.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <a href="mailto:__CONTACT_EMAIL__?subject=Demo%20of%20Mia" className={buttonClass('primary', 'large')}>
              Write to us
            </a>
            <button type="button" data-voice-open aria-haspopup="dialog" className={buttonClass('secondary', 'large')}>
              Talk to Mia now
            </button>
          </div>
        </div>
      </div>
    </section>
  );
}
