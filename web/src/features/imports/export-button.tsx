import { Download } from 'lucide-react';
import { useState } from 'react';
import { reasonOf } from '@/api/answer';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';
import { useToast } from '@/ui/toast';
import { exportPatients } from './queries';

/** Saves patients as a file for a spreadsheet: those picked, or all. */
export function ExportButton({ slug, picked }: { slug: string; picked?: readonly string[] }) {
  const [busy, setBusy] = useState(false);
  const say = useToast();

  async function save() {
    setBusy(true);
    try {
      saveFile(`patients-${slug}.csv`, await exportPatients(slug, picked));
    } catch (error) {
      say(reasonOf(error, 'The patients could not be exported.'));
    }
    setBusy(false);
  }

  return (
    <Button variant="secondary" busy={busy} onClick={() => void save()}>
      <Download aria-hidden="true" className="size-4" />
      {picked ? 'Export chosen' : 'Export CSV'}
    </Button>
  );
}
