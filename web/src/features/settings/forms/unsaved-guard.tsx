import { createContext, useContext, useId, useLayoutEffect, useState, type ReactNode } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '@/ui/buttons/button';
import { Dialog } from '@/ui/overlays/dialog';

type Report = (form: string, dirty: boolean) => void;

const UnsavedContext = createContext<Report>(() => undefined);

/** Says that a form on the page holds changes that no one has saved. */
export function useUnsaved(dirty: boolean): void {
  const report = useContext(UnsavedContext);
  const form = useId();
  useLayoutEffect(() => {
    report(form, dirty);
    return () => report(form, false);
  }, [report, form, dirty]);
}

/** Keeps anyone who has not saved from leaving by accident, within the pages and out of them. Once around all forms. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const [forms, setForms] = useState<readonly string[]>([]);
  const [report] = useState<Report>(() => (form: string, dirty: boolean) => {
    setForms((all) => (all.includes(form) === dirty ? all : dirty ? [...all, form] : all.filter((one) => one !== form)));
  });
  const dirty = forms.length > 0;
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname);
  // Before the page is painted: who sees that it is saved may leave at once.
  useLayoutEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [dirty]);
  return (
    <UnsavedContext value={report}>
      {children}
      <LeaveDialog open={blocker.state === 'blocked'} onStay={() => blocker.reset?.()} onLeave={() => blocker.proceed?.()} />
    </UnsavedContext>
  );
}

/** Asks before changes are lost. */
export function LeaveDialog({ open, onStay, onLeave }: { open: boolean; onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog open={open} onClose={onStay} title="Leave without saving?">
      <p className="mt-3 text-slate">Your changes haven’t been saved.</p>
      <div className="mt-8 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="danger" onClick={onLeave}>
          Leave
        </Button>
        <Button onClick={onStay}>Keep editing</Button>
      </div>
    </Dialog>
  );
}
