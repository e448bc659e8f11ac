import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { createAuthenticator, type Deviation, type SoftwareAuthenticator } from '#lib/testing/software-authenticator';
import { proven } from '#lib/vocabulary/account-proof';
import {
  type AskedPasskey,
  finishAuthentication,
  type PasskeyAuthentication,
  startAuthentication,
} from './authentication';
import type { ChallengeUse } from './challenge-store';
import { createChallenge, redeemChallenge } from './challenge-store';
import { type Passkey, relyingParty, userHandleOf } from './passkey';
import {
  countPasskeys,
  findPasskey,
  insertPasskey,
  listPasskeys,
  recordPasskeyUse,
  removePasskey,
  renamePasskey,
} from './passkey-store';
import { finishRegistration, startRegistration } from './registration';

const origin = 'https://op.test';
const rp = relyingParty({ issuer: origin });
const now = new Date('2026-01-01T12:00:00Z');
const at = { rp, now };
const later = (seconds: number) => ({ rp, now: new Date(now.getTime() + seconds * 1000) });

let open: TestDatabase;
beforeAll(async () => {
  open = await createTestDatabase();
  for (const sub of ['alice', 'bob', 'carol']) {
    const username = { username: sub, canonicalUsername: sub };
    const data = { sub, ...username, enabled: true, tenants: '"all"', claims: '{}', createdAt: now, updatedAt: now };
    await open.db.user.create({ data });
  }
});
afterAll(() => open.close());

const newFor = (sub: string, boundTo = 'session') => ({
  sub,
  username: sub,
  displayName: sub,
  boundTo,
});

/** Creates a passkey and stores it. */
async function register(authenticator: SoftwareAuthenticator, sub = 'alice', deviation: Deviation = {}) {
  const options = await startRegistration(open.db, newFor(sub), at);
  const response = authenticator.create(options, deviation);
  const result = await finishRegistration(open.db, response, { sub, boundTo: 'session' }, at);
  if ('problem' in result) throw new Error(`${result.problem}: ${result.detail}`);
  const passkey = { ...result.made, name: 'Key' };
  await insertPasskey(open.db, proven('person', passkey.sub), passkey);
  return { ...result, passkey };
}

const signIn = { purpose: 'sign_in', boundTo: 'interaction', sub: null } as const;
const secondFactor = { purpose: 'second_factor', boundTo: 'interaction', sub: 'alice' } as const;

type Answer = Parameters<SoftwareAuthenticator['get']>[1];

/** Signs in, or shows a second factor. */
async function show(
  authenticator: SoftwareAuthenticator,
  deviation: Answer = {},
  asked: AskedPasskey = signIn,
): Promise<PasskeyAuthentication> {
  const options = await startAuthentication(open.db, asked, at);
  return finishAuthentication(open.db, authenticator.get(options, deviation), asked, at);
}

async function withPasskey(traits: Partial<Parameters<typeof createAuthenticator>[0]> = {}, sub = 'alice') {
  const authenticator = createAuthenticator({ origin, ...traits });
  return { authenticator, ...(await register(authenticator, sub)) };
}

