import { useState } from 'react';
import { reasonOr } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { Section } from '@/ui/section';
import { SelectField } from '@/ui/fields/select-field';
import { useSubmit } from '@/ui/hooks/use-submit';
import { basisOf, checkImport, useImportKnown, type ConsentBasis, type DateOrder, type FieldName, type PatientImport } from './queries';
import { asksConsent, CONSENTS, counted, FIELDS } from './words';

const LEFT_OUT = { value: '', label: 'Skip' };
const BASES = [
  { value: 'express', label: 'Said so, or not known' },
  { value: 'written', label: 'In writing: signed or by web form' },
];

/** A select in a line of a list. */
export const selectClass = 'min-h-11 w-full rounded-xl border border-line-strong bg-paper px-3';
const ORDERS = [
  { value: 'mdy', label: 'Month first: 7/21/2025' },
  { value: 'dmy', label: 'Day first: 21/7/2025' },
];

/** What each column of the file is; what its headings say stands there already. */
export function MappingForm({ slug, made }: { slug: string; made: PatientImport }) {
  const [mapping, setMapping] = useState<Record<string, string>>(made.mapping);
  const [order, setOrder] = useState<DateOrder>(made.date_order);
  const [basis, setBasis] = useState<ConsentBasis>(basisOf(made));
  const asks = Object.values(mapping).some(asksConsent);
  const { busy, problem, submit } = useSubmit(reasonOr('Couldn’t check the file. Please try again.'));
  const known = useImportKnown(slug);

  async function check() {
    const chosen = Object.entries(mapping).filter(([, field]) => field !== '');
    known(await checkImport(slug, made.id, Object.fromEntries(chosen) as Record<string, FieldName>, order, basis));
  }

  return (
    <Section title="Match columns" note={`${made.file_name} · ${counted(made.rows, 'row')}`}>
      <ul className="border-t border-line">
        {made.columns.map((column, index) => (
          <ColumnRow
            key={index}
            column={column}
            field={mapping[index] ?? ''}
            onField={(field) => setMapping({ ...mapping, [index]: field })}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-end justify-between gap-4 px-5 py-5 sm:px-6">
        <SelectField
          label="Date format"
          options={ORDERS}
          value={order}
          onChange={(event) => setOrder(event.target.value as DateOrder)}
          className="w-full sm:w-64"
        />
        {asks && (
          <SelectField
            label="How people consented"
            options={BASES}
            value={basis}
            onChange={(event) => setBasis(event.target.value as ConsentBasis)}
            className="w-full sm:w-72"
          />
        )}
        <Button busy={busy} onClick={() => void submit(check)}>
          Check the file
        </Button>
        <Problem className="w-full">{problem}</Problem>
      </div>
    </Section>
  );
}

interface ColumnRowProps {
  column: PatientImport['columns'][number];
  field: string;
  onField: (field: string) => void;
}

/** A column, the first values in it, and what it is. */
function ColumnRow({ column, field, onField }: ColumnRowProps) {
  return (
    <li className="grid items-center gap-x-6 gap-y-2 border-b border-line px-5 py-3.5 sm:grid-cols-[minmax(0,1fr)_16rem] sm:px-6">
      <div className="min-w-0">
        <p className="font-semibold">{column.name}</p>
        <p className="truncate text-[0.9375rem] text-slate">{column.samples.join(' · ') || 'empty'}</p>
      </div>
      <select
        aria-label={`Field for ${column.name}`}
        value={field}
        onChange={(event) => onField(event.target.value)}
        className={selectClass}
      >
        {[LEFT_OUT, ...FIELDS].map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <optgroup label="Consent">
          {CONSENTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </optgroup>
      </select>
    </li>
  );
}
