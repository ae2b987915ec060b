import type { MediaLink } from '@/lib/media/ports';
import type { CallDevices, CallService, CallTicket } from './call-ports';

/** A way to Mia that is not open yet. */
export interface Line {
  link: MediaLink;
  /** Opens it. `stillWanted` throws when the call was stopped meanwhile. */
  open(microphone: MediaStream | null, stillWanted: () => void): Promise<void>;
  /** The other side takes a call without pings for dead; an engine's room knows by itself who is in it. */
  wantsPings: boolean;
}

/** The way that the ticket names: to Mia herself, or into a room in which she waits. */
export async function lineOf(ticket: CallTicket, service: CallService, devices: CallDevices): Promise<Line> {
  if (ticket.rooms) {
    const link = await devices.createRoom(ticket.rooms);
    const open: Line['open'] = async (microphone, stillWanted) => {
      const room = await service.enter(ticket);
      stillWanted();
      await link.join(room, microphone);
    };
    return { link, open, wantsPings: false };
  }
  const link = devices.createPeer(ticket.stunUrl);
  const open: Line['open'] = async (microphone, stillWanted) => {
    const offer = await link.offer(microphone);
    stillWanted();
    const answer = await service.answer(ticket, offer);
    stillWanted();
    await link.connect(answer);
  };
  return { link, open, wantsPings: true };
}
