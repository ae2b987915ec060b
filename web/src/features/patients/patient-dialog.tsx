import { Dialog } from '@/ui/overlays/dialog';
import { useToast } from '@/ui/feedback/toast';
import { PatientFields } from './patient-form';
import { addPatient, editPatient, useFreshPatients, type PatientRecord } from './queries';

const WIDTH = 'w-[min(40rem,calc(100vw-2rem))]';

export interface AddDialogProps {
  slug: string;
  open: boolean;
  onClose: () => void;
  onAdded: (id: string) => void;
}

/** The form for a new patient. */
export function AddDialog({ slug, open, onClose, onAdded }: AddDialogProps) {
  const refresh = useFreshPatients(slug);
  return (
    <Dialog open={open} onClose={onClose} title="Add a patient" className={WIDTH}>
      <PatientFields
        record={null}
        onClose={onClose}
        save={async (fields, _version, given) => {
          const added = await addPatient(slug, { ...fields, number_given: given });
          void refresh();
          onAdded(added.id);
        }}
      />
    </Dialog>
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
