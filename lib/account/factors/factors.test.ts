import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountFormToken } from '#lib/account/account-form';
import { findAuthenticator } from '#lib/factors/authenticator-store';
import { type AccountHolder, answerKept, signInToAccount } from '#lib/testing/account';
import { beforeTransaction } from '#lib/testing/before-transaction';
import { fixtures } from '#lib/testing/fixtures';
import { locationOf, password } from '#lib/testing/person';
import { createTestProvider, encodeForm, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { readAuthenticator } from './read-authenticator';
import { readSecurity } from './read-security';
import { readTrustedDevices } from './read-trusted-devices';
import { handleAuthenticatorSubmit } from './submit-authenticator';

let provider: TestProvider;
let holder: AccountHolder;
let people = 0;

const mailing = { SMTP_URL: 'smtp://127.0.0.1:1', SIGNET_MAIL_FROM: 'id@op.test' };
beforeAll(async () => {
  provider = await createTestProvider(fixtures, mailing);
});
afterAll(() => provider.close());
beforeEach(async () => {
  const username = `pat${++people}`;
  const claims = { email: `${username}@example.com`, email_verified: true };
  const portal = { second_factor: 'optional' };
  await provider.configure({ ...fixtures, portal, users: [...fixtures.users, { username, password, claims }] });
  holder = await signInToAccount(provider, username);
});

const view = async (query = {}) => readAuthenticator(await holder.session(), query, provider.context());
const codeOf = (key: string) =>
  new TOTP({ secret: key.replaceAll(' ', '') }).generate({ timestamp: provider.context().now.getTime() });

/** Adds or replaces the authenticator app. */
async function setUp(fields: FormFields = {}, query = {}) {
  const { setup } = await view(query);
  const typed = { setup: setup?.setup ?? '', code: codeOf(setup?.key ?? ''), decision: 'save' };
  return holder.send('account/authenticator', { ...typed, ...fields });
}

async function told(response: Awaited<ReturnType<typeof setUp>>) {
  const { path, kept } = answerKept(provider, response, (await holder.session()).sub);
  return { path, kind: kept?.kind, key: kept?.kind === 'done' || kept?.kind === 'problem' ? kept.words.key : null };
}

const codesIn = (body: string) => [...body.matchAll(/data-recovery-code="([^"]+)"/g)].map(([, code]) => code);

describe('/account/authenticator', () => {
  it('adds an app, with recovery codes that only this response shows', async () => {
    const answer = await setUp();
    expect(answer).toMatchObject({ status: 200 });
    expect(new Set(codesIn(answer.body)).size).toBe(10);
    expect(answer.body).toContain('data-page="account-recovery-codes"');
    const { db, settings } = provider.context();
    const { sub } = await holder.session();
    expect(await findAuthenticator(db, sub, settings.secret)).not.toBeNull();
    expect(await db.recoveryCode.count({ where: { sub } })).toBe(10);
    const rows = await db.recoveryCode.findMany({ where: { sub } });
    for (const code of codesIn(answer.body)) expect(JSON.stringify(rows)).not.toContain(code);
    expect(await db.auditEvent.count({ where: { targetId: sub, type: 'factor.added' } })).toBe(1);
    expect(await db.accountNotice.findMany({ where: { sub, kind: 'factor_added' } })).toHaveLength(1);
    expect(await readSecurity(await holder.session(), provider.context())).toMatchObject({
      hasAuthenticator: true,
      recoveryCodes: 10,
    });
  });

  it('stores the key sealed (security #167)', async () => {
    const { setup } = await view();
    await setUp({ setup: setup?.setup ?? '', code: codeOf(setup?.key ?? '') });
    const { db } = provider.context();
    const row = await db.authenticator.findUniqueOrThrow({ where: { sub: (await holder.session()).sub } });
    expect(row.sealed).not.toContain(setup?.key.replaceAll(' ', ''));
  });

  it.each([
    ['no code', { code: '' }, 'factor.problem.code_missing'],
    ['letters', { code: 'abcdef' }, 'factor.problem.code_malformed'],
    ['a wrong code', { code: '000000' }, 'factor.problem.code_wrong'],
    ['the code of another key', { setup: 'A'.repeat(43) }, 'factor.problem.code_wrong'],
    ['an invalid setup', { setup: 'x' }, 'factor.problem.code_wrong'],
  ])('adds nothing after %s', async (_, fields, key) => {
    expect(await told(await setUp(fields))).toEqual({ path: '/account/authenticator', kind: 'problem', key });
    expect((await view()).current).toBeNull();
  });

  it('does not accept a key that was shown to another person', async () => {
    const { setup } = await view();
    const other = await signInToAccount(provider, 'bob');
    const fields = { setup: setup?.setup ?? '', code: codeOf(setup?.key ?? ''), decision: 'save' };
    await other.send('account/authenticator', fields);
    expect((await readAuthenticator(await other.session(), {}, provider.context())).current).toBeNull();
  });

  it('replaces the app after a proof with it, without new recovery codes', async () => {
    await setUp();
    expect((await view()).setup).toBeNull();
    const { db, settings } = provider.context();
    const { sub } = await holder.session();
    const before = await findAuthenticator(db, sub, settings.secret);
    expect(await told(await setUp({ decision: 'replace' }, { replace: '1' }))).toMatchObject({ kind: 'done' });
    expect((await findAuthenticator(db, sub, settings.secret))?.key).not.toBe(before?.key);
  });

  it('removes the app after a confirmation, with trusted devices and recovery codes, and notifies the person', async () => {
    await setUp();
    const { db, now } = provider.context();
    const { sub } = await holder.session();
    const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 1000) };
    await db.trustedDevice.create({ data: { hash: `h${sub}`, id: `i${sub}`, sub, ...times } });
    expect(await told(await holder.send('account/authenticator', { decision: 'remove' }))).toMatchObject({
      kind: 'confirm',
    });
    const removed = await holder.send('account/authenticator', { decision: 'remove', confirmed: '1' });
    expect(await told(removed)).toMatchObject({ path: '/account/security', kind: 'done' });
    expect(await db.trustedDevice.count({ where: { sub } })).toBe(0);
    expect(await db.recoveryCode.count({ where: { sub } })).toBe(0);
    expect(await db.accountNotice.count({ where: { sub, kind: 'factor_removed' } })).toBe(1);
  });

  it('counts as a proof in the session that added the app, but asks every other session', async () => {
    const { user } = await holder.session();
    const other = await signInToAccount(provider, user.username);
    await setUp();
    expect((await holder.session()).amr).toEqual(['pwd', 'otp', 'mfa']);
    const fields = { decision: 'remove', confirmed: '1' };
    expect(locationOf(await other.send('account/authenticator', fields))).toMatch(/\/account\/sign-in/);
    expect((await view()).current).not.toBeNull();
  });

  it('keeps the app if the policy requires a second factor', async () => {
    await setUp();
    await provider.configure({ ...fixtures, portal: { second_factor: 'required' } });
    const answer = await holder.send('account/authenticator', { decision: 'remove', confirmed: '1' });
    expect(await told(answer)).toMatchObject({ kind: 'problem', key: 'account.authenticator.needed' });
  });

  it('removes the app even then if a mailed code is enough', async () => {
    await setUp();
    await provider.configure({ ...fixtures, portal: { second_factor: 'required', email_second_factor: 'on' } });
    const answer = await holder.send('account/authenticator', { decision: 'remove', confirmed: '1' });
    expect(await told(answer)).toMatchObject({ path: '/account/security', kind: 'done' });
    expect((await view()).current).toBeNull();
  });

  it('requires a fresh sign-in, and keeps the same key (security #97)', async () => {
    provider.advance(2 * 3600);
    expect(locationOf(await setUp())).toMatch(/\/login\?interaction=/);
    expect((await view()).current).toBeNull();
  });
});

