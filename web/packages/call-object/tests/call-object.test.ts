import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as published from '../index';
import callObjects, { createCallObject, JoinRefused } from '../src/index';
import { CallEvents } from '../src/events';
import { Invitation } from '../src/joining';
import { RecordingState } from '../src/recording';

const URL = 'https://clinic.example/voice/call/1/offer#secret.token';
const OFFER = { type: 'offer', sdp: 'v=0' } as const;
const ANSWER = { type: 'answer', sdp: 'v=0' };
const wanted = () => true;

const answering = (...answers: (Response | Error)[]) => {
  const asked = vi.fn<(address: globalThis.URL, request: RequestInit) => Promise<Response>>(async () => {
    const next = answers.shift() ?? new Error('nothing more');
    if (next instanceof Error) throw next;
    return next;
  });
  vi.stubGlobal('fetch', asked);
  return asked;
};

const busy = () => Response.json({ message: 'No room for another call.' }, { status: 503 });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('joining', () => {
  it('takes the token from the fragment and never sends it as part of the address', async () => {
    const asked = answering(Response.json(ANSWER));
    expect(await new Invitation(URL).join(OFFER, wanted)).toEqual(ANSWER);
    const [address, request] = asked.mock.calls[0]!;
    expect(String(address)).toBe('https://clinic.example/voice/call/1/offer');
    expect(request.headers).toMatchObject({ Authorization: 'Bearer secret.token' });
  });

  it('tries three times, 3,000 ms apart, where the service cannot be reached or has no free line', async () => {
    const asked = answering(new Error('no network'), busy(), Response.json(ANSWER));
    const joined = new Invitation(URL).join(OFFER, wanted);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(asked).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await joined).toEqual(ANSWER);
  });

  it('says why after the third time', async () => {
    const asked = answering(busy(), busy(), busy(), busy());
    const joined = new Invitation(URL).join(OFFER, wanted).catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await joined).toBe('No room for another call.');
    expect(asked).toHaveBeenCalledTimes(3);
  });

  it('waits 20,000 ms for an answer', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    answering(Response.json(ANSWER));
    await new Invitation(URL).join(OFFER, wanted);
    expect(timeout).toHaveBeenCalledWith(20_000);
  });

  it('does not ask again after a refusal', async () => {
    const asked = answering(Response.json({ message: 'The call was already joined.' }, { status: 409 }));
    await expect(new Invitation(URL).join(OFFER, wanted)).rejects.toThrow(new JoinRefused('The call was already joined.'));
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('stops asking when the call was left', async () => {
    const asked = answering(busy(), Response.json(ANSWER));
    const joined = new Invitation(URL).join(OFFER, () => false).catch((error: Error) => error);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await joined).toBeInstanceOf(JoinRefused);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('hangs up beside where it joins', async () => {
    const asked = answering(new Response());
    await new Invitation(URL).leave();
    expect(String(asked.mock.calls[0]![0])).toBe('https://clinic.example/voice/call/1/end');
  });
});

describe('messages', () => {
  class Events extends CallEvents {
    hear = (data: string) => this.emit('app-message', { data });
  }

  it('are kept until somebody listens, and come in order', async () => {
    const events = new Events();
    const heard: unknown[] = [];
    events.hear('listening');
    events.on('app-message', ({ data }) => heard.push(data));
    events.hear('later');
    await vi.runAllTimersAsync();
    expect(heard).toEqual(['listening', 'later']);
  });

  it('are told once to those who ask for one', () => {
    const events = new Events();
    const listener = vi.fn();
    events.once('app-message', listener);
    events.hear('one');
    events.hear('two');
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('a call object that has not joined', () => {
  it('is muted without a microphone, shows no frame, and ends quietly and once', async () => {
    const call: published.BrowserCallObject = callObjects.createCallObject(); // what index.d.ts promises
    const ends = vi.fn();
    call.on('left-meeting', ends).on('call-instance-destroyed', ends);
    expect([call.localAudio(), call.iframe(), call.meetingState()]).toEqual([false, null, 'new']);
    await call.destroy();
    await call.destroy();
    expect(ends).toHaveBeenCalledTimes(1);
    expect(call.isDestroyed()).toBe(true);
  });

  it('needs an address', async () => {
    await expect(createCallObject().join()).rejects.toThrow('needs the url');
  });

  it('keeps session data of 102,400 characters and no more', () => {
    const call = createCallObject();
    const fitting = 'a'.repeat(102_400 - 2);
    call.setMeetingSessionData(fitting);
    expect(call.meetingSessionState().data).toBe(fitting);
    expect(() => call.setMeetingSessionData(`${fitting}a`)).toThrow('102400');
    expect(call.meetingSessionState().data).toBe(fitting);
  });

  it('says that it shares no screens', () => {
    const call = createCallObject();
    const told: unknown[] = [];
    call.on('nonfatal-error', ({ action }) => told.push(action));
    call.startScreenShare();
    expect(told).toEqual(['nonfatal-error']);
  });
});

describe('a recording', () => {
  const update = (status: string) => JSON.stringify({ type: 'recording-update', status });
  const recording = () => {
    const told: string[] = [];
    return { told, state: new RecordingState((name) => void told.push(name)) };
  };

  it('has started for the client once it has asked and the caller has agreed, in either order', () => {
    for (const isEarly of [true, false]) {
      const { told, state } = recording();
      if (isEarly) state.ask();
      state.read('listening');
      state.read(JSON.stringify({ type: 'transcript' }));
      expect(told).toEqual([]);
      state.read(update('started'));
      state.ask();
      expect(told).toEqual(['recording-started']);
    }
  });

  it('is an error where the caller does not agree, and stops where they take it back', () => {
    const refused = recording();
    refused.state.ask();
    refused.state.read(update('refused'));
    expect(refused.told).toEqual(['recording-error']);
    const { told, state } = recording();
    state.ask();
    state.read(update('started'));
    state.read(update('stopped'));
    expect(told).toEqual(['recording-started', 'recording-stopped']);
  });

  it('is nothing to a client that does not ask', () => {
    const { told, state } = recording();
    state.read(update('started'));
    expect(told).toEqual([]);
  });
});
