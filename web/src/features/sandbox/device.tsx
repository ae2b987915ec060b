import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { explain, reasonOf } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { longTimestamp } from '@/lib/time/clinic-time';
import { Button } from '@/ui/buttons/button';
import { Loaded } from '@/ui/feedback/loaded';
import { Problem } from '@/ui/feedback/problem';
import { Section } from '@/ui/section';
import { LiveCall, Ringing } from './live-call';
import { Mails } from './mailbox';
import { HERE } from './phone-time';
import { deviceQuery, useReply, type DeviceCall, type DeviceDetail } from './queries';
import type { useSandboxPhone } from './use-sandbox-phone';

export interface DeviceProps {
  id: string;
  phone: ReturnType<typeof useSandboxPhone>;
}

const explainDevice = explain('Couldn’t load the phone.');

/** One phone in the hand: what rings on it, what was texted, who called, and its owner's mail. */
export function Device({ id, phone }: DeviceProps) {
  const device = useQuery(deviceQuery(id));
  return (
    <Section
      title={device.data ? (device.data.owner ?? device.data.number) : 'Phone'}
      note={device.data?.owner ? device.data.number : undefined}
    >
      <Loaded query={device} waiting="Loading the phone" explain={explainDevice}>
        {(found) => <Screen device={found} phone={phone} />}
      </Loaded>
    </Section>
  );
}

function Screen({ device, phone }: { device: DeviceDetail; phone: DeviceProps['phone'] }) {
  const { state, answer, hangUp } = phone;
  const { ringing } = device;
  return (
    <>
      {state.call && <LiveCall state={state} onHangUp={hangUp} />}
      {!state.call && ringing && (
        <Ringing call={ringing} practice={device.practice} onAnswer={() => void answer(ringing.id)} />
      )}
      {state.problem && (
        <div className="border-t border-line p-5">
          <Problem>{state.problem}</Problem>
        </div>
      )}
      <Texts device={device} />
      <Calls calls={device.calls} />
      <Mails device={device} />
    </>
  );
}

/** A text whose web addresses can be opened, as phones show them. */
function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <a key={place} href={part} target="_blank" rel="noreferrer" className="underline">
        {part}
      </a>
    ),
  );
}

function Texts({ device }: { device: DeviceDetail }) {
  const end = useRef<HTMLOListElement>(null);
  const count = device.texts.length;
  useEffect(() => {
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [count]);

  return (
    <div className="border-t border-line">
      <h3 className="px-5 pt-5 font-semibold sm:px-6">Text messages</h3>
      {count === 0 && <p className="px-5 py-2 text-slate sm:px-6">None yet.</p>}
      {count > 0 && (
        // A scrolling list must be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ol ref={end} tabIndex={0} className="scroll-calm grid max-h-96 gap-3 overflow-y-auto px-5 py-4 sm:px-6">
          {device.texts.map((item) => (
            <li key={item.id} className={classNames('grid max-w-[85%] gap-1', item.from_patient && 'justify-self-end')}>
              <p
                className={classNames(
                  'rounded-2xl px-4 py-2.5 whitespace-pre-wrap [overflow-wrap:anywhere]',
                  item.from_patient ? 'bg-petrol text-on-petrol' : 'bg-celadon',
                )}
              >
                <Linked text={item.text} />
              </p>
              <time dateTime={item.at} className={classNames('text-xs text-slate', item.from_patient && 'text-right')}>
                {longTimestamp(item.at, HERE)}
              </time>
            </li>
          ))}
        </ol>
      )}
      <Reply device={device.id} />
    </div>
  );
}

/** Writes to the practice as the patient. */
function Reply({ device }: { device: string }) {
  const [text, setText] = useState('');
  const reply = useReply();

  function send(words: string) {
    const params = { path: { device_id: device } };
    if (words.trim()) reply.mutate({ params, body: { text: words.trim() } }, { onSuccess: () => setText('') });
  }

  return (
    <>
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          send(text);
        }}
        className="flex flex-wrap gap-2 px-5 pb-5 sm:px-6"
      >
        <label className="min-w-0 flex-1">
          <span className="sr-only">Text to the practice</span>
          <input
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder="Text to the practice"
            maxLength={1600}
            autoComplete="off"
            className="min-h-11 w-full rounded-full border border-line-strong bg-paper px-4 placeholder:text-slate"
          />
        </label>
        <Button type="submit" busy={reply.isPending} disabled={!text.trim()}>
          Send
        </Button>
        <Button variant="secondary" onClick={() => send('STOP')}>
          Reply STOP
        </Button>
      </form>
      <Problem className="px-5 pb-5">{reply.isError ? reasonOf(reply.error) : undefined}</Problem>
    </>
  );
}

function Calls({ calls }: { calls: readonly DeviceCall[] }) {
  if (calls.length === 0) return null;
  return (
    <div className="border-t border-line px-5 py-5 sm:px-6">
      <h3 className="font-semibold">Calls</h3>
      <ul className="mt-2 grid gap-3">
        {calls.toReversed().map((call) => (
          <li key={call.id}>
            <p className="text-[0.9375rem]">
              {callInWords(call)} ·{' '}
              <time dateTime={call.at} className="text-slate">
                {longTimestamp(call.at, HERE)}
              </time>
            </p>
            {call.voicemail && (
              <blockquote className="mt-1 border-l-2 border-mia pl-3 text-[0.9375rem]">{call.voicemail}</blockquote>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const ENDS: Record<string, string> = {
  voicemail: 'Voicemail',
  'customer-did-not-answer': 'Missed call',
  'customer-busy': 'Missed call, busy',
};

function callInWords({ status, ended_reason: reason }: DeviceCall): string {
  if (status === 'ringing') return 'Ringing now';
  if (status !== 'ended') return 'Call in progress';
  return ENDS[reason ?? ''] ?? 'Call';
}
