// Campaigns, in the future, so that nobody is called.
import { entity, keep, list, page } from '../fits.mjs';

const COUNTERS = ['Scheduled', 'Queued', 'InProgress', 'EndedVoicemail', 'Ended'].map((name) => `callsCounter${name}`);
const campaign = entity('status', 'name', 'phoneNumberId', 'customers', 'calls', ...COUNTERS);
const later = (hours) => ({ earliestAt: new Date(Date.now() + hours * 3_600_000).toISOString() });

export const steps = {
  campaignControllerCreate: ({ api, made, given }) => ({
    ask: api.campaign.campaignControllerCreate({
      name: 'Recall',
      assistantId: made.assistant.id,
      phoneNumberId: given.phoneNumberId,
      customers: [{ number: '+13055550144' }, { number: '+13055550145', name: 'Leo' }, { number: '+13055550144' }],
      schedulePlan: later(1),
    }),
    fits: keep(made, 'campaign', (value) =>
      campaign(value) || (value.customers.length === 2 ? '' : 'a number is called twice')),
  }),
  campaignControllerFindAll: ({ api }) => ({
    ask: api.campaign.campaignControllerFindAll({ limit: 10 }),
    fits: list(campaign),
  }),
  campaignControllerFindAllPaginated: ({ api, made }) => ({
    ask: api.campaign.campaignControllerFindAllPaginated({ id: made.campaign.id, status: 'scheduled', page: 1 }),
    fits: (value) => page(campaign)(value) || (value.results.length === 1 ? '' : 'not found'),
  }),
  campaignControllerFindOne: ({ api, made }) => ({
    ask: api.campaign.campaignControllerFindOne(made.campaign.id),
    fits: (value) => campaign(value) || (value.callsCounterScheduled === 2 ? '' : 'nobody is to be called'),
  }),
  campaignControllerUpdate: ({ api, made }) => ({
    ask: api.campaign.campaignControllerUpdate(made.campaign.id, { name: 'Winter', status: 'ended' }),
    fits: (value) => (value.endedReason === 'campaign.scheduled.ended-by-user' ? '' : 'not ended'),
  }),
  campaignControllerRemove: ({ api, made }) => ({
    ask: api.campaign.campaignControllerRemove(made.campaign.id),
    fits: campaign,
  }),
};
