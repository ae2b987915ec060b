/** What a task needs before it begins: people, visits and messages of its own, by the product's API. */
import { somebody } from './people.mjs';

const SLUG = 'downtown-medspa';
const PASSWORD = 'clear-skin-clear-line';
const HOUR_MS = 3_600_000;

export class Office {
  constructor(request, base) {
    this.request = request;
    this.base = base;
  }

  static async signIn(context, base, login) {
    const office = new Office(context.request, base);
    await office.send('post', '/api/session', { email: `${login}@downtown-medspa.example`, password: PASSWORD });
    return office;
  }

  async send(method, path, data) {
    const answer = await this.request[method](this.base + path, { data, headers: { origin: this.base } });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.status() === 204 ? undefined : answer.json();
  }

  ofClinic(method, path, data) {
    return this.send(method, `/api/clinics/${SLUG}${path}`, data);
  }

  /** Turns the demo's clock to an hour of the first Tuesday ahead, or of the day it is. */
  async turnClock(hour, ahead) {
    const now = new Date((await this.send('get', '/sandbox/api/clock')).now);
    const local = (part) => new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hourCycle: 'h23', ...part }).format(now);
    const days = ahead ? (2 - ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(local({ weekday: 'short' })) + 7) % 7 || 7 : 0;
    const later = now.getTime() + (days * 24 + hour - Number(local({ hour: 'numeric' }))) * HOUR_MS;
    await this.send('put', '/sandbox/api/clock', { now: new Date(later).toISOString() });
  }

  /** A patient of this bench alone, who agreed in writing to be texted. @returns id, name and phone. */
  async patient(name) {
    const one = somebody(name);
    const { id } = await this.ofClinic('post', '/patients', one);
    const consent = { source: 'paper', channel: 'sms', message_classes: ['recall', 'promo'], basis: 'written' };
    await this.ofClinic('post', `/patients/${id}/consents`, consent);
    return { id, ...one };
  }

  /** A visit today, at the first time from `minutes` on at which a provider and a room are free. */
  async book(patientId, minutes) {
    const now = new Date((await this.send('get', '/sandbox/api/clock')).now);
    const day = now.toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
    const { providers } = await this.ofClinic('get', `/calendar?from=${day}&days=1`);
    const quarter = Math.ceil(now.getTime() / 900_000) * 900_000;
    for (let later = minutes; later < minutes + 180; later += 15) {
      for (const provider of providers) {
        const booked = await this.tryToBook(patientId, provider, new Date(quarter + later * 60_000));
        if (booked) return booked;
      }
    }
    throw new Error('Nobody is free today.');
  }

  /** @returns the visit, or nothing where that time is taken. */
  async tryToBook(patientId, provider, starts) {
    const visit = { patient_id: patientId, service_id: provider.service_ids[0], provider_id: provider.id, starts_at: starts.toISOString() };
    const key = `bench-${patientId.slice(-12)}-${provider.id.slice(-6)}-${starts.getTime()}`;
    const asked = { ...visit, idempotency_key: key, outside_hours: true, tell: false };
    return this.ofClinic('post', '/appointments', asked).catch((error) => {
      if (!error.message.includes('409')) throw error;
    });
  }

  /** Somebody complains to Mia on the website and leaves a number. */
  async complain(name, phone) {
    const { chat_id: chat, token } = await this.send('post', '/api/widget/chats', {});
    for (const text of ['I am unhappy with my lip filler and want to complain.', `${name}, ${phone}`, 'Yes']) {
      await this.request.post(`${this.base}/api/widget/chats/${chat}/messages`, {
        data: { text },
        headers: { origin: this.base, authorization: `Bearer ${token}` },
      });
    }
  }

  /** A patient texts the practice. */
  async text(phone, text) {
    const [line] = (await this.send('get', '/sandbox/api/phone/numbers')).items;
    await this.send('post', '/sandbox/api/phone/texts', { sender: phone, to: line.number, text });
  }
}
