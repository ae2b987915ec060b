import { INTEREST_OPTIONS, type TreatmentInterest } from '@/lib/treatment-interests';
import { SelectField } from '@/ui/fields/select-field';
import { TextArea } from '@/ui/fields/text-area';
import { TextField } from '@/ui/fields/text-field';
import type { LeadDetails, TemporaryLead } from './queries';

export type Faults = Partial<Record<keyof LeadDetails, string>>;

export interface LeadFieldsProps {
  /** What stands in the fields at first. */
  lead?: TemporaryLead;
  /** What the server said is wrong, by field. */
  faults: Faults;
  onName: (name: string) => void;
}

/** The fields of a lead; only the full name is required. */
export function LeadFields({ lead, faults, onName }: LeadFieldsProps) {
  return (
    <div className="@container">
      <div className="grid items-start gap-5 @lg:grid-cols-2">
        <TextField
          label="Full Name"
          name="name"
          required
          maxLength={120}
          autoComplete="off"
          defaultValue={lead?.name}
          error={faults.name}
          onChange={(event) => onName(event.target.value)}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          defaultValue={lead?.email ?? ''}
          error={faults.email}
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          maxLength={40}
          autoComplete="off"
          defaultValue={lead?.phone ?? ''}
          error={faults.phone}
        />
        <SelectField
          label="Treatment Interest"
          name="treatment_interest"
          options={INTEREST_OPTIONS}
          defaultValue={lead?.treatment_interest ?? ''}
        />
        <TextArea
          label="Message"
          name="message"
          maxLength={2000}
          defaultValue={lead?.message ?? ''}
          error={faults.message}
          className="@lg:col-span-2"
        />
      </div>
    </div>
  );
}

/** What was typed; a field left empty is nothing. */
export function detailsIn(fields: FormData): LeadDetails {
  const text = (name: string) => String(fields.get(name) ?? '').trim() || null;
  return {
    name: text('name') ?? '',
    email: text('email'),
    phone: text('phone'),
    treatment_interest: text('treatment_interest') as TreatmentInterest | null,
    message: text('message'),
  };
}
