import { Download } from 'lucide-react';
import { useState } from 'react';
import { reasonOf } from '@/api/answer';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';
import { useToast } from '@/ui/toast';
import { exportPatients } from './queries';

interface ExportButtonProps {
  slug: string;
  picked?: readonly string[];
  /** Runs the export, and once more with the password where the server wants it. Fails as `Declined` when the reader will not. */
  confirmed: <T>(call: (password?: string) => Promise<T>) => Promise<T>;
}

/** Saves patients as a file for a spreadsheet: those picked, or all. */
export function ExportButton({ slug, picked, confirmed }: ExportButtonProps) {
  const [busy, setBusy] = useState(false);
  const say = useToast();

  async function save() {
    setBusy(true);
    try {
      saveFile(`patients-${slug}.csv`, await confirmed((password) => exportPatients(slug, picked, password)));
    } catch (error) {
      const declined = error instanceof Error && error.name === 'Declined';
      if (!declined) say(reasonOf(error, 'Couldn’t export patients.'));
    }
    setBusy(false);
  }

  return (
    <Button variant="secondary" busy={busy} onClick={() => void save()}>
      <Download aria-hidden="true" className="size-4" />
      {picked ? 'Export selected' : 'Export CSV'}
    </Button>
  );
}
