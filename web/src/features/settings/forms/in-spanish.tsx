import { useState, type ReactNode } from 'react';

export interface InSpanishProps {
  /** Whether any of it is written: then it shows at once. */
  written: boolean;
  /** Whether any of it was refused. */
  faulty: boolean;
  children: ReactNode;
}

/** The fields for what the practice says in Spanish itself, out of the way until they are wanted. */
export function InSpanish({ written, faulty, children }: InSpanishProps) {
  const [open, setOpen] = useState(written);
  const shown = open || faulty;
  return (
    <details open={shown} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer content-center text-[0.9375rem] font-medium">In Spanish (optional)</summary>
      {shown && (
        <div className="mt-1 grid gap-5">
          <p className="text-sm text-slate">Mia says this to patients who write in Spanish. Without it, she quotes your English.</p>
          {children}
        </div>
      )}
    </details>
  );
}
