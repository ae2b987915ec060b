interface Line {
  at: string;
  who: 'mia' | 'patient';
  text: string;
}

interface Demo {
  id: string;
  tab: string;
  title: string;
  outcome: string;
  lines: Line[];
}

const DEMOS: Demo[] = [
  {
    id: 'lead-conversion',
    tab: 'Lead Conversion',
    title: 'From a question about price to a booked consult',
    outcome: 'A new patient with name, number and a consultation on Wednesday. Nobody at the practice did a thing.',
    lines: [
      { at: '0:00', who: 'mia', text: 'Hello, this is Mia, the AI receptionist at Downtown Medspa. How can I help you?' },
      { at: '0:05', who: 'patient', text: 'Hi. How much is lip filler, and does it hurt?' },
      { at: '0:09', who: 'mia', text: 'It starts at $650 for one syringe. The provider numbs the area first. Shall I find you a consultation?' },
      { at: '0:17', who: 'patient', text: 'Maybe Wednesday. Not too early.' },
      { at: '0:20', who: 'mia', text: 'Wednesday at 11:00 AM with Dr. Lee is free. What name and number may I put it under?' },
    ],
  },
  {
    id: 'receptionist',
    tab: 'Receptionist',
    title: 'A change of mind, after closing time',
    outcome: 'One visit moved, one slot free again, and the whole conversation in the history before the morning.',
    lines: [
      { at: '0:00', who: 'patient', text: 'I have a facial on Thursday and I can’t make it.' },
      { at: '0:04', who: 'mia', text: 'No problem. Would Friday at 2:30 PM with Nurse Ortiz suit you instead?' },
      { at: '0:09', who: 'patient', text: 'Wait, where do I park on a Friday?' },
      { at: '0:12', who: 'mia', text: 'In the garage on Second Avenue, the first hour is free. Shall I take Friday at 2:30?' },
      { at: '0:18', who: 'patient', text: 'Yes. Thanks, bye.' },
    ],
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
      <div className="grid gap-8 p-7 sm:p-12 lg:grid-cols-[3fr_2fr] lg:gap-16">
        <ol className="storyboard">
          {demo.lines.map(({ at, who, text }) => (
            <li key={at} data-who={who}>
              <span className="text-night-slate tabular-nums">{at}</span>
              <p>
                <span className="sr-only">{who === 'mia' ? 'Mia: ' : 'Patient: '}</span>
                {text}
              </p>
            </li>
          ))}
        </ol>
        <div className="lg:self-end">
          <h3 className="font-display text-3xl leading-tight font-medium text-balance">{demo.title}</h3>
          <p className="mt-4 leading-relaxed text-night-slate">{demo.outcome}</p>
          <button type="button" data-voice-open aria-haspopup="dialog" className="night-button mt-8">
            Try it with Mia
          </button>
        </div>
      </div>
    </div>
  );
}
