import { describe, expect, it } from 'vitest';
import { readLanguageCookie, writeLanguageCookie } from './language-cookie';

const settings = { secure: true };
const chosenAt = new Date('2027-01-01T00:00:00Z');
const cookie = '__Host-signet-language=pt-BR~1798761600000';

describe('the cookie of a chosen language', () => {
  it('returns the choice and its time, for a year', () => {
    const setCookie = writeLanguageCookie({ locale: 'pt-BR', chosenAt }, settings);
    expect(setCookie).toBe(`${cookie}; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=31536000`);
    expect(readLanguageCookie(cookie, settings)).toEqual({ locale: 'pt-BR', chosenAt });
  });

  it.each([
    ['nothing', undefined],
    ['no time', '__Host-signet-language=pt-BR~'],
    ['a time that is no number', '__Host-signet-language=pt-BR~soon'],
    ['no language', '__Host-signet-language=~1798761600000'],
    ['a language that is none', '__Host-signet-language=pt/BR~1798761600000'],
    ['more behind it', `${cookie}~1`],
    ['two of the name (security #103)', `${cookie}; ${cookie}`],
    ['the name without its prefix', cookie.replace('__Host-', '')],
  ])('is none for %s', (_, cookieHeader) => {
    expect(readLanguageCookie(cookieHeader, settings)).toBeNull();
  });
});