describe('/account/recovery-codes', () => {
  it('replaces all recovery codes', async () => {
    const first = codesIn((await setUp()).body);
    const second = codesIn((await holder.send('account/recovery-codes', { decision: 'renew' })).body);
    expect(second).toHaveLength(10);
    expect(second.filter((code) => first.includes(code))).toEqual([]);
    const { sub } = await holder.session();
    expect(await provider.context().db.recoveryCode.count({ where: { sub } })).toBe(10);
  });

  it('has no codes for a person without a second factor', async () => {
    const answer = await holder.send('account/recovery-codes', { decision: 'renew' });
    expect(await told(answer)).toMatchObject({ kind: 'problem', key: 'account.recovery_codes.needs_factor' });
  });
});

describe('/account/trusted-devices', () => {
  const trusted = async () =>
    provider.context().db.trustedDevice.count({ where: { sub: (await holder.session()).sub } });
  beforeEach(async () => {
    const { db, now } = provider.context();
    const { sub } = await holder.session();
    const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 1000) };
    for (const one of ['1', '2']) {
      await db.trustedDevice.create({ data: { hash: `h${sub}${one}`, id: `i${sub}${one}`, sub, ...times } });
    }
  });

  it('shows what trusted_device_days leaves of an earlier trust', async () => {
    const { db } = provider.context();
    const session = await holder.session();
    const day = 86_400_000;
    const start = provider.context().now.getTime();
    const expiresAt = new Date(start + 30 * day);
    await db.trustedDevice.updateMany({ where: { sub: session.sub }, data: { expiresAt } });
    const ends = async () =>
      (await readTrustedDevices(session, provider.context())).map((row) => (row.expiresAt.getTime() - start) / day);
    const count = async () => (await readSecurity(session, provider.context())).trustedDevices;
    expect([await ends(), await count()]).toEqual([[30, 30], 2]);
    await provider.configure({ portal: { trusted_device_days: 7 } });
    expect([await ends(), await count()]).toEqual([[7, 7], 2]);
    await provider.configure({ portal: { trusted_device_days: 0 } });
    expect([await ends(), await count()]).toEqual([[], 0]);
    await provider.configure({ portal: { trusted_device_days: 30 } });
  });

  it('ends the trust in one device', async () => {
    const { sub } = await holder.session();
    await holder.send('account/trusted-devices', { device: `i${sub}1`, decision: 'remove' });
    expect(await trusted()).toBe(1);
  });

  it('leaves the devices of other people alone', async () => {
    const { sub } = await holder.session();
    const other = await signInToAccount(provider, 'bob');
    await other.send('account/trusted-devices', { device: `i${sub}1`, decision: 'remove' });
    expect(await trusted()).toBe(2);
  });

  it('ends the trust in all devices after a confirmation', async () => {
    expect(await told(await holder.send('account/trusted-devices', { decision: 'remove_all' }))).toMatchObject({
      kind: 'confirm',
    });
    expect(await trusted()).toBe(2);
    await holder.send('account/trusted-devices', { decision: 'remove_all', confirmed: '1' });
    expect(await trusted()).toBe(0);
  });
});

it('a session that ends meanwhile adds no factor, and leads to the sign-in', async () => {
  const { setup } = await view();
  const context = provider.context();
  const { sid, sub } = await holder.session();
  const db = beforeTransaction(context.db, () =>
    context.db.session.update({ where: { sid }, data: { endedAt: context.now } }),
  );
  const csrf = accountFormToken(await holder.session(), context);
  const fields = { csrf, setup: setup?.setup ?? '', code: codeOf(setup?.key ?? ''), decision: 'save' };
  const headers = {
    origin: issuer,
    'content-type': 'application/x-www-form-urlencoded',
    cookie: cookieHeaderOf(holder),
  };
  const request = { method: 'POST', path: '/account/authenticator/submit', query: '', clientAddress: '192.0.2.1' };
  const response = await handleAuthenticatorSubmit(
    { ...request, headers, body: encodeForm(fields) },
    { ...context, db },
  );
  expect(locationOf(response)).toContain('/account/sign-in');
  expect(await context.db.authenticator.count({ where: { sub } })).toBe(0);
});
