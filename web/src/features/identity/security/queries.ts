import { useQueryClient } from '@tanstack/react-query';
import { answer } from '@/api/answer';
import { api, type Schemas } from '@/api/client';
import { asking } from '@/api/keys';
import { $api } from '@/api/queries';

export type Device = Schemas['SignedInDeviceOut'];
export type SecondFactor = Schemas['SecondFactorOut'];
export type Passkey = Schemas['PasskeyOut'];

/** Every browser and program that is signed in as the reader. */
export const devicesQuery = $api.queryOptions('get', '/api/sessions', {}, { select: (list) => list.items });

/** Which second factors the reader has. */
export const secondFactorQuery = $api.queryOptions('get', '/api/account/second-factor');

/** Signs one device out. */
export async function endDevice(id: string) {
  await answer(api.DELETE('/api/sessions/{session_id}', { params: { path: { session_id: id } } }));
}

/** Signs all devices out, this one too. */
export async function endAllDevices() {
  await answer(api.DELETE('/api/sessions'));
}

/** Changes the password; every other device is signed out. */
export async function changePassword(current: string, password: string) {
  await answer(api.PUT('/api/account/password', { body: { current_password: current, password } }));
}

/** The password where one had to be typed again, and nothing where the sign-in is fresh enough. */
const fresh = (password?: string) => (password === undefined ? {} : { password });

/** Begins to set up an authenticator app: what to scan or type there. It counts once a code has confirmed it. */
export async function beginTotp(password?: string) {
  return await answer(api.POST('/api/account/totp', { body: fresh(password) }));
}

/** Confirms the app with a code that it shows. */
export async function confirmTotp(code: string) {
  return await answer(api.POST('/api/account/totp/confirm', { body: { code } }));
}

/** Takes the authenticator app away. */
export async function removeTotp(password?: string) {
  await answer(api.POST('/api/account/totp/remove', { body: fresh(password) }));
}

/** What the browser needs to make a passkey: WebAuthn's own JSON, which the server's document leaves open. */
export async function passkeyOptions(password?: string) {
  return await answer(api.POST('/api/account/passkeys/options', { body: fresh(password) }));
}

/** Registers the passkey that the browser made. */
export async function addPasskey(name: string, credential: object) {
  return await answer(api.POST('/api/account/passkeys', { body: { name, credential: { ...credential } } }));
}

/** Takes a passkey away. */
export async function removePasskey(id: string, password?: string) {
  const params = { path: { passkey_id: id } };
  await answer(api.POST('/api/account/passkeys/{passkey_id}/remove', { params, body: fresh(password) }));
}

/** Makes new recovery codes; the old ones stop working. */
export async function newRecoveryCodes(password?: string) {
  return (await answer(api.POST('/api/account/recovery-codes', { body: fresh(password) }))).recovery_codes;
}

/** Loads again what the page shows of the account, and what the session still owes. */
export function useAccountChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries(asking(['/api/account*', '/api/sessions', '/api/session']));
}
