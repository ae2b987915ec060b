import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatClient, ChatReply } from '@/features/voice/front-office';
import { VoiceWidget } from '@/features/voice/voice-widget';
import { FakeDevices, FakeMicrophone, FakeService } from './call-fakes';
import { StubLiveKit } from './room-fakes';

class FakeChat {
  isOpen = false;
  said: string[] = [];
  refusal: Error | null = null;
  lost: Error | null = null;
  async open(): Promise<string> {
    if (this.refusal) throw this.refusal;
    this.isOpen = true;
    return 'Hello, this is Mia.';
  }
  async send(text: string): Promise<ChatReply> {
    if (this.lost) throw this.lost;
    this.said.push(text);
    return { lines: ['We open at nine.'], ended: false };
  }
  close(): void {
    this.isOpen = false;
  }
}

let calls: FakeService;
let devices: FakeDevices;
let chat: FakeChat;
const onClose = vi.fn();
const onInCall = vi.fn();

const widget = (open: boolean) => (
  <VoiceWidget
    open={open}
    onClose={onClose}
    onClosed={() => undefined}
    onInCall={onInCall}
    ports={{ calls, devices, chat: chat as unknown as ChatClient }}
  />
);

/** Lets time pass, and React take in what happened. */
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await wait(0);
};
const type = async (text: string) => {
  fireEvent.change(screen.getByLabelText('Type to Mia instead'), { target: { value: text } });
  await press('Send');
};
const hear = (message: object | string) =>
  act(async () => devices.peer.onMessage?.(typeof message === 'string' ? message : JSON.stringify(message)));
const title = () => screen.getByRole('heading').textContent;
const status = () => screen.getByRole('status').textContent;

beforeEach(() => {
  vi.useFakeTimers();
  [calls, devices, chat] = [new FakeService(), new FakeDevices(), new FakeChat()];
});
afterEach(() => vi.useRealTimers());

async function openWidget() {
  const page = render(widget(true));
  await wait(500);
  return page;
}

async function inCall() {
  const page = await openWidget();
  await press('Start Voice Call');
  return page;
}

