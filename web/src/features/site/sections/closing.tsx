import { buttonClass } from '@/ui/buttons/button';
import { VoiceLine } from '../pictures/voice-line';

/** The last word of a page: hear her, or book a demo. */
export function Closing() {
  return (
    <section className="mx-auto max-w-6xl px-5 pb-24" aria-labelledby="closing-title">
      <div data-with-mia className="overflow-hidden rounded-[2rem] bg-night text-center text-night-ink">
        <div className="px-6 pt-16 sm:pt-20">
          <h2 id="closing-title" className="section-title">
            Hear her for yourself
          </h2>
          <p className="mx-auto mt-5 max-w-md text-lg leading-relaxed text-night-slate">
            Call the receptionist of our demo practice from this page. Ask about prices, change your mind, interrupt her.
          </p>
          <div className="mt-8 flex flex-wrap justify-center gap-3">
            <button type="button" data-voice-open aria-haspopup="dialog" className="night-button">
              Talk to Mia
            </button>
            <a href="/book-demo" className={`${buttonClass('quiet', 'large')} text-night-ink! hover:bg-night-line!`}>
              Book a Demo
            </a>
          </div>
        </div>
        <VoiceLine />
      </div>
    </section>
  );
}
