import { describe, expect, it, vi } from 'vitest';
import { permissionHelp } from '@/features/voice/call/permission-help';
import { listMicrophones, openMicrophone } from '@/lib/media/microphone';

class FakeTrack {
  enabled = true;
  onended: (() => void) | null = null;
  stop = vi.fn();
  getSettings = () => ({ deviceId: 'built-in' });
}

const streamOf = (track: FakeTrack) =>
  ({ getAudioTracks: () => [track], getTracks: () => [track] }) as unknown as MediaStream;

function mediaThat(...answers: (FakeTrack | string)[]) {
  const asked: MediaTrackConstraints[] = [];
  const getUserMedia = async ({ audio }: MediaStreamConstraints) => {
    asked.push(audio as MediaTrackConstraints);
    const answer = answers.shift();
    if (answer instanceof FakeTrack) return streamOf(answer);
    throw new DOMException('no', answer);
  };
  return { asked, media: { getUserMedia } as unknown as MediaDevices };
}

describe('the microphone', () => {
  it('asks for echo cancellation, noise suppression and gain control', async () => {
    const { asked, media } = mediaThat(new FakeTrack());
    expect((await openMicrophone(media)).state).toBe('processed');
    expect(asked).toEqual([{ echoCancellation: true, noiseSuppression: true, autoGainControl: true }]);
  });

  it('falls back to the raw track when the processed one cannot be had', async () => {
    const { asked, media } = mediaThat('NotReadableError', new FakeTrack());
    expect((await openMicrophone(media)).state).toBe('raw');
    expect(asked[1]).toMatchObject({ noiseSuppression: false });
  });

  it.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'absent'],
  ])('says why there is none: %s is %s', async (name, state) => {
    const microphone = await openMicrophone(mediaThat(name).media);
    expect([microphone.state, microphone.stream]).toEqual([state, null]);
  });

  it('is absent where the browser hides the interface', async () => {
    expect((await openMicrophone({} as MediaDevices)).state).toBe('absent');
  });

  it('takes the raw track when the browser ends the processed one in mid-call', async () => {
    const [processed, raw] = [new FakeTrack(), new FakeTrack()];
    const microphone = await openMicrophone(mediaThat(processed, raw).media);
    const replaced = new Promise((resolve) => (microphone.onReplaced = resolve));
    processed.onended?.();
    expect(await replaced).toBe(raw);
    expect(microphone.state).toBe('raw');
  });

  it('does not open the device again after it was closed', async () => {
    const [processed, raw] = [new FakeTrack(), new FakeTrack()];
    const microphone = await openMicrophone(mediaThat(processed, raw).media);
    microphone.close();
    processed.onended?.();
    await vi.waitFor(() => expect(raw.stop).toHaveBeenCalled());
    expect(microphone.state).toBe('processed');
  });

  it('changes to another device, watches that one too, and lets the old one go', async () => {
    const [first, second, raw] = [new FakeTrack(), new FakeTrack(), new FakeTrack()];
    const { asked, media } = mediaThat(first, second, raw);
    const microphone = await openMicrophone(media);
    const taken: unknown[] = [];
    microphone.onReplaced = (track) => taken.push(track);
    expect(await microphone.switchTo('headset')).toBe(true);
    expect(asked[1]).toMatchObject({ noiseSuppression: true, deviceId: { exact: 'headset' } });
    expect(first.stop).toHaveBeenCalled();
    second.onended?.();
    await vi.waitFor(() => expect(taken).toEqual([second, raw]));
    expect(microphone.state).toBe('raw');
  });

  it('stays with its device when another one cannot be had', async () => {
    const track = new FakeTrack();
    const microphone = await openMicrophone(mediaThat(track, 'NotReadableError').media);
    expect(await microphone.switchTo('headset')).toBe(false);
    expect(track.stop).not.toHaveBeenCalled();
  });

  it('opens the device that was wished for, where it still is', async () => {
    const { asked, media } = mediaThat(new FakeTrack());
    await openMicrophone(media, 'headset');
    expect(asked[0]).toMatchObject({ deviceId: { ideal: 'headset' } });
  });

  it('lists what can be chosen: inputs that have a name, each once', async () => {
    const device = (kind: string, deviceId: string, label: string) => ({ kind, deviceId, label });
    const all = [device('audioinput', 'default', 'Default'), device('audioinput', 'a', 'Headset'), device('audioinput', 'b', ''),
      device('audiooutput', 'c', 'Speaker')];
    const media = { enumerateDevices: async () => all } as unknown as MediaDevices;
    expect(await listMicrophones(media)).toEqual([{ deviceId: 'a', label: 'Headset' }]);
  });
});

describe('the help with a refused permission', () => {
  it.each([
    ['Chrome', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36', 0, /turn the microphone on/],
    ['Chrome on Android', 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36', 5, /Permissions/],
    ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 0, /remove the block/],
    ['Safari', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15', 0, /Settings for this Website/],
    ['an iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15', 5, /Website Settings/],
    ['another browser', 'Something/1.0', 0, /this site’s settings/],
  ])('speaks of %s', (_, userAgent, maxTouchPoints, words) => {
    expect(permissionHelp({ userAgent, maxTouchPoints })).toMatch(words);
  });
});
