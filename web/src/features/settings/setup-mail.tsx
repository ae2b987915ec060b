import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain, reasonOf } from '@/api/answer';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { Problem } from '@/ui/problem';
import { Section } from '@/ui/section';
import type { PartProps } from './part';
import { sendTestMail, setupQuery } from './queries';

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
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [problem, setProblem] = useState<string>();

  async function send() {
    setState('busy');
    setProblem(undefined);
    try {
      await sendTestMail(slug);
      setState('sent');
    } catch (error) {
      setProblem(reasonOf(error));
      setState('idle');
    }
  }

  return (
    <>
      <Problem>{problem}</Problem>
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="secondary" busy={state === 'busy'} onClick={() => void send()}>
          {state === 'sent' ? 'Send another' : 'Send me a test email'}
        </Button>
        <p role="status" className="text-slate">
          {state === 'sent' && 'Sent. If it doesn’t arrive in a few minutes, check spam, then ask your mail server’s administrator.'}
        </p>
      </div>
    </>
  );
}
