import { useId, useState, type FormEvent } from 'react';
import { reasonOf } from '@/api/answer';
import { longTimestamp } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { Problem } from '@/ui/feedback/problem';
import { HERE } from './phone-time';
import { useReplyToMail, type DeviceDetail } from './queries';

type Email = DeviceDetail['mails'][number];

/** The emails that the phone's owner got, with what a mail program offers: an answer, and one click to stop. */
export function Mails({ device }: { device: DeviceDetail }) {
  if (device.mails.length === 0) return null;
  return (
    <div className="border-t border-line px-5 py-5 sm:px-6">
      <h3 className="font-semibold">Mailbox</h3>
      <ul className="mt-2 grid gap-3">
        {device.mails.map((email) => (
          <li key={email.id}>
            <details>
              <summary className="min-h-11 content-center">
                <span className="font-medium">{email.subject}</span>{' '}
                <time dateTime={email.at} className="text-sm text-slate">
                  {longTimestamp(email.at, HERE)}
                </time>
              </summary>
              <Words email={email} />
              <Answer device={device.id} email={email} />
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What an email says, as most mail programs show it, or as those do that show text alone. */
function Words({ email }: { email: Email }) {
  const [plain, setPlain] = useState(false);
  const { layout_url: layout } = email;
  return (
    <div className="grid justify-items-start gap-2 py-2">
      {layout && !plain && (
        // It may do nothing but open its links, each in a window of its own.
        <iframe
          title={email.subject}
          src={layout}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          loading="lazy"
          className="h-96 w-full rounded-xl border border-line"
        />
      )}
      <p hidden={Boolean(layout) && !plain} className="text-[0.9375rem] whitespace-pre-wrap [overflow-wrap:anywhere]">
        {email.text}
      </p>
      {layout && (
        <Button variant="quiet" onClick={() => setPlain(!plain)} className="-mx-5">
          {plain ? 'Show with layout' : 'Show as text'}
        </Button>
      )}
    </div>
  );
}

/** Answers an email as the patient. */
function Answer({ device, email }: { device: string; email: Email }) {
  const field = useId();
  const [text, setText] = useState('');
  const reply = useReplyToMail();

  function send(event: FormEvent) {
    event.preventDefault();
    const params = { path: { device_id: device, mail_id: email.id } };
    if (text.trim()) reply.mutate({ params, body: { text: text.trim() } }, { onSuccess: () => setText('') });
  }

  return (
    <form onSubmit={send} className="grid gap-2 pb-3">
      <label htmlFor={field} className="text-sm font-medium">
        Reply
      </label>
      <textarea
        id={field}
        value={text}
        rows={2}
        maxLength={1600}
        onChange={(event) => setText(event.target.value)}
        className="w-full rounded-xl border border-line-strong bg-paper px-4 py-3"
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="secondary" busy={reply.isPending} disabled={!text.trim()}>
          Send reply
        </Button>
        {email.unsubscribe_url && (
          <a href={email.unsubscribe_url} target="_blank" rel="noreferrer" className="inline-flex min-h-11 items-center underline">
            Unsubscribe
          </a>
        )}
      </div>
      {reply.isSuccess && <p role="status" className="text-sm text-slate">Reply sent.</p>}
      <Problem>{reply.isError ? reasonOf(reply.error) : undefined}</Problem>
    </form>
  );
}
