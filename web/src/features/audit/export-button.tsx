import { Download } from 'lucide-react';
import { useState } from 'react';
import { reasonOf } from '@/api/answer';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';
import { useToast } from '@/ui/toast';
import type { LogFilters } from './filters';
import { exportEntries } from './queries';

export interface ExportButtonProps {
  slug: string;
  timeZone: string;
  filters: LogFilters;
}

/** Saves what the filters leave as a file for a spreadsheet. */
export function ExportButton({ slug, timeZone, filters }: ExportButtonProps) {
  const [busy, setBusy] = useState(false);
  const say = useToast();

  async function save() {
    setBusy(true);
    try {
      saveFile(`activity-log-${slug}.csv`, await exportEntries(slug, timeZone, filters));
    } catch (error) {
      say(reasonOf(error, 'Couldn’t export the log.'));
    }
    setBusy(false);
  }

  return (
    <Button variant="secondary" busy={busy} onClick={() => void save()}>
      <Download aria-hidden="true" className="size-4" />
      Export CSV
    </Button>
  );
}
