import type { PeerLink } from './ports';

/** Candidates that take longer to gather are rarely the ones that connect. */
const GATHER_CAP_MS = 1_500;
/** With no path by then there will be none. */
const CONNECT_TIMEOUT_MS = 10_000;
/** A path may stutter; after this long without it, it is lost. */
const LOST_AFTER_MS = 3_000;

/**
 * The other side always sends, silence too. How often we look whether it does, and after how many empty looks
 * it is gone: a killed process says nothing, and the browser itself notices only after ten seconds.
 */
const LOOK_MS = 1_000;
const EMPTY_LOOKS = 4;

const NO_PATH = 'Audio couldn’t get through this network.';

/** The media path over the browser's own WebRTC: one audio line, one data channel, no trickling of candidates. */
export class WebRtcPeerLink implements PeerLink {
  onMessage: ((text: string) => void) | null = null;
  onRemoteStream: ((stream: MediaStream) => void) | null = null;
  onLost: (() => void) | null = null;

  readonly #connection: RTCPeerConnection;
  readonly #channel: RTCDataChannel;
  #sender: RTCRtpSender | null = null;
  #unsent: string[] = [];
  #established = false;
  #lostTimer: ReturnType<typeof setTimeout> | undefined;
  #lookTimer: ReturnType<typeof setInterval> | undefined;
  #packets = 0;
  #emptyLooks = 0;
  #refuse: (reason: Error) => void = () => undefined;

  constructor(connection = new RTCPeerConnection()) {
    this.#connection = connection;
    this.#channel = connection.createDataChannel('messages', { ordered: true });
    this.#channel.onmessage = (event: MessageEvent) => this.onMessage?.(String(event.data));
    this.#channel.onclose = () => this.#lose();
    connection.ontrack = ({ receiver, streams, track }) => {
      // A conversation wants her words at once; a rare click costs less than a pause before every answer.
      if ('jitterBufferTarget' in receiver) receiver.jitterBufferTarget = 0;
      this.onRemoteStream?.(streams[0] ?? new MediaStream([track]));
    };
    connection.onconnectionstatechange = () => this.#follow(connection.connectionState);
  }

  async offer(microphone: MediaStream | null): Promise<RTCSessionDescriptionInit> {
    const track = microphone?.getAudioTracks()[0];
    const direction = track ? 'sendrecv' : 'recvonly';
    this.#sender = this.#connection.addTransceiver(track ?? 'audio', { direction }).sender;
    await this.#connection.setLocalDescription();
    await this.#gathered();
    const local = this.#connection.localDescription;
    if (!local) throw new Error(NO_PATH);
    return { type: local.type, sdp: local.sdp };
  }

  async connect(answer: RTCSessionDescriptionInit): Promise<void> {
    await this.#connection.setRemoteDescription(answer);
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(NO_PATH)), CONNECT_TIMEOUT_MS);
      this.#refuse = (reason) => {
        clearTimeout(timer);
        reject(reason);
      };
      this.#whenOpen(() => {
        clearTimeout(timer);
        this.#established = true;
        this.#lookTimer = setInterval(() => void this.#look(), LOOK_MS);
        resolve();
      });
    });
  }

  async replaceTrack(track: MediaStreamTrack): Promise<void> {
    await this.#sender?.replaceTrack(track);
  }

  send(text: string): void {
    if (this.#channel.readyState === 'open') this.#channel.send(text);
    else if (this.#channel.readyState === 'connecting') this.#unsent.push(text);
  }

  close(): void {
    clearTimeout(this.#lostTimer);
    clearInterval(this.#lookTimer);
    this.#established = false;
    this.#refuse(new Error('The call ended.'));
    this.#channel.close();
    this.#connection.close();
  }

  #whenOpen(proceed: () => void): void {
    const open = () => {
      this.#unsent.forEach((text) => this.#channel.send(text));
      this.#unsent = [];
      proceed();
    };
    if (this.#channel.readyState === 'open') open();
    else this.#channel.onopen = open;
  }

  async #gathered(): Promise<void> {
    const connection = this.#connection;
    if (connection.iceGatheringState === 'complete') return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        connection.removeEventListener('icegatheringstatechange', look);
        resolve();
      };
      const look = () => connection.iceGatheringState === 'complete' && done();
      const timer = setTimeout(done, GATHER_CAP_MS);
      connection.addEventListener('icegatheringstatechange', look);
    });
  }

  #follow(state: RTCPeerConnectionState): void {
    clearTimeout(this.#lostTimer);
    if (state === 'disconnected') this.#lostTimer = setTimeout(() => this.#lose(), LOST_AFTER_MS);
    if (state === 'failed') {
      this.#refuse(new Error(NO_PATH));
      this.#lose();
    }
  }

  async #look(): Promise<void> {
    const stats = await this.#connection.getStats();
    let packets = 0;
    stats.forEach((entry: RTCStats) => {
      if (entry.type === 'inbound-rtp') packets += (entry as RTCInboundRtpStreamStats).packetsReceived ?? 0;
    });
    this.#emptyLooks = packets > this.#packets ? 0 : this.#emptyLooks + 1;
    this.#packets = packets;
    if (this.#emptyLooks >= EMPTY_LOOKS) this.#lose();
  }

  #lose(): void {
    clearInterval(this.#lookTimer);
    if (!this.#established) return;
    this.#established = false;
    this.onLost?.();
  }
}
