import type { Schemas } from '@/api/client';
import { TextArea } from '@/ui/fields/text-area';
import { TextField } from '@/ui/fields/text-field';
import { LinesField } from '../forms/fields';
import type { Draft } from '../forms/use-draft';

export type Fact = Schemas['FactValue'];

export const FACT_LABELS = { topic: 'Topic', questions: 'Questions', answer: 'Answer' };

/** The fields of an answer that the practice gives. */
export function FactForm({ draft: { value, set, faults } }: { draft: Draft<Fact> }) {
  return (
    <>
      <TextField
        label="Topic"
        hint="e.g., parking"
        value={value.topic}
        error={faults['topic']}
        onChange={(e) => set({ topic: e.target.value })}
      />
      <TextArea label="Answer" rows={4} value={value.answer} error={faults['answer']} onChange={(e) => set({ answer: e.target.value })} />
      <LinesField
        legend="Ways patients ask"
        hint="Two or three examples are enough. Mia understands similar questions."
        what="question"
        value={value.questions}
        onChange={(questions) => set({ questions })}
        errorOf={(place) => faults[`questions.${place}`]}
      />
    </>
  );
}
