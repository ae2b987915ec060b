import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { useToast } from '@/ui/feedback/toast';
import { SelectField } from '@/ui/fields/select-field';
import { Drawer } from '@/ui/overlays/drawer';
import { ChangedNote } from '../forms/changed-note';
import { LeaveDialog, useUnsaved } from '../forms/unsaved-guard';
import { useDraft } from '../forms/use-draft';
import { useChange, type Settings } from '../queries';
import { FACT_LABELS, FactForm, NO_FACT, type Fact } from './fact-form';
import { answerQuestions, questionsQuery, type QuestionGroup } from './queries';
import { TryOutBelow } from './try-out';
import { examplesOf, widened } from './wordings';

export interface AnswerDrawerProps {
  slug: string;
  /** The questions to answer; nothing keeps the drawer shut. */
  group: QuestionGroup | undefined;
  facts: Settings['facts'];
  onClose: () => void;
}

/** Answers questions: with a new answer, or with one that the practice has and Mia did not recognize. */
export function AnswerDrawer({ group, onClose, ...rest }: AnswerDrawerProps) {
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
      <Drawer open={group !== undefined} onClose={() => (dirty ? setAsks(true) : close())} title="Teach Mia the answer">
        {group && <Answering key={group.question_ids[0]} group={group} onDirty={setDirty} onDone={close} {...rest} />}
      </Drawer>
      <LeaveDialog open={asks} onStay={() => setAsks(false)} onLeave={close} />
    </>
  );
}

interface AnsweringProps extends Omit<AnswerDrawerProps, 'group' | 'onClose'> {
  group: QuestionGroup;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

function Answering({ facts, group, ...rest }: AnsweringProps) {
  const [chosen, setChosen] = useState('');
  const fact = facts.find(({ id }) => id === chosen);
  return (
    <div className="grid gap-5">
      <div className="grid gap-1.5">
        <p className="text-[0.9375rem] font-medium">What patients asked</p>
        <ul className="grid gap-1 rounded-xl bg-celadon px-4 py-3">
          {group.wordings.map((words) => (
            <li key={words} className="wrap-break-word">
              {words}
            </li>
          ))}
        </ul>
      </div>
      {facts.length > 0 && (
        <SelectField
          label="Add to"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          options={[{ value: '', label: 'New answer' }, ...facts.map(({ id, value }) => ({ value: id, label: value.topic }))]}
        />
      )}
      <AnswerForm key={chosen} group={group} fact={fact} {...rest} />
    </div>
  );
}

interface AnswerFormProps extends Omit<AnsweringProps, 'facts'> {
  fact: Settings['facts'][number] | undefined;
}

function AnswerForm({ slug, group, fact, onDirty, onDone }: AnswerFormProps) {
  const queries = useQueryClient();
  const change = useChange(slug);
  const say = useToast();
  const draft = useDraft<Fact>(begin(group, fact), async (value) => {
    await change(
      answerQuestions(slug, { question_ids: group.question_ids, value, item_id: fact?.id ?? null, version: fact?.version ?? '' }),
    );
    await queries.invalidateQueries({ queryKey: questionsQuery(slug).queryKey });
  });
  const { dirty } = draft;
  useEffect(() => onDirty(dirty), [onDirty, dirty]);

  async function save() {
    if (!(await draft.save())) return;
    say('Saved. Mia answers this from now on.');
    onDone();
  }

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <ChangedNote draft={draft} labels={FACT_LABELS} />
      <FactForm draft={draft} />
      <TryOutBelow slug={slug} draft={{ fact: { item_id: fact?.id ?? null, value: draft.value } }} />
      <Problem>{draft.theirs ? undefined : draft.problem}</Problem>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={draft.busy} disabled={draft.theirs !== undefined}>
          Save answer
        </Button>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function begin(group: QuestionGroup, fact: AnswerFormProps['fact']) {
  if (!fact) return { version: '', value: { ...NO_FACT, questions: examplesOf(group.wordings) } };
  return { version: fact.version, value: { ...fact.value, questions: widened(fact.value.questions, group.wordings) } };
}
