import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { reasonOf } from '@/api/answer';
import { addCaption, type Caption } from '@/lib/captions';
import { openMicrophone } from '@/lib/media/microphone';
import { WebRtcPeerLink } from '@/lib/media/peer-link';
import type { Microphone, MicrophoneState, PeerLink, Speaker } from '@/lib/media/ports';
import { AudioElementSpeaker } from '@/lib/media/speaker';
import { ALL, pickUp } from './queries';

/** A call without pings is dead to the other side after a few seconds. */
const PING_MS = 1_000;

export interface SandboxPhoneState {
  /** The call that is held, or being picked up. */
  call: string | null;
  /** Both sides are heard. */
  connected: boolean;
  microphone: MicrophoneState | null;
  captions: Caption[];
  problem: string | null;
}

const ON_HOOK: SandboxPhoneState = { call: null, connected: false, microphone: null, captions: [], problem: null };

/** Everything that is open during one call, to be closed together. */
interface Line {
  speaker: Speaker;
  peer: PeerLink;
  microphone?: Microphone;
  ping?: ReturnType<typeof setInterval>;
}

/** A phone that can be picked up, talked into and put down. */
export function useSandboxPhone() {
  const queries = useQueryClient();
  const [state, setState] = useState(ON_HOOK);
  const line = useRef<Line>(null);

  function close(problem: string | null = null) {
    const open = line.current;
    if (!open) return;
    line.current = null;
    clearInterval(open.ping);
    open.peer.close();
    open.speaker.close();
    open.microphone?.close();
    setState((before) => ({ ...before, call: null, connected: false, problem }));
    void queries.invalidateQueries(ALL);
  }

  function receive(text: string) {
    const message = parse(text);
    if (message?.type === 'status-update' && message.status === 'ended') close();
    if (message?.type !== 'transcript') return;
    const who = message.role === 'assistant' ? 'mia' : 'you';
    const event = { kind: 'heard', who, text: message.transcript, final: message.transcriptType === 'final' } as const;
    setState((before) => ({ ...before, captions: addCaption(before.captions, event) }));
  }

  async function answer(call: string) {
    if (line.current) return;
    const own: Line = { speaker: new AudioElementSpeaker(), peer: new WebRtcPeerLink() };
    line.current = own;
    setState({ ...ON_HOOK, call });
    own.peer.onMessage = receive;
    own.peer.onLost = () => close('The call was disconnected.');
    own.peer.onRemoteStream = (stream) => void own.speaker.play(stream).then(() => own.peer.send('playable'));
    try {
      const microphone = await openMicrophone();
      if (line.current !== own) return microphone.close();
      own.microphone = microphone;
      setState((before) => ({ ...before, microphone: microphone.state }));
      await own.peer.connect(await pickUp(call, await own.peer.offer(microphone.stream)));
      own.ping = setInterval(() => own.peer.send('ping'), PING_MS);
      setState((before) => ({ ...before, connected: true }));
    } catch (error) {
      if (line.current === own) close(reasonOf(error, 'Couldn’t answer the call.'));
    }
  }

  function hangUp() {
    line.current?.peer.send(JSON.stringify({ type: 'end-call' }));
    close();
  }

  const leave = useRef(hangUp);
  useEffect(() => {
    leave.current = hangUp;
  });
  useEffect(() => () => leave.current(), []);

  return { state, answer, hangUp };
}

type Message =
  | { type: 'transcript'; role: string; transcriptType: string; transcript: string }
  | { type: 'status-update'; status: string };

function parse(text: string): Message | null {
  try {
    return JSON.parse(text) as Message;
  } catch {
    return null; // bare words such as `listening` concern the widget alone
  }
}
