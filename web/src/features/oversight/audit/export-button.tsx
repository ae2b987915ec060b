import { Download } from 'lucide-react';
import { reasonOr } from '@/api/answer';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/buttons/button';
import { useToast } from '@/ui/feedback/toast';
import { useSubmit } from '@/ui/hooks/use-submit';
import type { LogFilters } from './filters';
import { exportEntries } from './queries';

export interface ExportButtonProps {
  slug: string;
  timeZone: string;
  filters: LogFilters;
}

/** Saves what the filters leave as a file for a spreadsheet. */
export function ExportButton({ slug, timeZone, filters }: ExportButtonProps) {
  const { busy, submit } = useSubmit(reasonOr('Couldn’t export the log.'), useToast());

  const save = async () => saveFile(`activity-log-${slug}.csv`, await exportEntries(slug, timeZone, filters));

  return (
    <Button variant="secondary" busy={busy} onClick={() => void submit(save)}>
      <Download aria-hidden="true" className="size-4" />
      Export CSV
    </Button>
  );
}
