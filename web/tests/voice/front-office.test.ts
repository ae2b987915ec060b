import { expect, test } from 'vitest';
import { ChatClient } from '@/features/voice/front-office';
import { FakeOffice } from '../clinic/fake-office';

test('a limit says until when it holds, and other words stay as they are', async () => {
  const limit = (detail: string, retry_after?: number) =>
    new FakeOffice().on('POST /api/widget/chats', () => ({ status: 429, json: { title: 'Too many requests', status: 429, detail, retry_after } }));
  const quick = 'You\'re sending messages too quickly. Please wait a moment and try again.';
  limit(quick, 40);
  await expect(new ChatClient().open()).rejects.toThrow('You\'re sending messages too quickly. You can try again in 40 seconds.');
  limit(quick, 61);
  await expect(new ChatClient().open()).rejects.toThrow('You can try again in 2 minutes.');
  limit('This chat has reached its limit. Please call the practice or start a new chat.', 900);
  await expect(new ChatClient().open()).rejects.toThrow('Please call the practice or start a new chat.');
});
