// The organization, its members and tokens; the public token learns which assistant it opens.
import { entity, keep, lacks, list } from '../fits.mjs';

const org = (value) => lacks(value, ['id', 'name', 'createdAt', 'updatedAt']);
const token = entity('value', 'tag');
const nothing = (value) => (value === null ? '' : 'something');

export const steps = {
  orgControllerFindAll: ({ api, made }) => ({
    ask: api.org.orgControllerFindAll(),
    fits: (value) => {
      made.own = value[0];
      return list(org)(value);
    },
  }),
  orgControllerFindOne: ({ api, made }) => ({ ask: api.org.orgControllerFindOne(made.own.id), fits: org }),
  orgControllerUpdate: ({ api, made }) => ({
    ask: api.org.orgControllerUpdate(made.own.id, { name: 'Spa' }),
    fits: (value) => org(value) || (value.name === 'Spa' ? '' : 'not renamed'),
  }),
  orgControllerOrgToken: ({ api, made }) => ({
    ask: api.org.orgControllerOrgToken(made.own.id),
    fits: (value) => lacks(value, ['accessToken', 'aud']),
  }),
  orgControllerUsersInvite: ({ api, made }) => ({
    ask: api.org.orgControllerUsersInvite(
      made.own.id,
      { emails: ['ana@clinic.example'], role: 'editor' },
      { format: 'json' },
    ),
    fits: nothing,
  }),
  orgControllerFindAllUsers: ({ api, made }) => ({
    ask: api.org.orgControllerFindAllUsers(made.own.id),
    fits: (value) => {
      made.member = value[0];
      return list((user) => lacks(user, ['id', 'email', 'createdAt', 'updatedAt']))(value);
    },
  }),
  orgControllerUserUpdate: ({ api, made }) => ({
    ask: api.org.orgControllerUserUpdate(made.own.id, { userId: made.member.id, role: 'viewer' }),
    fits: nothing,
  }),
  orgControllerOrgRemoveUser: ({ api, made }) => ({
    ask: api.org.orgControllerOrgRemoveUser(made.own.id, made.member.id),
    fits: nothing,
  }),
  orgControllerCreate: ({ operator, made }) => ({
    ask: operator.org.orgControllerCreate({ name: 'Second' }),
    fits: keep(made, 'org', org),
  }),
  orgControllerDeleteOrg: ({ operator, made }) => ({
    ask: operator.org.orgControllerDeleteOrg(made.org.id, { format: 'json' }),
    fits: (value) => lacks(value, ['erased']),
  }),
  tokenControllerCreate: ({ api, made }) => ({
    ask: api.token.tokenControllerCreate({ tag: 'private', name: 'reports' }),
    fits: keep(made, 'token', token),
  }),
  tokenControllerFindAll: ({ api, made }) => ({
    ask: api.token.tokenControllerFindAll({ limit: 10 }),
    fits: (value) => {
      made.publicToken = value.find((each) => each.tag === 'public');
      return list(token)(value);
    },
  }),
  tokenControllerFindOne: ({ api, made }) => ({ ask: api.token.tokenControllerFindOne(made.token.id), fits: token }),
  tokenControllerUpdate: ({ api, made }) => ({
    ask: api.token.tokenControllerUpdate(made.publicToken.id, {
      restrictions: { enabled: true, allowedAssistantIds: [made.assistant.id] },
    }),
    fits: token,
  }),
  tokenControllerRemove: ({ api, made }) => ({ ask: api.token.tokenControllerRemove(made.token.id), fits: token }),
  assistantControllerFindAllPaginated: ({ api }) => ({
    ask: api.v2.assistantControllerFindAllPaginated({ limit: 5, sortOrder: 'ASC' }),
    fits: (value) => lacks(value.metadata, ['totalItems']) || list(entity())(value.results),
  }),
  assistantControllerFindVersions: ({ api, made }) => ({
    ask: api.assistant.assistantControllerFindVersions(made.assistant.id, { limit: 5 }),
    fits: (value) => lacks(value.metadata, ['totalItems']) || (value.results.length > 0 ? '' : 'no version'),
  }),
};
