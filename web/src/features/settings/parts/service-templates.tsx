import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain, faultsIn, reasonOf } from '@/api/answer';
import type { Schemas } from '@/api/client';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { Problem } from '@/ui/feedback/problem';
import { RadioCards } from '@/ui/fields/radio-cards';
import { Section } from '@/ui/section';
import { useToast } from '@/ui/feedback/toast';
import { Refused, useSubmit } from '@/ui/hooks/use-submit';
import { NumberField } from '../forms/fields';
import type { PartProps } from './part';
import { addServices, templatesQuery, useChange } from '../queries';
import { count } from '../words';

type Template = Schemas['TemplateOut'];
type TemplateService = Template['services'][number];

/** A service that is to be added: its price is the practice's own to say. */
interface Choice {
  price_cents: number | null;
  duration_minutes: number;
}

/** Services that practices of a kind offer, to be picked and priced. */
export function ServiceTemplates({ slug, settings }: PartProps) {
  const templates = useQuery(templatesQuery(slug));
  const offered = new Set(settings.services.map(({ value }) => value.name.toLowerCase()));
  return (
    <Section title="Add services" note="Choose your practice type, then your services. You can change everything later.">
      <div className="border-t border-line px-5 py-6 sm:px-6">
        <Loaded query={templates} waiting="Loading services" rows={4} explain={explain('Couldn’t load services.')}>
          {({ items }) => <Picker slug={slug} templates={items} offered={offered} />}
        </Loaded>
      </div>
    </Section>
  );
}

function Picker({ slug, templates, offered }: { slug: string; templates: Template[]; offered: ReadonlySet<string> }) {
  const [kind, setKind] = useState(templates[0]?.kind ?? '');
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const { busy, problem, submit } = useSubmit(wordsOf);
  const change = useChange(slug);
  const say = useToast();
  const services = templates.find((template) => template.kind === kind)?.services ?? [];
  const open = services.filter(({ name }) => !offered.has(name.toLowerCase()));
  const chosen = open.filter(({ name }) => choices[name]);

  async function add() {
    const unpriced = chosen.find(({ name }) => !isPrice(choices[name]?.price_cents));
    if (unpriced) throw new Refused(`Enter a price for ${unpriced.name}. Use 0 if it is free.`);
    await change(addServices(slug, chosen.map((service) => serviceOf(service, choices[service.name]!))));
    setChoices({});
    say(`${count(chosen.length, 'service')} added.`);
  }

  return (
    <div className="grid gap-6">
      <RadioCards
        legend="Practice type"
        name="kind"
        options={templates.map((template) => ({ value: template.kind, label: template.label }))}
        value={kind}
        onChange={setKind}
      />
      <ServiceRows services={open} choices={choices} onChange={setChoices} />
      <Problem>{problem}</Problem>
      <div>
        <Button busy={busy} disabled={chosen.length === 0} onClick={() => void submit(add)}>
          {chosen.length === 0 ? 'Add services' : `Add ${count(chosen.length, 'service')}`}
        </Button>
      </div>
    </div>
  );
}

interface RowsProps {
  services: readonly TemplateService[];
  choices: Readonly<Record<string, Choice>>;
  onChange: (choices: Record<string, Choice>) => void;
}

function ServiceRows({ services, choices, onChange }: RowsProps) {
  if (services.length === 0) return <p className="text-slate">You already offer all of these.</p>;
  const toggle = (service: TemplateService) => {
    const { [service.name]: had, ...others } = choices;
    onChange(had ? others : { ...choices, [service.name]: { price_cents: null, duration_minutes: service.duration_minutes } });
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[0.9375rem] font-medium">Services</legend>
      <ul className="overflow-hidden rounded-xl border border-line-strong">
        {services.map((service) => (
          <li key={service.name} className="border-b border-line last:border-b-0 has-checked:bg-celadon/50">
            <label className="flex min-h-12 cursor-pointer items-start gap-3 px-4 py-3 has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-petrol">
              <input
                type="checkbox"
                checked={choices[service.name] !== undefined}
                onChange={() => toggle(service)}
                className="mt-1 size-4.5 shrink-0 accent-petrol outline-none"
              />
              <span className="font-medium">
                {service.name}
                <span className="block text-sm font-normal text-slate">{service.description}</span>
              </span>
            </label>
            {choices[service.name] && (
              <ChoiceFields
                name={service.name}
                choice={choices[service.name]!}
                onChange={(choice) => onChange({ ...choices, [service.name]: choice })}
              />
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function ChoiceFields({ name, choice, onChange }: { name: string; choice: Choice; onChange: (choice: Choice) => void }) {
  return (
    <div className="grid grid-cols-2 gap-4 px-4 pb-4 pl-11.5 sm:max-w-md">
      <NumberField
        label={`Price of ${name} ($)`}
        unit={100}
        optional
        value={choice.price_cents}
        onChange={(price_cents) => onChange({ ...choice, price_cents })}
      />
      <NumberField
        label={`Minutes for ${name}`}
        value={choice.duration_minutes}
        onChange={(minutes) => onChange({ ...choice, duration_minutes: minutes ?? NaN })}
      />
    </div>
  );
}

const isPrice = (cents: number | null | undefined) => cents !== null && cents !== undefined && !Number.isNaN(cents);

function serviceOf(service: TemplateService, choice: Choice): Schemas['ServiceValue'] {
  const own = { price_cents: choice.price_cents ?? 0, price_note: '', duration_minutes: choice.duration_minutes };
  return { ...service, description_es: '', ...own };
}

/** The first thing that was wrong with a service, or why nothing could be added. */
function wordsOf(error: unknown): string {
  return Object.values(faultsIn(error))[0] ?? reasonOf(error);
}
