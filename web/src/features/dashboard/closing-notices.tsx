import { LockKeyhole } from 'lucide-react';

/** The rooms of the clinic area that are being built (spec §2); the third, Call Logs, stands in the navigation. */
const COMING = ['Patient Management', 'Rebooking Analytics'];

/** What is yet to come. */
export function ComingSoon() {
  return (
    <section aria-labelledby="coming-soon" className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-1 text-slate">
      <h2 id="coming-soon" className="font-display text-xl font-medium text-ink">
        Coming Soon
      </h2>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-[0.9375rem]">
        {COMING.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  );
}

/** How the clinic's data is kept. */
export function ComplianceNotice() {
  return (
    <section aria-labelledby="compliance" className="flex items-start gap-4 rounded-card bg-celadon p-6">
      <LockKeyhole aria-hidden="true" className="mt-1 size-5 shrink-0 text-petrol" />
      <div className="max-w-3xl">
        <h2 id="compliance" className="font-semibold">
          HIPAA Compliance Notice
        </h2>
        <p className="mt-1 text-[0.9375rem] text-slate">
          Names, contacts, messages and transcripts are encrypted with a key of this clinic alone. Who reads or changes
          them is recorded. Share your screen and your login with nobody, and log out when you leave the desk.
        </p>
      </div>
    </section>
  );
}
