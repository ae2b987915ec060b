import { Download } from 'lucide-react';
import { reasonOr } from '@/api/answer';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/buttons/button';
import { useToast } from '@/ui/feedback/toast';
import { useSubmit } from '@/ui/hooks/use-submit';
import { exportPatients } from './queries';

interface ExportButtonProps {
  slug: string;
  picked?: readonly string[];
  /** Runs the export, and once more with the password where the server wants it. Fails as `Declined` when the reader will not. */
  confirmed: <T>(call: (password?: string) => Promise<T>) => Promise<T>;
}

/** Saves patients as a file for a spreadsheet: those picked, or all. */
export function ExportButton({ slug, picked, confirmed }: ExportButtonProps) {
  const { busy, submit } = useSubmit(reasonOr('Couldn’t export patients.'), useToast());

  async function save() {
    try {
      saveFile(`patients-${slug}.csv`, await confirmed((password) => exportPatients(slug, picked, password)));
    } catch (error) {
      const declined = error instanceof Error && error.name === 'Declined';
      if (!declined) throw error;
    }
  }

  return (
    <Button variant="secondary" busy={busy} onClick={() => void submit(save)}>
      <Download aria-hidden="true" className="size-4" />
      {picked ? 'Export selected' : 'Export CSV'}
    </Button>
  );
}
