// Analytics and voices.
import { entity, keep, lacks, list, page } from '../fits.mjs';

const voice = entity('provider', 'isPublic', 'isDeleted');
const found = (value) => lacks(value, ['voiceId', 'name']);
const ADDED = { ownerId: 'mia', voiceId: 'heart' };

export const steps = {
  loggingControllerLogsQuery: ({ api }) => ({
    ask: api.logs.loggingControllerLogsQuery({ type: 'API', limit: 5 }),
    fits: page((row) => lacks(row, ['time', 'orgId', 'type'])),
  }),
  loggingControllerCallLogsQuery: ({ api, made }) => ({
    ask: api.log.loggingControllerCallLogsQuery({ callId: made.call.id }),
    fits: page((row) => lacks(row, ['callId', 'orgId', 'log', 'level', 'time'])),
  }),
  loggingControllerCallLogsDeleteQuery: ({ api, made }) => ({
    ask: api.log.loggingControllerCallLogsDeleteQuery({ callId: made.call.id }, { format: 'json' }),
    fits: (value) => (value === null ? '' : 'something'),
  }),
  loggingControllerLogsDeleteQuery: ({ api }) => ({
    ask: api.logs.loggingControllerLogsDeleteQuery({ type: 'API' }, { format: 'json' }),
    fits: (value) => (value === null ? '' : 'something'),
  }),
  analyticsControllerQuery: ({ api }) => ({
    ask: api.analytics.analyticsControllerQuery({
      queries: [
        {
          table: 'call',
          name: 'ends',
          groupBy: 'endedReason',
          timeRange: { step: 'day', timezone: 'America/New_York' },
          operations: [{ operation: 'count', column: 'id' }],
        },
      ],
    }),
    fits: list((each) => lacks(each, ['name', 'timeRange']) || (each.result.length > 0 ? '' : 'no group')),
  }),
  voiceLibraryControllerVoiceLibrarySyncDefaultVoices: ({ api }) => ({
    ask: api.voiceLibrary.voiceLibraryControllerVoiceLibrarySyncDefaultVoices({}, { format: 'json' }),
    fits: list(voice),
  }),
  voiceLibraryControllerVoiceLibrarySyncByProvider: ({ api }) => ({
    ask: api.voiceLibrary.voiceLibraryControllerVoiceLibrarySyncByProvider('mia'),
    fits: list(voice),
  }),
  voiceLibraryControllerVoiceGetByProvider: ({ api }) => ({
    ask: api.voiceLibrary.voiceLibraryControllerVoiceGetByProvider('mia', { gender: 'female' }),
    fits: list(voice),
  }),
  voiceLibraryControllerVoiceGetAccentsByProvider: ({ api }) => ({
    ask: api.voiceLibrary.voiceLibraryControllerVoiceGetAccentsByProvider('mia'),
    fits: list(voice),
  }),
  voiceProviderControllerAddVoice: ({ api, made }) => ({
    ask: api.provider.voiceProviderControllerAddVoice('mia', { ...ADDED, name: 'Ours' }),
    fits: keep(made, 'voice', voice),
  }),
  voiceProviderControllerAddVoices: ({ api }) => ({
    ask: api.provider.voiceProviderControllerAddVoices('mia', { ...ADDED, name: 'Theirs' }),
    fits: voice,
  }),
  voiceProviderControllerSearchVoice: ({ api }) => ({
    ask: api.provider.voiceProviderControllerSearchVoice('mia', { name: 'ours' }),
    fits: list(found),
  }),
  voiceProviderControllerSearchVoices: ({ api }) => ({
    ask: api.provider.voiceProviderControllerSearchVoices('mia', { name: 'ours' }),
    fits: list(found),
  }),
};
