import { Emitter } from '@/lib/emitter';
import type { LevelSource, MediaLink, Microphone, Speaker } from '@/lib/media/ports';
import type { CallErrorType, CallEvents, CallMessage, EndKind, StartStage } from './call-events';
import type { CallDevices, CallService, CallTarget, CallTicket } from './call-ports';
import { lineOf, type Line } from './lines';
import { LEVEL_INTERVAL_MS, SpeechMonitor, scaleVolume } from './speech-monitor';
import { StartReporter } from './start-progress';

/** The voice service takes a call without pings for dead after a few seconds. */
const PING_MS = 1_000;
/** A mobile browser needs a moment after the permission before its audio runs (spec §9). */
const MOBILE_WAIT_MS = 1_000;

const ERROR_OF_STAGE: Partial<Record<StartStage, CallErrorType>> = {
  'daily-call-object-creation': 'daily-call-object-creation-error',
  'daily-call-join': 'daily-call-join-error',
  'audio-observer-setup': 'audio-observer-setup-error',
  'audio-processing-setup': 'audio-processing-setup-error',
};

/** Everything that is open during one call, to be closed together. */
interface OpenCall {
  ticket?: CallTicket;
  link?: MediaLink;
  microphone?: Microphone;
  speaker?: Speaker;
  remote?: MediaStream;
  levels: { mia?: LevelSource; caller?: LevelSource };
  timers: ReturnType<typeof setInterval>[];
  endedSeen: boolean;
}

/** Thrown inside a start that was stopped meanwhile; never leaves the client. */
class StoppedError extends Error {}

/**
 * One call to Mia at a time, from the browser, free of any framework.
 *
 * `start` reports its stages and then `call-start-success` or `call-start-failed`; `call-start` follows when Mia
 * listens. Whatever ends a call, `call-end` follows exactly once and everything is closed; where media failed,
 * `error` comes before it.
 */
export class CallClient extends Emitter<CallEvents> {
  readonly #service: CallService;
  readonly #devices: CallDevices;
  #call: OpenCall | null = null;
  #muted = false;
  /** The device that the caller chose last; the next call begins with it. */
  #wished: string | undefined;

  constructor(service: CallService, devices: CallDevices) {
    super();
    this.#service = service;
    this.#devices = devices;
  }

  /** True from the moment a start was accepted until the call's end. */
  get isActive(): boolean {
    return this.#call !== null;
  }

  get isMuted(): boolean {
    return this.#muted;
  }

