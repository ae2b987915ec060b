import { Download } from 'lucide-react';
import { reasonOr } from '@/api/answer';
import { saveFile } from '@/lib/save-file';
import { Button, ICON_ON_PHONE } from '@/ui/buttons/button';
import { useToast } from '@/ui/feedback/toast';
import { useSubmit } from '@/ui/hooks/use-submit';

/** Runs a call, and once more with the password where the server wants it. Fails as `Declined` when the reader will not. */
export type Confirmed = <T>(call: (password?: string) => Promise<T>) => Promise<T>;

interface DownloadButtonProps {
  label: string;
  /** Whether a phone shows the icon alone. */
  small?: boolean;
  file: string;
  content: (password?: string) => Promise<Blob>;
  confirmed: Confirmed;
  /** What is said when it fails and the server does not say why. */
  failure: string;
}

/** Saves a file with patients in it, which the server gives out only to someone who is surely themselves. */
export function DownloadButton({ label, small = false, file, content, confirmed, failure }: DownloadButtonProps) {
  const { busy, submit } = useSubmit(reasonOr(failure), useToast());

  async function save() {
    try {
      saveFile(file, await confirmed(content));
    } catch (error) {
      const declined = error instanceof Error && error.name === 'Declined';
      if (!declined) throw error;
    }
  }

  return (
    <Button variant="secondary" busy={busy} onClick={() => void submit(save)} title={label} className={small ? ICON_ON_PHONE : ''}>
      <Download aria-hidden="true" className="size-4" />
      <span className={small ? 'max-sm:sr-only' : undefined}>{label}</span>
    </Button>
  );
}
