import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { WebsiteWidget } from '@/features/voice/website/website-widget';
import { FakeDevices } from './call-fakes';

const SITE = { slug: 'harbor', key: 'key-1', page: 'https://www.harbor.example' };
const OPENED = {
  practice: 'Harbor Aesthetics',
  greeting: 'I am Mia, the AI assistant. How can I help?',
  open_now: false,
  places: [
    { name: 'Main Office', hours: [0, 1, 2].map((weekday) => ({ weekday, opens: '09:00', closes: '18:00' })) },
    { name: 'Branch', hours: [] },
  ],
  kept_days: 30,
  asks_rating: false,
};

let asked: { path: string; body: unknown }[];
let answers: { status: number; json: unknown }[];

beforeEach(() => {
  asked = [];
  answers = [{ status: 200, json: OPENED }];
  navigator.sendBeacon = vi.fn(() => true);
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    asked.push({ path: pathname + search, body: text ? (JSON.parse(text) as unknown) : undefined });
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    if (answer.status === 204) return new Response(null, { status: 204 });
    return Response.json(answer.json, { status: answer.status });
  });
});

const show = () => render(<WebsiteWidget site={SITE} devices={new FakeDevices()} />);

describe('Mia on a website of a practice', () => {
  it('says whose she is, how she greets and when the practice is open, and leaves the focus to the page around', async () => {
    show();
    expect(await screen.findByText('AI receptionist, Harbor Aesthetics')).toBeInTheDocument();
    expect(screen.getByText(OPENED.greeting)).toBeInTheDocument();
    expect(screen.getByText('Mon to Wed 9:00 AM to 6:00 PM')).toBeInTheDocument();
    expect(screen.getByText('By appointment')).toBeInTheDocument();
    expect(screen.getByText('We’re closed, but Mia can help: opening hours')).toBeInTheDocument();
    expect(screen.getByText('What you say is deleted within 30 days.')).toBeInTheDocument();
    expect(asked[0]?.path).toBe('/api/embed/widget/harbor?key=key-1&page=https%3A%2F%2Fwww.harbor.example');
    await screen.findByRole('button', { name: 'Start Voice Call' });
    expect(document.body).toHaveFocus();
  });

  it('begins in writing with the key of the site, and shows what Mia answers', async () => {
    answers.push(
      { status: 201, json: { chat_id: 'cnv_1', token: 't1', greeting: 'Hello, I am Mia.' } },
      { status: 200, json: { messages: [{ role: 'assistant', text: 'We are open until six.' }], ended: false } },
    );
    show();
    await screen.findByRole('button', { name: 'Start Voice Call' });
    await userEvent.click(screen.getByRole('button', { name: 'When are you open?' }));
    expect(await screen.findByText('We are open until six.')).toBeInTheDocument();
    expect(asked[1]).toEqual({ path: '/api/embed/widget/harbor/chats', body: { key: 'key-1', page: SITE.page } });
    expect(screen.getByLabelText('Type to Mia instead')).toHaveFocus();
  });

  it('opens another chat for a message that the one before took no more', async () => {
    answers.push(
      { status: 201, json: { chat_id: 'cnv_1', token: 't1', greeting: 'Hello, I am Mia.' } },
      { status: 409, json: { detail: 'This conversation has ended.' } },
      { status: 201, json: { chat_id: 'cnv_2', token: 't2', greeting: 'Hello again.' } },
      { status: 200, json: { messages: [{ role: 'assistant', text: 'We are open until six.' }], ended: false } },
    );
    show();
    await screen.findByRole('button', { name: 'Start Voice Call' });
    await userEvent.type(screen.getByLabelText('Type to Mia instead'), 'Are you open?{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This conversation has ended. Your message is still in the box.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('We are open until six.')).toBeInTheDocument();
    expect(asked.at(-1)).toEqual({ path: '/api/widget/chats/cnv_2/messages', body: { text: 'Are you open?' } });
  });

  it('says why it may not stand here, and offers to try again only where that may help', async () => {
    answers = [{ status: 403, json: { detail: 'This page may not be shown on this page' } }];
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent('This page may not be shown on this page');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('tries again when Mia could not be reached', async () => {
    answers = [{ status: 503, json: { detail: 'Temporarily unavailable' } }, { status: 200, json: OPENED }];
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByText('AI receptionist, Harbor Aesthetics')).toBeInTheDocument());
  });

  it('asks once what the chat was like where the practice would like to know', async () => {
    answers = [
      { status: 200, json: { ...OPENED, asks_rating: true } },
      { status: 201, json: { chat_id: 'cnv_1', token: 't1', greeting: 'Hello, I am Mia.' } },
      { status: 200, json: { messages: [{ role: 'assistant', text: 'We are open until six.' }], ended: false } },
      { status: 204, json: null },
    ];
    show();
    await screen.findByRole('button', { name: 'Start Voice Call' });
    expect(screen.queryByRole('group', { name: 'How is this chat going?' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'When are you open?' }));
    await userEvent.click(await screen.findByRole('radio', { name: '4, Very good' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rate' }));
    expect(await screen.findByText('Thanks for your feedback.')).toBeInTheDocument();
    expect(asked[3]).toEqual({ path: '/api/widget/chats/cnv_1/rating', body: { score: 4 } });
    expect(screen.queryByRole('button', { name: 'Rate' })).toBeNull();
  });
});
