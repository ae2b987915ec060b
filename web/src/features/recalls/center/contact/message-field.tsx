import { TextArea } from '@/ui/fields/text-area';
import type { Patient } from '../queries';

export interface MessageFieldProps {
  message: Patient['message'];
  writesBy: Patient['writes_by'];
  body: string;
  onChange: (body: string) => void;
}

/** The message as it will leave: its middle may be rewritten, what stands around it stays. */
export function MessageField({ message, writesBy, body, onChange }: MessageFieldProps) {
  const whole = `${message.opening}${body}${message.closing}`;
  return (
    <div className="mt-5 grid gap-2">
      {message.subject && <p className="text-[0.9375rem] text-slate">Subject: {message.subject}</p>}
      <TextArea
        label="Message"
        value={body}
        onChange={(event) => onChange(event.target.value)}
        maxLength={message.longest}
        rows={writesBy === 'email' ? 5 : 3}
      />
      <details className="text-[0.9375rem] text-slate" open={writesBy === 'sms'}>
        <summary className="cursor-pointer py-1 font-medium">The whole message</summary>
        <p aria-label="The whole message" role="group" className="mt-1 rounded-xl bg-celadon px-4 py-3 whitespace-pre-line text-ink">
          {message.opening}
          {body}
          {message.closing}
        </p>
      </details>
      <p className="text-sm text-slate">
        Leave out treatments and prices: others may see it.
        {writesBy === 'sms' && ` ${textsFor(whole)}.`}
        {body !== message.body && (
          <>
            {' '}
            <button type="button" onClick={() => onChange(message.body)} className="text-petrol underline underline-offset-4">
              Use Mia’s words
            </button>
          </>
        )}
      </p>
    </div>
  );
}

/** How many texts a message takes: 160 letters in one, fewer in each of several, and fewer still with accents. */
export function textsFor(words: string): string {
  const plain = /^[\x20-\x7e\n]*$/.test(words);
  const [one, each] = plain ? [160, 153] : [70, 67];
  const count = words.length <= one ? 1 : Math.ceil(words.length / each);
  return count === 1 ? 'One text' : `${count} texts`;
}
