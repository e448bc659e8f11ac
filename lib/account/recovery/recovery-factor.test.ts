import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { transaction } from '#lib/db/transaction';
import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { replaceRecoveryCodes } from '#lib/factors/recovery-code-store';
import { createRecoveryCodes, type NewRecoveryCodes } from '#lib/factors/recovery-codes';
import { parseTotpKey } from '#lib/factors/totp';
import { beforeTransaction } from '#lib/testing/around-transaction';
import { fixtures } from '#lib/testing/fixtures';
import { givePasskey } from '#lib/testing/passkey-holder';
import { createTestProvider, encodeForm, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { takeMails, tokenIn } from '#lib/testing/queued-mails';
import { createAuthenticator } from '#lib/testing/software-authenticator';
import { verifyPassword } from '#lib/users/password-hash';
import { findUserByUsername } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import { readResetPage } from './read-reset-page';
import { recoverAccount } from './recover-account';
import { handleResetSubmit } from './submit-reset';

const mailing = { SMTP_URL: 'smtp://127.0.0.1:1', SIGNET_MAIL_FROM: 'id@op.test' };
const good = 'purple otter counts seventeen clocks';
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
let provider: TestProvider;
let codes: NewRecoveryCodes;
let sub: string;

beforeAll(async () => {
  provider = await createTestProvider(fixtures, mailing);
  codes = await createRecoveryCodes();
  sub = (await findAlice()).sub;
});
afterAll(() => provider.close());

/** Alice has an authenticator app and recovery codes again, and a new hour begins for her limits. */
beforeEach(async () => {
  provider.advance(3600);
  const { db, now, settings } = provider.context();
  const key = parseTotpKey(secret);
  if (key === null) throw new Error('no key');
  await db.passkey.deleteMany();
  await db.factorFailure.deleteMany();
  await transaction(db, async (tx) => {
    await saveAuthenticator(tx, proven('person', sub), { key, step: null }, { secret: settings.secret, now });
    await replaceRecoveryCodes(tx, proven('person', sub), codes, now);
  });
  await takeMails(provider.context());
});

async function findAlice() {
  const user = await findUserByUsername(provider.context().db, 'alice');
  if (user === null) throw new Error('there is no alice');
  return user;
}

const post = (path: string, fields: FormFields) => provider.post(path, fields, { origin: issuer });
const send = (fields: FormFields) => post('/recover/reset/submit', { decision: 'continue', ...fields });
const read = (token: string, more: { problem?: string; method?: string } = {}) =>
  readResetPage(provider.context(), { token, problem: null, done: false, ...more });
const totpNow = () => {
  const { now } = provider.context();
  return new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: now.getTime() });
};
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const isSet = async (password = good) => verifyPassword((await findAlice()).passwordHash, password);
const done = `${issuer}/recover/reset?done=1`;
const dead = `${issuer}/recover/reset`;

/**
 * Asks for a link and types the new password.
 * @returns the token
 */
async function typePassword(password = good): Promise<string> {
  await post('/recover/submit', { identifier: 'alice', decision: 'continue' });
  const token = tokenIn((await takeMails(provider.context())).find(({ kind }) => kind === 'recover'));
  const { headers } = await send({ token, new_password: password });
  expect(headers.location).toBe(`${issuer}/recover/reset?token=${token}`);
  return token;
}

