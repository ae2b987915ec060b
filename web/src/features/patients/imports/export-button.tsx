import { DownloadButton, type Confirmed } from './download-button';
import { exportPatients } from './queries';

interface ExportButtonProps {
  slug: string;
  picked?: readonly string[];
  confirmed: Confirmed;
}

/** Saves patients as a file for a spreadsheet: those picked, or all. */
export function ExportButton({ slug, picked, confirmed }: ExportButtonProps) {
  return (
    <DownloadButton
      small={!picked}
      label={picked ? 'Export selected' : 'Export CSV'}
      file={`patients-${slug}.csv`}
      content={(password) => exportPatients(slug, picked, password)}
      confirmed={confirmed}
      failure="Couldn’t export patients."
    />
  );
}
