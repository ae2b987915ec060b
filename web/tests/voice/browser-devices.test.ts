import { afterEach, expect, it, vi } from 'vitest';
import { browserDevices } from '@/features/voice/call/browser-devices';

class Connection {
  static configurations: RTCConfiguration[] = [];
  constructor(configuration: RTCConfiguration) {
    Connection.configurations.push(configuration);
  }
  createDataChannel = () => ({});
}

afterEach(() => vi.unstubAllGlobals());

it('tells the connection which server knows its address, where there is one', () => {
  vi.stubGlobal('RTCPeerConnection', Connection);
  browserDevices.createPeer('stun:mia.clinic.test:3478');
  browserDevices.createPeer(null);
  expect(Connection.configurations).toEqual([{ iceServers: [{ urls: 'stun:mia.clinic.test:3478' }] }, { iceServers: [] }]);
});
