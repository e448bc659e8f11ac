import { describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { createUserCode, formatUserCode, hashUserCode, parseUserCode } from './user-code';

describe('a user code (RFC 8628 §6.1)', () => {
  it('is eight consonants in two groups, or nine digits in three', () => {
    for (let count = 0; count < 200; count += 1) {
      expect(formatUserCode(createUserCode('base20'))).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
      expect(formatUserCode(createUserCode('numeric'))).toMatch(/^\d{3}-\d{3}-\d{3}$/);
    }
  });

  it('uses the whole of its alphabet', () => {
    const seen = new Set(Array.from({ length: 400 }, () => createUserCode('base20')).join(''));
    expect(seen.size).toBe(20);
  });

  it.each([
    'WDJB-MJHT',
    'wdjb-mjht',
    'WDJBMJHT',
    '  wdjb mjht ',
    'W-D-J-B–M—J‐H−T',
    'ＷＤＪＢ－ＭＪＨＴ',
    'wdjb\u00a0mjht\n',
    'WDJBMJHT'.padEnd(100),
  ])('is recognized as %j (security #73)', (typed) => {
    expect(parseUserCode(typed)).toBe('WDJBMJHT');
  });

  it.each(['019-450-730', '019450730', '019 450 730', '０１９４５０７３０', '۰۱۹-۴۵۰-۷۳۰', '\u200f٠١٩ ٤٥٠ ٧٣٠'])(
    'of digits is recognized as %j',
    (typed) => {
      expect(parseUserCode(typed)).toBe('019450730');
    },
  );

  it.each([
    '',
    'WDJB',
    'WDJB-MJHTX',
    'WDJB-MJHA',
    'ВDJB-MJHT',
    'WDJB-MJHı',
    "WDJB-MJHT'--",
    'wdjb\0mjht',
    'WDJB-MJH0',
    '01945073',
    'W'.repeat(101),
    'WDJBMJHT'.padEnd(101),
  ])('is not %j (security #73)', (typed) => {
    expect(parseUserCode(typed)).toBeNull();
  });

  it('is different for each owner', () => {
    const hashes = [null, 'alice', 'bob'].map((sub) => hashUserCode('WDJBMJHT', sub));
    expect(new Set(hashes).size).toBe(3);
    expect(hashes[0], 'as the device stored it').toBe(hashHandle('WDJBMJHT'));
  });
});
