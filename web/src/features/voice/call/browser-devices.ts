import { AnalyserLevel } from '@/lib/media/level';
import { listMicrophones, openMicrophone } from '@/lib/media/microphone';
import { WebRtcPeerLink } from '@/lib/media/peer-link';
import { AudioElementSpeaker } from '@/lib/media/speaker';
import type { CallDevices } from './call-ports';

/** A microphone, a peer connection, a loudspeaker and level meters of this browser. */
export const browserDevices: CallDevices = {
  openMicrophone: (deviceId) => openMicrophone(navigator.mediaDevices, deviceId),
  listMicrophones: () => listMicrophones(),
  onDevicesChanged: (listener) => {
    navigator.mediaDevices?.addEventListener('devicechange', listener);
    return () => navigator.mediaDevices?.removeEventListener('devicechange', listener);
  },
  createPeer: (stunUrl) => new WebRtcPeerLink(new RTCPeerConnection({ iceServers: stunUrl ? [{ urls: stunUrl }] : [] })),
  createRoom: async (engine) => (await import('@/lib/media/rooms/open')).openRoomLink(engine),
  createLevelSource: (stream) => new AnalyserLevel(stream),
  createSpeaker: () => new AudioElementSpeaker(),
  isMobile: () => matchMedia('(pointer: coarse)').matches && navigator.maxTouchPoints > 0,
};
