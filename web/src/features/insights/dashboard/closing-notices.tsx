import { Lock } from 'lucide-react';

/** How the clinic's data is kept. */
export function ComplianceNotice() {
  return (
    <section aria-labelledby="compliance" className="flex items-start gap-4 rounded-card bg-celadon p-6">
      <Lock aria-hidden="true" className="mt-1 size-5 shrink-0 text-petrol" />
      <div className="max-w-3xl">
        <h2 id="compliance" className="font-semibold">
          HIPAA Compliance Notice
        </h2>
        <p className="mt-1 text-[0.9375rem] text-slate">
          Names, contact details, messages and transcripts are encrypted with this clinic’s own key. Every view and change is logged. Don’t share your screen or login, and log out when you leave the desk.
        </p>
      </div>
    </section>
  );
}
