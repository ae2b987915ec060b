import { buttonClass } from '@/ui/buttons/button';
import { Applications } from '../sections/applications';
import { HiddenRevenueCard } from '../sections/hidden-revenue-card';
import { SeeItInAction } from '../sections/see-it-in-action';
import { Solution } from '../sections/solution';
import { Voiceprint } from '../pictures/voiceprint';

/** `/learn-more`: what Mia finds, does and changes, at length. */
export function LearnMorePage() {
  return (
    <>
      <section className="bg-linear-to-b from-mist to-celadon" aria-labelledby="learn-title">
        <div className="mx-auto grid max-w-6xl gap-14 px-5 pt-32 pb-24 sm:pt-40 lg:grid-cols-[1.15fr_1fr] lg:items-center">
          <div>
            <h1 id="learn-title" className="page-title">
              Discover hidden revenue from your practice
            </h1>
            <p className="section-lead mt-7">
              It’s not in more advertising. It’s in the patients who meant to come back but were never asked.
            </p>
            <a href="/book-demo" className={`${buttonClass('primary', 'large')} mt-9`}>
              Book Your Demo
            </a>
          </div>
          <HiddenRevenueCard />
        </div>
      </section>
      <section className="section grid gap-12 lg:grid-cols-2 lg:items-center" aria-labelledby="meet-title">
        <Voiceprint />
        <div>
          <h2 id="meet-title" className="section-title">
            This is Mia
          </h2>
          <p className="section-lead mt-6">
            She has no face, just a voice: calm, quick and always at the desk. She introduces herself as an AI, knows your practice like your best receptionist, and hands the call to a person whenever someone asks.
          </p>
          <p className="section-lead mt-4">
            She doesn’t tire at six, never puts anyone on hold, and writes down what was said.
          </p>
        </div>
      </section>
      <Applications />
      <SeeItInAction />
      <Solution />
      <section className="section pt-0! text-center" aria-labelledby="custom-title">
        <h2 id="custom-title" className="section-title">
          Bring your own numbers
        </h2>
        <p className="section-lead mx-auto mt-5">We’ll go through your overdue list with you, using your own data.</p>
        <a href="#main" data-to-top className={`${buttonClass('primary', 'large')} mt-8`}>
          Book a Custom Demo
        </a>
      </section>
    </>
  );
}
