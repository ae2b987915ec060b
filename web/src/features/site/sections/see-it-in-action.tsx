import { minutesAndSeconds } from '@/lib/time/clinic-time';
import { Film } from '../pictures/film';
import leadConversion from '../films/lead-conversion.json';
import receptionist from '../films/receptionist.json';

interface Demo {
  /** Also the name of its film. */
  id: string;
  tab: string;
  title: string;
  outcome: string;
  /** What is said in the film, as the recording script noted it. */
  said: { at: number; who: string; text: string }[];
}

const DEMOS: Demo[] = [
  {
    id: 'lead-conversion',
    tab: 'Lead Conversion',
    title: 'From a question to a booked appointment',
    outcome: 'A new patient with a name, number and appointment. No one at the practice lifted a finger.',
    said: leadConversion,
  },
  {
    id: 'receptionist',
    tab: 'Receptionist',
    title: 'Answers first, and a person when you want one',
    outcome: 'The question is answered right away. The request for a person is on the team’s list before the call ends.',
    said: receptionist,
  },
];

/** Two conversations, in tabs; both are readable one after the other without JavaScript. */
export function SeeItInAction() {
  return (
    <section id="see-it-in-action" className="section pt-0!" aria-labelledby="action-title" data-tabs>
      <div className="flex flex-wrap items-end justify-between gap-6">
        <h2 id="action-title" className="section-title">
          See It in Action
        </h2>
        <div data-tab-list className="tab-list" aria-label="Demonstrations">
          {DEMOS.map(({ id, tab }) => (
            <a key={id} id={`${id}-tab`} href={`#${id}`}>
              {tab}
            </a>
          ))}
        </div>
      </div>
      {DEMOS.map((demo) => (
        <Panel key={demo.id} demo={demo} />
      ))}
    </section>
  );
}

function Panel({ demo }: { demo: Demo }) {
  return (
    <div id={demo.id} className="mt-8 rounded-[2rem] bg-night text-night-ink">
      <div className="grid gap-8 p-4 sm:p-8 lg:grid-cols-[2fr_1fr] lg:gap-12 lg:p-10">
        <Film name={demo.id} title={`${demo.tab}: ${demo.title}`} />
        <div className="max-lg:px-3 max-lg:pb-5 lg:self-center">
          <h3 className="font-display text-3xl leading-tight font-medium text-balance">{demo.title}</h3>
          <p className="mt-4 leading-relaxed text-night-slate">{demo.outcome}</p>
          <button type="button" data-voice-open aria-haspopup="dialog" className="night-button mt-7">
            Try it with Mia
          </button>
          <p className="mt-7 text-sm text-night-slate">
            Recorded from the product with synthetic voices and fictional people. Pauses and repetition are edited out.
          </p>
        </div>
      </div>
      <Transcript said={demo.said} />
    </div>
  );
}

/** What is said in the film, for those who would rather read. */
function Transcript({ said }: Pick<Demo, 'said'>) {
  return (
    <details className="film-transcript">
      <summary>Transcript</summary>
      <ol className="storyboard">
        {said.map(({ at, who, text }, i) => (
          <li key={i} data-who={who === 'mia' ? 'mia' : 'patient'}>
            <span className="text-night-slate tabular-nums">{minutesAndSeconds(at)}</span>
            <p>
              <span className="sr-only">{who === 'mia' ? 'Mia: ' : 'Caller: '}</span>
              {text}
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
