import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPasskey, signWithPasskey } from '@/lib/session/webauthn';

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;
const list = (buffer: BufferSource) => [...new Uint8Array(buffer as ArrayBuffer)];
afterEach(() => vi.unstubAllGlobals());

/** A browser that answers with one credential, and what it was asked. */
function browserWith(response: object) {
  const credential = {
    id: 'AQI',
    rawId: bytes(1, 2),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
    response,
  };
  const create = vi.fn<CredentialsContainer['create']>().mockResolvedValue(credential as never);
  const get = vi.fn<CredentialsContainer['get']>().mockResolvedValue(credential as never);
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('navigator', { credentials: { create, get } });
  return { create, get };
}

describe('a new passkey', () => {
  it('is asked for in bytes and given back in text', async () => {
    const { create } = browserWith({
      clientDataJSON: bytes(3),
      attestationObject: bytes(4),
      getTransports: () => ['internal'],
    });
    const made = await createPasskey({
      challenge: 'AQI',
      rp: { name: 'Mia', id: 'localhost' },
      user: { id: 'AwQ', name: 'owner@downtown-medspa.example', displayName: 'Elena Marchetti' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      excludeCredentials: [{ id: 'BQ', type: 'public-key' }],
    });
    const asked = create.mock.calls[0]?.[0]?.publicKey;
    expect(list(asked!.challenge)).toEqual([1, 2]);
    expect(list(asked!.user.id)).toEqual([3, 4]);
    expect(list(asked!.excludeCredentials![0]!.id)).toEqual([5]);
    expect(made).toEqual({
      id: 'AQI',
      rawId: 'AQI',
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: { clientDataJSON: 'Aw', attestationObject: 'BA', transports: ['internal'] },
    });
  });
});

describe('a refusal', () => {
  it('is the error of the browser, by which the pages tell why', async () => {
    const { create } = browserWith({});
    const declined = new DOMException('', 'NotAllowedError');
    create.mockRejectedValue(declined);
    const options = { challenge: 'AQI', rp: { name: 'Mia' }, user: { id: 'AwQ', name: 'a', displayName: 'A' }, pubKeyCredParams: [] };
    await expect(createPasskey(options)).rejects.toBe(declined);
  });
});

describe('a signature of a passkey', () => {
  it('is asked for in bytes and given back in text', async () => {
    const { get } = browserWith({
      clientDataJSON: bytes(3),
      authenticatorData: bytes(4),
      signature: bytes(5),
      userHandle: null,
    });
    const signed = await signWithPasskey({ challenge: 'AQI', allowCredentials: [{ id: 'BQ', type: 'public-key' }] });
    expect(list(get.mock.calls[0]![0]!.publicKey!.challenge)).toEqual([1, 2]);
    expect(signed).toMatchObject({ response: { clientDataJSON: 'Aw', authenticatorData: 'BA', signature: 'BQ' } });
    expect(JSON.stringify(signed)).not.toContain('userHandle');
  });
});
