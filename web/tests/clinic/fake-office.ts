import { vi } from 'vitest';

export interface Asked {
  method: string;
  path: string;
  search: string;
  body: unknown;
  /** Whether the page said that it asks by itself. */
  background: boolean;
}

type Answer = (asked: Asked) => { status?: number; json?: unknown } | Promise<{ status?: number; json?: unknown }>;

/** The front office at the edge of the network: answers what it was told to, and remembers what it was asked. */
export class FakeOffice {
  readonly asked: Asked[] = [];
  private readonly answers = new Map<string, Answer>();
  private reachable = true;

  constructor() {
    vi.stubGlobal('fetch', (request: Request) => this.fetch(request));
  }

  /** `on('GET /api/session', () => ({ json: … }))`; a later answer replaces an earlier one. */
  on(route: string, answer: Answer): this {
    this.answers.set(route, answer);
    return this;
  }

  refuse(route: string, status: number, detail?: string): this {
    return this.on(route, () => ({ status, json: { type: 'about:blank', title: 'Refused', status, detail } }));
  }

  goDown(): void {
    this.reachable = false;
  }

  comeBack(): void {
    this.reachable = true;
  }

  /** What was asked of a route, in order. */
  askedOf(route: string): Asked[] {
    return this.asked.filter(({ method, path }) => `${method} ${path}` === route);
  }

  private async fetch(request: Request): Promise<Response> {
    if (!this.reachable) throw new TypeError('Failed to fetch');
    const url = new URL(request.url, 'http://localhost');
    const text = await request.text();
    const asked = {
      method: request.method,
      path: url.pathname,
      search: url.search,
      body: text ? (JSON.parse(text) as unknown) : undefined,
      background: request.headers.has('Mia-Background'),
    };
    this.asked.push(asked);
    const answer = this.answers.get(`${asked.method} ${asked.path}`);
    if (!answer) throw new Error(`Nobody told the office how to answer ${asked.method} ${asked.path}`);
    const { status = 200, json } = await answer(asked);
    const type = status >= 400 ? 'application/problem+json' : 'application/json';
    return new Response(json === undefined ? null : JSON.stringify(json), {
      status,
      headers: { 'content-type': type, ...(json === undefined && { 'content-length': '0' }) },
    });
  }
}

export const SLUG = 'downtown-medspa';
export const CLINIC = `/api/clinics/${SLUG}`;

export const PLATE = {
  id: 'cli_1',
  slug: SLUG,
  name: 'Downtown Medspa',
  subdomain: SLUG,
  timezone: 'America/New_York',
  sample: true,
  role: 'owner' as const,
  role_label: 'Clinic Administrator',
  permissions: ['clinic.open', 'team.manage', 'audit.read'] as string[],
  news: 7,
};

export const SESSION = {
  user: { id: 'usr_1', email: 'owner@downtown-medspa.example', name: 'Dana Reyes' },
  clinics: [PLATE],
  home: `/dashboard/${SLUG}` as string | null,
  second_factor: 'none' as const,
  methods: [],
  idle_seconds: 900,
  expires_at: '2026-07-22T07:05:00Z',
};

export function activity(id: string, more: object = {}) {
  return {
    id,
    patient_name: `Patient ${id}`,
    action_type: 'Call' as const,
    status: 'Booked' as const,
    timestamp: '2026-07-21T19:05:00Z',
    outcome: 'Booked a facial.',
    channel: 'web_call',
    sample: false,
    has_transcript: true,
    value_cents: null,
    ...more,
  };
}
