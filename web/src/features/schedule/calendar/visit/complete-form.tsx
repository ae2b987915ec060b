import { useState } from 'react';
import { reasonOr } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';
import { Refused, useSubmit } from '@/ui/hooks/use-submit';
import type { CalendarData, Visit } from '../queries';
import type { Changes } from '../use-changes';
import { amountOf, centsOf } from './price';

export interface CompleteFormProps {
  visit: Visit;
  services: CalendarData['services'];
  changes: Changes;
  onClose: () => void;
}

/** Says what was done at a visit and what it cost: as booked, unless it is written otherwise. */
export function CompleteForm({ visit, services, changes, onClose }: CompleteFormProps) {
  const priceOf = (id: string) => services.find((one) => one.id === id)?.price_cents ?? 0;
  const [service, setService] = useState(visit.service_id);
  const [price, setPrice] = useState(amountOf(priceOf(visit.service_id)));
  const { busy, problem, send } = useSubmit(reasonOr('Couldn’t reach the server. Nothing was changed.'));
  const offered = services.some(({ id }) => id === visit.service_id) ? [] : [{ id: visit.service_id, name: visit.service }];

  async function complete() {
    const cents = centsOf(price);
    if (cents === null) throw new Refused('Enter a price such as 450 or 449.50.');
    await changes.complete(visit, { service_id: service, price_cents: cents });
    onClose();
  }

  return (
    <form onSubmit={send(complete)} className="mt-5 grid gap-5">
      <SelectField
        label="Treatment"
        value={service}
        onChange={({ target }) => {
          setService(target.value);
          setPrice(amountOf(priceOf(target.value)));
        }}
        options={[...offered, ...services].map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField
        label="Price in dollars"
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        required
        value={price}
        onChange={({ target }) => setPrice(target.value)}
      />
      <Problem>{problem}</Problem>
      <div className="mt-2 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Not yet
        </Button>
        <Button type="submit" busy={busy}>
          Complete
        </Button>
      </div>
    </form>
  );
}
