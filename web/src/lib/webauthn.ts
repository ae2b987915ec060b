/**
 * Passkeys in the JSON of WebAuthn Level 3 (sections 5.1.8 to 5.1.10), in which bytes are base64url.
 *
 * Browsers have their own converters (`parseCreationOptionsFromJSON`, `toJSON`) only since Safari 18.4 and
 * Chrome 129, which is later than the browsers that this product supports.
 */

/** True where the browser can keep and use passkeys. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined';
}

/** Has the browser make a passkey; the answer is what the server registers. Rejects when the person declines. */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<object> {
  const made = await navigator.credentials.create({ publicKey: creationOptions(options) });
  const { response, ...credential } = parts(made as PublicKeyCredential);
  const { clientDataJSON, attestationObject, getTransports } = response as AuthenticatorAttestationResponse;
  return {
    ...credential,
    response: {
      clientDataJSON: toBase64Url(clientDataJSON),
      attestationObject: toBase64Url(attestationObject),
      transports: getTransports.call(response),
    },
  };
}

/** Has the browser sign with a passkey; the answer is what the server checks. Rejects when the person declines. */
export async function signWithPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<object> {
  const made = await navigator.credentials.get({ publicKey: requestOptions(options) });
  const { response, ...credential } = parts(made as PublicKeyCredential);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  return {
    ...credential,
    response: {
      clientDataJSON: toBase64Url(clientDataJSON),
      authenticatorData: toBase64Url(authenticatorData),
      signature: toBase64Url(signature),
      ...(userHandle && { userHandle: toBase64Url(userHandle) }),
    },
  };
}

/** Bytes as base64url without padding. */
export function toBase64Url(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The bytes of a base64url text. */
export function fromBase64Url(text: string): ArrayBuffer {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0)).buffer;
}

function creationOptions(json: PublicKeyCredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
  const { challenge, user, excludeCredentials = [], ...rest } = json;
  return {
    ...(rest as object as PublicKeyCredentialCreationOptions),
    challenge: fromBase64Url(challenge),
    user: { ...user, id: fromBase64Url(user.id) },
    excludeCredentials: excludeCredentials.map(descriptor),
  };
}

function requestOptions(json: PublicKeyCredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
  const { challenge, allowCredentials = [], ...rest } = json;
  return {
    ...(rest as object as PublicKeyCredentialRequestOptions),
    challenge: fromBase64Url(challenge),
    allowCredentials: allowCredentials.map(descriptor),
  };
}

function descriptor({ id, type, transports }: PublicKeyCredentialDescriptorJSON): PublicKeyCredentialDescriptor {
  return {
    id: fromBase64Url(id),
    type: type as PublicKeyCredentialType,
    ...(transports && { transports: transports as AuthenticatorTransport[] }),
  };
}

function parts(credential: PublicKeyCredential) {
  return {
    id: credential.id,
    rawId: toBase64Url(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: credential.response,
  };
}
