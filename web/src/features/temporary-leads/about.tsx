import { BadgeCheck, Hourglass, Radio, Zap, type LucideIcon } from 'lucide-react';
import { Card } from '@/ui/card';
import { Section } from '@/ui/section';

const FEATURES: [Icon: LucideIcon, title: string, text: string][] = [
  [Zap, 'Quick capture', 'A name is enough. Phone, e-mail, interest and message are optional.'],
  [Hourglass, '30-minute timer', 'Each lead counts down, and is deleted when its time is over.'],
  [Radio, 'Live on every screen', 'New, changed and removed leads appear at once for the whole desk.'],
  [BadgeCheck, 'Keep what matters', 'Before the time is over, keep a lead as a patient or in the pipeline.'],
];

/** What the page can do, in four tiles. */
export function FeatureTiles() {
  return (
    <ul aria-label="Features" className="grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-4">
      {FEATURES.map(([Icon, title, text]) => (
        <li key={title}>
          <Card className="flex h-full gap-4 max-sm:p-4 xl:flex-col xl:gap-3">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-celadon text-petrol">
              <Icon aria-hidden="true" className="size-5" />
            </span>
            <span>
              <span className="block font-semibold">{title}</span>
              <span className="block text-[0.9375rem] text-slate">{text}</span>
            </span>
          </Card>
        </li>
      ))}
    </ul>
  );
}

const STEPS: [title: string, text: string][] = [
  ['Capture', 'Type in who calls or walks in, or let your web form do it.'],
  ['Work', 'The lead stands on every screen of the desk with its countdown.'],
  ['Keep', 'Make it a patient, or hand it to the pipeline for follow-up.'],
  ['Forget', 'What nobody keeps is deleted after 30 minutes, from the database and its files.'],
];

/** How It Works. */
export function HowItWorks() {
  return (
    <Section title="How It Works">
      <ol className="grid gap-5 px-5 pb-6 sm:px-6">
        {STEPS.map(([title, text], step) => (
          <li key={title} className="flex gap-4">
            <span aria-hidden="true" className="font-display text-3xl leading-none font-medium text-petrol">
              {step + 1}
            </span>
            <p>
              <span className="block font-semibold">{title}</span>
              <span className="text-[0.9375rem] text-slate">{text}</span>
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const OCCASIONS = [
  'Walk-ins while the desk is busy',
  'Callers who only ask for a price',
  'Enquiries from your own website',
  'Open houses, events and demonstrations',
];

/** Perfect for. */
export function PerfectFor() {
  return (
    <Section title="Perfect for">
      <ul className="grid gap-3 px-5 pb-6 sm:px-6">
        {OCCASIONS.map((occasion) => (
          <li key={occasion} className="flex items-start gap-3">
            <BadgeCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-petrol" />
            {occasion}
          </li>
        ))}
      </ul>
    </Section>
  );
}
