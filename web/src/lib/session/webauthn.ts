import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** What the server asks of the browser, in the JSON of WebAuthn Level 3. */
type FromServer = Readonly<Record<string, unknown>>;

/** True where the browser can keep and use passkeys. */
export function canUsePasskeys(): boolean {
  return browserSupportsWebAuthn();
}

/** Has the browser make a passkey; the answer is what the server registers. Rejects when the person declines. */
export async function createPasskey(options: FromServer): Promise<object> {
  return await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }).catch(asTheBrowserSaid);
}

/** Has the browser sign with a passkey; the answer is what the server checks. Rejects when the person declines. */
export async function signWithPasskey(options: FromServer): Promise<object> {
  return await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }).catch(asTheBrowserSaid);
}

/** The library explains refusals to programmers; our pages tell them apart by the browser's own error. */
function asTheBrowserSaid(error: unknown): never {
  throw error instanceof WebAuthnError ? error.cause : error;
}
