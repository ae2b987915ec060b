import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { reasonOf } from '@/api/answer';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { Section } from '@/ui/section';
import { SelectField } from '@/ui/fields/select-field';
import { TextField } from '@/ui/fields/text-field';
import { useToast } from '@/ui/feedback/toast';
import { linesQuery, useWrite } from './queries';

/** Texts a practice from a phone that it has never contacted, or talks with its Mia. */
export function Reach() {
  const { data: lines } = useQuery(linesQuery);
  const write = useWrite();
  const say = useToast();
  const [to, setTo] = useState<string>();
  const [sender, setSender] = useState('(305) 555-0142');
  const [text, setText] = useState('');
  const line = lines?.find(({ number }) => number === to) ?? lines?.[0];
  if (!lines || !line) return null;

  function send(event: FormEvent) {
    event.preventDefault();
    if (!line || !text.trim()) return;
    const done = () => {
      setText('');
      say(`Sent to ${line.practice}.`);
    };
    write.mutate({ body: { sender, to: line.number, text: text.trim() } }, { onSuccess: done });
  }

  return (
    <Section title="Text a practice" note="Each practice has its own number. Your text goes only to that practice.">
      <form onSubmit={send} className="grid gap-4 border-t border-line px-5 py-5 sm:px-6">
        <SelectField
          label="To"
          options={lines.map(({ number, practice }) => ({ value: number, label: `${practice}, ${number}` }))}
          value={line.number}
          onChange={(event) => setTo(event.target.value)}
        />
        <TextField label="From" type="tel" value={sender} onChange={(event) => setSender(event.target.value)} />
        <TextField label="Text" value={text} maxLength={1600} onChange={(event) => setText(event.target.value)} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={write.isPending} disabled={!text.trim()}>
            Send text
          </Button>
          <a href={line.talk_url} target="_blank" rel="noreferrer" className="inline-flex min-h-11 items-center underline underline-offset-4">
            Talk to Mia in this browser
          </a>
        </div>
        <Problem>{write.isError ? reasonOf(write.error, 'Couldn’t send the text.') : undefined}</Problem>
      </form>
    </Section>
  );
}
