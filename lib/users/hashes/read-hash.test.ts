import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { importedHashes, importedPassword, notations } from '#lib/testing/imported-hashes';
import { bcryptOfUnicode, knownHashes } from '#lib/testing/known-hashes';
import { measuredHash, readHash } from './read-hash';

const salt = 'A'.repeat(22);
const digest = 'A'.repeat(43);

describe.each(importedHashes)('a hash of $name', ({ name, hash, kind }) => {
  it('matches its password and no other', async () => {
    const read = readHash(hash);
    expect(read).toMatchObject({ kind, excess: null });
    expect(await read?.matches(importedPassword)).toBe(true);
    for (const wrong of ['correct hors', 'correct horse ', 'Correct horse', '']) {
      expect(await read?.matches(wrong), wrong).toBe(false);
    }
  });

  it('does not match after a change of one character of its digest', async () => {
    const changed = name.startsWith('keycloak') ? changeAt(hash, hash.indexOf('value') + 20) : changeAt(hash, -8);
    expect(await readHash(changed)?.matches(importedPassword)).toBe(false);
  });

  it.each([1, 2, 5, 12, 30])('is refused without its last %s characters', (count) => {
    expect(readHash(hash.slice(0, -count))).toBeNull();
  });

  it('is refused with additional text', () => {
    for (const text of [`${hash}A`, `${hash}$`, ` ${hash}`, `${hash}\n`, `x${hash}`]) {
      // JSON may have spaces around it.
      if (!name.startsWith('keycloak') || text.trim() !== hash) expect(readHash(text), JSON.stringify(text)).toBeNull();
    }
  });

  it('can be measured by its kind only', async () => {
    const measured = measuredHash(kind);
    expect(measured).toMatchObject({ kind, excess: null });
    expect(await measured?.matches(importedPassword)).toBe(false);
  });
});

it.each(notations)('$name is read whatever the salt', ({ make, kind }) => {
  for (let round = 0; round < 64; round += 1) {
    const hash = make(importedPassword);
    expect(readHash(hash), hash).toMatchObject({ kind, excess: null });
  }
});

it.each(knownHashes)('a hash that $name created matches its password', async ({ hash, kind }) => {
  const read = readHash(hash);
  expect(read).toMatchObject({ kind, excess: null });
  expect(await read?.matches(importedPassword)).toBe(true);
  expect(await read?.matches('correct hors')).toBe(false);
});

it('a password is read as UTF-8', async () => {
  expect(await readHash(bcryptOfUnicode)?.matches('Zo\u00eb \u{1F511}')).toBe(true);
  expect(await readHash(bcryptOfUnicode)?.matches('Zoe \u{1F511}')).toBe(false);
});

it('a bcrypt hash ignores what follows 72 bytes', async () => {
  const read = readHash('$2b$04$DsaRJcaBui4/5Vj.PQxT7ecun98pMzNN1AuC85zLCGa1kgtahs8zO');
  const matching = await Promise.all([71, 72, 80].map((length) => read?.matches('x'.repeat(length))));
  expect(matching).toEqual([false, true, true]);
});

const keycloak = (secretData: unknown, credentialData: unknown) =>
  JSON.stringify({ secretData: JSON.stringify(secretData), credentialData: JSON.stringify(credentialData) });
const secret = { value: `${digest}=`, salt: `${salt}==` };
const argon2 = (changes: object = {}) => ({
  hashIterations: 3,
  algorithm: 'argon2',
  additionalParameters: { hashLength: ['32'], memory: ['4096'], type: ['id'], version: ['1.3'], parallelism: ['1'] },
  ...changes,
});
const aspNet = (header: readonly number[], rest = 48) =>
  Buffer.concat([Buffer.from(header), Buffer.alloc(rest, 7)]).toString('base64');

