import { describe, expect, it } from 'vitest';
import { lengthOf, passwordAdvice } from '@/lib/session/password-advice';

describe('advice on a password', () => {
  it('says nothing about an empty field', () => {
    expect(passwordAdvice('')).toEqual({ strength: 0, text: '' });
  });

  it.each([
    ['too short', 'seven77', 'Too short'],
    ['a word that everybody tries', 'Password2026!', 'guess'],
    ['a row', 'abcdefghijklmnop', 'guess'],
    ['one key', 'aaaaaaaaaaaaaaaa', 'guess'],
    ['digits in a row', '1234567890', 'guess'],
  ])('calls %s weak', (_, password, said) => {
    const { strength, text } = passwordAdvice(password);
    expect(strength).toBe(1);
    expect(text).toContain(said);
  });

  it('calls a password weak that holds what others know of the person', () => {
    const about = ['dana.reyes@bay-skin.example', 'Bay Skin', 'Dana Reyes'];
    expect(passwordAdvice('reyes-blue-lantern', about).text).toBe('Weak: others know this name or address');
    expect(passwordAdvice('reyes-blue-lantern').strength).toBe(3);
  });

  it('ignores parts that are too short to give anything away', () => {
    expect(passwordAdvice('violet bay lantern', ['bay@mia.example']).strength).toBe(3);
  });

  it('calls some words in a row strong, and one word fair', () => {
    expect(passwordAdvice('violet kettle harbor')).toEqual({ strength: 3, text: 'Strong' });
    expect(passwordAdvice('violetket').strength).toBe(2);
  });

  it('counts characters as people do', () => {
    expect(lengthOf('👩‍⚕️')).toBeLessThan('👩‍⚕️'.length);
    expect(lengthOf('naïve')).toBe(5);
  });
});
