import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallClient } from '@/features/voice/call/call-client';
import { START_STAGES, type CallEvents } from '@/features/voice/call/call-events';
import { FakeDevices, FakeMicrophone, FakeService, record, TICKET, type Recorded } from './call-fakes';

const MIA = { assistant: 'receptionist' };

let service: FakeService;
let devices: FakeDevices;
let client: CallClient;
let events: Recorded[];

beforeEach(() => {
  vi.useFakeTimers();
  service = new FakeService();
  devices = new FakeDevices();
  client = new CallClient(service, devices);
  events = record(client);
});
afterEach(() => {
  client.stop();
  vi.useRealTimers();
});

const fail = (): never => {
  throw new Error('no');
};
const names = () => events.map(([name]) => name);
const payloads = <Name extends keyof CallEvents>(name: Name) =>
  events.filter((event) => event[0] === name).map((event) => event[1] as CallEvents[Name]);

describe('starting a call', () => {
  it('reports every stage in the order of the specification, with durations, and then success', async () => {
    expect(await client.start(MIA)).toEqual(TICKET);
    const done = payloads('call-start-progress').filter((progress) => progress.status === 'completed');
    expect(done.map((progress) => progress.stage)).toEqual([...START_STAGES]);
    expect(done.every((progress) => typeof progress.duration === 'number')).toBe(true);
    expect(payloads('call-start-success')).toMatchObject([{ callId: 'call-1' }]);
  });

  it('skips video recording and says so', async () => {
    await client.start(MIA);
    const skipped = payloads('call-start-progress').filter((progress) => progress.metadata);
    expect(skipped.map((progress) => progress.stage)).toEqual(['video-recording-setup', 'video-recording-started']);
    expect(skipped[0]?.metadata).toEqual({ action: 'skipped-not-enabled' });
  });

  it('refuses a second start with null and leaves the first call alone', async () => {
    await client.start(MIA);
    expect(await client.start(MIA)).toBeNull();
    expect(payloads('call-start-progress').at(-1)).toMatchObject({
      stage: 'validation',
      status: 'failed',
      metadata: { reason: 'already-started' },
    });
    expect(devices.peer.closed).toBe(false);
  });

  it('throws a validation error without assistant, squad or workflow', async () => {
    await expect(client.start({})).rejects.toThrow('Assistant or Squad or Workflow must be provided.');
    expect(payloads('error')).toMatchObject([{ type: 'validation-error' }]);
    expect(client.isActive).toBe(false);
  });

  it('asks the server of the ticket for its address on the internet', async () => {
    await client.start(MIA);
    expect(devices.asks).toEqual([TICKET.stunUrl]);
  });

  it('waits a second on a mobile device before joining', async () => {
    devices.mobile = true;
    const started = client.start(MIA);
    await vi.advanceTimersByTimeAsync(999);
    expect(devices.peer.offeredMicrophone).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await started;
    expect(devices.peer.offeredMicrophone).toBe(devices.microphone.stream);
  });

  it('joins without a microphone when it is refused, so that Mia can be heard and written to', async () => {
    devices.microphone = new FakeMicrophone('refused');
    await client.start(MIA);
    expect(payloads('microphone')).toEqual(['refused']);
    expect(devices.peer.offeredMicrophone).toBeNull();
  });
});

describe('a start that fails', () => {
  it('names the stage and the reason, closes everything and tells the server', async () => {
    devices.peer.refusal = new Error('Audio couldn’t get through this network.');
    expect(await client.start(MIA)).toBeNull();
    expect(payloads('call-start-failed')).toMatchObject([
      { stage: 'daily-call-join', error: 'Audio couldn’t get through this network.' },
    ]);
    expect(payloads('error')).toMatchObject([{ type: 'daily-call-join-error' }]);
    expect([devices.peer.closed, devices.microphone.closed, service.ended]).toEqual([true, true, ['call-1']]);
  });

  it('is a start-method-error when the server creates no call, and can be tried again', async () => {
    service.refusal = new Error('All lines are taken.');
    expect(await client.start(MIA)).toBeNull();
    expect(payloads('error')).toMatchObject([{ type: 'start-method-error' }]);
    service.refusal = null;
    expect(await client.start(MIA)).toEqual(TICKET);
  });

  it.each([
    ['daily-call-object-creation', () => (devices.createPeer = fail)],
    ['daily-call-join', () => (devices.peer.refusal = new Error('no'))],
    ['audio-observer-setup', () => (devices.createLevelSource = fail)],
    ['audio-processing-setup', () => Object.defineProperty(devices.microphone, 'onReplaced', { set: fail })],
  ])('at the stage %s is an error of its name', async (stage, breakIt) => {
    breakIt();
    expect(await client.start(MIA)).toBeNull();
    expect(payloads('call-start-failed')).toMatchObject([{ stage }]);
    expect(payloads('error')).toMatchObject([{ type: `${stage}-error` }]);
    expect(service.ended).toEqual(['call-1']);
  });

  it('stays silent when it was stopped, and ends a call that the server created meanwhile', async () => {
    let open = () => undefined as void;
    service.gate = new Promise((resolve) => (open = resolve));
    const started = client.start(MIA);
    await vi.advanceTimersByTimeAsync(0);
    client.stop();
    open();
    expect(await started).toBeNull();
    expect(service.ended).toEqual(['call-1']);
    expect(names()).not.toContain('call-start-failed');
  });
});

