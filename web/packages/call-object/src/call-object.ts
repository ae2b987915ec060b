import { openMicrophone } from '@/lib/media/microphone';
import { WebRtcPeerLink } from '@/lib/media/peer-link';
import type { Microphone, PeerLink } from '@/lib/media/ports';
import { AGENT_ID, CallEvents } from './events';
import { Invitation } from './joining';
import { LevelObserver } from './levels';
import { agentParticipant, localParticipant, type Participant } from './participants';
import { RecordingState } from './recording';

/** The service takes a call without pings for dead after a few seconds. */
const PING_MS = 1_000;
const LEVEL_MS = 100;
/** Characters of {@link BrowserCallObject.setMeetingSessionData}, as JSON. */
export const SESSION_DATA_CAP = 102_400;

/** What a call object is made with. Video sources are understood and unused: a call carries sound. */
export interface CallObjectOptions {
  url?: string;
  token?: string;
  audioSource?: boolean | string | MediaStreamTrack;
  [other: string]: unknown;
}

export interface InputDevices {
  audioDeviceId?: string | null;
  audioSource?: boolean | string | MediaStreamTrack;
}

type MeetingState = 'new' | 'joining-meeting' | 'joined-meeting' | 'left-meeting' | 'error';

/** One call: joined once, left once; `left-meeting` follows whoever ends it. */
export class BrowserCallObject extends CallEvents {
  readonly #options: CallObjectOptions;
  readonly #remoteLevel = new LevelObserver();
  readonly #localLevel = new LevelObserver();
  readonly #recording = new RecordingState((name, event) => this.emit(name, event));
  #invitation: Invitation | null = null;
  #link: PeerLink | null = null;
  #microphone: Microphone | null = null;
  #remote: MediaStream | null = null;
  #isPlayed = false;
  #isHeard = true;
  #state: MeetingState = 'new';
  #isDestroyed = false;
  #pinging: ReturnType<typeof setInterval> | undefined;
  #sessionData: unknown = {};

  constructor(options: CallObjectOptions = {}) {
    super();
    this.#options = options;
  }

  /** There is no frame: nothing is shown. */
  iframe(): HTMLIFrameElement | null {
    return null;
  }

