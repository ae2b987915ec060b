import { useState } from 'react';
import { reasonOr } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { CopyButton } from '@/ui/buttons/copy-button';
import { Problem } from '@/ui/feedback/problem';
import { useSubmit } from '@/ui/hooks/use-submit';
import { visitLink } from '../queries';

/** The link by which the patient moves or cancels the visit, for staff who send or read it themselves. */
export function PatientLink({ slug, id }: { slug: string; id: string }) {
  const [url, setUrl] = useState<string>();
  const { busy, problem, submit } = useSubmit(reasonOr('Couldn’t get the link. Please try again.'));
  return (
    <section aria-label="Reschedule link" className="grid justify-items-start gap-3 border-t border-line pt-5">
      {url ? (
        <>
          <p className="text-[0.9375rem] break-all">{url}</p>
          <CopyButton text={url}>Copy link</CopyButton>
        </>
      ) : (
        <Button variant="secondary" busy={busy} onClick={() => void submit(async () => setUrl((await visitLink(slug, id)).url))}>
          Reschedule link
        </Button>
      )}
      <p className="text-sm text-slate">Anyone who has it can move or cancel this appointment.</p>
      <Problem>{problem}</Problem>
    </section>
  );
}
