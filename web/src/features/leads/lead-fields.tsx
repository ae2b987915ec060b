import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';
import type { LeadDetail, Owner } from './queries';

/** What the server found wrong, by field. */
export type Faults = Partial<Record<string, string>>;

export interface LeadFieldsProps {
  detail?: LeadDetail | undefined;
  owners: readonly Owner[];
  faults: Faults;
}

/** Who it is, what they want, and who has them. */
export function LeadFields({ detail, owners, faults }: LeadFieldsProps) {
  const lead = detail?.lead;
  const owner = lead?.owner;
  const known = owner && !owners.some(({ id }) => id === owner.id) ? [...owners, owner] : owners;
  return (
    <>
      <TextField
        label="Full name"
        name="name"
        defaultValue={lead?.name ?? ''}
        required
        maxLength={120}
        autoComplete="off"
        error={faults['name']}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          defaultValue={lead?.phone ?? ''}
          maxLength={40}
          autoComplete="off"
          error={faults['phone']}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          defaultValue={lead?.email ?? ''}
          maxLength={254}
          autoComplete="off"
          error={faults['email']}
        />
      </div>
      <TextField
        label="Interested in"
        name="interest"
        defaultValue={lead?.interest ?? ''}
        maxLength={120}
        autoComplete="off"
        error={faults['interest']}
      />
      <SelectField
        label="Owner"
        name="owner_id"
        defaultValue={owner?.id ?? ''}
        options={[{ value: '', label: 'Unassigned' }, ...known.map(({ id, name }) => ({ value: id, label: name }))]}
      />
    </>
  );
}

/** What stands in the shared fields of a form. */
export function readFields(form: FormData) {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() || null : null;
  };
  return {
    name: text('name') ?? '',
    phone: text('phone'),
    email: text('email'),
    interest: text('interest'),
    owner_id: text('owner_id'),
  };
}
