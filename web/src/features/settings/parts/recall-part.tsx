import { useState } from 'react';
import { reasonOr } from '@/api/answer';
import type { Schemas } from '@/api/client';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/buttons/button';
import { Drawer } from '@/ui/overlays/drawer';
import { EmptyNote } from '@/ui/feedback/notes';
import { Problem } from '@/ui/feedback/problem';
import { Section } from '@/ui/section';
import { useToast } from '@/ui/feedback/toast';
import { useSubmit } from '@/ui/hooks/use-submit';
import { ChangedNote } from '../forms/changed-note';
import { isSame } from '../forms/differences';
import { NumberField } from '../forms/fields';
import type { PartProps } from './part';
import { resetRecall, saveRecall, useChange, type Recall } from '../queries';
import { LeaveDialog, useUnsaved } from '../forms/unsaved-guard';
import { useDraft, type Draft } from '../forms/use-draft';

type Days = Schemas['RecallValue'];

const LABELS = {
  min_days: 'Minimum interval',
  due_days: 'Due',
  lead_days: 'First reminder, before due',
  overdue_days: 'Overdue after',
  lapsed_days: 'Lapsed after',
};
const SHORT: readonly [keyof Days, string][] = [
  ['min_days', 'Minimum'],
  ['due_days', 'Due'],
  ['lead_days', 'Reminder'],
  ['overdue_days', 'Overdue'],
  ['lapsed_days', 'Lapsed'],
];

/** When patients are due again, family by family, in days after their last completed visit. */
export function RecallPart({ slug, settings }: PartProps) {
  const [family, setFamily] = useState<string>();
  const open = settings.recall_rules.find((rule) => rule.family === family);
  return (
    <Section
      title="Recall rules"
      note="Days after the last completed visit for each recall group. Lists of due patients update shortly after you save."
    >
      {settings.recall_rules.length === 0 ? (
        <div className="border-t border-line">
          <EmptyNote title="No services yet">Add a service first.</EmptyNote>
        </div>
      ) : (
        <ul className="border-t border-line">
          {settings.recall_rules.map((rule) => (
            <RuleRow key={rule.family} rule={rule} onOpen={() => setFamily(rule.family)} />
          ))}
        </ul>
      )}
      <RuleDrawer slug={slug} rule={open} onClose={() => setFamily(undefined)} />
    </Section>
  );
}

/** What is due again together: the one service it is, or the name of several. */
function FamilyName({ rule: { family, services } }: { rule: Recall }) {
  return services.length === 1 ? services[0] : <span className="inline-block first-letter:uppercase">{family}</span>;
}

function RuleRow({ rule, onOpen }: { rule: Recall; onOpen: () => void }) {
  const own = rule.value && rule.default && !isSame(rule.value, rule.default);
  return (
    <li className="grid gap-x-6 gap-y-3 border-b border-line px-5 py-4 last:border-b-0 sm:px-6 lg:grid-cols-[minmax(0,1fr)_auto_auto] lg:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <FamilyName rule={rule} />
          {own && <Badge tone="info">Custom</Badge>}
        </p>
        {rule.services.length > 1 && <p className="text-[0.9375rem] text-slate">{rule.services.join(', ')}</p>}
      </div>
      {rule.value ? <Numbers value={rule.value} /> : <p className="text-slate">No recall</p>}
      <Button variant="secondary" className="justify-self-start" onClick={onOpen}>
        {rule.value ? 'Edit' : 'Set up'}
        <span className="sr-only">
          {' '}
          <FamilyName rule={rule} />
        </span>
      </Button>
    </li>
  );
}

function Numbers({ value }: { value: Days }) {
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-2">
      {SHORT.map(([key, label]) => (
        <div key={key} className="w-18">
          <dt className="text-sm text-slate">{label}</dt>
          <dd className="tabular-nums">{value[key] === null ? 'none' : `${value[key]} d`}</dd>
        </div>
      ))}
    </dl>
  );
}

function RuleDrawer({ slug, rule, onClose }: { slug: string; rule: Recall | undefined; onClose: () => void }) {
  const [dirty, setDirty] = useState(false);
  const [asks, setAsks] = useState(false);
  useUnsaved(dirty);
  const close = () => {
    setDirty(false);
    setAsks(false);
    onClose();
  };
  return (
    <>
      <Drawer open={rule !== undefined} onClose={() => (dirty ? setAsks(true) : close())} title="Recall rule">
        {rule && <RuleForm key={rule.family} slug={slug} rule={rule} onDirty={setDirty} onDone={close} />}
      </Drawer>
      <LeaveDialog open={asks} onStay={() => setAsks(false)} onLeave={close} />
    </>
  );
}

interface RuleFormProps {
  slug: string;
  rule: Recall;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

function RuleForm({ slug, rule, onDirty, onDone }: RuleFormProps) {
  const change = useChange(slug);
  const say = useToast();
  const part = { version: rule.version, value: rule.suggested };
  const draft = useDraft<Days>(part, (value, version) => change(saveRecall(slug, { family: rule.family, version, value })));
  const { problem, submit } = useSubmit(reasonOr('Couldn’t reset it. Please try again.'));

  async function done(saved: Promise<boolean>) {
    if (!(await saved)) return;
    say('Saved. Lists of due patients will update shortly.');
    onDone();
  }

  const reset = () => submit(() => change(resetRecall(slug, { family: rule.family, version: rule.version })));

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void done(draft.save());
      }}
    >
      <p className="text-slate">
        <strong className="font-semibold text-ink">
          <FamilyName rule={rule} />
        </strong>
        {rule.services.length > 1 && `: ${rule.services.join(', ')}`}
      </p>
      <ChangedNote draft={draft} labels={LABELS} />
      <DaysFields draft={draft} reference={rule.default} onChange={() => onDirty(true)} />
      <p className="text-sm text-slate">
        {rule.source ? `Source: ${rule.source}.` : 'No recalls for this group yet.'} Not medical advice: you decide.
      </p>
      <Problem>{draft.theirs ? undefined : (problem ?? draft.problem)}</Problem>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={draft.busy} disabled={draft.theirs !== undefined || (!draft.dirty && rule.value !== null)}>
          Save
        </Button>
        {rule.default && (
          <Button variant="secondary" disabled={isSame(rule.value, rule.default)} onClick={() => void done(reset())}>
            Reset to default
          </Button>
        )}
      </div>
    </form>
  );
}

interface DaysFieldsProps {
  draft: Draft<Days>;
  reference: Days | null;
  onChange: () => void;
}

function DaysFields({ draft, reference, onChange }: DaysFieldsProps) {
  return SHORT.map(([key]) => (
    <NumberField
      key={key}
      label={`${LABELS[key]} (days)`}
      {...hintOf(reference, key)}
      optional={key === 'min_days' || key === 'lapsed_days'}
      value={draft.value[key]}
      error={draft.faults[key]}
      onChange={(days) => {
        onChange();
        draft.set({ [key]: days });
      }}
    />
  ));
}

function hintOf(reference: Days | null, key: keyof Days): { hint?: string } {
  if (reference === null) return {};
  return { hint: reference[key] === null ? 'Default: none.' : `Default: ${reference[key]} days.` };
}
