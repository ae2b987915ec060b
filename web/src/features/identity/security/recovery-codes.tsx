import { Download, Printer } from 'lucide-react';
import { Button } from '@/ui/buttons/button';
import { CopyButton } from '@/ui/buttons/copy-button';
import { Dialog } from '@/ui/overlays/dialog';
import { saveFile } from '@/lib/save-file';

/** What is kept on paper or in a file: the codes, and enough to know later what they are for. */
export function codesAsText(codes: readonly string[], email: string): string {
  return [`Mia recovery codes for ${email}`, 'Each works once, instead of your second factor.', '', ...codes, ''].join('\n');
}

export interface RecoveryCodesProps {
  /** New codes to show, or undefined while there are none. */
  codes: readonly string[] | undefined;
  email: string;
  onKept: () => void;
}

/** New recovery codes, shown this once. Only the button closes it: no one loses them by a slip. */
export function RecoveryCodes({ codes, email, onKept }: RecoveryCodesProps) {
  return (
    <Dialog
      open={codes !== undefined}
      onClose={() => undefined}
      title="Save your recovery codes"
      className="print-sheet w-[min(34rem,calc(100vw-2rem))]"
    >
      {codes && (
        <>
          <p className="mt-3 text-slate">
            Use one of these to sign in if you lose your second factor. Each works once. They won’t be shown again.
          </p>
          <ul className="mt-5 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4 gap-y-2 rounded-xl bg-celadon p-5 font-mono text-[0.9375rem] whitespace-nowrap max-sm:p-4 max-sm:text-sm">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <p className="mt-3 hidden print:block">{email} · Mia</p>
          <div className="mt-5 flex flex-wrap gap-2 print:hidden">
            <CopyButton text={codes.join('\n')}>Copy</CopyButton>
            <Button
              variant="secondary"
              onClick={() => saveFile('mia-recovery-codes.txt', new Blob([codesAsText(codes, email)], { type: 'text/plain' }))}
            >
              <Download aria-hidden="true" className="size-4" />
              Download
            </Button>
            <Button variant="secondary" onClick={() => window.print()}>
              <Printer aria-hidden="true" className="size-4" />
              Print
            </Button>
          </div>
          <div className="mt-8 flex justify-end print:hidden">
            <Button onClick={onKept}>I saved them</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