describe('the voice widget', () => {
  it('connects, and is ready after 500 ms', async () => {
    render(widget(true));
    await wait(499);
    expect(title()).toBe('Connecting to Mia...');
    await wait(1);
    expect(title()).toBe('Ready to Talk');
    expect(screen.getByRole('button', { name: 'Start Voice Call' })).toHaveFocus();
  });

  it('says that an AI plays the receptionist of the demo practice', async () => {
    await openWidget();
    expect(screen.getByText('AI receptionist of our demo practice')).toBeVisible();
    expect(screen.getByText(/Mia is an AI/)).toBeVisible();
  });

  it('shows a live call with mute and end, and keeps the focus within', async () => {
    await inCall();
    expect(title()).toBe('LIVE CALL');
    expect(status()).toBe('Connected');
    expect(screen.getByRole('button', { name: 'End Call' })).toHaveFocus();
    expect(onInCall).toHaveBeenLastCalledWith(true);
    await press('Mute');
    expect(devices.microphone.enabled).toBe(false);
    expect(screen.getByRole('button', { name: 'Unmute' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('says who is talking', async () => {
    await inCall();
    await hear('listening');
    expect(status()).toBe('Listening...');
    devices.level = 0.1;
    await wait(100);
    expect(status()).toBe('Mia is speaking...');
    devices.level = 0;
    await wait(1_000);
    expect(status()).toBe('Listening...');
  });

  it('captions both sides, and what may still change only for the eye', async () => {
    await inCall();
    await hear({ type: 'transcript', role: 'assistant', transcriptType: 'final', transcript: 'Hello.' });
    await hear({ type: 'transcript', role: 'user', transcriptType: 'partial', transcript: 'I would' });
    const log = screen.getByRole('log');
    expect(log).toHaveTextContent('MiaHello.');
    expect(screen.getByText('I would')).toHaveAttribute('aria-hidden', 'true');
    await hear({ type: 'transcript', role: 'user', transcriptType: 'final', transcript: 'I would like a facial.' });
    expect(log).toHaveTextContent('YouI would like a facial.');
  });

  it('clears "Call ended" after two seconds', async () => {
    await inCall();
    await press('End Call');
    expect(status()).toBe('Call ended');
    expect(onInCall).toHaveBeenLastCalledWith(false);
    await wait(1_999);
    expect(status()).toBe('Call ended');
    await wait(1);
    expect(status()).toBe('');
    expect(screen.getByRole('button', { name: 'Start Voice Call' })).toBeVisible();
  });

  it('says "Connection error" when media fails in mid-call, keeps saying so, and offers to reconnect', async () => {
    await inCall();
    await act(async () => devices.peer.onLost?.());
    await wait(60_000);
    expect(status()).toBe('Connection error');
    expect(screen.getByRole('alert')).toHaveTextContent('The connection was lost.');
    await press('Reconnect');
    expect([title(), status()]).toEqual(['LIVE CALL', 'Connected']);
  });

  it('says "Connection error" when the other side breaks down', async () => {
    await inCall();
    await hear({ type: 'status-update', status: 'ended', endedReason: 'call.in-progress.error-vapifault-worker-died' });
    expect(status()).toBe('Connection error');
    expect(screen.getByRole('button', { name: 'Reconnect' })).toBeVisible();
  });

  it('says "Connecting..." while a call starts', async () => {
    let open = () => undefined as void;
    calls.gate = new Promise((resolve) => (open = resolve));
    await inCall();
    expect([title(), status()]).toEqual(['Connecting to Mia...', 'Connecting...']);
    open();
    await wait(0);
    expect(status()).toBe('Connected');
  });

  it('offers a new call, and not to reconnect, after one that Mia ended', async () => {
    await inCall();
    await hear({ type: 'status-update', status: 'ended', endedReason: 'assistant-ended-call' });
    expect(status()).toBe('Call ended');
    expect(screen.getByRole('button', { name: 'Start Voice Call' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull();
  });

  it('lets one choose another microphone in mid-call, follows what is plugged in, and begins the next call with it', async () => {
    await inCall();
    const picker = screen.getByLabelText('Microphone');
    expect(picker).toHaveValue('built-in');
    fireEvent.change(picker, { target: { value: 'headset' } });
    await wait(0);
    expect(picker).toHaveValue('headset');
    expect(devices.peer.replacedBy).toEqual({ id: 'headset' });
    devices.choices = [...devices.choices, { deviceId: 'desk', label: 'Desk microphone' }];
    await act(async () => devices.devicesChanged?.());
    expect(screen.getByRole('option', { name: 'Desk microphone' })).toBeInTheDocument();
    await press('End Call');
    await press('Start Voice Call');
    expect(devices.wished).toEqual([undefined, 'headset']);
  });

  it('keeps the microphone in use when another one cannot be had', async () => {
    await inCall();
    devices.microphone.broken = ['headset'];
    fireEvent.change(screen.getByLabelText('Microphone'), { target: { value: 'headset' } });
    await wait(0);
    expect(screen.getByLabelText('Microphone')).toHaveValue('built-in');
    expect(devices.peer.replacedBy).toBeNull();
  });

  it('stops the call and resets when it is closed', async () => {
    const page = await inCall();
    await hear({ type: 'transcript', role: 'assistant', transcriptType: 'final', transcript: 'Hello.' });
    page.rerender(widget(false));
    expect(calls.ended).toEqual(['call-1']);
    page.rerender(widget(true));
    await wait(0);
    expect(title()).toBe('Connecting to Mia...');
    expect(screen.getByRole('log')).not.toHaveTextContent('Hello.');
  });

  it('asks to be closed by a press on the backdrop and not by one inside', async () => {
    await openWidget();
    fireEvent.click(screen.getByRole('heading'));
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('dialog'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('ends the call when the page goes away', async () => {
    await inCall();
    await act(async () => window.dispatchEvent(new Event('pagehide')));
    expect(calls.ended).toEqual(['call-1']);
  });

  it('goes on without a microphone, says so, and offers nothing to mute', async () => {
    devices.microphone = new FakeMicrophone('refused');
    await inCall();
    expect(title()).toBe('LIVE CALL');
    expect(screen.getByRole('alert')).toHaveTextContent('is blocking the microphone on this page');
    expect(screen.queryByRole('button', { name: 'Mute' })).toBeNull();
    await type('Are you open?');
    expect(devices.peer.sent.at(-1)).toContain('Are you open?');
    expect(screen.getByRole('log')).toHaveTextContent('YouAre you open?');
  });

  it('falls back to writing when no sound gets through, with the reason', async () => {
    devices.peer.refusal = new Error('Audio couldn’t get through this network.');
    await inCall();
    expect(status()).toBe('Failed to connect');
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Audio couldn’t get through this network. You can type to Mia here instead.',
    );
    expect(screen.getByRole('log')).toHaveTextContent('MiaHello, this is Mia.');
    await wait(2_000);
    expect(status()).toBe('');
  });

  it('keeps the reason on the screen when writing fails too', async () => {
    calls.refusal = chat.refusal = new Error('All lines are taken.');
    await inCall();
    expect(screen.getByRole('alert')).toHaveTextContent('All lines are taken.');
  });

  it('falls back to writing when the room of a call cannot be joined', async () => {
    calls.rooms = { provider: 'livekit', library: '/rooms/client.js' };
    new StubLiveKit().door = () => Promise.reject(new Error('signal connection'));
    await inCall();
    expect(screen.getByRole('alert')).toHaveTextContent('Couldn’t join the call. You can type to Mia here instead.');
    await type('When do you open?');
    expect(chat.said).toEqual(['When do you open?']);
    vi.unstubAllGlobals();
  });

  it('opens a chat for who types without calling', async () => {
    await openWidget();
    await type('When do you open?');
    await wait(0);
    expect(chat.said).toEqual(['When do you open?']);
    const log = screen.getByRole('log').textContent;
    expect(log).toMatch(/Hello, this is Mia\..*When do you open\?.*We open at nine\./);
  });

  it('shows at once what is typed while Mia still greets or answers, and sends it in that order', async () => {
    await openWidget();
    let greet = () => undefined as void;
    const greeting = new Promise<void>((resolve) => (greet = resolve));
    const open = chat.open.bind(chat);
    chat.open = () => greeting.then(open);
    await type('When do you open?');
    await type('And on Saturday?');
    const log = screen.getByRole('log');
    expect(log).toHaveTextContent(/When do you open\?.*And on Saturday\?.*Mia is typing/);
    greet();
    await wait(0);
    expect(chat.said).toEqual(['When do you open?', 'And on Saturday?']);
    expect(log.textContent?.split('And on Saturday?')).toHaveLength(2);
    expect(log).not.toHaveTextContent('Mia is typing');
  });

  it('keeps a message that was not sent in the box, says so, and sends it again', async () => {
    await openWidget();
    await type('When do you open?');
    chat.lost = new Error('You\'re sending messages too quickly. Please wait a moment and try again.');
    await type('And on Saturday?');
    const box = screen.getByLabelText('Type to Mia instead');
    expect(box).toHaveValue('And on Saturday?');
    expect(screen.getByRole('alert')).toHaveTextContent(
      'You\'re sending messages too quickly. Please wait a moment and try again. Your message is still in the box.',
    );
    expect(screen.getByRole('log')).not.toHaveTextContent('And on Saturday?');
    chat.lost = null;
    await press('Send');
    expect(chat.said).toEqual(['When do you open?', 'And on Saturday?']);
    expect(box).toHaveValue('');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('log')).toHaveTextContent('And on Saturday?');
  });

  it('keeps a message when no chat can be had', async () => {
    chat.refusal = new Error('All lines are taken.');
    await openWidget();
    await type('When do you open?');
    expect(screen.getByLabelText('Type to Mia instead')).toHaveValue('When do you open?');
    expect(screen.getByRole('alert')).toHaveTextContent('All lines are taken. Your message is still in the box.');
  });

  it('asks a suggested question in writing, and keeps the focus where the answer is given', async () => {
    await openWidget();
    await press('Are you open on Saturday?');
    expect(chat.said).toEqual(['Are you open on Saturday?']);
    expect(screen.getByLabelText('Type to Mia instead')).toHaveFocus();
  });

  it('keeps what is typed while a call connects, and says it in the call', async () => {
    let open = () => undefined as void;
    calls.gate = new Promise((resolve) => (open = resolve));
    await inCall();
    await type('Hello?');
    open();
    await wait(0);
    expect(devices.peer.sent.some((text) => text.includes('Hello?'))).toBe(true);
    expect(chat.said).toEqual([]);
  });
});
