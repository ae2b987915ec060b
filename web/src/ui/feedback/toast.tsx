import { createContext, useCallback, useContext, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTopModal } from '../overlays/open-modals';

/** Something that can be done about what a toast says, as long as it stands; Ctrl+Z (Cmd+Z) does it too. */
export interface ToastAction {
  label: string;
  run: () => void;
}

interface Toast {
  id: number;
  text: string;
  action?: ToastAction | undefined;
}

/** How long a toast stands before it goes; longer where there is something to press, as long as the server waits for an undo. */
const TOAST_MS = 5_000;
const ACTION_MS = 10_000;

type Say = (text: string, action?: ToastAction) => void;

const ToastContext = createContext<Say>(() => undefined);

/** Says something short that needs no answer: `const say = useToast(); say('Saved.')`. */
export function useToast(): Say {
  return useContext(ToastContext);
}

/**
 * Holds the toasts of the page in one polite live region, inside of the modal while one is open: all else is inert then.
 * Put it around the whole application, once.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const drop = useCallback((toast: Toast) => setToasts((all) => all.filter((one) => one !== toast)), []);

  const say = useCallback<Say>(
    (text, action) => {
      const toast: Toast = { id: Date.now() + Math.random(), text, action };
      setToasts((all) => [...all, toast]);
      setTimeout(() => drop(toast), action ? ACTION_MS : TOAST_MS);
    },
    [drop],
  );

  function act(toast: Toast) {
    drop(toast);
    toast.action?.run();
  }
  useUndoKey(() => {
    const newest = toasts.findLast(({ action }) => action);
    if (newest) act(newest);
    return newest !== undefined;
  });

  const modal = useTopModal();
  const region = (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-6 z-50 grid justify-items-center gap-2 px-4 max-lg:bottom-22">
      {toasts.map((toast) => (
        <p
          key={toast.id}
          className="flex items-center gap-3 rounded-3xl bg-night py-1 pr-2 pl-5 text-night-ink shadow-lift not-has-[button]:py-3 not-has-[button]:pr-5"
        >
          {toast.text}
          {toast.action && (
            <button
              type="button"
              onClick={() => act(toast)}
              className="pointer-events-auto min-h-11 rounded-full px-4 font-semibold underline underline-offset-4 hover:bg-night-line"
            >
              {toast.action.label}
            </button>
          )}
        </p>
      ))}
    </div>
  );
  return (
    <ToastContext value={say}>
      {children}
      {modal ? createPortal(region, modal) : region}
    </ToastContext>
  );
}

/** Ctrl+Z or Cmd+Z outside of fields, where it belongs to what was typed. `undo` says whether there was anything. */
function useUndoKey(undo: () => boolean): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]');
    if (event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !typing && undo()) {
      event.preventDefault();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
