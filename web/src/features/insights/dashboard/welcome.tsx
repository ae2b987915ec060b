import { ShieldCheck } from 'lucide-react';

export interface WelcomeProps {
  clinicName: string;
  /** Today in the clinic's zone, in words. */
  today: string;
}

/** The page's heading, and what everyone who reads on should know. */
export function Welcome({ clinicName, today }: WelcomeProps) {
  return (
    <div className="grid items-end gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,1fr)_auto]">
      <div>
        <p className="text-slate">{today}</p>
        <h1 className="font-display text-[2.5rem] leading-tight font-medium text-balance sm:text-5xl">
          Welcome to {clinicName}
        </h1>
      </div>
      <p className="flex max-w-md items-start gap-3 text-[0.9375rem] text-slate">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-petrol" />
        <span>
          <strong className="font-semibold text-ink">HIPAA notice.</strong> This page shows protected health information. Access depends on your role and is logged.
        </span>
      </p>
    </div>
  );
}
