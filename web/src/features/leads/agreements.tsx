import { CheckCards } from '@/ui/fields/check-cards';

const AGREEMENTS = [
  { value: 'texts', label: 'They agreed to be texted' },
  { value: 'calls', label: 'They agreed to a call by an AI voice' },
];

export interface AgreementsProps {
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

/** What a lead has told staff that Mia may do. */
export function Agreements({ chosen, onChange }: AgreementsProps) {
  return (
    <CheckCards legend="May Mia reply? Check only what the person agreed to." options={AGREEMENTS} chosen={chosen} onChange={onChange} />
  );
}

/** The same as the server takes it. */
export function agreementsIn(chosen: readonly string[]) {
  return { agrees_to_texts: chosen.includes('texts'), agrees_to_ai_calls: chosen.includes('calls') };
}