describe('the registration of a passkey (WebAuthn §7.1)', () => {
  it('asks for a discoverable passkey with an opaque name of the account', async () => {
    const options = await startRegistration(open.db, newFor('alice'), at);
    expect(options).toMatchObject({
      rp: { id: 'op.test', name: 'op.test' },
      user: { id: userHandleOf('alice'), name: 'alice' },
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      attestation: 'none',
    });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
  });

  it('excludes the passkeys of this account only', async () => {
    const mine = await withPasskey();
    const other = await withPasskey({}, 'bob');
    const { excludeCredentials = [] } = await startRegistration(open.db, newFor('alice'), at);
    const ids = excludeCredentials.map(({ id }) => id);
    expect(ids).toContain(mine.passkey.id);
    expect(ids).not.toContain(other.passkey.id);
  });

  it('stores whether it is bound to its device, and the kind of authenticator', async () => {
    const aaguid = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd';
    const synced = await withPasskey({ synced: true, aaguid });
    expect(synced.made).toMatchObject({ deviceBound: false, backedUp: true, aaguid });
    expect(synced.proof).toEqual({ factor: 'passkey', at: now, userVerified: true, deviceBound: false });
    const bound = await withPasskey();
    expect(bound.made).toMatchObject({ deviceBound: true, backedUp: false });
    expect(bound.proof.deviceBound).toBe(true);
  });

  it('does not claim user verification if the authenticator only checked presence', async () => {
    const authenticator = createAuthenticator({ origin });
    expect((await register(authenticator, 'alice', { userVerified: false })).proof.userVerified).toBe(false);
  });

  const refusals: readonly [string, Deviation][] = [
    ['a wrong origin', { origin: 'https://evil.test' }],
    ['the origin of a subdomain', { origin: 'https://login.op.test' }],
    ['the origin on another port', { origin: 'https://op.test:8443' }],
    ['the hash of another RP ID', { rpId: 'evil.test' }],
    ['the type of a sign-in', { type: 'webauthn.get' }],
    ['a frame on another site', { crossOrigin: true }],
    ['a frame on another site that the browser names', { crossOrigin: true, topOrigin: 'https://evil.test' }],
    ['nobody being present', { userPresent: false }],
    ['another credential id than the signed one', { id: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ];
  it.each(refusals)('refuses %s (security #96)', async (_, deviation) => {
    const authenticator = createAuthenticator({ origin });
    const options = await startRegistration(open.db, newFor('alice'), at);
    const response = authenticator.create(options, deviation);
    const result = await finishRegistration(open.db, response, { sub: 'alice', boundTo: 'session' }, at);
    expect(result).toMatchObject({ problem: 'not_verified' });
  });

  it.each([
    ['with a certificate', 'packed'],
    ['of a kind that was not requested', 'apple'],
  ])('refuses an attestation %s before its certificate is parsed (security #96)', async (_, fmt) => {
    const options = await startRegistration(open.db, newFor('alice'), at);
    const attStmt = { alg: -7, x5c: [Buffer.from('certificate')] };
    const response = createAuthenticator({ origin }).create(options, { fmt, attStmt });
    const result = await finishRegistration(open.db, response, { sub: 'alice', boundTo: 'session' }, at);
    expect(result).toEqual({ problem: 'not_verified', detail: 'an attestation was sent' });
  });

  it('refuses a passkey of another account', async () => {
    const { passkey } = await withPasskey({}, 'bob');
    await expect(insertPasskey(open.db, proven('person', 'alice'), passkey)).rejects.toMatchObject({ code: 'P2002' });
  });

  it.each([
    ['invalid JSON', 'hello'],
    ['no answer', '{}'],
    ['too much data', JSON.stringify({ id: 'a'.repeat(40_000) })],
    ['an invalid type', '{"id":"a","rawId":"a","type":"password","response":{}}'],
  ])('refuses %s', async (_, text) => {
    const person = { sub: 'alice', boundTo: 'session' };
    expect(await finishRegistration(open.db, text, person, at)).toEqual({ problem: 'malformed' });
    expect(await finishAuthentication(open.db, text, signIn, at)).toEqual({ problem: 'malformed' });
  });
});

describe('the use of a passkey (WebAuthn §7.2)', () => {
  it('asks for any passkey if no account is named, and reveals nothing about accounts (security #85)', async () => {
    await withPasskey();
    const options = await startAuthentication(open.db, signIn, at);
    expect(options).toMatchObject({ rpId: 'op.test', allowCredentials: [], userVerification: 'required' });
  });

  it('asks for a passkey of the person as a second factor', async () => {
    const mine = await withPasskey();
    const other = await withPasskey({}, 'bob');
    const options = await startAuthentication(open.db, secondFactor, at);
    const ids = options.allowCredentials?.map(({ id }) => id);
    expect(options.userVerification).toBe('preferred');
    expect(ids).toContain(mine.passkey.id);
    expect(ids).not.toContain(other.passkey.id);
  });

  it('asks for user verification for level 3, and for a key bound to its device for level 4', async () => {
    const bound = await withPasskey({}, 'carol');
    const synced = await withPasskey({ synced: true }, 'carol');
    const ask = async (level: number) => {
      const asked = { purpose: 'second_factor', boundTo: 'interaction', sub: 'carol' } as const;
      const { allowCredentials = [], userVerification } = await startAuthentication(open.db, asked, { ...at, level });
      return { ids: allowCredentials.map(({ id }) => id), userVerification };
    };
    const both = [bound.passkey.id, synced.passkey.id].sort();
    expect(await ask(2)).toMatchObject({ userVerification: 'preferred' });
    expect((await ask(3)).ids.sort()).toEqual(both);
    expect(await ask(3)).toMatchObject({ userVerification: 'required' });
    expect(await ask(4)).toEqual({ ids: [bound.passkey.id], userVerification: 'required' });
  });

  it('identifies the person by the passkey, and records the use', async () => {
    const { authenticator, passkey } = await withPasskey({}, 'bob');
    const result = await show(authenticator);
    expect(result).toMatchObject({
      passkey: { sub: 'bob' },
      proof: { factor: 'passkey', at: now, userVerified: true, deviceBound: true },
    });
    expect(await findPasskey(open.db, passkey.id)).toMatchObject({ counter: 2, lastUsedAt: now });
  });

  it('reports missing user verification, as a second factor', async () => {
    const { authenticator } = await withPasskey();
    expect(await show(authenticator, { userVerified: false }, secondFactor)).toMatchObject({
      proof: { userVerified: false },
    });
  });

  it('accepts an authenticator that names no account as a second factor', async () => {
    const { authenticator } = await withPasskey();
    expect(await show(authenticator, { userHandle: null }, secondFactor)).toHaveProperty('proof');
  });

  it('updates whether it has a copy', async () => {
    const { authenticator, passkey } = await withPasskey({ synced: true });
    await show(authenticator, { backedUp: false });
    expect(await findPasskey(open.db, passkey.id)).toMatchObject({ backedUp: false });
  });

  it.each([
    ['bound to its device', false],
    ['that can be copied', true],
  ])('refuses a key %s that says the opposite later (WebAuthn §7.2)', async (_, synced) => {
    const { authenticator, passkey } = await withPasskey({ synced });
    expect(await show(authenticator, { backupEligible: !synced })).toMatchObject({ problem: 'not_verified' });
    expect(await findPasskey(open.db, passkey.id)).toMatchObject({ lastUsedAt: null, backedUp: synced });
  });

  const refusals: readonly [string, Answer, string, AskedPasskey?][] = [
    ['a wrong origin', { origin: 'https://evil.test' }, 'not_verified'],
    ['the origin of a subdomain', { origin: 'https://login.op.test' }, 'not_verified'],
    ['the hash of another RP ID', { rpId: 'evil.test' }, 'not_verified'],
    ['the type of a registration', { type: 'webauthn.create' }, 'not_verified'],
    ['a frame on another site', { crossOrigin: true }, 'not_verified'],
    ['a frame on another site that the browser names', { topOrigin: 'https://evil.test' }, 'not_verified'],
    ['missing user verification if it is required', { userVerified: false }, 'not_verified'],
    ['nobody being present', { userPresent: false }, 'not_verified', secondFactor],
    ['a challenge that was never made', { challenge: 'A'.repeat(43) }, 'challenge'],
    ['a credential that no account has', { id: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'unknown_passkey'],
    ['a credential that names another account', { userHandle: userHandleOf('bob') }, 'other_person'],
    ['a credential that names no account, without a username', { userHandle: null }, 'other_person'],
  ];
  it.each(refusals)('refuses %s (security #96)', async (_, deviation, problem, asked) => {
    const { authenticator } = await withPasskey();
    expect(await show(authenticator, deviation, asked)).toMatchObject({ problem });
  });

  it('refuses the passkey of another person as a second factor, even if it names the person (security #96)', async () => {
    const { authenticator } = await withPasskey({}, 'bob');
    for (const userHandle of [userHandleOf('bob'), userHandleOf('alice'), null]) {
      expect(await show(authenticator, { userHandle }, secondFactor)).toMatchObject({ problem: 'other_person' });
    }
  });

  it('refuses the signature of another key', async () => {
    const { passkey } = await withPasskey();
    const { authenticator } = await withPasskey();
    expect(await show(authenticator, { id: passkey.id })).toMatchObject({ problem: 'not_verified' });
  });

  it('refuses a removed passkey', async () => {
    const { authenticator, passkey } = await withPasskey();
    await removePasskey(open.db, proven('person', passkey.sub), passkey.id);
    expect(await show(authenticator)).toMatchObject({ problem: 'unknown_passkey' });
  });
});

describe('the counter of an authenticator (WebAuthn §6.1.1, security #96)', () => {
  it('refuses a copy, whose counter does not grow', async () => {
    const { authenticator, passkey } = await withPasskey();
    expect(await show(authenticator, { counter: 8 })).toHaveProperty('proof');
    for (const counter of [8, 7, 0]) {
      const result = await show(authenticator, { counter });
      expect(result).toMatchObject({ problem: 'counter_went_back', passkey: { id: passkey.id } });
    }
    expect(await findPasskey(open.db, passkey.id)).toMatchObject({ counter: 8 });
    expect(await show(authenticator, { counter: 9 })).toHaveProperty('proof');
  });

  it('reports a copy only with a valid signature', async () => {
    const { authenticator, passkey } = await withPasskey();
    await show(authenticator, { counter: 8 });
    const { authenticator: stranger } = await withPasskey();
    const forged = { id: passkey.id, counter: 1, userHandle: userHandleOf('alice') };
    expect(await show(stranger, forged)).toMatchObject({ problem: 'not_verified' });
  });

  it('accepts an authenticator that does not count', async () => {
    const { authenticator } = await withPasskey({ counts: false });
    expect(await show(authenticator)).toHaveProperty('proof');
    expect(await show(authenticator)).toHaveProperty('proof');
  });

  it('accepts a value once for simultaneous requests', async () => {
    const { passkey } = await withPasskey();
    const use = { id: passkey.id, counter: 50, backedUp: false };
    const results = await Promise.all(Array.from({ length: 16 }, () => recordPasskeyUse(open.db, use, now)));
    expect(results.filter(Boolean)).toHaveLength(1);
  });
});

describe('a challenge (security #96)', () => {
  it('works once for simultaneous requests', async () => {
    const { authenticator } = await withPasskey({ counts: false });
    const options = await startAuthentication(open.db, signIn, at);
    const response = authenticator.get(options);
    const results = await Promise.all(
      Array.from({ length: 16 }, () => finishAuthentication(open.db, response, signIn, at)),
    );
    expect(results.filter((result) => 'proof' in result)).toHaveLength(1);
    expect(results.filter((result) => 'problem' in result && result.problem === 'challenge')).toHaveLength(15);
  });

  it('registers one passkey for simultaneous requests', async () => {
    const options = await startRegistration(open.db, newFor('alice'), at);
    const response = createAuthenticator({ origin }).create(options);
    const person = { sub: 'alice', boundTo: 'session' };
    const results = await Promise.all(
      Array.from({ length: 16 }, () => finishRegistration(open.db, response, person, at)),
    );
    expect(results.filter((result) => 'made' in result)).toHaveLength(1);
  });

  it('is used up by a wrong answer', async () => {
    const { authenticator } = await withPasskey();
    const options = await startAuthentication(open.db, signIn, at);
    const wrong = authenticator.get(options, { origin: 'https://evil.test' });
    expect(await finishAuthentication(open.db, wrong, signIn, at)).toMatchObject({ problem: 'not_verified' });
    expect(await finishAuthentication(open.db, authenticator.get(options), signIn, at)).toEqual({
      problem: 'challenge',
    });
  });

  it('expires after five minutes', async () => {
    const { authenticator } = await withPasskey();
    for (const [seconds, expected] of [
      [299, 'proof'],
      [300, 'problem'],
    ] as const) {
      const options = await startAuthentication(open.db, signIn, at);
      const result = await finishAuthentication(open.db, authenticator.get(options), signIn, later(seconds));
      expect(result).toHaveProperty(expected);
    }
  });

  it('from while the clock was ahead has expired (security #201)', async () => {
    const challenge = await createChallenge(open.db, made, later(3600).now);
    expect(await redeemChallenge(open.db, challenge, made, now)).toBe(false);
  });

  const made: ChallengeUse = { purpose: 'second_factor', boundTo: 'interaction', sub: 'alice' };
  it.each<[string, ChallengeUse]>([
    ['for signing in', { ...made, purpose: 'sign_in' }],
    ['for the registration of a passkey', { ...made, purpose: 'registration' }],
    ['in another interaction or session', { ...made, boundTo: 'other' }],
    ['for another person', { ...made, sub: 'bob' }],
    ['without a person', { ...made, sub: null }],
  ])('of a second factor does not work %s', async (_, use) => {
    const challenge = await createChallenge(open.db, made, now);
    expect(await redeemChallenge(open.db, challenge, use, now)).toBe(false);
    expect(await redeemChallenge(open.db, challenge, made, now)).toBe(true);
  });

  it('of a registration does not work for a sign-in, and vice versa', async () => {
    const { authenticator } = await withPasskey();
    const boundTo = 'interaction';
    const { challenge } = await startRegistration(open.db, newFor('alice', boundTo), at);
    expect(await show(authenticator, { challenge })).toEqual({ problem: 'challenge' });
    const options = await startAuthentication(open.db, signIn, at);
    const creation = await startRegistration(open.db, newFor('alice', boundTo), at);
    const response = authenticator.create(creation, { challenge: options.challenge });
    expect(await finishRegistration(open.db, response, { sub: 'alice', boundTo }, at)).toEqual({
      problem: 'challenge',
    });
  });

  it('is stored as a hash only', async () => {
    const challenge = await createChallenge(open.db, made, now);
    const rows = await open.db.passkeyChallenge.findMany();
    expect(JSON.stringify(rows)).not.toContain(challenge);
  });
});

describe('the passkeys of an account', () => {
  it('can be listed, renamed and removed only by its person', async () => {
    const { passkey } = await withPasskey({}, 'bob');
    const foreign = { id: passkey.id, sub: 'alice' };
    expect(await renamePasskey(open.db, foreign, 'Mine')).toBe(false);
    expect(await removePasskey(open.db, proven('person', foreign.sub), foreign.id)).toBe(false);
    expect(await renamePasskey(open.db, passkey, 'Laptop')).toBe(true);
    const named = (await listPasskeys(open.db, 'bob')).find(({ id }) => id === passkey.id);
    expect(named).toEqual({ ...passkey, name: 'Laptop' } satisfies Passkey);
    const count = await countPasskeys(open.db, 'bob');
    expect(await removePasskey(open.db, proven('person', passkey.sub), passkey.id)).toBe(true);
    expect(await removePasskey(open.db, proven('person', passkey.sub), passkey.id)).toBe(false);
    expect(await countPasskeys(open.db, 'bob')).toBe(count - 1);
  });
});
