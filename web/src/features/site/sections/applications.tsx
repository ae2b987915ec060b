const APPLICATIONS = [
  {
    title: 'Unified Messaging',
    text: 'Every channel in one thread per patient.',
    points: ['Social messages, email and SMS', 'Phone calls and voicemail', 'One history for every channel'],
  },
  {
    title: 'Smart Rebooking',
    text: 'Reaches patients who are due at the right time.',
    points: ['Recall dates by treatment', 'Respects consent and quiet hours', 'Tracks the value of every run'],
  },
  {
    title: 'Automated Front Desk',
    text: 'A receptionist who never leaves the desk.',
    points: ['Answers 24/7', 'Books real, available times', 'Hands over to a person on request'],
  },
  {
    title: 'Lead Conversion',
    text: 'First response in seconds, while interest is fresh.',
    points: ['Captures name and number', 'Answers prices and questions', 'Keeps leads who hang up early'],
  },
];

/** The four things a practice uses Mia for. */
export function Applications() {
  return (
    <section className="section pt-0!" aria-labelledby="applications-title">
      <h2 id="applications-title" className="section-title">
        Applications
      </h2>
      <ul className="mt-12 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        {APPLICATIONS.map(({ title, text, points }) => (
          <li key={title} className="rounded-card border border-line bg-paper p-6 sm:p-7">
            <h3 className="font-display text-2xl leading-tight font-medium">{title}</h3>
            <p className="mt-3 leading-relaxed text-slate">{text}</p>
            <ul className="mt-6 divide-y divide-line border-t border-line text-[0.9375rem]">
              {points.map((point) => (
                <li key={point} className="py-2.5">
                  {point}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
