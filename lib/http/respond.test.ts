import { describe, expect, it } from 'vitest';
import { seeOther } from './respond';

describe('seeOther', () => {
  it('redirects with 303 and is not cached (RFC 9700 §4.12)', () => {
    const { status, headers } = seeOther('https://rp.test/cb?code=1', { 'set-cookie': 'a=b' });
    expect([status, headers.location, headers['referrer-policy'], headers['set-cookie']]).toEqual([
      303,
      'https://rp.test/cb?code=1',
      'no-referrer',
      'a=b',
    ]);
  });

  it.each(['', 'https://rp.test/\r\nset-cookie: a=b', 'https://rp.test/a b', 'https://rp.test/é', '\t/login'])(
    'refuses an invalid address: %j',
    (location) => {
      expect(() => seeOther(location)).toThrow('no address');
    },
  );
});
