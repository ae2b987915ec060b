import { describe, expect, it, vi } from 'vitest';
import { openMicrophone } from '@/features/voice/microphone';

class FakeTrack {
  enabled = true;
  onended: (() => void) | null = null;
  stop = vi.fn();
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
});
