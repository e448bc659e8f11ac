import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountFormToken } from '#lib/account/person';
import { findAuthenticator } from '#lib/factors/authenticator-store';
import { hashRecoveryCode, parseRecoveryCode } from '#lib/factors/recovery-codes';
import type { HttpResponse } from '#lib/http/types';
import { type AccountHolder, answerKept, sendWhile as sendFormWhile, signInToAccount } from '#lib/testing/account';
import { fixtures } from '#lib/testing/fixtures';
import { givePasskey } from '#lib/testing/passkey-holder';
import { locationOf, password } from '#lib/testing/person';
import { createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { createAuthenticator } from '#lib/testing/software-authenticator';
import { readSecurity } from '../security/read';
import { readAuthenticator, readTrustedDevices } from './read';

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
      authenticator: { lastUsedAt: null },
      recoveryCodes: { left: 10 },
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

  it('trusts no device any more after the app was replaced, for example with a lost phone (security #183)', async () => {
    await setUp();
    const { db, now } = provider.context();
    const { sub } = await holder.session();
    const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 1000) };
    await db.trustedDevice.create({ data: { hash: `h${sub}`, id: `i${sub}`, sub, ...times } });
    expect(await told(await setUp({ decision: 'replace' }, { replace: '1' }))).toMatchObject({ kind: 'done' });
    expect(await db.trustedDevice.count({ where: { sub } })).toBe(0);
    expect(await db.recoveryCode.count({ where: { sub } })).toBe(10);
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
      (await readTrustedDevices(session, provider.context())).rows.map(
        (row) => (row.expiresAt.getTime() - start) / day,
      );
    const count = async () => (await readSecurity(session, provider.context())).trustedDevices;
    expect([await ends(), await count()]).toEqual([[30, 30], 2]);
    await provider.configure({ portal: { trusted_device_days: 7 } });
    expect([await ends(), await count()]).toEqual([[7, 7], 2]);
    await provider.configure({ portal: { trusted_device_days: 0 } });
    expect([await ends(), await count()]).toEqual([[], 0]);
    await provider.configure({ portal: { trusted_device_days: 30 } });
  });

  it('has pages of 50', async () => {
    const { db, now } = provider.context();
    const session = await holder.session();
    const { sub } = session;
    const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 1000) };
    const more = Array.from({ length: 99 }, (_, index) => `more-${index}${sub}`);
    await db.trustedDevice.createMany({ data: more.map((id) => ({ hash: id, id, sub, ...times })) });
    const read = async (page: number) => {
      const { rows, hasNext } = await readTrustedDevices(session, provider.context(), page);
      return { ids: rows.map(({ id }) => id), hasNext };
    };
    const pages = [await read(1), await read(2), await read(3)];
    expect(pages.map(({ ids, hasNext }) => [ids.length, hasNext])).toEqual([
      [50, true],
      [50, true],
      [1, false],
    ]);
    expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(101);
    expect((await readSecurity(session, provider.context())).trustedDevices).toBe(101);
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

