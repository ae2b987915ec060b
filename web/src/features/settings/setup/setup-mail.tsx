import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain, reasonOf } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { Problem } from '@/ui/feedback/problem';
import { Section } from '@/ui/section';
import { useSubmit } from '@/ui/hooks/use-submit';
import type { PartProps } from '../parts/part';
import { sendTestMail } from '../queries';
import { setupQuery } from '../setup-query';

/** Sends the reader an email as patients get them. */
export function SetupMail({ slug }: PartProps) {
  const setup = useQuery(setupQuery(slug));
  return (
    <Section title="Email" note="Confirmations, changes and reminders are sent from this address.">
      <div className="grid gap-5 border-t border-line px-5 py-6 sm:px-6">
        <Loaded query={setup} waiting="Loading the sender" rows={1} explain={explain('Couldn’t load the sender.')}>
          {({ mail_from }) => <p className="font-medium break-words">{mail_from}</p>}
        </Loaded>
        <TestMail slug={slug} />
      </div>
    </Section>
  );
}

function TestMail({ slug }: { slug: string }) {
  const [sent, setSent] = useState(false);
  const { busy, problem, submit } = useSubmit(reasonOf);

  async function send() {
    setSent(false);
    await sendTestMail(slug);
    setSent(true);
  }

  return (
    <>
      <Problem>{problem}</Problem>
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="secondary" busy={busy} onClick={() => void submit(send)}>
          {sent ? 'Send another' : 'Send me a test email'}
        </Button>
        <p role="status" className="text-slate">
          {sent && 'Sent. If it doesn’t arrive in a few minutes, check spam, then ask your mail server’s administrator.'}
        </p>
      </div>
    </>
  );
}
