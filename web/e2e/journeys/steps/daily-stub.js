/** Daily's library without Daily: a call object that keeps what it is told, and a room in which Mia is. */
const MIA = { session_id: 'mia', user_name: 'Vapi Speaker', local: false, audio: true, tracks: { audio: { state: 'playable' } } };
const LOCAL = { session_id: 'local', local: true, audio: true, tracks: { audio: { state: 'playable' } } };
const listeners = {};
const happens = (event, about) => (listeners[event] ?? []).forEach((listener) => listener({ action: event, ...about }));

const daily = (window.daily = {
  joined: null,
  told: [],
  isHeard: true,
  hasLeft: false,
  says: (text) => happens('app-message', { data: text, fromId: 'mia' }),
  isLoud: () => happens('remote-participants-audio-level', { participantsAudioLevel: { mia: 0.1 } }),
});

const call = {
  on: (event, listener) => (listeners[event] ??= []).push(listener),
  off: () => undefined,
  iframe: () => null,
  participants: () => ({ local: LOCAL, mia: MIA }),
  localAudio: () => daily.isHeard,
  setLocalAudio: (isHeard) => (daily.isHeard = isHeard),
  sendAppMessage: (message) => daily.told.push(typeof message === 'string' ? message : JSON.stringify(message)),
  async join(options) {
    daily.joined = options;
    happens('joined-meeting', { participants: call.participants() });
    happens('participant-joined', { participant: MIA });
    return call.participants();
  },
  async leave() {
    if (daily.hasLeft) return;
    daily.hasLeft = true;
    happens('left-meeting');
  },
  destroy: () => call.leave(),
};
const others = ['updateParticipant', 'startRemoteParticipantsAudioLevelObserver', 'stopRemoteParticipantsAudioLevelObserver', 'updateInputSettings', 'startRecording', 'setInputDevicesAsync', 'isDestroyed', 'meetingState'];
for (const name of others) call[name] ??= () => undefined;
for (const name of others.slice(1, 4)) call[name] = async () => undefined;

export const createCallObject = () => call;
export default { createCallObject };
