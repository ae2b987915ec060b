interface Event {
  at: string;
  channel: string;
  said: string;
  done: string;
}

const NIGHT: Event[] = [
  {
    at: '6:52 PM',
    channel: 'Phone',
    said: '“Do you do lip filler, and what would it cost?”',
    done: 'Prices and parking explained. Consultation booked for Wednesday, 11:00 AM.',
  },
  {
    at: '9:42 PM',
    channel: 'Voicemail',
    said: '“I can’t make Thursday after all.”',
    done: 'Called back and moved to Friday, 2:30 PM. Thursday is open again.',
  },
  {
    at: '11:15 PM',
    channel: 'Instagram',
    said: '“Is the first consult free?”',
    done: 'Answered in five seconds. A new lead with a name and number.',
  },
  {
    at: '2:07 AM',
    channel: 'Phone',
    said: '“My lips are turning white.”',
    done: 'No advice, no delay: sent to emergency care. Mia alerts your on-call contact once you name one.',
  },
  {
    at: '7:30 AM',
    channel: 'SMS',
    said: '“Yes, Tuesday works.”',
    done: 'An overdue patient is back on the calendar.',
  },
];

/** What happens between closing and opening, hour by hour. */
export function NightShift() {
  return (
    <section className="bg-night text-night-ink" aria-labelledby="night-title">
      <div className="mx-auto grid max-w-6xl gap-12 px-5 py-24 sm:py-32 lg:grid-cols-[2fr_3fr] lg:gap-20">
        <div className="lg:sticky lg:top-32 lg:self-start">
          <h2 id="night-title" className="section-title">
            While you were closed
          </h2>
          <p className="mt-6 max-w-sm text-lg leading-relaxed text-night-slate">
            You lock up at six, but the phone keeps ringing. A sample night at a sample practice:
          </p>
        </div>
        <ol className="night">
          {NIGHT.map(({ at, channel, said, done }) => (
            <li key={at}>
              <p className="flex items-baseline gap-3">
                <span className="font-display text-2xl">{at}</span>
                <span className="text-night-slate">{channel}</span>
              </p>
              <p className="mt-2 text-lg">{said}</p>
              <p className="mt-1 text-night-coral">{done}</p>
            </li>
          ))}
          <li data-plain>
            <p className="font-display text-2xl">8:00 AM</p>
            <p className="mt-2 text-lg">
              You open. Every call is in one list, with what was said and booked. Only your patients are waiting.
            </p>
          </li>
        </ol>
      </div>
    </section>
  );
}