describe('an account with a second factor', () => {
  it('is recovered only after the second factor (security #94)', async () => {
    const before = await findAlice();
    const token = await typePassword(`${good}, new`);
    expect(await read(token)).toMatchObject({
      page: 'second-factor',
      username: 'alice',
      method: 'totp',
      others: ['recovery'],
    });
    expect(await findAlice()).toEqual(before);
    const { recoveredAt } = await provider.context().db.user.findUniqueOrThrow({ where: { sub } });
    const answer = await send({ token, method: 'totp', code: totpNow() });
    expect(answer.headers.location).toBe(done);
    expect(await isSet(`${good}, new`)).toBe(true);
    const row = await provider.context().db.user.findUniqueOrThrow({ where: { sub } });
    expect(row.recoveredAt).not.toEqual(recoveredAt);
    expect((await takeMails(provider.context())).map(({ kind }) => kind)).toEqual(['password_changed']);
  });

  it('is not recovered without a factor that is added while the password is hashed (security #94)', async () => {
    const context = provider.context();
    await context.db.authenticator.deleteMany();
    await context.db.recoveryCode.deleteMany();
    const before = await findAlice();
    await post('/recover/submit', { identifier: 'alice', decision: 'continue' });
    const token = tokenIn((await takeMails(context)).find(({ kind }) => kind === 'recover'));
    const key = parseTotpKey(secret);
    if (key === null) throw new Error('no key');
    const app = { sub, key, step: null };
    const add = () =>
      transaction(context.db, (tx) =>
        saveAuthenticator(tx, proven('person', app.sub), app, { secret: context.settings.secret, now: context.now }),
      );
    const headers = { origin: issuer, 'content-type': 'application/x-www-form-urlencoded' };
    const request = { method: 'POST', path: '/recover/reset/submit', query: '', clientAddress: '192.0.2.1', headers };
    const body = encodeForm({ token, new_password: `${good}, added`, decision: 'continue' });
    const answer = await handleResetSubmit(
      { ...request, body },
      { ...context, db: beforeTransaction(context.db, add) },
    );
    expect(answer.headers.location).toBe(`${issuer}/recover/reset?token=${token}`);
    expect(await read(token)).toMatchObject({ page: 'second-factor', method: 'totp' });
    expect(await findAlice()).toEqual(before);
    expect((await send({ token, method: 'totp', code: totpNow() })).headers.location).toBe(done);
    expect(await isSet(`${good}, added`)).toBe(true);
  });

  it('is not recovered by posting the password again, or without a password', async () => {
    const { passwordHash } = await findAlice();
    const token = await typePassword(`${good}, twice`);
    await send({ token, new_password: `${good}, thrice` });
    expect((await findAlice()).passwordHash).toBe(passwordHash);
    await post('/recover/submit', { identifier: 'alice', decision: 'continue' });
    const fresh = tokenIn((await takeMails(provider.context()))[0]);
    expect((await send({ token: fresh, method: 'totp', code: totpNow() })).headers.location).toContain('token=');
    expect((await findAlice()).passwordHash).toBe(passwordHash);
  });

  it('is recovered with a recovery code, which works once and is notified (security #95)', async () => {
    const [code = ''] = codes.codes;
    const token = await typePassword();
    expect(await read(token, { method: 'recovery' })).toMatchObject({ method: 'recovery', others: ['totp'] });
    expect((await send({ token, method: 'recovery', code: code.toUpperCase() })).headers.location).toBe(done);
    const told = (await takeMails(provider.context())).map(({ kind }) => kind).sort();
    expect(told).toEqual(['password_changed', 'recovery_code_used']);
    const again = await typePassword(`${good}, again`);
    const { headers } = await send({ token: again, method: 'recovery', code });
    expect(headers.location).toContain('problem=code_wrong');
    expect(await isSet(`${good}, again`)).toBe(false);
  });

  it('is recovered with a passkey of the person (security #96)', async () => {
    const authenticator = createAuthenticator({ origin: issuer });
    await givePasskey(provider, authenticator, 'alice');
    const token = await typePassword();
    expect(await read(token)).toMatchObject({ method: 'passkey', others: ['totp', 'recovery'] });
    const challenge = await post('/recover/reset/challenge', { token });
    const passkey = authenticator.get(JSON.parse(challenge.body));
    expect((await send({ token, method: 'passkey', passkey })).headers.location).toBe(done);
    const later = await typePassword(`${good}, replayed`);
    const replayed = await send({ token: later, method: 'passkey', passkey });
    expect(replayed.headers.location).toMatch(/problem=passkey_/);
    expect(await isSet(`${good}, replayed`)).toBe(false);
  });

  it('gets a challenge only after the new password was typed', async () => {
    await givePasskey(provider, createAuthenticator({ origin: issuer }), 'alice');
    await post('/recover/submit', { identifier: 'alice', decision: 'continue' });
    const token = tokenIn((await takeMails(provider.context()))[0]);
    expect((await post('/recover/reset/challenge', { token })).status).toBe(409);
    expect((await post('/recover/reset/challenge', { token: 'x'.repeat(43) })).status).toBe(409);
  });

  it.each([
    [{ method: 'totp', code: '' }, 'code_missing'],
    [{ method: 'totp', code: 'abc' }, 'code_malformed'],
    [{ method: 'recovery', code: '123' }, 'code_malformed'],
    [{ method: 'recovery', code: '00000-00000' }, 'code_wrong'],
  ])('gets an explanation for %j', async (fields, problem) => {
    const token = await typePassword();
    const { headers } = await send({ token, ...fields });
    expect(headers.location).toBe(`${issuer}/recover/reset?token=${token}&method=${fields.method}&problem=${problem}`);
    expect(await read(token, { method: fields.method, problem })).toMatchObject({ page: 'second-factor', problem });
  });

  it.each(['email', 'passkey', 'password', 'constructor'])(
    'cannot use %s, which the person does not have',
    async (method) => {
      const { passwordHash } = await findAlice();
      const token = await typePassword(`${good}, ${method}`);
      expect((await send({ token, method, code: '123456' })).headers.location).toContain('token=');
      expect((await findAlice()).passwordHash).toBe(passwordHash);
    },
  );

  it('has five wrong attempts for a link, which is void after them (security #93)', async () => {
    const token = await typePassword(`${good}, guessed`);
    for (let wrong = 0; wrong < 5; wrong += 1) {
      const { headers } = await send({ token, method: 'totp', code: another(totpNow()) });
      expect(headers.location).toContain('problem=code_wrong');
    }
    expect((await send({ token, method: 'totp', code: totpNow() })).headers.location).toBe(dead);
    expect(await read(token)).toMatchObject({ page: 'recover-invalid' });
    expect(await isSet(`${good}, guessed`)).toBe(false);
  });

  it('loses no attempt if nothing was guessed, as with an expired challenge', async () => {
    const authenticator = createAuthenticator({ origin: issuer });
    await givePasskey(provider, authenticator, 'alice');
    const token = await typePassword(`${good}, patient`);
    const challenge = await post('/recover/reset/challenge', { token });
    const passkey = authenticator.get(JSON.parse(challenge.body));
    provider.advance(300);
    for (let late = 0; late < 6; late += 1) {
      const { headers } = await send({ token, method: 'passkey', passkey });
      expect(headers.location).toContain('problem=passkey_expired');
    }
    expect((await send({ token, method: 'totp', code: totpNow() })).headers.location).toBe(done);
    expect(await isSet(`${good}, patient`)).toBe(true);
  });

  it('has twenty wrong attempts in 15 minutes over all links (security #93)', async () => {
    const { db, now } = provider.context();
    const expiresAt = new Date(now.getTime() + 900_000);
    await db.rateLimit.deleteMany();
    await db.rateLimit.create({ data: { key: `second-factor:${sub}`, count: 20, expiresAt } });
    const token = await typePassword();
    expect((await send({ token, method: 'totp', code: totpNow() })).status).toBe(429);
  });

  it('locks a factor after a hundred failures from strangers', async () => {
    const { db, now } = provider.context();
    await db.factorFailure.create({ data: { sub, factor: 'totp', failures: 100, stoppedAt: now } });
    const token = await typePassword();
    const { headers } = await send({ token, method: 'totp', code: totpNow() });
    expect(headers.location).toContain('problem=factor_stopped');
  });

  it('accepts a code once for five simultaneous requests', async () => {
    const token = await typePassword();
    const code = totpNow();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send({ token, method: 'totp', code })));
    expect(answers.filter(({ headers }) => headers.location === done)).toHaveLength(1);
  });

  it('uses up one of five recovery codes that are sent simultaneously with the same link (security #95)', async () => {
    const token = await typePassword();
    const sent = codes.codes.slice(0, 5).map((code) => send({ token, method: 'recovery', code }));
    const answers = await Promise.all(sent);
    expect(answers.filter(({ headers }) => headers.location === done)).toHaveLength(1);
    const left = await provider.context().db.recoveryCode.count({ where: { sub, usedAt: null } });
    expect(left).toBe(codes.codes.length - 1);
  });

  it('keeps the link usable for a request that loses the race for a second factor', async () => {
    const token = await typePassword(`${good}, later`);
    const { origin, place } = { origin: { locale: 'en', tenant: null }, place: {} };
    const from = { origin, place, clientAddress: '192.0.2.1', cookieHeader: undefined };
    const lost = { hash: hashHandle(token), passwordHash: 'lost', use: async () => false, ...from };
    expect(await recoverAccount(lost, provider.context())).toEqual({ problem: 'code_used' });
    expect((await send({ token, method: 'totp', code: totpNow() })).headers.location).toBe(done);
    expect(await isSet(`${good}, later`)).toBe(true);
  });

  it('can go back to the password', async () => {
    const token = await typePassword();
    await send({ token, method: 'totp', decision: 'cancel' });
    expect(await read(token)).toMatchObject({ page: 'recover-reset' });
  });

  it('does not ask for a factor that the policy turned off', async () => {
    const { db } = provider.context();
    await db.authenticator.deleteMany();
    await db.recoveryCode.deleteMany();
    await givePasskey(provider, createAuthenticator({ origin: issuer }), 'alice');
    await provider.configure({ ...fixtures, portal: { passkeys: 'off' } });
    await post('/recover/submit', { identifier: 'alice', decision: 'continue' });
    const token = tokenIn((await takeMails(provider.context())).find(({ kind }) => kind === 'recover'));
    expect((await send({ token, new_password: good })).headers.location).toBe(done);
    await provider.configure({ ...fixtures, portal: { passkeys: 'on' } });
  });
});
