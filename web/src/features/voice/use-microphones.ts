import { useCallback, useEffect, useState } from 'react';
import type { CallClient } from './call-client';
import type { CallDevices, MicrophoneChoice } from './call-ports';
import type { VoiceState } from './voice-state';

export interface Microphones {
  choices: MicrophoneChoice[];
  /** The device in use. */
  current: string | null;
  choose(deviceId: string): void;
}

/** The microphones during a call; the list follows what is plugged in and out. */
export function useMicrophones(client: { readonly current: CallClient | null }, devices: CallDevices, { phase, microphone }: VoiceState): Microphones {
  const [{ choices, current }, setList] = useState<Omit<Microphones, 'choose'>>({ choices: [], current: null });
  const heard = phase === 'in-call' && (microphone === 'processed' || microphone === 'raw');

  const read = useCallback(
    async () => ({ choices: await devices.listMicrophones(), current: client.current?.microphoneId ?? null }),
    [client, devices],
  );
  useEffect(() => {
    if (!heard) return;
    void read().then(setList);
    return devices.onDevicesChanged(() => void read().then(setList));
  }, [heard, devices, read]);

  const choose = useCallback((deviceId: string) => void client.current?.switchMicrophone(deviceId).then(read).then(setList), [client, read]);
  return { choices, current, choose };
}