  /**
   * Starts a call. Resolves with its ticket; with null when a call is already under way, when the start failed
   * (see `call-start-failed`) or when `stop` came in between.
   *
   * @throws Error when the target names no one.
   */
  async start(target: CallTarget): Promise<CallTicket | null> {
    if (this.#call) {
      const metadata = { reason: 'already-started' };
      const timestamp = new Date().toISOString();
      this.emit('call-start-progress', { stage: 'validation', status: 'failed', timestamp, metadata });
      return null;
    }
    const call: OpenCall = { levels: {}, timers: [], endedSeen: false };
    const reporter = new StartReporter((progress) => this.emit('call-start-progress', progress));
    await reporter.run('validation', () => this.#validate(target));
    this.#call = call;
    this.#muted = false;
    try {
      const ticket = await this.#open(call, target, reporter);
      const timestamp = new Date().toISOString();
      this.emit('call-start-success', { callId: ticket.callId, totalDuration: reporter.totalDuration, timestamp });
      return ticket;
    } catch (error) {
      // What fails after a stop fails because of it, and is no one's concern.
      if (this.#call === call) this.#fail(call, reporter, error);
      return null;
    }
  }

  /** Ends the call, also one that is still starting. Does nothing without a call. */
  stop(): void {
    if (this.#call) this.#end(this.#call, 'stopped');
  }

  /** @throws Error without a call that has been joined. */
  setMuted(muted: boolean): void {
    if (!this.#call?.microphone) throw new Error('Call object is not available.');
    this.#muted = muted;
    this.#call.microphone.setEnabled(!muted);
  }

  /** The device in use, where the browser tells. */
  get microphoneId(): string | null {
    return this.#call?.microphone?.deviceId ?? null;
  }

  /** Takes another microphone, now and for later calls. @throws Error without a call that has been joined. */
  async switchMicrophone(deviceId: string): Promise<void> {
    if (!this.#call?.microphone) throw new Error('Call object is not available.');
    if (await this.#call.microphone.switchTo(deviceId)) this.#wished = deviceId;
  }

  /** Says something in writing; Mia answers aloud. */
  sendText(text: string): void {
    const message = { role: 'user', content: text };
    this.#link().send(JSON.stringify({ type: 'add-message', message, triggerResponseEnabled: true }));
  }

  #link(): MediaLink {
    if (!this.#call?.link) throw new Error('Call object is not available.');
    return this.#call.link;
  }

  #validate(target: CallTarget): void {
    if (target.assistant || target.squad || target.workflow) return;
    const error = new Error('Assistant or Squad or Workflow must be provided.');
    this.emit('error', { type: 'validation-error', error });
    throw error;
  }

  async #open(call: OpenCall, target: CallTarget, reporter: StartReporter): Promise<CallTicket> {
    const stillWanted = () => {
      if (this.#call !== call) throw new StoppedError();
    };
    await reporter.run('initialization', () => {
      call.speaker = this.#devices.createSpeaker();
    });
    const ticket = await reporter.run('web-call-creation', async () => {
      call.ticket = await this.#service.create(target);
      // Stopped while the server was creating it: no one else would say goodbye.
      if (this.#call !== call) this.#service.end(call.ticket);
      return call.ticket;
    });
    stillWanted();
    const line = await reporter.run('daily-call-object-creation', () => this.#createLine(call, ticket, stillWanted));
    await reporter.run('mobile-permissions', () => this.#openMicrophone(call));
    stillWanted();
    await reporter.run('daily-call-join', () => this.#join(call, line, stillWanted));
    stillWanted();
    reporter.skip('video-recording-setup');
    reporter.skip('video-recording-started');
    await reporter.run('audio-observer-setup', () => this.#observeAudio(call));
    await reporter.run('audio-processing-setup', () => this.#watchMicrophone(call, line.link));
    stillWanted();
    return ticket;
  }

  async #createLine(call: OpenCall, ticket: CallTicket, stillWanted: () => void): Promise<Line> {
    const line = await lineOf(ticket, this.#service, this.#devices);
    const { link } = line;
    call.link = link;
    stillWanted();
    link.onMessage = (text) => this.#receive(call, text);
    link.onLost = () => this.#end(call, 'lost');
    link.onRemoteStream = (stream) => {
      call.remote = stream;
      void call.speaker?.play(stream).then(() => link.send('playable'));
    };
    return line;
  }

  async #openMicrophone(call: OpenCall): Promise<void> {
    const microphone = await this.#devices.openMicrophone(this.#wished);
    if (this.#call !== call) {
      microphone.close();
      throw new StoppedError();
    }
    call.microphone = microphone;
    this.emit('microphone', microphone.state);
    if (this.#devices.isMobile()) await new Promise((resolve) => setTimeout(resolve, MOBILE_WAIT_MS));
  }

  async #join(call: OpenCall, { link, open, wantsPings }: Line, stillWanted: () => void): Promise<void> {
    await open(call.microphone?.stream ?? null, stillWanted);
    stillWanted();
    if (wantsPings) call.timers.push(setInterval(() => link.send('ping'), PING_MS));
  }

  #observeAudio(call: OpenCall): void {
    const { levels } = call;
    this.#observeMia(call);
    this.#observeCaller(call);
    const monitor = new SpeechMonitor({
      onStart: () => this.emit('speech-start', undefined),
      onEnd: () => this.emit('speech-end', undefined),
    });
    const read = () => {
      this.#observeMia(call);
      this.emit('volume-level', monitor.read(levels.mia?.read() ?? 0));
      this.emit('caller-level', this.#muted ? 0 : scaleVolume(levels.caller?.read() ?? 0));
    };
    call.timers.push(setInterval(read, LEVEL_INTERVAL_MS));
  }

  /** In a room she may come in after her caller. */
  #observeMia({ levels, remote }: OpenCall): void {
    if (remote) levels.mia ??= this.#devices.createLevelSource(remote);
  }

  #observeCaller({ levels, microphone }: OpenCall): void {
    levels.caller?.close();
    if (microphone?.stream) levels.caller = this.#devices.createLevelSource(microphone.stream);
  }

  /** Another track may take over in mid-call, such as the raw one when the processed one ends; the call goes on. */
  #watchMicrophone(call: OpenCall, link: MediaLink): void {
    const { microphone } = call;
    if (!microphone) return;
    microphone.onReplaced = (track) => {
      microphone.setEnabled(!this.#muted);
      this.#observeCaller(call);
      this.emit('microphone', microphone.state);
      void link.replaceTrack(track);
    };
  }

  #receive(call: OpenCall, text: string): void {
    if (this.#call !== call) return;
    if (text === 'listening') {
      this.emit('call-start', undefined);
      return;
    }
    const message = parseMessage(text);
    if (!message) return;
    const ended = message.type === 'status-update' && message.status === 'ended';
    if (ended) call.endedSeen = true;
    this.emit('message', message);
    if (ended) this.#end(call, message.endedReason?.includes('error') ? 'lost' : 'ended');
  }

  #fail(call: OpenCall, reporter: StartReporter, cause: unknown): void {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    const { stage, totalDuration } = reporter;
    this.#close(call);
    this.emit('call-start-failed', { stage, totalDuration, error: error.message, timestamp: new Date().toISOString() });
    this.emit('error', { type: ERROR_OF_STAGE[stage] ?? 'start-method-error', error });
  }

  #end(call: OpenCall, kind: EndKind): void {
    if (this.#call !== call) return;
    this.#close(call);
    if (kind === 'lost') this.emit('error', { type: 'connection-lost-error', error: new Error('The connection was lost.') });
    this.emit('call-end', { kind });
    if (call.endedSeen) return;
    const endedReason = kind === 'lost' ? 'connection-lost' : 'customer-ended-call';
    this.emit('message', { type: 'status-update', status: 'ended', endedReason });
  }

  #close(call: OpenCall): void {
    this.#call = null;
    this.#muted = false;
    call.timers.forEach(clearInterval);
    call.levels.mia?.close();
    call.levels.caller?.close();
    call.speaker?.close();
    call.link?.close();
    call.microphone?.close();
    if (call.ticket) this.#service.end(call.ticket);
  }
}

/** A JSON object with a type; anything else on the channel is not for us. */
function parseMessage(text: string): CallMessage | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const isMessage = typeof parsed === 'object' && parsed !== null && 'type' in parsed;
    return isMessage ? (parsed as CallMessage) : null;
  } catch {
    return null;
  }
}
