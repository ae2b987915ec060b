import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { faultsIn, reasonOf } from '@/api/answer';
import { Button } from '@/ui/button';
import { DeniedNote } from '@/ui/loaded';
import { Problem } from '@/ui/problem';
import { Section } from '@/ui/section';
import { detailsIn, LeadFields, type Faults } from './lead-fields';
import { captureLead, useLeadsChanged } from './queries';
import { NOT_SUBMITTED, SUCCESS_MS } from './words';

type State = 'idle' | 'submitting' | 'success' | 'error';

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
  const [state, setState] = useState<State>('idle');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [faults, setFaults] = useState<Faults>({});
  const form = useRef<HTMLFormElement>(null);
  const changed = useLeadsChanged(slug);

  useEffect(() => {
    if (state !== 'success') return undefined;
    const timer = setTimeout(() => setState('idle'), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [faults]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const sent = event.currentTarget;
    setState('submitting');
    setProblem(undefined);
    setFaults({});
    try {
      await captureLead(slug, detailsIn(sent));
      sent.reset();
      setName('');
      setState('success');
      void changed();
    } catch (error) {
      setProblem(reasonOf(error, NOT_SUBMITTED));
      setFaults(faultsIn(error));
      setState('error');
    }
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} className="grid gap-5 border-t border-line px-5 py-6 sm:px-6">
      <Problem>{state === 'error' ? problem : undefined}</Problem>
      <div role="status" className="empty:hidden">
        {state === 'success' && (
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
        busy={state === 'submitting'}
      >
        {state === 'submitting' ? 'Submitting...' : 'Submit Lead'}
      </Button>
    </form>
  );
}
