import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { reasonOf, reasonOr } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { useToast } from '@/ui/feedback/toast';
import { SelectField } from '@/ui/fields/select-field';
import { TextArea } from '@/ui/fields/text-area';
import { useSubmit } from '@/ui/hooks/use-submit';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { Drawer } from '@/ui/overlays/drawer';
import { LinesField } from '../forms/fields';
import { LeaveDialog, useUnsaved } from '../forms/unsaved-guard';
import { faultsOf, trimmed } from './case-value';
import { casesQuery, deleteCase, saveCase, type CaseValue, type EvalCase } from './queries';

const TASKS: readonly { value: CaseValue['task']; label: string }[] = [
  { value: '', label: 'Not checked' },
  { value: 'callback', label: 'Someone calls back' },
  { value: 'emergency', label: 'Someone is alerted at once' },
];

export interface CaseDrawerProps {
  slug: string;
  one: EvalCase;
  onClose: () => void;
}

/** A conversation to read before it may leave the practice: its words may be changed, and it may be deleted. */
export function CaseDrawer({ slug, one, onClose }: CaseDrawerProps) {
  const queries = useQueryClient();
  const say = useToast();
  const [dirty, setDirty] = useState(false);
  const [asks, setAsks] = useState<'leave' | 'delete'>();
  useUnsaved(dirty);
  const done = async (told: string) => {
    await queries.invalidateQueries({ queryKey: casesQuery(slug).queryKey });
    say(told);
    onClose();
  };
  return (
    <>
      <Drawer open onClose={() => (dirty ? setAsks('leave') : onClose())} title="Review conversation">
        <CaseForm slug={slug} one={one} onDirty={setDirty} onDone={done} onDelete={() => setAsks('delete')} />
      </Drawer>
      <LeaveDialog open={asks === 'leave'} onStay={() => setAsks(undefined)} onLeave={onClose} />
      <ConfirmDialog
        open={asks === 'delete'}
        onClose={() => setAsks(undefined)}
        title="Delete this conversation?"
        action="Delete"
        danger
        onConfirm={async () => {
          await deleteCase(slug, one.id);
          await done('Conversation deleted.');
        }}
        explain={(error) => reasonOf(error, 'Couldn’t delete the conversation.')}
      >
        <p>Mia’s tests won’t have it. The call or chat itself stays in the history.</p>
      </ConfirmDialog>
    </>
  );
}

interface CaseFormProps extends Omit<CaseDrawerProps, 'onClose'> {
  onDirty: (dirty: boolean) => void;
  onDone: (told: string) => Promise<void>;
  onDelete: () => void;
}

function CaseForm({ slug, one, onDirty, onDone, onDelete }: CaseFormProps) {
  const { busy, problem, submit } = useSubmit(reasonOr('Couldn’t save the conversation.'));
  const [value, setValue] = useState(one.value);
  const [told, setTold] = useState(false);
  const dirty = JSON.stringify(value) !== JSON.stringify(one.value);
  useEffect(() => onDirty(dirty), [onDirty, dirty]);
  const faults = told ? faultsOf(value) : {};
  const set = (change: Partial<CaseValue>) => setValue({ ...value, ...change });

  async function save(reviewed: boolean) {
    setTold(true);
    if (Object.keys(faultsOf(value)).length > 0) return;
    await submit(async () => {
      await saveCase(slug, one.id, { value: trimmed(value), reviewed });
      await onDone(reviewed ? 'Reviewed. It can be exported now.' : 'Saved. Review it when you’re ready.');
    });
  }

  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void save(true);
      }}
    >
      <p className="rounded-xl bg-celadon px-4 py-3">
        Names, numbers and addresses were replaced by invented ones. Make sure nothing tells who it was, and change what does.
      </p>
      <TextArea
        label="What should have happened?"
        value={value.should}
        maxLength={2000}
        error={faults['should']}
        onChange={(event) => set({ should: event.target.value })}
      />
      <Lines value={value.lines} faults={faults} onChange={(lines) => set({ lines })} />
      <Checks value={value} set={set} faults={faults} />
      <Problem>{problem}</Problem>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {one.reviewed ? 'Save' : 'Mark as reviewed'}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={() => void save(false)}>
          {one.reviewed ? 'Review again later' : 'Save for later'}
        </Button>
        <Button variant="secondary" className="text-bad!" disabled={busy} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </form>
  );
}

type Faults = Readonly<Record<string, string>>;

interface LinesProps {
  value: CaseValue['lines'];
  faults: Faults;
  onChange: (lines: CaseValue['lines']) => void;
}

function Lines({ value, faults, onChange }: LinesProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-semibold">The conversation</legend>
      <div className="grid gap-3">
        {value.map((line, place) => {
          const who = line.role === 'assistant' ? 'Mia' : 'Patient';
          return (
            <label key={place} className={line.role === 'assistant' ? 'block pr-8' : 'block pl-8'}>
              <span className="mb-1 block text-sm text-slate">
                {who}
                <span className="sr-only">, line {place + 1}</span>
              </span>
              <textarea
                rows={1}
                value={line.text}
                maxLength={1000}
                aria-invalid={faults[`lines.${place}`] ? true : undefined}
                onChange={(event) => onChange(value.map((old, at) => (at === place ? { ...old, text: event.target.value } : old)))}
                className={`block field-sizing-content min-h-11 w-full resize-none rounded-2xl px-4 py-2.5 ${
                  line.role === 'assistant' ? 'border border-transparent bg-celadon' : 'border border-line-strong bg-paper'
                }`}
              />
            </label>
          );
        })}
      </div>
      <Problem className="mt-3">{faults['lines']}</Problem>
    </fieldset>
  );
}

function Checks({ value, set, faults }: { value: CaseValue; set: (change: Partial<CaseValue>) => void; faults: Faults }) {
  return (
    <fieldset className="grid min-w-0 gap-5">
      <legend className="mb-3 font-semibold">What tests check</legend>
      <SelectField
        label="A person"
        value={value.task}
        options={TASKS}
        onChange={(event) => set({ task: event.target.value as CaseValue['task'] })}
      />
      <LinesField
        legend="Mia has to say"
        hint="A few words she may not leave out."
        what="phrase to say"
        value={value.hears}
        onChange={(hears) => set({ hears })}
        errorOf={(place) => faults[`hears.${place}`]}
      />
      <LinesField
        legend="Mia must not say"
        what="phrase to avoid"
        value={value.never}
        onChange={(never) => set({ never })}
        errorOf={(place) => faults[`never.${place}`]}
      />
    </fieldset>
  );
}
