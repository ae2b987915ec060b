/** Milliseconds that the service may take to answer one attempt to join (spec §9: of loading the call). */
export const ATTEMPT_MS = 20_000;
/** Attempts to join, and milliseconds between them. */
export const ATTEMPTS = 3;
export const PAUSE_MS = 3_000;

/** The service will not let this browser join; trying again is of no use. */
export class JoinRefused extends Error {}

/** Where a call is joined and left, and the token that opens both: `webCallUrl`, or its address and a token. */
export class Invitation {
  readonly #address: URL;
  readonly #token: string;

  constructor(url: string, token?: string) {
    this.#address = new URL(url);
    this.#token = token ?? this.#address.hash.slice(1);
    this.#address.hash = '';
  }

  /** Exchanges descriptions. Repeats what had no answer, or the answer that there is no free line right now. */
  async join(offer: RTCSessionDescriptionInit, isWanted: () => boolean): Promise<RTCSessionDescriptionInit> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#post(this.#address, offer, AbortSignal.timeout(ATTEMPT_MS)).catch(() => null);
      if (answer?.ok) return (await answer.json()) as RTCSessionDescriptionInit;
      if (answer && answer.status !== 503) throw new JoinRefused(await reasonIn(answer));
      if (attempt === ATTEMPTS) throw new Error(answer ? await reasonIn(answer) : 'The call could not be reached.');
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      if (!isWanted()) throw new JoinRefused('The call was left.');
    }
  }

  /** Hangs up, also while the page is being closed. */
  async leave(): Promise<void> {
    const address = new URL(this.#address.href.replace(/\/offer$/, '/end'));
    await this.#post(address, {}).catch(() => undefined);
  }

  async #post(address: URL, body: object, signal?: AbortSignal): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' };
    return fetch(address, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true, signal: signal ?? null });
  }
}

async function reasonIn(answer: Response): Promise<string> {
  const told = (await answer.json().catch(() => null)) as { message?: string | string[] } | null;
  return [told?.message ?? `The service answered ${answer.status}.`].flat().join(' ');
}