describe('a form during which something else happens', () => {
  let sub: string;
  beforeEach(async () => {
    sub = (await holder.session()).sub;
  });

  const sendWhile = (page: string, fields: FormFields, happen: () => Promise<unknown>) =>
    sendFormWhile(provider, holder, [page, fields], happen);

  function keptIn(response: HttpResponse) {
    const { kept } = answerKept(provider, response, sub);
    return kept?.kind === 'done' || kept?.kind === 'problem' ? { kind: kept.kind, key: kept.words.key } : null;
  }

  const removal = { decision: 'remove', confirmed: '1' };
  const requireFactor = () => provider.configure({ ...fixtures, portal: { second_factor: 'required' } });

  /** The fields that add an app. */
  async function newApp(of = holder): Promise<FormFields> {
    const { setup } = await readAuthenticator(await of.session(), {}, provider.context());
    return { setup: setup?.setup ?? '', code: codeOf(setup?.key ?? ''), decision: 'save' };
  }

  /** The fields that add a passkey. */
  async function newPasskey(of = holder): Promise<FormFields> {
    const csrf = accountFormToken(await of.session(), provider.context());
    const headers = { origin: issuer, cookie: cookieHeaderOf(of) };
    const { body } = await provider.post('/account/passkeys/challenge', { csrf }, headers);
    return { passkey: createAuthenticator({ origin: issuer }).create(JSON.parse(body)), decision: 'save' };
  }

  async function countFactors() {
    const { db } = provider.context();
    return [await db.authenticator.count({ where: { sub } }), await db.passkey.count({ where: { sub } })];
  }

  /** Whether exactly the shown codes are stored. */
  async function areStored(codes: readonly (string | undefined)[]): Promise<boolean> {
    const { db } = provider.context();
    const rows = await db.recoveryCode.findMany({ where: { sub } });
    const salt = rows[0]?.salt ?? '';
    const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(parseRecoveryCode(code ?? '') ?? '', salt)));
    return rows.length === codes.length && rows.every(({ hash }) => hashes.includes(hash));
  }

  it('adds no factor if its session ends, and leads to the sign-in', async () => {
    const { db, now } = provider.context();
    const { sid } = await holder.session();
    const end = () => db.session.update({ where: { sid }, data: { endedAt: now } });
    expect(locationOf(await sendWhile('account/authenticator', await newApp(), end))).toContain('/account/sign-in');
    expect(await db.authenticator.count({ where: { sub } })).toBe(0);
  });

  it('adds no passkey above the maximum, which another session reaches', async () => {
    const { user } = await holder.session();
    await setUp();
    await givePasskey(provider, createAuthenticator({ origin: issuer }), user.username);
    const { db } = provider.context();
    const { id: _, ...row } = await db.passkey.findFirstOrThrow({ where: { sub } });
    const others = Array.from({ length: 49 }, (__, index) => ({ ...row, id: `other-${sub}-${index}` }));
    const fill = () => db.passkey.createMany({ data: others });
    const answer = await sendWhile('account/passkeys/new', await newPasskey(), fill);
    expect(keptIn(answer)).toEqual({ kind: 'problem', key: 'passkey.new.too_many' });
    expect(await db.passkey.count({ where: { sub } })).toBe(50);
  });

  it('keeps the app if the only passkey is removed and the policy requires a second factor', async () => {
    await setUp();
    const { user } = await holder.session();
    const passkey = await givePasskey(provider, createAuthenticator({ origin: issuer }), user.username);
    await requireFactor();
    const happen = () => holder.send(`account/passkeys/${passkey}`, removal);
    const answer = await sendWhile('account/authenticator', removal, happen);
    expect(keptIn(answer)).toMatchObject({ kind: 'problem', key: 'account.authenticator.needed' });
    expect(await countFactors()).toEqual([1, 0]);
  });

  it('leaves one of two factors that are removed at once, if the policy requires one', async () => {
    await setUp();
    const { user } = await holder.session();
    const passkey = await givePasskey(provider, createAuthenticator({ origin: issuer }), user.username);
    await requireFactor();
    await Promise.all(
      ['account/authenticator', `account/passkeys/${passkey}`].map((page) => holder.send(page, removal)),
    );
    expect((await countFactors()).sort()).toEqual([0, 1]);
  });

  it.each([
    ['an app', 'account/authenticator', newApp, 'account/passkeys/new', newPasskey],
    ['a passkey', 'account/passkeys/new', newPasskey, 'account/authenticator', newApp],
  ] as const)(
    'adds %s without codes if the first factor is added, whose codes stay',
    async (_, page, fields, first, firstFields) => {
      const other = await signInToAccount(provider, (await holder.session()).user.username);
      const otherFields = await firstFields(other);
      const shown: (string | undefined)[] = [];
      const answer = await sendWhile(page, await fields(), async () => {
        shown.push(...codesIn((await other.send(first, otherFields)).body));
      });
      expect([keptIn(answer), shown.length]).toEqual([expect.objectContaining({ kind: 'done' }), 10]);
      expect([await countFactors(), await areStored(shown)]).toEqual([[1, 1], true]);
    },
  );

  it('shows the codes that are stored, once, if two sessions add the first factor at once', async () => {
    const other = await signInToAccount(provider, (await holder.session()).user.username);
    const [app, passkey] = [await newApp(), await newPasskey(other)];
    const answers = await Promise.all([
      holder.send('account/authenticator', app),
      other.send('account/passkeys/new', passkey),
    ]);
    const shown = answers.flatMap(({ body }) => codesIn(body));
    expect([shown.length, await areStored(shown)]).toEqual([10, true]);
  });

  it('adds a passkey with codes if the former last factor is removed', async () => {
    await setUp();
    const answer = await sendWhile('account/passkeys/new', await newPasskey(), () =>
      holder.send('account/authenticator', removal),
    );
    const shown = codesIn(answer.body);
    expect([await countFactors(), shown.length, await areStored(shown)]).toEqual([[0, 1], 10, true]);
  });

  it('creates no recovery codes if the last factor is removed', async () => {
    await setUp();
    const answer = await sendWhile('account/recovery-codes', { decision: 'renew' }, () =>
      holder.send('account/authenticator', removal),
    );
    expect(keptIn(answer)).toMatchObject({ kind: 'problem', key: 'account.recovery_codes.needs_factor' });
    expect(await areStored([])).toBe(true);
  });

  it('leaves no recovery codes of a last factor that is removed at once', async () => {
    await setUp();
    const forms = { 'account/recovery-codes': { decision: 'renew' }, 'account/authenticator': removal };
    await Promise.all(Object.entries(forms).map(([page, fields]) => holder.send(page, fields)));
    expect([await countFactors(), await areStored([])]).toEqual([[0, 0], true]);
  });
});
