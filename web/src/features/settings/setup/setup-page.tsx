import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { explain } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { buttonClass } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { MiaPart } from '../parts/mia-part';
import type { PartProps } from '../parts/part';
import { PeoplePart } from '../parts/people-part';
import { PlacesPart } from '../parts/places-part';
import { PracticePart } from '../parts/practice-part';
import { settingsQuery, type Setup, type SetupStep } from '../queries';
import { setupQuery } from '../setup-query';
import { ServiceTemplates } from '../parts/service-templates';
import { ServicesPart } from '../parts/services-part';
import { SetupCall } from './setup-call';
import { SetupMail } from './setup-mail';
import { SetupNumber } from './setup-number';
import { UnsavedGuard } from '../forms/unsaved-guard';
import { WebsitesPart } from '../parts/websites-part';

type StepName = SetupStep['name'];

interface Place {
  name: StepName;
  label: string;
  /** What the step is for, in one sentence. */
  why: string;
  Part: ComponentType<PartProps>;
}

const STEPS: readonly Place[] = [
  { name: 'practice', label: 'Practice', why: 'Mia tells patients this name and number.', Part: PracticePart },
  { name: 'hours', label: 'Locations and hours', why: 'Mia only offers times when a location is open.', Part: PlacesPart },
  { name: 'services', label: 'Services and prices', why: 'Choose what you offer. Mia only quotes your prices.', Part: SetupServices },
  { name: 'people', label: 'Providers and rooms', why: 'Mia books when both a provider and a room are available.', Part: PeoplePart },
  { name: 'number', label: 'Phone number', why: 'Text and call from your own number.', Part: SetupNumber },
  { name: 'mail', label: 'Email', why: 'Make sure confirmations arrive.', Part: SetupMail },
  { name: 'greeting', label: 'Greeting and hand-off', why: 'What Mia says first, and who takes handed-off calls.', Part: MiaPart },
  { name: 'website', label: 'Website', why: 'Add Mia and your lead form to your website.', Part: WebsitesPart },
  { name: 'call', label: 'Call Mia', why: 'Book an appointment by voice, like a patient.', Part: SetupCall },
];

export const STEP_NAMES: readonly StepName[] = STEPS.map(({ name }) => name);

export interface SetupPageProps {
  slug: string;
  timeZone: string;
  /** The step that the address names; the first one that is not done when it names none. */
  step: StepName | undefined;
}

/** The guided setup of a new practice: one step at a time, each saved by itself, in any order. */
export function SetupPage({ slug, timeZone, step }: SetupPageProps) {
  const settings = useQuery(settingsQuery(slug));
  const setup = useQuery(setupQuery(slug));
  return (
    <UnsavedGuard>
      <Loaded query={setup} waiting="Loading the setup" rows={6} explain={explain('Couldn’t load the setup.')}>
        {(progress) => {
          const place = placeOf(progress, step);
          return (
            <div className="grid items-start gap-6 xl:grid-cols-[16rem_minmax(0,1fr)]">
              <StepList slug={slug} progress={progress} current={place.name} />
              <div className="grid min-w-0 gap-6">
                <p className="text-lg text-slate">{place.why}</p>
                <Loaded query={settings} waiting="Loading the settings" rows={6} explain={explain('Couldn’t load settings.')}>
                  {(loaded) => <place.Part key={place.name} slug={slug} timeZone={timeZone} settings={loaded} />}
                </Loaded>
                <Onward slug={slug} current={place.name} progress={progress} />
              </div>
            </div>
          );
        }}
      </Loaded>
    </UnsavedGuard>
  );
}

function SetupServices(props: PartProps) {
  return (
    <>
      <ServiceTemplates {...props} />
      {props.settings.services.length > 0 && <ServicesPart {...props} />}
    </>
  );
}

const isDone = (progress: Setup, name: StepName) => progress.steps.some((step) => step.name === name && step.done);

function placeOf(progress: Setup, asked: StepName | undefined): Place {
  const wanted = asked ?? STEPS.find(({ name }) => !isDone(progress, name))?.name;
  return STEPS.find(({ name }) => name === wanted) ?? STEPS[0]!;
}

function StepList({ slug, progress, current }: { slug: string; progress: Setup; current: StepName }) {
  const done = STEPS.filter(({ name }) => isDone(progress, name)).length;
  return (
    <nav aria-label="Setup steps" className="min-w-0">
      <p className="mb-3 text-sm text-slate" role="status">
        {done} of {STEPS.length} done
      </p>
      <ol className="flex flex-wrap gap-1 xl:flex-col">
        {STEPS.map(({ name, label }, place) => (
          <li key={name}>
            <Link
              to={`/dashboard/${slug}/setup/${name}`}
              aria-current={name === current ? 'step' : undefined}
              className={classNames(
                'flex min-h-11 items-center gap-3 rounded-full px-2 transition-colors sm:px-3',
                name === current ? 'bg-celadon font-semibold' : 'hover:bg-celadon/60',
              )}
            >
              <Mark number={place + 1} done={isDone(progress, name)} />
              <span className={name === current ? undefined : 'max-sm:sr-only'}>{label}</span>
              {isDone(progress, name) && <span className="sr-only"> (done)</span>}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Mark({ number, done }: { number: number; done: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-7 shrink-0 place-items-center rounded-full border text-sm',
        done ? 'border-petrol bg-petrol text-paper' : 'border-line-strong text-slate',
      )}
    >
      {done ? <Check className="size-4" /> : number}
    </span>
  );
}

function Onward({ slug, current, progress }: { slug: string; current: StepName; progress: Setup }) {
  const next = STEPS[STEPS.findIndex(({ name }) => name === current) + 1];
  const lacking = progress.steps.filter(({ needed, done }) => needed && !done);
  if (next) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Link to={`/dashboard/${slug}`} className={buttonClass('quiet')}>
          Finish later
        </Link>
        <Link to={`/dashboard/${slug}/setup/${next.name}`} className={buttonClass('primary', 'large')}>
          {isDone(progress, current) ? `Next: ${next.label}` : `Skip for now: ${next.label}`}
        </Link>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="text-slate">
        {lacking.length === 0
          ? 'Mia is ready.'
          : `Mia cannot book yet. Still missing: ${lacking.map(({ name }) => STEPS.find((step) => step.name === name)?.label).join(', ')}.`}
      </p>
      <Link to={`/dashboard/${slug}`} className={buttonClass('primary', 'large')}>
        Go to your dashboard
      </Link>
    </div>
  );
}
