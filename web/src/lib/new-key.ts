/** A key that no other intent has, for requests that must not take effect twice. Also where crypto.randomUUID is missing. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
