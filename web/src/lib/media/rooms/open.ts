import type { RoomEngine, RoomLink } from '../ports';
import { DailyLink, type Daily } from './daily';
import { loadLibrary } from './library';
import { LiveKitLink, type LiveKit } from './livekit';

/** A way into a room of the engine, by its vendor's library. Rejects with a reason a person can read. */
export async function openRoomLink({ provider, library }: RoomEngine): Promise<RoomLink> {
  if (provider === 'livekit') return new LiveKitLink(await loadLibrary<LiveKit>(library, 'LivekitClient'));
  return new DailyLink(await loadLibrary<Daily>(library, 'Daily'));
}