describe('a hash with too high a cost is refused with the limit', () => {
  it.each([
    ['argon2 with more memory', `$argon2id$v=19$m=262145,t=2,p=1$${salt}$${digest}`, 'argon2'],
    ['argon2 with more passes', `$argon2id$v=19$m=8,t=101,p=1$${salt}$${digest}`, '100 passes'],
    ['argon2 with more memory in all passes', `$argon2id$v=19$m=262144,t=9,p=1$${salt}$${digest}`, '2 GiB'],
    ["Django's argon2", `argon2$argon2id$v=19$m=262144,t=9,p=1$${salt}$${digest}`, '2 GiB'],
    ['argon2 with more lanes', `$argon2id$v=19$m=19456,t=2,p=17$${salt}$${digest}`, 'argon2'],
    ['bcrypt', `$2b$15$${'.'.repeat(53)}`, 'bcrypt with a cost of at most 14'],
    ['bcrypt at the end of its range', `$2b$31$${'.'.repeat(53)}`, 'bcrypt'],
    ['scrypt with more memory', `$scrypt$ln=19,r=8,p=1$${salt}$${digest}`, 'scrypt'],
    ['scrypt with more work', `$scrypt$ln=17,r=8,p=5$${salt}$${digest}`, 'scrypt'],
    ['scrypt with an impossible amount of memory', `$scrypt$ln=63,r=8,p=1$${salt}$${digest}`, 'scrypt'],
    ['PBKDF2 with SHA-256', `$pbkdf2-sha256$i=6000001,l=32$${salt}$${digest}`, 'at most 6000000 rounds'],
    ['PBKDF2 with SHA-512', `$pbkdf2-sha512$i=3000001,l=64$${salt}$${'A'.repeat(86)}`, 'at most 3000000 rounds'],
    [
      'PBKDF2 with a digest that takes the iterations twice',
      `$pbkdf2-sha256$i=3000001,l=64$${salt}$${'A'.repeat(86)}`,
      '',
    ],
    ['Django', `pbkdf2_sha256$9999999999$seasalt2$${digest}=`, 'PBKDF2'],
    ['Keycloak with PBKDF2', keycloak(secret, { hashIterations: 6_000_001, algorithm: 'pbkdf2-sha256' }), 'PBKDF2'],
    ["Django's bcrypt_sha256", `bcrypt_sha256$$2b$15$${'.'.repeat(53)}`, 'bcrypt with a cost of at most 14'],
    ["Spring's bcrypt", `{bcrypt}$2a$15$${'.'.repeat(53)}`, 'bcrypt with a cost of at most 14'],
    ['Keycloak with argon2', keycloak(secret, argon2({ hashIterations: 101 })), 'argon2'],
    ['ASP.NET Identity version 3', aspNet([1, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 16]), 'PBKDF2'],
  ])('%s', (_, hash, limit) => {
    expect(readHash(hash)?.excess).toContain(limit);
  });

  it.each([
    ['argon2 with all its memory', `$argon2id$v=19$m=262144,t=8,p=16$${salt}$${digest}`],
    ['argon2 with all its passes', `$argon2id$v=19$m=20971,t=100,p=1$${salt}$${digest}`],
    ['bcrypt', `$2b$14$${'.'.repeat(53)}`],
    ['scrypt', `$scrypt$ln=18,r=8,p=2$${salt}$${digest}`],
    ['PBKDF2 with SHA-1', `$pbkdf2-sha1$i=6000000,l=20$${salt}$${'A'.repeat(27)}`],
    ['PBKDF2 with SHA-256', `$pbkdf2-sha256$i=6000000,l=32$${salt}$${digest}`],
    ['PBKDF2 with SHA-512', `$pbkdf2-sha512$i=3000000,l=64$${salt}$${'A'.repeat(86)}`],
    [
      "Keycloak's default of PBKDF2 with SHA-1",
      keycloak({ ...secret, value: `${'A'.repeat(86)}==` }, { hashIterations: 1_300_000, algorithm: 'pbkdf2' }),
    ],
  ])('but not at the limit: %s', (_, hash) => {
    expect(readHash(hash)).toMatchObject({ excess: null });
  });
});

