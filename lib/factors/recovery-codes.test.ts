import { scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { createRecoveryCodes, hashRecoveryCode, parseRecoveryCode } from './recovery-codes';

it('recovery codes are ten with 50 bits each, hashed with one salt (security #95)', async () => {
  const { codes, hashes, salt } = await createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
  const typed = parseRecoveryCode(codes[3]?.toUpperCase() ?? '');
  expect(typed && (await hashRecoveryCode(typed, salt))).toBe(hashes[3]);
  expect(hashes.join(' ')).not.toContain(codes[0]);
});

it('a recovery code costs what a password costs (ASVS 6.5.2)', async () => {
  // lib/testing/quick-hashes.ts makes N = 2 of exactly N = 2 ** 14.
  const quick = scryptSync('abcdefgh10', 'salt', 32, { N: 2, r: 8, p: 1 });
  expect(await hashRecoveryCode('abcdefgh10', Buffer.from('salt').toString('base64url'))).toBe(
    quick.toString('base64url'),
  );
});

it.each([
  ['ABCDE-FGH10', 'abcdefgh10'],
  [' abcde fghlo ', 'abcdefgh10'],
  ['abcdefghi0', 'abcdefgh10'],
  ['abcdefgh१०', 'abcdefgh10'],
  ['abcde–fgh１0', 'abcdefgh10'],
])('reads the recovery code %s', (typed, code) => expect(parseRecoveryCode(typed)).toBe(code));

it.each(['', 'abcde-fgh1', 'abcde-fgh123', 'abcde-fghu1', 'абвгд-еёжзи'])('refuses the recovery code %s', (typed) => {
  expect(parseRecoveryCode(typed)).toBeNull();
});
