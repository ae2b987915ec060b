import type { Schemas } from '@/api/client';
import { SelectField } from '@/ui/fields/select-field';
import { TextArea } from '@/ui/fields/text-area';
import { TextField } from '@/ui/fields/text-field';
import { LinesField, NumberField } from '../forms/fields';
import { InSpanish } from '../forms/in-spanish';
import { ItemSection } from '../forms/item-section';
import type { PartProps } from './part';
import type { Recall } from '../queries';
import type { Draft } from '../forms/use-draft';
import { count, price } from '../words';
import { RecallGroupField } from '../forms/recall-group-field';

type Service = Schemas['ServiceValue'];
type Group = Schemas['RecallGroupOut'];

const LABELS = {
  name: 'Name',
  category: 'Category',
  family: 'Recall group',
  aliases: 'Also called',
  description: 'Description',
  description_es: 'Description in Spanish',
  duration_minutes: 'Duration',
  buffer_minutes: 'Cleanup time',
  price_cents: 'Price',
  price_note: 'Price unit',
};
/** The treatment interests of the lead forms; a practice may have others. */
const CATEGORIES = ['Botox/Injectables', 'Dermal Fillers', 'Laser Treatments', 'Facial Treatments', 'Body Contouring', 'Skin Care', 'Other'];
const NEW: Service = {
  name: '',
  category: 'Other',
  family: '',
  aliases: [],
  description: '',
  description_es: '',
  duration_minutes: 30,
  buffer_minutes: 0,
  price_cents: 0,
  price_note: '',
};

/** What patients can book: how long it takes, what it costs, and the recall that it shares. */
export function ServicesPart({ slug, settings }: PartProps) {
  return (
    <ItemSection<Service>
      slug={slug}
      title="Services"
      note="Mia only offers services listed here. Recall intervals are set per recall group: see Recall rules."
      what="service"
      items={settings.services}
      empty={NEW}
      nameOf={({ name }) => name}
      lineOf={(service, id) => (
        <>
          <ServiceLine service={service} recalls={settings.recall_rules} />
          {!isPerformed(id, settings.providers) && <p className="font-medium text-warn">No provider with shifts offers it, so Mia can’t book it</p>}
        </>
      )}
      bodyOf={(value, version) => ({ kind: 'service', version, value })}
      labels={LABELS}
      retires
      form={(draft, id) => (
        <>
          {!isPerformed(id, settings.providers) && (
            <p role="note" className="rounded-xl bg-warn-wash px-4 py-3 text-warn">
              No provider with shifts offers this service. Until you add it to one under Providers, Mia can’t book it and has your team call
              back.
            </p>
          )}
          <ServiceForm draft={draft} groups={settings.recall_groups} />
        </>
      )}
      nothing="No services yet"
    />
  );
}

/** Whether anyone who has shifts performs a service. */
function isPerformed(id: string, providers: PartProps['settings']['providers']) {
  return providers.some(({ retired, value }) => !retired && value.shifts.length > 0 && value.service_ids.includes(id));
}

function ServiceLine({ service, recalls }: { service: Service; recalls: readonly Recall[] }) {
  const rule = recalls.find(({ family }) => family === service.family)?.value;
  const cost = [price(service.price_cents), service.price_note].filter(Boolean).join(' ');
  return (
    <>
      <p>{[count(service.duration_minutes, 'minute'), cost].join(' · ')}</p>
      <p>
        {rule
          ? `Due again after ${count(rule.due_days, 'day')}, ${rule.min_days === null ? 'no minimum interval' : `at least ${count(rule.min_days, 'day')} apart`}`
          : 'No recall'}
      </p>
    </>
  );
}

function ServiceForm({ draft, groups }: { draft: Draft<Service>; groups: readonly Group[] }) {
  const { value, set, faults } = draft;
  const categories = [...new Set([...CATEGORIES, value.category])].map((one) => ({ value: one, label: one }));
  return (
    <>
      <TextField label="Name" value={value.name} error={faults['name']} onChange={(e) => set({ name: e.target.value })} />
      <SelectField label="Category" options={categories} value={value.category} onChange={(e) => set({ category: e.target.value })} />
      <div className="grid gap-5 sm:grid-cols-2">
        <NumberField
          label="Duration (minutes)"
          value={value.duration_minutes}
          error={faults['duration_minutes']}
          onChange={(minutes) => set({ duration_minutes: minutes ?? NaN })}
        />
        <NumberField
          label="Cleanup time (minutes)"
          hint="Blocks provider and room."
          value={value.buffer_minutes}
          error={faults['buffer_minutes']}
          onChange={(minutes) => set({ buffer_minutes: minutes ?? NaN })}
        />
        <NumberField
          label="Price ($)"
          unit={100}
          value={value.price_cents}
          error={faults['price_cents']}
          onChange={(cents) => set({ price_cents: cents ?? NaN })}
        />
        <TextField
          label="Price unit"
          hint="e.g., per session"
          value={value.price_note}
          error={faults['price_note']}
          onChange={(e) => set({ price_note: e.target.value })}
        />
      </div>
      <ServiceWords draft={draft} groups={groups} />
    </>
  );
}

function ServiceWords({ draft: { value, set, faults }, groups }: { draft: Draft<Service>; groups: readonly Group[] }) {
  return (
    <>
      <RecallGroupField
        groups={groups}
        value={value.family}
        error={faults['family']}
        onChange={(family) => set({ family })}
      />
      <TextArea
        label="Description"
        value={value.description}
        error={faults['description']}
        onChange={(e) => set({ description: e.target.value })}
      />
      <InSpanish written={Boolean(value.description_es)} faulty={Boolean(faults['description_es'])}>
        <TextArea
          label="Description in Spanish"
          lang="es"
          value={value.description_es}
          error={faults['description_es']}
          onChange={(e) => set({ description_es: e.target.value })}
        />
      </InSpanish>
      <LinesField
        legend="Also called"
        hint="Other names patients use."
        what="name"
        value={value.aliases}
        onChange={(aliases) => set({ aliases })}
        errorOf={(place) => faults[`aliases.${place}`]}
      />
    </>
  );
}
