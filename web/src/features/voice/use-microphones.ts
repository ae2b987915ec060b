import { useEffect, useState } from 'react';
import type { MicrophoneChoice } from '@/lib/media/ports';
import type { CallClient } from './call/call-client';
import type { CallDevices } from './call/call-ports';
import type { VoiceState } from './voice-state';

export interface Microphones {
  choices: MicrophoneChoice[];
  /** The device in use. */
  current: string | null;
  choose(deviceId: string): void;
}

/** The microphones during a call; the list follows what is plugged in and out. */
export function useMicrophones(
  client: { readonly current: CallClient | null },
  devices: CallDevices,
  { phase, microphone }: VoiceState,
): Microphones {
  const [{ choices, current }, setList] = useState<Omit<Microphones, 'choose'>>({ choices: [], current: null });
  const heard = phase === 'in-call' && (microphone === 'processed' || microphone === 'raw');

  useEffect(() => {
    if (!heard) return;
    const read = () => void readMicrophones(client.current, devices).then(setList);
    read();
    return devices.onDevicesChanged(read);
  }, [heard, client, devices]);

  const choose = (deviceId: string) => {
    const { current: call } = client;
    void call?.switchMicrophone(deviceId).then(() => readMicrophones(call, devices)).then(setList);
  };
  return { choices, current, choose };
}

async function readMicrophones(client: CallClient | null, devices: CallDevices): Promise<Omit<Microphones, 'choose'>> {
  return { choices: await devices.listMicrophones(), current: client?.microphoneId ?? null };
}
