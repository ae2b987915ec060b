import type vendors from '@daily-co/daily-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallClient } from '@/features/voice/call/call-client';
import type { CallEvents } from '@/features/voice/call/call-events';
import type { Daily } from '@/lib/media/rooms/daily';
import { FakeDevices, FakeService, record, type Recorded } from './call-fakes';
import { StubDaily, StubLiveKit, TRACK, type StubEngine } from './room-fakes';

const MIA = { assistant: 'receptionist' };
const ENGINES = [
  ['livekit', () => new StubLiveKit()],
  ['daily', () => new StubDaily()],
] as const;

let service: FakeService;
let devices: FakeDevices;
let client: CallClient;
let events: Recorded[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('MediaStream', class { constructor(readonly tracks: unknown[]) {} });
  [service, devices] = [new FakeService(), new FakeDevices()];
  devices.microphone.stream = { getAudioTracks: () => [TRACK] } as unknown as MediaStream;
  client = new CallClient(service, devices);
  events = record(client);
});
afterEach(() => {
  client.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const names = () => events.map(([name]) => name);
const payloads = <Name extends keyof CallEvents>(name: Name) => events.filter((event) => event[0] === name).map((event) => event[1] as CallEvents[Name]);

it('asks Daily’s library for what that library offers', () => {
  const offered = (library: typeof vendors): Daily => library; // for the compiler
  expect(offered).toBeDefined();
});

describe.each(ENGINES)('a call in a room of %s', (provider, stub) => {
  let engine: StubEngine;
  beforeEach(() => {
    service.rooms = { provider, library: '/rooms/client.js' };
    engine = stub();
  });

  it('joins the room that the server names, by its token, with the microphone', async () => {
    expect(await client.start(MIA)).toMatchObject({ callId: 'call-1' });
    expect(engine.joined).toEqual([{ url: 'wss://rooms.example', token: 'token-of-the-room' }]);
    expect(engine.microphones).toEqual([TRACK]);
  });

  it('hears what Mia says, shows and does', async () => {
    await client.start(MIA);
    engine.says('listening');
    engine.isHeard();
    devices.level = 0.05;
    engine.says(JSON.stringify({ type: 'transcript', role: 'assistant', transcriptType: 'final', transcript: 'Hello.' }));
    await vi.advanceTimersByTimeAsync(100);
    expect(names()).toEqual(expect.arrayContaining(['call-start', 'speech-start']));
    expect(payloads('message')).toMatchObject([{ type: 'transcript', transcript: 'Hello.' }]);
    expect(engine.told).toEqual(['playable']);
  });

  it('mutes, says things in writing, takes another microphone, and leaves', async () => {
    await client.start(MIA);
    client.setMuted(true);
    expect(devices.microphone.enabled).toBe(false);
    client.sendText('Friday, please');
    expect(JSON.parse(engine.told[0]!)).toMatchObject({ type: 'add-message', message: { content: 'Friday, please' } });
    await client.switchMicrophone('headset');
    expect(engine.microphones.at(-1)).toEqual({ id: 'headset' });
    await vi.advanceTimersByTimeAsync(3_000);
    client.stop();
    expect(engine.told).toHaveLength(1); // a room needs no pings
    expect([engine.left, service.ended, names().at(-2)]).toEqual([1, ['call-1'], 'call-end']);
  });

  it('ends when Mia hangs up, and is lost when she is gone without a word', async () => {
    await client.start(MIA);
    engine.says('{"type":"status-update","status":"ended","endedReason":"assistant-ended-call"}');
    engine.goes();
    await client.start(MIA);
    engine.goes();
    expect(payloads('call-end')).toEqual([{ kind: 'ended' }, { kind: 'lost' }]);
  });

  it.each([
    ['is closed', () => (engine.door = () => Promise.reject(new Error('ERR_4711 could not establish signal connection')))],
    ['never opens', () => (engine.door = () => new Promise(() => undefined))],
  ])('says so in plain words when the room %s, and frees the line', async (_, close) => {
    close();
    const started = client.start(MIA);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await started).toBeNull();
    expect(payloads('call-start-failed')).toMatchObject([{ stage: 'daily-call-join', error: 'Couldn’t join the call.' }]);
    expect([engine.left, service.ended]).toEqual([1, ['call-1']]);
  });

  it('goes on without a microphone, so that Mia can be heard and written to', async () => {
    devices.microphone.stream = null;
    await client.start(MIA);
    expect([engine.joined.length, engine.microphones]).toEqual([1, []]);
  });
});

describe('the library of an engine', () => {
  let scripts: HTMLScriptElement[];

  beforeEach(() => {
    scripts = [];
    vi.spyOn(document.head, 'append').mockImplementation((script) => void scripts.push(script as HTMLScriptElement));
    service.rooms = { provider: 'livekit', library: '/rooms/client.js' };
  });
  afterEach(() => vi.restoreAllMocks());

  it('is loaded from the server when a call wants a room', async () => {
    const started = client.start(MIA);
    await vi.advanceTimersByTimeAsync(0);
    expect(scripts.map((script) => script.getAttribute('src'))).toEqual(['/rooms/client.js']);
    const engine = new StubLiveKit();
    scripts[0]?.dispatchEvent(new Event('load'));
    expect(await started).not.toBeNull();
    expect(engine.joined).toHaveLength(1);
  });

  it.each(['error', 'load'])('that cannot be used (%s) is told to the visitor, and the line is freed', async (event) => {
    const started = client.start(MIA);
    await vi.advanceTimersByTimeAsync(0);
    scripts[0]?.dispatchEvent(new Event(event));
    expect(await started).toBeNull();
    expect(payloads('call-start-failed')).toMatchObject([{ stage: 'daily-call-object-creation', error: 'Couldn’t load what a call needs.' }]);
    expect(service.ended).toEqual(['call-1']);
  });
});