  meetingState(): MeetingState {
    return this.#state;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  participants(): Record<string, Participant> {
    const local = localParticipant(this.#track, this.#isHeard);
    return this.#state === 'joined-meeting' ? { local, [AGENT_ID]: this.#agent } : { local };
  }

  /** Joins by `webCallUrl`, whose fragment is the call's token, or by the address and `token`. */
  async join(options: CallObjectOptions = {}): Promise<Record<string, Participant>> {
    const { url, token } = { ...this.#options, ...options };
    if (!url) throw new Error('Joining needs the url of a call.');
    if (this.#state !== 'new') throw new Error('A call object joins once.');
    this.#state = 'joining-meeting';
    this.emit('joining-meeting');
    try {
      await this.#connect(new Invitation(url, token));
    } catch (error) {
      this.#close();
      if (this.#state === 'joining-meeting') this.#state = 'error';
      throw error;
    }
    this.#state = 'joined-meeting';
    this.#pinging = setInterval(() => this.#link?.send('ping'), PING_MS);
    this.emit('joined-meeting', { participants: this.participants() });
    this.emit('participant-joined', { participant: this.#agent });
    return this.participants();
  }

  async leave(): Promise<void> {
    if (this.#state !== 'joined-meeting' && this.#state !== 'joining-meeting') return;
    const hasJoined = this.#state === 'joined-meeting';
    this.#state = 'left-meeting';
    const participant = this.#agent;
    this.#close();
    const left = this.#invitation?.leave();
    if (hasJoined) {
      this.emit('participant-left', { participant });
      this.emit('left-meeting');
    }
    await left;
  }

  async destroy(): Promise<void> {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    await this.leave();
    this.#close();
    this.emit('call-instance-destroyed');
  }

  /** Sends a message to the assistant; there is no one else. */
  sendAppMessage(data: unknown): this {
    this.#link?.send(typeof data === 'string' ? data : JSON.stringify(data));
    return this;
  }

  localAudio(): boolean {
    return this.#isHeard && this.#track !== undefined;
  }

  setLocalAudio(isHeard: boolean): this {
    this.#isHeard = isHeard;
    this.#microphone?.setEnabled(isHeard);
    this.emit('participant-updated', { participant: localParticipant(this.#track, isHeard) });
    return this;
  }

  /** Plays the assistant when the client subscribes to her sound. */
  updateParticipant(id: string, { setSubscribedTracks: wish }: { setSubscribedTracks?: boolean | { audio?: boolean } }): this {
    const isWanted = typeof wish === 'object' ? wish.audio === true : wish === true;
    const track = this.#remote?.getAudioTracks()[0];
    if (id !== AGENT_ID || !isWanted || !track || this.#isPlayed) return this;
    this.#isPlayed = true;
    this.emit('track-started', { participant: this.#agent, track, type: 'audio' });
    return this;
  }

  async startRemoteParticipantsAudioLevelObserver(interval = LEVEL_MS): Promise<void> {
    if (!this.#remote) throw new Error('There is nobody to hear yet.');
    const tell = (level: number) => this.emit('remote-participants-audio-level', { participantsAudioLevel: { [AGENT_ID]: level } });
    this.#remoteLevel.start(this.#remote, interval, tell);
  }

  stopRemoteParticipantsAudioLevelObserver(): void {
    this.#remoteLevel.stop();
  }

  async startLocalAudioLevelObserver(interval = LEVEL_MS): Promise<void> {
    if (!this.#microphone?.stream) throw new Error('There is no microphone.');
    this.#localLevel.start(this.#microphone.stream, interval, (audioLevel) => this.emit('local-audio-level', { audioLevel }));
  }

  stopLocalAudioLevelObserver(): void {
    this.#localLevel.stop();
  }

  isLocalAudioLevelObserverRunning(): boolean {
    return this.#localLevel.isRunning;
  }

  getLocalAudioLevel(): number {
    return this.#localLevel.level;
  }

  /** `noise-cancellation` is the browser's own, on from the beginning; `none` turns it off. */
  async updateInputSettings(settings: { audio?: { processor?: { type?: string } } }): Promise<{ inputSettings: object }> {
    const type = settings.audio?.processor?.type;
    const noiseSuppression = type === 'noise-cancellation';
    // A track of the page's own has no such setting.
    if (type) await this.#track?.applyConstraints({ noiseSuppression, echoCancellation: true, autoGainControl: true }).catch(() => undefined);
    return { inputSettings: settings };
  }

  async setInputDevicesAsync({ audioDeviceId, audioSource }: InputDevices): Promise<void> {
    const source = audioSource ?? audioDeviceId;
    if (typeof source === 'string') await this.#microphone?.switchTo(source);
    else if (source instanceof MediaStreamTrack) await this.#link?.replaceTrack(source);
    else if (typeof source === 'boolean') this.setLocalAudio(source);
  }

  /** Where the browser lets a page choose. */
  async setOutputDeviceAsync({ outputDeviceId }: { outputDeviceId?: string }): Promise<void> {
    const players = [...document.querySelectorAll<HTMLAudioElement>(`audio[data-participant-id="${AGENT_ID}"]`)];
    if (outputDeviceId) await Promise.all(players.map((player) => player.setSinkId?.(outputDeviceId)));
  }

  async enumerateDevices(): Promise<{ devices: MediaDeviceInfo[] }> {
    return { devices: await navigator.mediaDevices.enumerateDevices() };
  }

  startScreenShare(): void {
    this.emit('nonfatal-error', { type: 'screen-share-error', errorMsg: 'A call carries sound only.' });
  }

  stopScreenShare(): void {
    // None is ever shared.
  }

  /**
   * Asks to be told: the service records when the caller has agreed, by sound, and makes the video after the call.
   * `recording-started` follows then, `recording-error` when the caller does not agree.
   */
  startRecording(): void {
    this.#recording.ask();
  }

  /** The caller ends a recording by saying so, or by hanging up. */
  stopRecording(): void {
    // See startRecording.
  }

  meetingSessionState(): { data: unknown } {
    return { data: this.#sessionData };
  }

  /** Data that goes with the call object. @throws Error for more than {@link SESSION_DATA_CAP} characters. */
  setMeetingSessionData(data: unknown): void {
    if (JSON.stringify(data).length > SESSION_DATA_CAP) throw new Error(`Session data has at most ${SESSION_DATA_CAP} characters.`);
    this.#sessionData = data;
    this.emit('meeting-session-state-updated', { meetingSessionState: this.meetingSessionState() });
  }

  get #track(): MediaStreamTrack | undefined {
    return this.#microphone?.stream?.getAudioTracks()[0];
  }

  get #agent(): Participant {
    return agentParticipant(this.#remote?.getAudioTracks()[0]);
  }

  async #connect(invitation: Invitation): Promise<void> {
    const isWanted = () => this.#state === 'joining-meeting';
    const source = this.#options.audioSource;
    const microphone = (this.#microphone = await openMicrophone(navigator.mediaDevices, typeof source === 'string' ? source : undefined));
    if (!microphone.stream) this.emit('camera-error', { errorMsg: { errorMsg: 'The microphone cannot be used.' }, error: { type: microphone.state } });
    microphone.setEnabled(this.#isHeard);
    const link = (this.#link = new WebRtcPeerLink());
    microphone.onReplaced = (track) => void link.replaceTrack(track);
    link.onMessage = (data) => {
      this.#recording.read(data);
      this.emit('app-message', { data, fromId: AGENT_ID });
    };
    link.onRemoteStream = (stream) => (this.#remote = stream);
    // It hung up and said so before, or its path broke.
    link.onLost = () => void this.leave();
    const stream = source instanceof MediaStreamTrack ? new MediaStream([source]) : microphone.stream;
    const offer = await link.offer(stream);
    if (!isWanted()) throw new Error('The call was left.');
    this.#invitation = invitation;
    await link.connect(await invitation.join(offer, isWanted));
    if (!isWanted()) throw new Error('The call was left.');
  }

  #close(): void {
    clearInterval(this.#pinging);
    this.#remoteLevel.stop();
    this.#localLevel.stop();
    this.#link?.close();
    this.#microphone?.close();
  }
}
