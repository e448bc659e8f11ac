import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { whilePasswordsWait } from '#lib/testing/full-password-queue';
import { importedHash, importedHashes, importedPassword, notations } from '#lib/testing/imported-hashes';
import { findHashProblem, hashPassword, needsRehash, verifyPassword } from './password-hash';
import { passwordQueue } from './password-queue';

const password = 'correct horse battery staple';

// Of `correct horse`: the three variants and other costs, with random salts.
const imported = [
  { algorithm: 0, memoryCost: 4096, timeCost: 3, parallelism: 1 },
  { algorithm: 1, memoryCost: 4096, timeCost: 3, parallelism: 2 },
  { algorithm: 2, memoryCost: 65_536, timeCost: 3, parallelism: 4 },
];

const salt = 'A'.repeat(22);
const digest = 'A'.repeat(43);

const unreadable = [
  '',
  'plain text',
  '$argon2id$',
  `$argon2id$v=19$m=19456,t=2,p=1$${salt}`,
  `$argon2id$v=19$m=0,t=0,p=0$${salt}$${digest}`,
  `$argon2id$v=19$m=4294967295,t=2,p=1$${salt}$${digest}`,
  `$argon2id$v=19$m=262145,t=2,p=1$${salt}$${digest}`,
  `$argon2id$v=19$m=19456,t=4294967295,p=1$${salt}$${digest}`,
  `$argon2id$v=19$m=19456,t=2,p=255$${salt}$${digest}`,
  `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'A'.repeat(1000)}`,
  `$2b$31$${'.'.repeat(53)}`,
  `$scrypt$ln=30,r=8,p=1$${salt}$${digest}`,
];

describe('hashPassword', () => {
  it('takes its turn during a flood from another network (security #87)', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const flood: Promise<void>[] = [];
    while (passwordQueue().load().waiting < 100) flood.push(passwordQueue().run(() => held, '203.0.113.0/24'));
    const settled = Promise.allSettled(flood);
    const hashed = hashPassword(password, '198.51.100.0/24');
    await expect(hashPassword(password, '203.0.113.0/24')).rejects.toMatchObject({ code: 'password_queue_full' });
    release();
    expect(needsRehash(await hashed)).toBe(false);
    expect((await settled).filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  it('creates an argon2id hash with the OWASP parameters, different each time', async () => {
    const one = await hashPassword(password);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await hashPassword(password)).not.toBe(one);
    expect(needsRehash(one)).toBe(false);
    expect(findHashProblem(one)).toBeNull();
  });

  it.each([password, 'x', '', ' spaces ', 'pässwörd 🔑', 'x'.repeat(1024)])(
    'verifies what it hashed: %#',
    async (text) => {
      const stored = await hashPassword(text);
      expect(await verifyPassword(stored, text)).toBe(true);
      expect(await verifyPassword(stored, `${text.slice(1)}!`)).toBe(false);
    },
  );

  it('treats composed and decomposed letters as equal (RFC 8265 §4.2.2)', async () => {
    expect(await verifyPassword(await hashPassword('Zoe\u0308'), 'Zo\u00eb')).toBe(true);
    expect(await verifyPassword(await hashPassword('Zo\u00eb'), 'Zoe\u0308')).toBe(true);
  });

  it('refuses a long password instead of truncating it (security #87)', async () => {
    await expect(hashPassword('x'.repeat(1025))).rejects.toThrow('1024');
    await expect(hashPassword('ä'.repeat(513))).rejects.toThrow('1024');
    expect(await verifyPassword(await hashPassword('x'.repeat(1024)), 'x'.repeat(1025))).toBe(false);
  });
});

describe('verifyPassword', () => {
  it.each(imported)('accepts an imported hash: %o', async (options) => {
    const stored = await hash('correct horse', options);
    expect(await verifyPassword(stored, 'correct horse')).toBe(true);
    expect(await verifyPassword(stored, 'correct hors')).toBe(false);
    expect(findHashProblem(stored)).toBeNull();
    expect(needsRehash(stored)).toBe(true);
  });

  it.each(unreadable)('is false at the usual cost for an invalid or refused hash: %j', async (stored) => {
    expect(findHashProblem(stored)).toMatch(/expected /);
    expect(await verifyPassword(stored, password)).toBe(false);
    expect(await verifyPassword(stored, '')).toBe(false);
  });

  it('is false without a hash, for any password (security #86)', async () => {
    for (const text of ['', password, 'x'.repeat(5000)]) expect(await verifyPassword(null, text)).toBe(false);
  });
});

describe('a hash of another tool', () => {
  it.each(importedHashes)('is accepted, and renewed at the next right password: $name', async ({ hash: stored }) => {
    expect(findHashProblem(stored)).toBeNull();
    expect(needsRehash(stored)).toBe(true);
    expect(await verifyPassword(stored, importedPassword)).toBe(true);
    expect(await verifyPassword(stored, 'correct hors')).toBe(false);
  });

  it.each(notations)('of decomposed text accepts what is typed decomposed: $name', async ({ make }) => {
    const stored = make('Zoe\u0308');
    expect(await verifyPassword(stored, 'Zoe\u0308')).toBe(true);
    expect(await verifyPassword(make('Zo\u00eb'), 'Zoe\u0308'), 'composed').toBe(true);
    expect(await verifyPassword(stored, 'Zo\u00eb'), 'was typed composed').toBe(false);
    expect(await verifyPassword(stored, 'Zoe')).toBe(false);
  });

  it('makes every check of decomposed text take twice as long, ours and of nobody too (security #86)', async () => {
    const leastMs = 40;
    for (const stored of [null, await hashPassword('x'), importedHash('aspnet v2')]) {
      const startedAt = performance.now();
      expect(await verifyPassword(stored, 'Zoe\u0308', { leastMs })).toBe(false);
      expect(performance.now() - startedAt, String(stored)).toBeGreaterThanOrEqual(2 * leastMs - 2);
    }
  });

  it('takes its turn in the password queue (security #87)', async () => {
    const waited = whilePasswordsWait(() => verifyPassword(importedHash('bcrypt 2b'), importedPassword), '');
    await expect(waited).rejects.toMatchObject({ code: 'password_queue_full' });
  });
});

describe('needsRehash', () => {
  it.each([
    ['fewer passes', { memoryCost: 19_456, timeCost: 1, parallelism: 1 }],
    ['less memory', { memoryCost: 12_288, timeCost: 2, parallelism: 1 }],
    ['more of everything', { memoryCost: 47_104, timeCost: 3, parallelism: 1 }],
  ])('is true for a hash with %s', async (_name, parameters) => {
    expect(needsRehash(await hash(password, parameters))).toBe(true);
  });
});
