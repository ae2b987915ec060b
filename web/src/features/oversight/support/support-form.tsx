import { useState } from 'react';
import { reasonOr } from '@/api/answer';
import { newKey } from '@/lib/new-key';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { Section } from '@/ui/section';
import { TextArea } from '@/ui/fields/text-area';
import { Refused, useSubmit } from '@/ui/hooks/use-submit';
import { writeToSupport } from './queries';

const LONGEST = 4000;

/** A message to support, answered by email. */
export function SupportForm({ slug, email }: { slug: string; email: string }) {
  const [message, setMessage] = useState('');
  const [key, setKey] = useState(newKey);
  const [sent, setSent] = useState(false);
  const { busy, problem, submit } = useSubmit(reasonOr('Couldn’t send your message. Please try again.'));

  async function send() {
    if (!message.trim()) throw new Refused('Write what we can help with.');
    await writeToSupport(slug, { key, message: message.trim() });
    setSent(true);
    setMessage('');
    setKey(newKey());
  }

  return (
    <Section title="Write to support" note={`We’ll answer by email to ${email}.`}>
      <form
        noValidate
        className="grid gap-4 border-t border-line px-5 py-6 sm:px-6"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(send);
        }}
      >
        <TextArea
          label="Message"
          placeholder="What happened, and on which page? Leave out patient names where you can."
          rows={4}
          maxLength={LONGEST}
          value={message}
          onChange={(event) => {
            setMessage(event.target.value);
            setSent(false);
          }}
        />
        <Problem>{problem}</Problem>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" busy={busy}>
            Send message
          </Button>
          <p role="status" className="text-good">
            {sent && 'Message sent.'}
          </p>
        </div>
      </form>
    </Section>
  );
}
