import { useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '@/api/answer';
import { readablePhone } from '@/lib/phone';
import { Dialog } from '@/ui/overlays/dialog';
import { useToast } from '@/ui/feedback/toast';
import { Refused } from '@/ui/hooks/use-submit';
import { PatientFields } from './patient-form';
import { addPatient, editPatient, useFreshPatients, type PatientRecord } from './queries';

const WIDTH = 'w-[min(40rem,calc(100vw-2rem))]';

export interface AddDialogProps {
  slug: string;
  open: boolean;
  onClose: () => void;
  onAdded: (id: string) => void;
}

/** The form for a new patient; who seems to be on record is shown before a second record is made. */
export function AddDialog({ slug, open, onClose, onAdded }: AddDialogProps) {
  const refresh = useFreshPatients(slug);
  const [alike, setAlike] = useState<{ to: string; records: PatientRecord[] }>();

  function close() {
    setAlike(undefined);
    onClose();
  }

  return (
    <Dialog open={open} onClose={close} title="Add a patient" className={WIDTH}>
      <PatientFields
        record={null}
        onClose={close}
        notice={alike && <OnRecord slug={slug} records={alike.records} />}
        save={async (fields, _version, given) => {
          const who = JSON.stringify([fields.name, fields.phone, fields.email]);
          try {
            const added = await addPatient(slug, { ...fields, number_given: given, another: alike?.to === who });
            setAlike(undefined);
            void refresh();
            onAdded(added.id);
          } catch (error) {
            if (!(error instanceof ApiError && error.kind === 'on-record')) throw error;
            const found = error.problem['lookalikes'] as { record: PatientRecord }[];
            setAlike({ to: who, records: found.map(({ record }) => record) });
            throw new Refused('This patient seems to be on record already.');
          }
        }}
      />
    </Dialog>
  );
}

/** Who has the name and contact of the person to be added. */
function OnRecord({ slug, records }: { slug: string; records: readonly PatientRecord[] }) {
  return (
    <div className="rounded-xl bg-warn-wash p-4 text-[0.9375rem]">
      <p className="font-semibold text-warn">Same name and contact</p>
      <ul className="mt-1">
        {records.map(({ id, name, phone, email }) => (
          <li key={id}>
            <Link to={`/dashboard/${slug}/patients/${id}`} className="inline-flex min-h-11 items-center font-medium text-petrol underline">
              Open {name}, {phone ? readablePhone(phone) : email}
            </Link>
          </li>
        ))}
      </ul>
      <p>If this is another person, choose Add patient again.</p>
    </div>
  );
}

export interface EditDialogProps {
  slug: string;
  record: PatientRecord;
  open: boolean;
  onClose: () => void;
}

/** The form for a patient who is on record. */
export function EditDialog({ slug, record, open, onClose }: EditDialogProps) {
  const say = useToast();
  const refresh = useFreshPatients(slug);
  return (
    <Dialog open={open} onClose={onClose} title={`Edit ${record.name}`} className={WIDTH}>
      <PatientFields
        record={record}
        onClose={onClose}
        save={async (fields, version) => {
          await editPatient(slug, record.id, fields, version);
          await refresh();
          say('Saved.');
        }}
      />
    </Dialog>
  );
}
