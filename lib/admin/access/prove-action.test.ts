import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '#lib/db/transaction';
import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { writeProofs } from '#lib/factors/proof';
import { replaceRecoveryCodes } from '#lib/factors/recovery-code-store';
import { createRecoveryCodes } from '#lib/factors/recovery-codes';
import { parseTotpKey } from '#lib/factors/totp';
import { readSessions } from '#lib/login/current-session';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { postedForm } from '#lib/testing/admin';
import { givePasskey } from '#lib/testing/passkey-holder';
import { createPerson, type Person, password } from '#lib/testing/person';
import { createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { createAuthenticator, type SoftwareAuthenticator } from '#lib/testing/software-authenticator';
import { proven } from '#lib/vocabulary/account-proof';
import { createFormToken, principalOf } from './principal';
import { noteProvenUse } from './proof-store';
import { type NeededProof, confirmationNames as names } from './proof-window';
import { proveAction } from './prove-action';

const key = parseTotpKey('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ') ?? never();
const users = [
  { username: 'root', password, admin: 'owner' },
  { username: 'bo', password: `${password} of bo`, admin: 'editor' },
];

const configuration = { users, portal: { second_factor: 'optional' } };

let provider: TestProvider;
let person: Person;
/** The hash of root's password. */
let passwordHash: string | null;

beforeAll(async () => {
  provider = await createTestProvider(configuration);
  ({ passwordHash } = await provider.context().db.user.findFirstOrThrow({ where: { username: 'root' } }));
});
afterAll(() => provider.close());

beforeEach(async () => {
  person = await signedIn();
});
afterEach(async () => {
  const { db } = provider.context();
  await db.user.updateMany({ where: { username: 'root' }, data: { enabled: true, passwordHash } });
  await db.rateLimit.deleteMany();
  await db.auditEvent.deleteMany();
});

async function signedIn(): Promise<Person> {
  const one = createPerson(provider);
  await one.signIn(await one.get('/admin/sign-in'), 'root');
  return one;
}

async function sessionOf(one: Person): Promise<SessionWithUser> {
  const { current } = await readSessions(cookieHeaderOf(one), provider.context());
  return current ?? never();
}

/** @param known the session as it was read before something changed */
async function prove(fields: FormFields = {}, needed: NeededProof = 'sudo', one = person, known?: SessionWithUser) {
  const caller = { cookieHeader: cookieHeaderOf(one), clientAddress: '192.0.2.1', userAgent: null };
  const session = known ?? (await sessionOf(one));
  return proveAction({ needed, form: postedForm(fields), session, caller }, provider.context());
}

const minutes = (count: number) => provider.advance(count * 60);
const typed = (text: string, code?: string) => ({ [names.password]: text, ...(code && { [names.code]: code }) });
const events = () =>
  provider.context().db.auditEvent.findMany({ select: { type: true, actorName: true, details: true } });

describe('an action that asks for a recent proof (security #155)', () => {
  it('asks again only 30 minutes after the last such action', async () => {
    minutes(29);
    expect(await prove()).toBeNull();
    minutes(29);
    expect(await prove()).toBeNull();
    minutes(31);
    expect(await prove()).toBe('asked');
  });

  it('asks again after 8 hours, regardless of actions in between', async () => {
    for (let done = 0; done < 19; done += 1) {
      minutes(25);
      expect(await prove()).toBeNull();
    }
    minutes(6);
    expect(await prove()).toBe('asked');
  });

  it('never asks if no proof is needed, and this does not extend an earlier proof', async () => {
    minutes(20);
    expect(await prove({}, 'none')).toBeNull();
    minutes(20);
    expect(await prove({}, 'none')).toBeNull();
    expect(await prove()).toBe('asked');
  });

  it('asks again after 5 minutes where it is strict, regardless of actions in between', async () => {
    minutes(4);
    expect(await prove({}, 'strict')).toBeNull();
    minutes(2);
    expect(await prove({}, 'strict')).toBe('asked');
    expect(await prove(typed(password), 'strict')).toBeNull();
  });

  it.each(['sudo', 'strict'] as const)(
    'asks again (%s) after a confirmation by a clock that was ahead',
    async (needed) => {
      minutes(31);
      minutes(180);
      expect(await prove(typed(password), needed)).toBeNull();
      minutes(-180);
      expect(await prove({}, needed), 'security #201').toBe('asked');
      expect(await prove(typed(password), needed)).toBeNull();
    },
  );

  it('is not extended by an action that a clock which was ahead recorded (security #201)', async () => {
    minutes(29);
    minutes(180);
    await noteProvenUse(provider.context().db, (await sessionOf(person)).sid, provider.context().now);
    minutes(-180);
    minutes(2);
    expect(await prove()).toBe('asked');
  });

  it('can ask with each form, and then accepts no earlier proof', async () => {
    expect(await prove({}, 'always')).toBe('asked');
    expect(await prove(typed('wrong'), 'always')).toBe('wrong_password');
    expect(await prove(typed(password), 'always')).toBeNull();
    expect(await prove({}, 'always')).toBe('asked');
  });

  it('proceeds with the right password, and does not ask again', async () => {
    minutes(31);
    expect(await prove(typed(password))).toBeNull();
    minutes(29);
    expect(await prove()).toBeNull();
    const [event] = (await events()).filter(({ details }) => JSON.stringify(details).includes('confirmation'));
    expect(event).toMatchObject({ type: 'sign_in.succeeded', actorName: 'root' });
  });

  it('changes neither the time of the sign-in nor its proofs', async () => {
    const before = await sessionOf(person);
    minutes(31);
    expect(await prove(typed(password))).toBeNull();
    const { authTime, proofs } = await sessionOf(person);
    expect({ authTime, proofs }).toEqual({ authTime: before.authTime, proofs: before.proofs });
  });

  it.each<[string, FormFields, string]>([
    ['nothing', typed(''), 'asked'],
    ['a wrong password', typed('wrong'), 'wrong_password'],
    ['the password of another administrator', typed(`${password} of bo`), 'wrong_password'],
    ['a password that only looks the same', typed(`${password} `), 'wrong_password'],
    ['only a code', { [names.code]: '123456' }, 'missing_password'],
  ])('does not proceed with %s', async (_, fields, problem) => {
    minutes(31);
    expect(await prove(fields)).toBe(problem);
    expect(await prove()).toBe('asked');
  });

  it.each<NeededProof>(['none', 'sudo'])(
    'does not proceed with a wrong password even if none is required: %s',
    async (needed) => {
      expect(await prove(typed('wrong'), needed)).toBe('wrong_password');
    },
  );

  it('counts a password that was typed although the form needs none, because its change may', async () => {
    minutes(31);
    expect(await prove({}, 'none')).toBeNull();
    expect(await prove({}, 'strict')).toBe('asked');
    expect(await prove(typed(password), 'none')).toBeNull();
    expect(await prove({}, 'strict')).toBeNull();
  });

  it('counts and records wrong passwords like a sign-in (security #81)', async () => {
    minutes(31);
    for (let tries = 0; tries < 10; tries += 1) expect(await prove(typed('wrong'))).toBe('wrong_password');
    expect(await prove(typed(password))).toBe('too_many_attempts');
    const failed = (await events()).filter(({ type }) => type === 'sign_in.failed');
    expect(failed).toHaveLength(10);
    expect(JSON.stringify(failed)).not.toContain('wrong"');
    minutes(16);
    expect(await prove(typed(password))).toBeNull();
  });

  it('accepts a proof only for its own session', async () => {
    const other = await signedIn();
    minutes(31);
    expect(await prove(typed(password))).toBeNull();
    expect(await prove({}, 'sudo', other)).toBe('asked');
  });

  it('accepts no proof for a session that ended, or an account that changed, after it was read', async () => {
    const { db, now } = provider.context();
    const session = await sessionOf(person);
    await db.session.update({ where: { sid: session.sid }, data: { endedAt: now } });
    expect(await prove({}, 'sudo', person, session), 'a sign-in of a moment ago').toBe('asked');
    expect(await prove(typed(password), 'sudo', person, session)).toBe('elsewhere');
    await db.user.update({ where: { sub: session.sub }, data: { enabled: false } });
    expect(await prove(typed(password), 'sudo', person, session)).toBe('wrong_password');
  });

  it('accepts no password of another account that took over the username', async () => {
    const session = await sessionOf(person);
    const renamed = { ...session, user: { ...session.user, username: 'bo' } };
    expect(await prove(typed(`${password} of bo`), 'sudo', person, renamed)).toBe('wrong_password');
  });

  it('counts from a sign-in that is newer than the confirmation', async () => {
    minutes(31);
    expect(await prove(typed(password))).toBeNull();
    minutes(61);
    const { sid } = await sessionOf(person);
    await provider.context().db.session.update({ where: { sid }, data: { authTime: provider.context().now } });
    minutes(29);
    expect(await prove()).toBeNull();
  });

  it('offers another way to an account without a password', async () => {
    await provider.context().db.user.updateMany({ where: { username: 'root' }, data: { passwordHash: null } });
    minutes(31);
    expect(await prove(typed(password))).toBe('elsewhere');
  });

  it('accepts a sign-in of the last 5 minutes from an account without a password, even if each form asks', async () => {
    await provider.context().db.user.updateMany({ where: { username: 'root' }, data: { passwordHash: null } });
    minutes(5);
    expect(await prove({}, 'always')).toBeNull();
    minutes(1);
    expect(await prove({}, 'always')).toBe('asked');
  });
});

describe('a second factor to confirm (security #155)', () => {
  const code = () => new TOTP({ secret: key }).generate({ timestamp: provider.context().now.getTime() });
  let recovery: Awaited<ReturnType<typeof createRecoveryCodes>>;

  beforeAll(async () => {
    recovery = await createRecoveryCodes();
  });
  beforeEach(async () => {
    const { sub } = await sessionOf(person);
    await transaction(provider.context().db, async (tx) => {
      const { settings, now } = provider.context();
      await saveAuthenticator(tx, proven('person', sub), { key, step: null }, { secret: settings.secret, now });
      await replaceRecoveryCodes(tx, proven('person', sub), recovery, now);
    });
    minutes(31);
  });
  afterEach(async () => {
    const { db } = provider.context();
    await db.authenticator.deleteMany();
    await db.recoveryCode.deleteMany();
    await db.factorFailure.deleteMany();
    await db.passkey.deleteMany();
    await provider.configure(configuration);
  });

  it('is required with the password if the account has one', async () => {
    expect(await prove(typed(password))).toBe('missing_code');
    expect(await prove(typed(password, '000000'))).toBe('wrong_code');
    expect(await prove(typed(password, 'nonsense'))).toBe('wrong_code');
    expect(await prove(typed('wrong', code()))).toBe('wrong_password');
    expect(await prove()).toBe('asked');
    expect(await prove(typed(password, code()))).toBeNull();
  });

  it('works once, as a code of the app and as a recovery code (security #93)', async () => {
    const used = code();
    expect(await prove(typed(password, used), 'strict')).toBeNull();
    expect(await prove(typed(password, used), 'strict')).toBe('wrong_code');
    const [paper = ''] = recovery.codes;
    expect(await prove(typed(password, paper), 'strict')).toBeNull();
    expect(await prove(typed(password, paper), 'strict')).toBe('wrong_code');
  });

  it('works for one of two simultaneous requests', async () => {
    const used = code();
    const both = await Promise.all([prove(typed(password, used)), prove(typed(password, used))]);
    expect(both.filter((one) => one === null)).toHaveLength(1);
  });

  it('is replaced by a sign-in if the account has only factors without a code', async () => {
    const { db, now } = provider.context();
    const { sub } = await sessionOf(person);
    await db.authenticator.deleteMany();
    await db.recoveryCode.deleteMany();
    const key = { publicKey: 'x', counter: 0n, transports: '', aaguid: '', deviceBound: false, backedUp: true };
    await db.passkey.create({ data: { id: 'k', sub, name: 'Key', createdAt: now, ...key } });
    expect(await prove(typed(password))).toBe('elsewhere');
  });

  it('is replaced by a sign-in if the account has to add one first', async () => {
    const { db } = provider.context();
    await db.authenticator.deleteMany();
    await db.recoveryCode.deleteMany();
    const session = await sessionOf(person);
    await provider.configure({ ...configuration, portal: { second_factor: 'required' } });
    expect(await prove(typed(password), 'sudo', person, session)).toBe('elsewhere');
  });

  it('cannot be a code that was locked, in an unknown browser', async () => {
    const { db, now } = provider.context();
    const { sub } = await sessionOf(person);
    for (const name of [...person.cookies.keys()]) if (name.includes('known')) person.cookies.delete(name);
    await db.factorFailure.create({ data: { sub, factor: 'totp', failures: 100, stoppedAt: now } });
    expect(await prove(typed(password, code()))).toBe('too_many_attempts');
    expect(await prove(typed(password, recovery.codes[1]))).toBeNull();
  });

  it('has the limit and events of a sign-in, and a right code uses up no attempt (security #93)', async () => {
    for (let tries = 0; tries < 19; tries += 1) {
      expect(await prove(typed(password, '000000'))).toBe('wrong_code');
    }
    expect(await prove(typed(password, code()))).toBeNull();
    expect(await prove(typed(password, '000000'))).toBe('wrong_code');
    minutes(1);
    expect(await prove(typed(password, code()))).toBe('too_many_attempts');
    expect((await events()).filter(({ type }) => type === 'sign_in.failed')).toHaveLength(20);
  });
});

describe('a passkey to confirm (security #96, #155)', () => {
  let authenticator: SoftwareAuthenticator;
  let other: Person;

  beforeEach(async () => {
    other = await signedIn();
    authenticator = createAuthenticator({ origin: issuer });
    await givePasskey(provider, authenticator, 'root');
    const { db, now: at } = provider.context();
    const { sid, proofs } = await sessionOf(person);
    const shown = { factor: 'passkey', at, userVerified: true, deviceBound: true } as const;
    await db.session.update({ where: { sid }, data: { proofs: writeProofs([...proofs, shown]) } });
    minutes(31);
  });
  afterEach(async () => {
    await provider.context().db.passkey.deleteMany();
    await provider.configure(configuration);
  });

  async function askForChallenge(one = person) {
    const session = await sessionOf(one);
    const principal = principalOf(session);
    const csrf = createFormToken(principal, provider.context());
    return provider.post('/admin/confirm/challenge', { csrf }, { origin: issuer, cookie: cookieHeaderOf(one) });
  }
  type Shown = Parameters<SoftwareAuthenticator['get']>[1];
  const show = async (deviation: Shown = {}) => ({
    [names.passkey]: authenticator.get(JSON.parse((await askForChallenge()).body), deviation),
  });

  it('is enough by itself, even if the account has a password', async () => {
    const before = await sessionOf(person);
    expect(await prove(await show())).toBeNull();
    expect(await prove(await show(), 'strict')).toBeNull();
    expect(await prove(await show(), 'always')).toBeNull();
    const { authTime, proofs } = await sessionOf(person);
    expect({ authTime, proofs }).toEqual({ authTime: before.authTime, proofs: before.proofs });
    const [event] = (await events()).filter(({ details }) => JSON.stringify(details).includes('confirmation'));
    expect(event).toMatchObject({ type: 'sign_in.succeeded', actorName: 'root' });
  });

  it('is enough for an account without a password', async () => {
    await provider.context().db.user.updateMany({ where: { username: 'root' }, data: { passwordHash: null } });
    expect(await prove()).toBe('asked');
    expect(await prove(await show())).toBeNull();
  });

  it('is refused for an account that was disabled, or whose password changed, after it was read', async () => {
    const session = await sessionOf(person);
    const { db } = provider.context();
    for (const data of [{ passwordHash: null }, { passwordHash, enabled: false }]) {
      const shown = await show();
      await db.user.update({ where: { sub: session.sub }, data });
      expect(await prove(shown, 'sudo', person, session)).toBe('elsewhere');
      await db.user.update({ where: { sub: session.sub }, data: { passwordHash, enabled: true } });
    }
  });

  it.each<[string, Shown]>([
    ['an answer without user verification', { userVerified: false }],
    ['another origin', { origin: 'https://evil.test' }],
    ['a frame on another site', { crossOrigin: true }],
    ['an unknown passkey', { id: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['a challenge that was not issued', { challenge: 'A'.repeat(43) }],
    ['a copy of the authenticator', { counter: 1 }],
  ])('is refused with %s', async (_, deviation) => {
    expect(await prove(await show(deviation))).toBe('wrong_passkey');
    expect(await prove()).toBe('asked');
  });

  it('works once, and only for its own session', async () => {
    const shown = await show();
    expect(await prove(shown, 'sudo', other)).toBe('wrong_passkey');
    expect(await prove(shown)).toBeNull();
    expect(await prove(shown)).toBe('wrong_passkey');
    const once = await show();
    const both = await Promise.all([prove(once), prove(once)]);
    expect(both.filter((one) => one === null)).toHaveLength(1);
  });

  it('cannot belong to another account', async () => {
    const theirs = createAuthenticator({ origin: issuer });
    await givePasskey(provider, theirs, 'bo');
    const options = JSON.parse((await askForChallenge()).body);
    expect(await prove({ [names.passkey]: theirs.get(options) })).toBe('wrong_passkey');
  });

  it('is recorded if it fails, with the person if its signature is valid, but not if it is malformed', async () => {
    const failed = async () =>
      (await events()).flatMap(({ type, actorName }) => (type === 'sign_in.failed' ? [actorName] : []));
    await prove({ [names.passkey]: '{}' });
    await prove(await show({ userVerified: false }));
    expect(await failed()).toEqual([null]);
    await prove(await show({ counter: 1 }));
    expect((await failed()).filter((name) => name !== null)).toEqual(['root']);
  });

  it.each([
    ['an account without one', () => provider.context().db.passkey.deleteMany()],
    ['any account if passkeys are off', () => provider.configure({ users, portal: { passkeys: 'off' } })],
  ])('is not asked of %s', async (_, change) => {
    const shown = await show();
    await change();
    expect((await askForChallenge()).status).toBe(404);
    expect(await prove(shown)).toBe('elsewhere');
  });

  it('has a limit of challenges for each address', async () => {
    const { db } = provider.context();
    expect((await askForChallenge()).status).toBe(200);
    await db.rateLimit.updateMany({ where: { key: { startsWith: 'passkey-challenge' } }, data: { count: 2000 } });
    const refused = await askForChallenge();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

function never(): never {
  throw new Error('this is there');
}
