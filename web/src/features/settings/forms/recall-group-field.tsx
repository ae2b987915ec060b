import { useState } from 'react';
import type { Schemas } from '@/api/client';
import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';

type Group = Schemas['RecallGroupOut'];

const OWN = '+';
const CHOOSE = { value: '', label: 'Choose a recall group' };
const NEW = { value: OWN, label: 'New group...' };

export interface RecallGroupFieldProps {
  groups: readonly Group[];
  value: string;
  error: string | undefined;
  onChange: (family: string) => void;
}

/** The group that a service shares its recall with: picked with its interval in view, or a new one. */
export function RecallGroupField({ groups, value, error, onChange }: RecallGroupFieldProps) {
  const listed = groups.some(({ family }) => family === value);
  const [own, setOwn] = useState(!listed && value !== '');
  const options = groups.map((group) => ({ value: group.family, label: labelOf(group) }));
  return (
    <>
      <div>
        <SelectField
          label="Recall group"
          options={[...(value === '' && !own ? [CHOOSE] : []), ...options, NEW]}
          value={own ? OWN : value}
          aria-invalid={error && !own ? true : undefined}
          onChange={({ target }) => {
            setOwn(target.value === OWN);
            onChange(target.value === OWN ? '' : target.value);
          }}
        />
        <p className="mt-1.5 text-sm text-slate">
          {error && !own ? (
            <span className="text-bad">{error}</span>
          ) : (
            'Services in a group share a recall: after Dysport, Botox is due too. Change intervals under Recall rules.'
          )}
        </p>
      </div>
      {own && <TextField label="New recall group" value={value} error={error} onChange={(event) => onChange(event.target.value)} />}
    </>
  );
}

/** `Neurotoxin, due after 12 weeks`. */
function labelOf({ family, value }: Group): string {
  return `${family.charAt(0).toUpperCase()}${family.slice(1)}, ${value ? `due after ${intervalOf(value.due_days)}` : 'no recall'}`;
}

/** Days as people say them: weeks up to half a year, then months. */
export function intervalOf(days: number): string {
  if (days % 7 === 0 && days <= 182) return days === 7 ? '1 week' : `${days / 7} weeks`;
  return days < 60 ? `${days} days` : `${Math.round(days / 30.4)} months`;
}
