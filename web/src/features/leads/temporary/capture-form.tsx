import { CircleCheck } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { faultsIn, reasonOr } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { DeniedNote } from '@/ui/feedback/loaded';
import { Problem } from '@/ui/feedback/problem';
import { Section } from '@/ui/section';
import { useSubmit } from '@/ui/hooks/use-submit';
import { detailsIn, LeadFields, type Faults } from './lead-fields';
import { captureLead, useLeadsChanged } from './queries';
import { NOT_SUBMITTED, SUCCESS_MS } from './words';

export interface CaptureFormProps {
  /** The clinic; undefined for someone who has none. */
  slug: string | undefined;
  mayCapture: boolean;
}

/** Quick Lead Capture: a name is enough. */
export function CaptureForm({ slug, mayCapture }: CaptureFormProps) {
  return (
    <Section title="Quick Lead Capture" note="Only a name is required. You have half an hour to add the rest.">
      {mayCapture ? <Form slug={slug} /> : <DeniedNote>You can view leads but not add them.</DeniedNote>}
    </Section>
  );
}

function Form({ slug }: Pick<CaptureFormProps, 'slug'>) {
  const [captured, setCaptured] = useState(false);
  const [name, setName] = useState('');
  const { busy, problem, error, send } = useSubmit(reasonOr(NOT_SUBMITTED));
  const faults = useMemo<Faults>(() => faultsIn(error), [error]);
  const form = useRef<HTMLFormElement>(null);
  const changed = useLeadsChanged(slug);

  useEffect(() => {
    if (!captured) return undefined;
    const timer = setTimeout(() => setCaptured(false), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [captured]);
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [faults]);

  async function capture(fields: FormData, sent: HTMLFormElement) {
    setCaptured(false);
    await captureLead(slug, detailsIn(fields));
    sent.reset();
    setName('');
    setCaptured(true);
    void changed();
  }

  return (
    <form ref={form} onSubmit={send(capture)} className="grid gap-5 border-t border-line px-5 py-6 sm:px-6">
      <Problem>{problem}</Problem>
      <div role="status" className="empty:hidden">
        {captured && (
          <p className="flex items-center gap-2 rounded-xl bg-good-wash px-4 py-3 font-medium text-good">
            <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
            Lead captured. It’s kept for 30 minutes.
          </p>
        )}
      </div>
      <LeadFields faults={faults} onName={setName} />
      <Button
        type="submit"
        size="large"
        className="justify-self-start max-sm:w-full"
        disabled={!name.trim()}
        busy={busy}
      >
        {busy ? 'Submitting...' : 'Submit Lead'}
      </Button>
    </form>
  );
}
