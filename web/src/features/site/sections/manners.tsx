const MANNERS = [
  ['She says what she is', 'Every conversation starts with a clear statement that Mia is an AI.'],
  ['A person is one sentence away', '“A real person, please” always works, in any words.'],
  ['She never guesses a time', 'She only offers open slots. Two callers can’t book the same one.'],
  ['She doesn’t practice medicine', 'Clinical questions go to your team; emergencies go to emergency care.'],
  ['HIPAA-safe communication', 'Health information is kept __RETENTION_DAYS__ days or less by default and never sold.'],
  ['She works with what you have', 'Connects to your CRM, EMR and calendar instead of replacing them.'],
] as const;

/** What a practice owner wants to know before letting anyone near the phone. */
export function Manners() {
  return (
    <section className="section" aria-labelledby="manners-title">
      <h2 id="manners-title" className="section-title">
        Good manners, built in
      </h2>
      <dl className="mt-14 grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
        {MANNERS.map(([title, text]) => (
          <div key={title} className="border-t border-line-strong pt-5">
            <dt className="text-lg font-semibold">{title}</dt>
            <dd className="mt-2 leading-relaxed text-slate">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
