import { beforeEach, describe, expect, it } from 'vitest';
import { namesFound, takeEmailLink } from '@/lib/session/email-link';

const SECRET = 'q7Wm2-kLp9';

describe('the link of an email', () => {
  beforeEach(() => history.replaceState(null, '', '/reset-password'));

  it('is taken out of the address bar, and leaves no entry to go back to', () => {
    const before = history.length;
    history.replaceState({ kept: 1 }, '', `/reset-password?type=recovery#access_token=${SECRET}`);
    const link = takeEmailLink();
    expect(link.hash.get('access_token')).toBe(SECRET);
    expect(link.query.get('type')).toBe('recovery');
    expect(location.href).toMatch(/\/reset-password$/);
    expect(history.state).toEqual({ kept: 1 });
    expect(history.length).toBe(before);
  });

  it.each([
    ['#', 'hash: none; query: none'],
    [`?access_token=${SECRET}`, 'hash: none; query: access_token'],
    [`#type=recovery&refresh_token=${SECRET}`, 'hash: refresh_token, type; query: none'],
    [`#${SECRET}`, 'hash: 1 unknown; query: none'],
    [`?${SECRET}=x&type=recovery#a=1&b=2&b=3`, 'hash: 2 unknown; query: type, 1 unknown'],
  ])('of %s tells names and never a value', (address, told) => {
    history.replaceState(null, '', `/reset-password${address}`);
    const found = namesFound(takeEmailLink(), ['access_token', 'refresh_token', 'type']);
    expect(found).toBe(told);
    expect(found).not.toContain(SECRET);
  });
});
