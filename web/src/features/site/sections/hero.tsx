import { buttonClass } from '@/ui/buttons/button';
import { MotionToggle } from './motion-toggle';
import { SampleCall } from '../pictures/sample-call';
import { WaveField } from '../pictures/wave-field';

export const HERO_WORDS = ['Revenue', 'Booking', 'Front Desk'] as const;

/** The first screen: the turning word, what Mia is, and where to go from here. */
export function Hero() {
  return (
    <section className="hero" aria-labelledby="hero-title">
      <WaveField />
      <div className="relative mx-auto max-w-6xl px-5 pt-28 sm:pt-32">
        <p className="rise text-slate">The AI front office for medspas, dermatology and dental practices</p>
        <h1 id="hero-title" className="hero-title">
          <span className="sr-only">Revenue, Booking and Front Desk Reimagined</span>
          <span aria-hidden="true" data-words className="hero-words">
            {HERO_WORDS.map((word, i) => (
              <span key={word} data-word={i === 0 ? 'shown' : 'waiting'}>
                {word}
              </span>
            ))}
          </span>
          <span aria-hidden="true" className="block">
            Reimagined
          </span>
        </h1>
        <p data-words-said aria-live="polite" className="sr-only" />
        <div className="mt-8 grid gap-12 lg:mt-10 lg:grid-cols-[1fr_25rem] lg:items-start">
          <div className="rise">
            <p className="max-w-lg text-xl leading-relaxed text-balance text-slate">
              Mia answers every call and message, books straight into your calendar, and brings overdue patients back. Day
              and night.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <a href="/book-demo" className={buttonClass('primary', 'large')}>
                Book a Demo
              </a>
              <a href="/learn-more" className={`${buttonClass('secondary', 'large')} bg-mist/60`}>
                Learn More<span className="sr-only"> about Mia</span>
              </a>
              <a href="/learn-more#see-it-in-action" className={`${buttonClass('quiet', 'large')} max-sm:px-0`}>
                <svg viewBox="0 0 20 20" className="size-5 fill-petrol" aria-hidden="true">
                  <path d="M6 3.6v12.8c0 .7.8 1.1 1.4.7l9.3-6.4a.9.9 0 0 0 0-1.4L7.4 2.9C6.8 2.5 6 2.9 6 3.6Z" />
                </svg>
                Watch How It Works
              </a>
            </div>
          </div>
          <SampleCall />
        </div>
      </div>
      <MotionToggle className="absolute bottom-5 left-5" />
    </section>
  );
}
