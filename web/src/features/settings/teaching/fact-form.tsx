import type { Schemas } from '@/api/client';
import { TextArea } from '@/ui/fields/text-area';
import { TextField } from '@/ui/fields/text-field';
import { LinesField } from '../forms/fields';
import { InSpanish } from '../forms/in-spanish';
import type { Draft } from '../forms/use-draft';

export type Fact = Schemas['FactValue'];

export const FACT_LABELS = { topic: 'Topic', questions: 'Questions', answer: 'Answer', answer_es: 'Answer in Spanish' };
export const NO_FACT: Fact = { topic: '', questions: [], answer: '', answer_es: '' };

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
      <InSpanish written={Boolean(value.answer_es)} faulty={Boolean(faults['answer_es'])}>
        <TextArea
          label="Answer in Spanish"
          lang="es"
          rows={4}
          value={value.answer_es}
          error={faults['answer_es']}
          onChange={(e) => set({ answer_es: e.target.value })}
        />
      </InSpanish>
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
