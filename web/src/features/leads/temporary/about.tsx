import { BadgeCheck, Hourglass, Radio, Zap, type LucideIcon } from 'lucide-react';
import { Card } from '@/ui/card';
import { Section } from '@/ui/section';

const FEATURES: [Icon: LucideIcon, title: string, text: string][] = [
  [Zap, 'Quick capture', 'Only a name is required. Phone, email, interest and message are optional.'],
  [Hourglass, '30-minute timer', 'Each lead has a countdown and is deleted when it ends.'],
  [Radio, 'Live on every screen', 'New, changed and deleted leads appear immediately for the whole desk.'],
  [BadgeCheck, 'Keep what matters', 'Save a lead as a patient or to the pipeline before time runs out.'],
];

/** What the page can do, in four tiles. */
export function FeatureTiles() {
  return (
    <ul aria-label="Features" className="grid gap-3 max-sm:order-1 sm:grid-cols-2 sm:gap-4 xl:grid-cols-4">
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
  ['Capture', 'Enter callers and walk-ins, or use your web form.'],
  ['Work', 'The lead appears on every front-desk screen with its countdown.'],
  ['Keep', 'Save it as a patient, or move it to the pipeline for follow-up.'],
  ['Forget', 'Unsaved leads are permanently deleted after 30 minutes.'],
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
  'Inquiries from your website',
  'Open houses, events and demos',
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
