import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';

interface Toast {
  id: number;
  text: string;
}

/** How long a toast stands before it goes. */
const TOAST_MS = 5_000;

const ToastContext = createContext<(text: string) => void>(() => undefined);

/** Says something short that needs no answer: `const say = useToast(); say('Saved.')`. */
export function useToast(): (text: string) => void {
  return useContext(ToastContext);
}

/** Holds the toasts of the page in one polite live region. Put it around the whole application, once. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);

  const say = useCallback((text: string) => {
    const toast = { id: Date.now() + Math.random(), text };
    setToasts((all) => [...all, toast]);
    setTimeout(() => setToasts((all) => all.filter((one) => one !== toast)), TOAST_MS);
  }, []);

  return (
    <ToastContext value={say}>
      {children}
      <div role="status" className="pointer-events-none fixed inset-x-0 bottom-6 z-50 grid justify-items-center gap-2 px-4 max-lg:bottom-22">
        {toasts.map((toast) => (
          <p key={toast.id} className="rounded-3xl bg-night px-5 py-3 text-night-ink shadow-lift">
            {toast.text}
          </p>
        ))}
      </div>
    </ToastContext>
  );
}