describe('an incomplete or unknown hash is refused', () => {
  it.each([
    ['nothing', ''],
    ['a password', 'correct horse battery staple'],
    ['a password that is Base64', 'AQIDBAUGBwgJCgsMDQ4PEA=='],
    ['MD5 of Unix', '$1$abcdefgh$eHKYUNfCRGPCdS5gEBLYh/'],
    ['SHA-512 of Unix', `$6$rounds=5000$${salt}$${'A'.repeat(86)}`],
    ['argon2 without anything', '$argon2id$'],
    ['argon2 without a digest', `$argon2id$v=19$m=19456,t=2,p=1$${salt}`],
    ['argon2 without cost', `$argon2id$v=19$m=0,t=0,p=0$${salt}$${digest}`],
    ['argon2 of a made-up type', `$argon2x$v=19$m=19456,t=2,p=1$${salt}$${digest}`],
    ['argon2 with a short digest', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$AAAA`],
    ['argon2 with a long digest', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'A'.repeat(1000)}`],
    ['bcrypt in the broken version 2x', `$2x$10$${'.'.repeat(53)}`],
    ['bcrypt without a version', `$2$10$${'.'.repeat(53)}`],
    ['bcrypt with a prefix that nobody writes', `{BCRYPT}$2b$10$${'.'.repeat(53)}`],
    ['bcrypt with two prefixes', `{bcrypt}bcrypt$$2b$10$${'.'.repeat(53)}`],
    ["another of Spring's prefixes before bcrypt", `{noop}$2b$10$${'.'.repeat(53)}`],
    ['argon2 with the prefix of bcrypt', `bcrypt$$argon2id$v=19$m=4096,t=2,p=1$${salt}$${digest}`],
    ['bcrypt below its range', `$2b$03$${'.'.repeat(53)}`],
    ['bcrypt with another alphabet', `$2b$10$${'+'.repeat(53)}`],
    ['scrypt without cost', `$scrypt$ln=0,r=8,p=1$${salt}$${digest}`],
    ['scrypt with r=0', `$scrypt$ln=14,r=0,p=1$${salt}$${digest}`],
    ['scrypt with p=0', `$scrypt$ln=14,r=8,p=0$${salt}$${digest}`],
    ['scrypt with N beyond r (RFC 7914 §2)', `$scrypt$ln=16,r=1,p=1$${salt}$${digest}`],
    ['scrypt without a salt', `$scrypt$ln=14,r=8,p=1$$${digest}`],
    ['scrypt with odd bits at the end', `$scrypt$ln=14,r=8,p=1$${salt}$${'A'.repeat(42)}B`],
    ['PBKDF2 with MD5', `$pbkdf2-md5$i=1000,l=16$${salt}$${salt}`],
    ['PBKDF2 without iterations', `$pbkdf2-sha256$i=0,l=32$${salt}$${digest}`],
    ['PBKDF2 with a wrong length', `$pbkdf2-sha256$i=1000,l=64$${salt}$${digest}`],
    ['PBKDF2 with the digest of another function', `$pbkdf2-sha512$1000$${salt}$${digest}`],
    ['Django with a function that it does not have', `pbkdf2_md5$1000$seasalt2$${digest}=`],
    ['Django without a salt', `pbkdf2_sha256$1000$$${digest}=`],
    ['Django with a negative number', `pbkdf2_sha256$-1$seasalt2$${digest}=`],
    ['Django for a person without a password', '!abcdefghijklmnop'],
    ['Keycloak with objects in place of texts', JSON.stringify({ secretData: secret, credentialData: argon2() })],
    ['Keycloak without its secret', JSON.stringify({ credentialData: JSON.stringify(argon2()) })],
    ['Keycloak with an unknown key', keycloak(secret, argon2()).replace('{', '{"x":1,')],
    ['Keycloak with invalid JSON inside', JSON.stringify({ secretData: 'x', credentialData: '{' })],
    ['Keycloak with half an iteration', keycloak(secret, { hashIterations: 1.5, algorithm: 'pbkdf2-sha256' })],
    ['Keycloak without iterations', keycloak(secret, { hashIterations: 0, algorithm: 'pbkdf2-sha256' })],
    ['Keycloak with another algorithm', keycloak(secret, { hashIterations: 1, algorithm: 'md5' })],
    ['Keycloak with the name of a property', keycloak(secret, { hashIterations: 1, algorithm: 'toString' })],
    ['Keycloak with argon2 without parameters', keycloak(secret, argon2({ additionalParameters: {} }))],
    ['Keycloak with argon2 of minus one pass', keycloak(secret, argon2({ hashIterations: -1 }))],
    ['Keycloak with an empty digest', keycloak({ ...secret, value: '' }, argon2())],
    ['ASP.NET Identity version 2, too long', aspNet([0], 49)],
    ['ASP.NET Identity version 4', aspNet([2, 0, 0, 0, 1, 0, 0, 39, 16, 0, 0, 0, 16])],
    ['ASP.NET Identity with an unknown function', aspNet([1, 0, 0, 0, 3, 0, 0, 39, 16, 0, 0, 0, 16])],
    ['ASP.NET Identity without iterations', aspNet([1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 16])],
    ['ASP.NET Identity with a salt past its end', aspNet([1, 0, 0, 0, 1, 0, 0, 39, 16, 0xff, 0xff, 0xff, 0xff])],
    ['ASP.NET Identity with a short salt', aspNet([1, 0, 0, 0, 1, 0, 0, 39, 16, 0, 0, 0, 8], 40)],
    ['ASP.NET Identity without a digest', aspNet([1, 0, 0, 0, 1, 0, 0, 39, 16, 0, 0, 0, 48])],
    ['more than 2000 characters', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'A'.repeat(2000)}`],
  ])('%s', (_, text) => {
    expect(readHash(text)).toBeNull();
  });
});

it('a bcrypt hash is checked without blocking the event loop (security #87)', async () => {
  const hash = measuredHash('$2b$11');
  await hash?.matches('');
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const startedAt = performance.now();
  await Promise.all([hash?.matches('one'), hash?.matches('two')]);
  const tookMs = performance.now() - startedAt;
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(tookMs / 2);
});

/** Another character that is neither special nor ends a text. */
function changeAt(text: string, position: number): string {
  const index = position < 0 ? text.length + position : position;
  return `${text.slice(0, index)}${text[index] === 'B' ? 'C' : 'B'}${text.slice(index + 1)}`;
}
