import type { ReactNode } from 'react';
import { DaySheet, LeadTrail, OverdueList, ThreadList } from '../pictures/vignettes';

function Job({ title, text, wide, children }: { title: string; text: string; wide?: boolean; children: ReactNode }) {
  return (
    <li className={`flex flex-col rounded-card border border-line bg-paper ${wide ? 'lg:col-span-7' : 'lg:col-span-5'}`}>
      <div className="p-7 pb-5 sm:p-8 sm:pb-6">
        <h3 className="font-display text-[1.75rem] leading-tight font-medium">{title}</h3>
        <p className="mt-2 max-w-md leading-relaxed text-slate">{text}</p>
      </div>
      <div className="mt-auto px-7 pb-7 sm:px-8 sm:pb-8">{children}</div>
    </li>
  );
}

/** What Mia does all day, each job with a glimpse of it. */
export function Jobs() {
  return (
    <section className="section pt-0!" aria-labelledby="jobs-title">
      <h2 id="jobs-title" className="section-title max-w-2xl">
        Four jobs at once
      </h2>
      <ul className="mt-12 grid gap-5 lg:grid-cols-12">
        <Job
          wide
          title="Automated Front Desk"
          text="Answers 24/7, knows your hours, prices and team, and only books times that are really available."
        >
          <DaySheet />
        </Job>
        <Job
          title="Unified Messaging"
          text="Social messages, email, SMS, calls and voicemail in one thread per patient."
        >
          <ThreadList />
        </Job>
        <Job title="Smart Rebooking" text="Finds who is overdue and brings them back with a call or a message.">
          <OverdueList />
        </Job>
        <Job
          wide
          title="Lead Conversion"
          text="New inquiries get a response within seconds, while interest is fresh, and turn into consultations."
        >
          <LeadTrail />
        </Job>
      </ul>
      <p className="mt-4 text-sm text-slate">Names, times and messages shown here are samples.</p>
    </section>
  );
}