describe('a call under way', () => {
  beforeEach(async () => {
    await client.start(MIA);
    events.length = 0;
  });

  it('pings every second', async () => {
    await vi.advanceTimersByTimeAsync(3_000);
    expect(devices.peer.sent.filter((text) => text === 'ping')).toHaveLength(3);
  });

  it('says that playing is possible once sound arrives', () => {
    expect(devices.peer.sent).toContain('playable');
  });

  it('starts when Mia is listening', () => {
    devices.peer.onMessage?.('listening');
    expect(names()).toEqual(['call-start']);
  });

  it('hears speech above 0.01 and its end after one second of silence', async () => {
    devices.level = 0.02;
    await vi.advanceTimersByTimeAsync(300);
    expect(names().filter((name) => name === 'speech-start')).toHaveLength(1);
    devices.level = 0.01;
    await vi.advanceTimersByTimeAsync(900);
    expect(names()).not.toContain('speech-end');
    await vi.advanceTimersByTimeAsync(100);
    expect(names()).toContain('speech-end');
  });

  it('does not end the speech for a breath', async () => {
    devices.level = 0.05;
    await vi.advanceTimersByTimeAsync(100);
    devices.level = 0;
    await vi.advanceTimersByTimeAsync(900);
    devices.level = 0.05;
    await vi.advanceTimersByTimeAsync(100);
    devices.level = 0;
    await vi.advanceTimersByTimeAsync(900);
    expect(names()).not.toContain('speech-end');
  });

  it('reports the volume every 100 ms, full at a level of 0.15', async () => {
    for (const level of [0.075, 0.15, 0.6]) {
      devices.level = level;
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(payloads('volume-level')).toEqual([0.5, 1, 1]);
  });

  it('passes messages on and ignores what is not JSON', () => {
    devices.peer.onMessage?.('{"type":"user-interrupted"}');
    devices.peer.onMessage?.('{oops');
    expect(payloads('message')).toEqual([{ type: 'user-interrupted' }]);
  });

  it('mutes the microphone and opens it again', () => {
    client.setMuted(true);
    expect([client.isMuted, devices.microphone.enabled]).toEqual([true, false]);
    client.setMuted(false);
    expect([client.isMuted, devices.microphone.enabled]).toEqual([false, true]);
  });

  it('sends typed text as a message that Mia answers', () => {
    client.sendText('Friday, please');
    expect(JSON.parse(devices.peer.sent.at(-1)!)).toEqual({
      type: 'add-message',
      message: { role: 'user', content: 'Friday, please' },
      triggerResponseEnabled: true,
    });
  });

  it('goes on with the raw microphone when the browser ends the processed one, muted if it was', () => {
    client.setMuted(true);
    devices.microphone.enabled = true;
    const raw = {} as MediaStreamTrack;
    devices.microphone.state = 'raw';
    devices.microphone.onReplaced?.(raw);
    expect(devices.peer.replacedBy).toBe(raw);
    expect(devices.microphone.enabled).toBe(false);
    expect(client.isActive).toBe(true);
  });
});

describe('the end of a call', () => {
  beforeEach(async () => {
    await client.start(MIA);
    events.length = 0;
  });

  it('by us: closes everything, then says ended by the customer', () => {
    client.stop();
    expect(names()).toEqual(['call-end', 'message']);
    expect(payloads('message')).toEqual([
      { type: 'status-update', status: 'ended', endedReason: 'customer-ended-call' },
    ]);
    expect([devices.peer.closed, devices.microphone.closed, service.ended]).toEqual([true, true, ['call-1']]);
  });

  it('by the other side: passes its reason on and adds none of its own', () => {
    devices.peer.onMessage?.('{"type":"status-update","status":"ended","endedReason":"assistant-ended-call"}');
    expect(names()).toEqual(['message', 'call-end']);
    expect(payloads('call-end')).toEqual([{ kind: 'ended' }]);
  });

  it('by a dead path: is an error, and says that it was lost', () => {
    devices.peer.onLost?.();
    expect(names()).toEqual(['error', 'call-end', 'message']);
    expect(payloads('error')).toMatchObject([{ type: 'connection-lost-error' }]);
    expect(payloads('call-end')).toEqual([{ kind: 'lost' }]);
  });

  it('by a fault of the other side: is an error too', () => {
    const endedReason = 'call.in-progress.error-vapifault-worker-died';
    devices.peer.onMessage?.(JSON.stringify({ type: 'status-update', status: 'ended', endedReason }));
    expect(names()).toEqual(['message', 'error', 'call-end']);
    expect(payloads('call-end')).toEqual([{ kind: 'lost' }]);
  });

  it('comes once, stops the pings, and leaves nothing to mute', async () => {
    client.stop();
    client.stop();
    devices.peer.onLost?.();
    devices.peer.sent = [];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(names().filter((name) => name === 'call-end')).toHaveLength(1);
    expect(devices.peer.sent).toEqual([]);
    expect(() => client.setMuted(true)).toThrow('Call object is not available.');
  });

  it('makes room for the next call', async () => {
    client.stop();
    expect(await client.start(MIA)).toEqual(TICKET);
  });
});
