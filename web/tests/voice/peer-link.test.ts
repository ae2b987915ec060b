import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebRtcPeerLink } from '@/lib/media/peer-link';

class FakeChannel {
  readyState: RTCDataChannelState = 'connecting';
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  sent: string[] = [];
  send = (text: string) => this.sent.push(text);
  close = () => (this.readyState = 'closed');
  open() {
    this.readyState = 'open';
    this.onopen?.();
  }
}

class FakeConnection extends EventTarget {
  channel = new FakeChannel();
  iceGatheringState: RTCIceGatheringState = 'gathering';
  connectionState: RTCPeerConnectionState = 'new';
  onconnectionstatechange: (() => void) | null = null;
  ontrack: ((event: unknown) => void) | null = null;
  localDescription = { type: 'offer', sdp: 'v=0' };
  directions: (string | undefined)[] = [];
  createDataChannel = () => this.channel;
  addTransceiver = (_: unknown, init: RTCRtpTransceiverInit) => {
    this.directions.push(init.direction);
    return { sender: { replaceTrack: async () => undefined } };
  };
  setLocalDescription = async () => undefined;
  setRemoteDescription = async () => undefined;
  close = () => undefined;
  packets = 0;
  /** Packets that arrive between two looks at the statistics. */
  arriving = 50;
  getStats = async () =>
    new Map([['in', { type: 'inbound-rtp', packetsReceived: (this.packets += this.arriving) }]]);
  become(state: RTCPeerConnectionState) {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}

let connection: FakeConnection;
let link: WebRtcPeerLink;

beforeEach(() => {
  vi.useFakeTimers();
  connection = new FakeConnection();
  link = new WebRtcPeerLink(connection as unknown as RTCPeerConnection);
});
afterEach(() => vi.useRealTimers());

/** Settles to a value or an error, so that a rejection is never left unobserved. */
const outcome = (work: Promise<unknown>) => work.then(
  () => 'connected',
  (error: Error) => error.message,
);

async function connected(): Promise<void> {
  const joining = link.connect({ type: 'answer', sdp: '' });
  await vi.advanceTimersByTimeAsync(0);
  connection.channel.open();
  await joining;
}

describe('the media path', () => {
  it('offers what has been gathered after a second and a half at the latest', async () => {
    const offering = link.offer(null);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await offering).toEqual({ type: 'offer', sdp: 'v=0' });
  });

  it('offers at once when gathering completes earlier', async () => {
    const offering = link.offer(null);
    await vi.advanceTimersByTimeAsync(10);
    connection.iceGatheringState = 'complete';
    connection.dispatchEvent(new Event('icegatheringstatechange'));
    await offering;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('plays her voice without holding it back', () => {
    const receiver = { jitterBufferTarget: null };
    connection.ontrack?.({ receiver, streams: [{}], track: {} });
    expect(receiver.jitterBufferTarget).toBe(0);
  });

  it('only receives without a microphone', async () => {
    connection.iceGatheringState = 'complete';
    await link.offer(null);
    expect(connection.directions).toEqual(['recvonly']);
  });

  it('gives up after ten seconds and says why', async () => {
    const joining = outcome(link.connect({ type: 'answer', sdp: '' }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await joining).toBe('Audio couldn’t get through this network.');
  });

  it('gives up at once when the browser reports failure', async () => {
    const joining = outcome(link.connect({ type: 'answer', sdp: '' }));
    await vi.advanceTimersByTimeAsync(0);
    connection.become('failed');
    expect(await joining).toBe('Audio couldn’t get through this network.');
  });

  it('keeps what is said before the channel opens', async () => {
    link.send('playable');
    await connected();
    expect(connection.channel.sent).toEqual(['playable']);
  });

  it('is lost three seconds after the path breaks, and not when it comes back', async () => {
    const lost = vi.fn();
    link.onLost = lost;
    await connected();
    connection.become('disconnected');
    await vi.advanceTimersByTimeAsync(2_900);
    connection.become('connected');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(lost).not.toHaveBeenCalled();
    connection.become('disconnected');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(lost).toHaveBeenCalledOnce();
  });

  it('is lost when nothing arrives for four seconds, although the browser still calls it connected', async () => {
    const lost = vi.fn();
    link.onLost = lost;
    await connected();
    await vi.advanceTimersByTimeAsync(30_000);
    connection.arriving = 0;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(lost).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(lost).toHaveBeenCalledOnce();
  });

  it('survives a gap shorter than that', async () => {
    const lost = vi.fn();
    link.onLost = lost;
    await connected();
    for (const arriving of [50, 0, 0, 0, 50, 0, 0, 0, 50]) {
      connection.arriving = arriving;
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(lost).not.toHaveBeenCalled();
  });

  it('is not lost when we close it', async () => {
    const lost = vi.fn();
    link.onLost = lost;
    await connected();
    link.close();
    connection.channel.onclose?.();
    connection.become('failed');
    expect(lost).not.toHaveBeenCalled();
  });
});
