import { type ReactNode } from 'react';
import { Button } from '../buttons/button';
import { Dialog } from './dialog';
import { Problem } from '../feedback/problem';
import { useSubmit } from '../hooks/use-submit';

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** The question, short: `Remove Riley Santos?` */
  title: string;
  /** What follows from a yes. */
  children: ReactNode;
  /** The verb on the button that does it. */
  action: string;
  /** Red for what takes something away. */
  danger?: boolean;
  /** Does it; the dialog closes when the promise is kept. */
  onConfirm: () => Promise<unknown>;
  /** What to say, in the dialog, when the promise is broken. */
  explain: (error: unknown) => string;
}

/** Asks before something that matters, and stays with its reason when that was refused. */
export function ConfirmDialog({ open, onClose, title, ...question }: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <Question onClose={onClose} {...question} />
    </Dialog>
  );
}

type QuestionProps = Omit<ConfirmDialogProps, 'open' | 'title'>;

function Question({ onClose, children, action, danger = false, onConfirm, explain }: QuestionProps) {
  const { busy, problem, submit } = useSubmit(explain);

  async function confirm() {
    if (await submit(onConfirm)) onClose();
  }

  return (
    <>
      <div className="mt-3 grid gap-3 text-slate">{children}</div>
      <Problem className="mt-4">{problem}</Problem>
      <div className="mt-8 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void confirm()}>
          {action}
        </Button>
      </div>
    </>
  );
}
