import { createHmac } from 'node:crypto';
import { expect, type APIRequestContext, type APIResponse, type Browser } from '@playwright/test';
import { countEmails, linkFromEmail } from './mailbox';
import { signIn, type Login } from './signed-in';


/** What a browser adds to a request of its own page; the front office refuses a session without it. */
const origin = () => ({ origin: new URL(process.env['E2E_URL'] ?? '').origin });

/** Calls of the front office in somebody's name, for what a journey needs before it begins. */
export class Office {
  private constructor(readonly request: APIRequestContext) {}

  static async signIn(browser: Browser, login?: Login): Promise<Office> {
    const context = await browser.newContext();
    await signIn(context, login);
    return new Office(context.request);
  }

  async send<T>(method: 'post' | 'put' | 'patch' | 'delete', path: string, data?: object): Promise<T> {
    const answer: APIResponse = await this.request[method](path, { data, headers: origin() });
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return (answer.status() === 204 ? undefined : await answer.json()) as T;
  }

  /** Invites somebody, and reads the email: the link that it holds. */
  async invite(email: string, role = 'front_desk', clinic = 'downtown-medspa'): Promise<string> {
    const before = await countEmails(this.request, email, '/accept-invite');
    await this.send('post', `/api/clinics/${clinic}/invites`, { email, role });
    return linkFromEmail(this.request, email, '/accept-invite', before);
  }
}

/** Who invites, as what and where; left out, the owner of the demo practice invites to its front desk. */
interface Joining {
  inviter?: Office;
  role?: string;
  clinic?: string;
}

/** Somebody new at the demo practice, with an account of their own that no other journey uses. */
export class Newcomer {
  readonly password = 'violet kettle harbor';
  readonly email: string;

  constructor(readonly name: string) {
    this.email = `${name.toLowerCase().replaceAll(' ', '.')}.${Date.now()}@downtown-medspa.example`;
  }

  static async join(browser: Browser, name: string, { inviter, role, clinic }: Joining = {}): Promise<Newcomer> {
    const newcomer = new Newcomer(name);
    const owner = inviter ?? (await Office.signIn(browser));
    const link = new URL(await owner.invite(newcomer.email, role, clinic));
    const token = new URLSearchParams(link.hash.slice(1)).get('token');
    const { request } = await browser.newContext();
    await request.post('/api/invites/verify', { data: { type: 'invite', token }, headers: origin() });
    const accepted = await request.post('/api/invites/accept', {
      data: { name: newcomer.name, password: newcomer.password },
      headers: origin(),
    });
    expect(accepted.status(), await accepted.text()).toBe(200);
    return newcomer;
  }

  /** Sets up an authenticator app. */
  async useAuthenticator(browser: Browser): Promise<Authenticator> {
    const own = await Office.signIn(browser, this);
    const { secret } = await own.send<{ secret: string }>('post', '/api/account/totp', { password: this.password });
    const app = await Authenticator.holding(secret, own.request);
    app.recoveryCodes = (
      await own.send<{ recovery_codes: string[] }>('post', '/api/account/totp/confirm', { code: app.code() })
    ).recovery_codes;
    return app;
  }
}

const STEP_S = 30;

/** An authenticator app (RFC 6238: SHA-1, six digits, steps of 30 s). A step's code works once, so each is a new one. */
export class Authenticator {
  recoveryCodes: string[] = [];
  private used = 0;

  private constructor(
    readonly secret: string,
    private readonly aheadMs: number,
  ) {}

  /** An app that goes by the product's clock, which other journeys may have turned to daytime. */
  static async holding(secret: string, request: APIRequestContext): Promise<Authenticator> {
    const { now } = (await (await request.get('/sandbox/api/clock')).json()) as { now: string };
    return new Authenticator(secret, Date.parse(now) - Date.now());
  }

  /** The code of this step, or of the next one when this step's was used: servers forgive clocks that are fast. */
  code(): string {
    const step = Math.max(Math.floor((Date.now() + this.aheadMs) / 1000 / STEP_S), this.used + 1);
    this.used = step;
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(step));
    const mac = createHmac('sha1', fromBase32(this.secret)).update(counter).digest();
    const number = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fffffff;
    return String(number % 1_000_000).padStart(6, '0');
  }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = [...text.replaceAll(/[\s=]/g, '')].map((email) => BASE32.indexOf(email).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
}
