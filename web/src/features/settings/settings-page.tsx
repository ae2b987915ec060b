import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { NavLink, useNavigate } from 'react-router';
import { explain } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { Loaded } from '@/ui/feedback/loaded';
import { SelectField } from '@/ui/fields/select-field';
import { ConsentPart } from './parts/consent-part';
import { ContactPart } from './parts/contact-part';
import { MiaPart } from './parts/mia-part';
import { NumbersPart } from './parts/numbers-part';
import { OnCallPart } from './parts/on-call-part';
import type { PartProps } from './parts/part';
import { PeoplePart } from './parts/people-part';
import { PlacesPart } from './parts/places-part';
import { PlanPart } from './parts/plan-part';
import { PracticePart } from './parts/practice-part';
import { settingsQuery } from './queries';
import { SECTIONS, type SectionPath } from './sections';
import { RecallPart } from './parts/recall-part';
import { RetentionPart } from './parts/retention-part';
import { ServicesPart } from './parts/services-part';
import { UnsavedGuard } from './forms/unsaved-guard';
import { WebsitesPart } from './parts/websites-part';

const PART_OF: Record<SectionPath, ComponentType<PartProps>> = {
  practice: PracticePart,
  locations: PlacesPart,
  people: PeoplePart,
  services: ServicesPart,
  recall: RecallPart,
  contact: ContactPart,
  mia: MiaPart,
  numbers: NumbersPart,
  'on-call': OnCallPart,
  consent: ConsentPart,
  retention: RetentionPart,
  websites: WebsitesPart,
  plan: PlanPart,
};

/** The pages of the settings, in the order of their list. */
export const PARTS = SECTIONS.map((section) => ({ ...section, Part: PART_OF[section.path] }));

export interface SettingsPageProps {
  slug: string;
  timeZone: string;
  /** The part that the address names. */
  path: string;
}

/** One part of the settings, beside the list of all. */
export function SettingsPage({ slug, timeZone, path }: SettingsPageProps) {
  const query = useQuery(settingsQuery(slug));
  const Part = PARTS.find((part) => part.path === path)?.Part;
  return (
    <UnsavedGuard>
      <div className="grid items-start gap-6 xl:grid-cols-[13rem_minmax(0,1fr)]">
        <PartList slug={slug} path={path} />
        <div className="grid min-w-0 gap-6">
          <Loaded query={query} waiting="Loading the settings" rows={6} explain={explain('Couldn’t load settings.')}>
            {(settings) => Part && <Part key={path} slug={slug} timeZone={timeZone} settings={settings} />}
          </Loaded>
        </div>
      </div>
    </UnsavedGuard>
  );
}

/** Every part as a link; on a phone, where the links would fill the window, as a list to choose from. */
function PartList({ slug, path: chosen }: { slug: string; path: string }) {
  const navigate = useNavigate();
  return (
    <nav aria-label="Settings" className="min-w-0">
      <SelectField
        bare
        label="Part of the settings"
        value={chosen}
        options={PARTS.map(({ path, label }) => ({ value: path, label }))}
        onChange={({ target }) => void navigate(`/dashboard/${slug}/settings/${target.value}`)}
        className="sm:hidden"
      />
      <ul className="flex flex-wrap gap-1 max-sm:hidden xl:flex-col">
        {PARTS.map(({ path, label }) => (
          <li key={path}>
            <NavLink
              to={`/dashboard/${slug}/settings/${path}`}
              className={({ isActive }) =>
                classNames(
                  'flex min-h-11 items-center rounded-full px-4 transition-colors',
                  isActive ? 'bg-celadon font-semibold' : 'hover:bg-celadon/60',
                )
              }
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
