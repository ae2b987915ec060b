import { MotionToggle } from './motion-toggle';

const FEATURES = [
  ['Multi-channel messaging', 'Social messages, email, SMS, calls and voicemail, answered in one voice.'],
  ['CRM integrations', 'Patients, leads and outcomes go where your team already works, including your EMR and calendar.'],
  ['Automated lead capture and booking', 'Inquiries turn into a name, number and time, at any hour.'],
  ['HIPAA-safe communication', 'Health information is encrypted, access is logged, and content is deleted after __RETENTION_DAYS__ days.'],
  ['Voice communication', 'Natural calls you can interrupt, with captions and a summary of each.'],
  ['Custom sales activity', 'Follow-ups that fit your treatments, your prices and your tone.'],
] as const;

const STATS = [
  ['0', 'missed calls'],
  ['21', 'rebookings per month'],
  ['16%', 'retention improvement'],
  ['22%', 'revenue increase'],
  ['70%', 'response-time reduction'],
  ['40%', 'more consults'],
] as const;

const PAINS = [
  'The phone rings while you’re treating a patient.',
  'A lead writes on Friday evening and hears back on Monday.',
  'No one has time to call two hundred patients who are due.',
  'Five inboxes, and no one knows who answered what.',
  'The person who knew all the answers just gave notice.',
];

const PRACTICES = [
  'Lumen Dermatology',
  'Halden Dental',
  'Arbor Aesthetics',
  'Maren Skin Studio',
  'Vela Wellness',
  'Northlight Medspa',
  'Oakline Orthodontics',
  'Corriente Clinic',
];

function LogoList({ hidden }: { hidden?: boolean }) {
  return (
    <ul aria-hidden={hidden || undefined}>
      {PRACTICES.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

/** What Mia consists of, what it brings, and what it puts an end to. */
export function Solution() {
  return (
    <section id="solution" aria-labelledby="solution-title">
      <div className="section pt-0!">
        <h2 id="solution-title" className="section-title">
          The solution, in six parts
        </h2>
        <dl className="mt-14 grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          {FEATURES.map(([name, text]) => (
            <div key={name} className="border-t border-line-strong pt-5">
              <dt className="text-lg font-semibold">{name}</dt>
              <dd className="mt-2 leading-relaxed text-slate">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="bg-celadon">
        <dl className="mx-auto grid max-w-6xl grid-cols-2 gap-x-8 gap-y-14 px-5 py-20 sm:grid-cols-3">
          {STATS.map(([figure, name]) => (
            <div key={name} className="flex flex-col-reverse">
              <dt className="mt-1 text-slate">{name}</dt>
              <dd className="figure-huge">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="section grid gap-12 lg:grid-cols-[2fr_3fr] lg:gap-20">
        <h3 className="section-title lg:text-5xl!">Sound familiar?</h3>
        <ul className="divide-y divide-line border-y border-line text-lg">
          {PAINS.map((pain) => (
            <li key={pain} className="py-5">
              {pain}
            </li>
          ))}
        </ul>
      </div>
      <div className="pb-24">
        <div className="logo-strip" data-moving>
          <div>
            <LogoList />
            <LogoList hidden />
          </div>
        </div>
        <div className="mx-auto mt-8 flex max-w-6xl flex-wrap items-center justify-between gap-4 px-5">
          <p className="text-sm text-slate">Built for practices like these. Names are fictional.</p>
          <MotionToggle />
        </div>
      </div>
    </section>
  );
}
