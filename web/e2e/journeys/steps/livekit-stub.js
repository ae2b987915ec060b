/** LiveKit's library without LiveKit: a room that keeps what it is told, in which Mia hums. */
const listeners = {};
const livekit = (window.livekit = {
  joined: null,
  told: [],
  track: null,
  hasLeft: false,
  says: (text) => listeners.dataReceived(new TextEncoder().encode(text)),
  hums() {
    const context = new AudioContext();
    const [hum, out] = [context.createOscillator(), context.createMediaStreamDestination()];
    hum.connect(out);
    hum.start();
    listeners.trackSubscribed({ kind: 'audio', mediaStreamTrack: out.stream.getAudioTracks()[0] });
  },
});

window.LivekitClient = {
  Room: class {
    on = (event, listener) => (listeners[event] = listener);
    async connect(url, token) {
      if (token === 'no') throw new Error('could not establish signal connection: 401');
      livekit.joined = { url, token };
    }
    disconnect = async () => void (livekit.hasLeft = true);
    localParticipant = {
      publishTrack: async (track) => ({ track: { replaceTrack: async () => undefined }, kept: (livekit.track = track) }),
      publishData: async (payload) => void livekit.told.push(new TextDecoder().decode(payload)),
    };
  },
};
