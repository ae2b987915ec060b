/** What a task needs before it begins: people, visits and messages of the demo, by its own API. */
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

  /** Patients whom the rules allow to be texted now. */
  async reachable(count) {
    const found = [];
    for (let page = 1; page <= 11 && found.length < count; page += 1) {
      const { items } = await this.ofClinic('post', '/patients/search', { query: '', group: 'overdue', page, page_size: 10 });
      for (const { id } of items) {
        const patient = await this.ofClinic('get', `/patients/${id}`);
        if (patient.can_message.outcome === 'allow' && patient.writes_by === 'sms') found.push(patient);
      }
    }
    return found.slice(0, count);
  }

  async patients(count) {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((page) => this.ofClinic('post', '/patients/search', { query: '', group: 'all', page, page_size: 10 })),
    );
    return pages.flatMap(({ items }) => items).slice(0, count);
  }

  /** A visit `minutes` from now, on top of whatever there is. */
  async book(patientId, minutes) {
    const now = new Date((await this.send('get', '/sandbox/api/clock')).now);
    const day = now.toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
    const { providers } = await this.ofClinic('get', `/calendar?from=${day}&days=1`);
    const provider = providers[Math.floor(minutes / 15) % providers.length];
    const starts = new Date(Math.ceil(now.getTime() / 900_000) * 900_000 + minutes * 60_000);
    return this.ofClinic('post', '/appointments', {
      patient_id: patientId,
      service_id: provider.service_ids[0],
      provider_id: provider.id,
      starts_at: starts.toISOString(),
      idempotency_key: `bench-${patientId.slice(-12)}-${minutes}-${Date.now().toString(36)}`,
      outside_hours: true,
      overbook: 'Measured by the bench',
      tell: false,
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
