import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { transaction } from '#lib/db/transaction';
import type { HttpResponse } from '#lib/http/types';
import { readKnownBrowser } from '#lib/sessions/browser-cookie';
import { readBrowser } from '#lib/sessions/read-browser';
import { signIn } from '#lib/sessions/sign-in';
import { beforeTransaction } from '#lib/testing/around-transaction';
import { byPassword, noDevice } from '#lib/testing/authentication';
import { openFailingWrites } from '#lib/testing/failing-writes';
import { fixtureClient } from '#lib/testing/fixtures';
import { whilePasswordsWait } from '#lib/testing/full-password-queue';
import { createTestProvider, encodeForm, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { takeMails } from '#lib/testing/queued-mails';
import { type RangeService, startRangeService } from '#lib/testing/range-service';
import { recordedBy } from '#lib/testing/recorded-by';
import { wokenJobs } from '#lib/testing/woken-jobs';
import { verifyPassword } from '#lib/users/password-hash';
import { createPasswordLink, passwordLinkSeconds } from '#lib/users/password-link';
import { findUserByUsername } from '#lib/users/user-store';
import { handleSetupSubmit, readSetupPage } from './password';

const good = 'purple otter counts seventeen clocks';
const breached = 'purple otter counts seventeen chairs';
let service: RangeService;

let provider: TestProvider;
beforeAll(async () => {
  service = await startRangeService(breached);
  provider = await createTestProvider(
    { users: [{ username: 'Dora' }, { username: 'Emil' }] },
    {
      SIGNET_BREACH_CHECK: service.address,
      SIGNET_OUTBOUND_ALLOW: '127.0.0.1',
    },
  );
});
afterAll(async () => {
  await provider.close();
  await service.close();
});

async function findUser(name: string) {
  const user = await findUserByUsername(provider.context().db, name);
  if (user === null) throw new Error(`there is no ${name}`);
  return user;
}

async function createLink(name = 'dora', mailed: { readonly email?: string } = {}): Promise<string> {
  const { db, now } = provider.context();
  const { sub } = await findUser(name);
  return (await transaction(db, (tx) => createPasswordLink(tx, { sub, carries: null, now, ...mailed }))).handle;
}

/** Signs a person in on a new browser. @returns the Cookie header */
async function openSession(name: string): Promise<string> {
  const { db, settings, snapshot, now } = provider.context();
  const user = await findUser(name);
  const request = {
    settings,
    portal: snapshot.portal,
    browserId: null,
    user,
    authentication: byPassword,
    device: noDevice,
    remember: false,
    now,
  };
  const { setCookie } = await transaction(db, (tx) => signIn(tx, request));
  return setCookie.map((line) => line.split(';')[0]).join('; ');
}

async function sessionsOf(cookieHeader: string): Promise<string[]> {
  const { db, settings, snapshot, now } = provider.context();
  const { sessions } = await readBrowser({ db, settings, cookieHeader, portal: snapshot.portal, now });
  return sessions.map(({ user }) => user.username);
}

function submit(
  fields: FormFields,
  headers: Record<string, string> = { origin: issuer },
  context = provider.context(),
): Promise<HttpResponse> {
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
  const request = { method: 'POST', path: '/setup/submit', query: '', clientAddress: '192.0.2.1' };
  return handleSetupSubmit({ ...request, headers: form, body: encodeForm(fields) }, context);
}

const read = (token: string | null, problem: string | null = null) =>
  readSetupPage(provider.context(), { token, problem, done: false });
const twice = (token: string, password = good) => ({ token, password, confirmation: password });
const done = { status: 303, headers: { location: `${issuer}/setup?done=1` } };

describe('the link', () => {
  it('shows whose password it sets and is not used up by reading', async () => {
    const token = await createLink();
    await read(token);
    expect(await read(token)).toEqual({
      page: 'setup',
      token,
      username: 'Dora',
      minimumLength: 15,
      problem: null,
    });
    expect(await submit(twice(token))).toMatchObject(done);
  });

  it('sets the password once', async () => {
    const token = await createLink();
    expect(await submit(twice(token))).toMatchObject(done);
    expect(await submit(twice(token, `${good}, twice`))).toMatchObject({
      headers: { location: `${issuer}/setup` },
    });
    expect(await read(token)).toEqual({ page: 'setup-invalid' });
    const { passwordHash } = await findUser('dora');
    expect(await verifyPassword(passwordHash, good)).toBe(true);
  });

  it('sets one password when sixteen requests race', async () => {
    const token = await createLink('emil');
    const passwords = Array.from({ length: 16 }, (_, index) => `${good} ${index}`);
    const answers = await Promise.all(passwords.map((password) => submit(twice(token, password))));
    const winners = answers.flatMap(({ headers }, index) =>
      headers.location === done.headers.location ? [index] : [],
    );
    expect(winners).toHaveLength(1);
    const { passwordHash } = await findUser('emil');
    expect(await verifyPassword(passwordHash, passwords[winners[0] ?? -1] ?? '')).toBe(true);
  });

  it('voids a link to recover the account that was mailed before', async () => {
    const { db, now } = provider.context();
    const { sub } = await findUser('dora');
    const times = { createdAt: now, expiresAt: new Date(now.getTime() + 1000) };
    await db.accountLink.create({ data: { hash: 'r', kind: 'recover', sub, email: 'dora@example.com', ...times } });
    await submit(twice(await createLink()));
    expect(await db.accountLink.findUnique({ where: { hash: 'r' } })).toMatchObject({ usedAt: now });
  });

  it('is recorded in the audit log, and the page afterwards confirms it', async () => {
    const token = await createLink();
    const events = await recordedBy(provider.context().db, { types: ['password.changed'] }, async () => {
      expect(await submit(twice(token))).toMatchObject(done);
    });
    expect(events).toMatchObject([{ outcome: 'success', targetName: 'Dora', address: '192.0.2.1' }]);
    const context = provider.context();
    expect(await readSetupPage(context, { token: null, problem: null, done: true })).toEqual({ page: 'setup-done' });
  });

  it.each([
    ['by a mail and a notice where there was a password', 'a password before', 1],
    ['not at all where it is the first password', null, 0],
  ])('is reported to the person %s', async (_, passwordHash, told) => {
    const { db } = provider.context();
    const { sub } = await findUser('emil');
    const claims = JSON.stringify({ email: 'emil@rp.test', email_verified: true });
    await db.user.update({ where: { sub }, data: { passwordHash, claims } });
    await db.accountNotice.deleteMany();
    await takeMails(provider.context());
    expect(await submit(twice(await createLink('emil')))).toMatchObject(done);
    const mails = await takeMails(provider.context());
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual(Array(told).fill(['password_changed', 'emil@rp.test']));
    expect(await db.accountNotice.count({ where: { sub, kind: 'password_changed' } })).toBe(told);
  });

  it('wakes the jobs for mails and logout notices once the password is set', async () => {
    const { db } = provider.context();
    const token = await createLink();
    expect(await wokenJobs(db, () => submit(twice(token, 'short')))).toEqual([]);
    expect(await wokenJobs(db, () => submit(twice(token)))).toEqual(['logout-notices', 'mail']);
  });

  describe('of a disabled account', () => {
    const enable = async (enabled: boolean) => {
      const { sub } = await findUser('dora');
      await provider.context().db.user.update({ where: { sub }, data: { enabled } });
    };
    const ended = { status: 303, headers: { location: `${issuer}/setup` } };

    it('does not work and is not used up: it works once the account is enabled (security #90)', async () => {
      const token = await createLink();
      await enable(false);
      const before = (await findUser('dora')).passwordHash;
      expect(await read(token)).toEqual({ page: 'setup-invalid' });
      expect(await submit(twice(token))).toMatchObject(ended);
      expect((await findUser('dora')).passwordHash).toBe(before);
      await enable(true);
      expect(await read(token)).toMatchObject({ page: 'setup' });
      expect(await submit(twice(token))).toMatchObject(done);
    });

    it('is not used up while the new password is hashed (security #104)', async () => {
      const token = await createLink();
      const context = provider.context();
      const meanwhile = { ...context, db: beforeTransaction(context.db, () => enable(false)) };
      expect(await submit(twice(token), { origin: issuer }, meanwhile)).toMatchObject(ended);
      await enable(true);
      expect(await submit(twice(token))).toMatchObject(done);
    });
  });

  it('ends with its time', async () => {
    const token = await createLink();
    provider.advance(passwordLinkSeconds);
    expect(await read(token)).toEqual({ page: 'setup-invalid' });
    expect((await submit(twice(token))).headers.location).toBe(`${issuer}/setup`);
  });

  it('ends every session of the person and nobody else’s (security #104)', async () => {
    const [dora, emil] = [await openSession('dora'), await openSession('emil')];
    await submit(twice(await createLink('dora')));
    expect(await sessionsOf(dora)).toEqual([]);
    expect(await sessionsOf(emil)).toEqual(['Emil']);
  });

  it('makes its browser the only known one: the way in while strangers guess (security #81)', async () => {
    const { sub } = await findUser('emil');
    const { db, settings } = provider.context();
    await submit(twice(await createLink('emil'), `${good} one`));
    const { headers } = await submit(twice(await createLink('emil'), `${good} two`));
    const [cookie] = [headers['set-cookie'] ?? []].flat();
    const hashes = readKnownBrowser(cookie?.split(';')[0], settings).map(hashHandle);
    expect(hashes).toHaveLength(1);
    expect(await db.knownBrowser.findMany({ where: { sub }, select: { hash: true } })).toEqual([{ hash: hashes[0] }]);
  });

  it.each<[string, object, boolean]>([
    ['had been confirmed', { email: 'x@rp.test', email_verified: true }, true],
    ['had never been confirmed', { email: 'x@rp.test', email_verified: false }, false],
    ['there was none', {}, true],
  ])(
    'keeps no access for the former holder of the account: the address %s (security #116)',
    async (name, claims, kept) => {
      const { db, now } = provider.context();
      const sub = `sub-${name.length}`;
      const data = {
        sub,
        username: sub,
        canonicalUsername: sub,
        enabled: true,
        tenants: '"all"',
        createdAt: now,
        updatedAt: now,
      };
      await db.user.create({ data: { ...data, passwordHash: null, admin: null, claims: JSON.stringify(claims) } });
      const identity = { provider: 'corp', issuer: 'https://idp.test', sub, claims: '[]', lastUsedAt: now };
      const later = new Date(now.getTime() + 1000);
      for (const [subject, createdAt] of [
        [`${sub}-first`, now],
        [`${sub}-linked`, later],
      ] as const) {
        await db.userIdentity.create({ data: { ...identity, subject, createdAt } });
      }
      const stranger = await db.userIdentity.create({
        data: { ...identity, sub: (await findUser('emil')).sub, subject: `${sub}-emil`, createdAt: later },
      });
      await submit(twice(await createLink(sub)));
      const left = await db.userIdentity.findMany({ where: { sub }, select: { subject: true } });
      expect(left.map(({ subject }) => subject)).toEqual(kept ? [`${sub}-first`] : []);
      expect(await db.userIdentity.count({ where: { subject: stranger.subject } })).toBe(1);
      const events = await db.auditEvent.findMany({ where: { targetId: sub }, select: { type: true } });
      expect(events.map(({ type }) => type).sort()).toEqual([
        ...Array(kept ? 1 : 2).fill('identity.unlinked'),
        'password.changed',
      ]);
    },
  );

  it.each([[null], [''], ['unknown'], ['x'.repeat(5000)]])('is invalid when it is %j', async (token) => {
    expect(await read(token)).toEqual({ page: 'setup-invalid' });
    expect((await submit(twice(token ?? ''))).headers.location).toBe(`${issuer}/setup`);
  });
});

describe('the form', () => {
  it.each([
    [{ password: '', confirmation: '' }, 'missing_password'],
    [{ password: 'short', confirmation: 'short' }, 'password_too_short'],
    [{ password: 'Password2027Password', confirmation: 'Password2027Password' }, 'password_too_common'],
    [{ password: breached, confirmation: breached }, 'password_breached'],
    [{ password: good, confirmation: `${good} ` }, 'mismatch'],
    [{ password: good }, 'mismatch'],
  ])('leads back with the problem and keeps the link valid: %j', async (fields, problem) => {
    const token = await createLink();
    const { status, headers } = await submit({ token, ...fields });
    expect([status, headers.location]).toEqual([303, `${issuer}/setup?token=${token}&problem=${problem}`]);
    expect(await read(token, problem)).toMatchObject({ page: 'setup', problem });
  });

  it('holds the password to password_min_length (security #88)', async () => {
    const token = await createLink();
    await provider.configure({ portal: { password_min_length: good.length + 1 } });
    const { headers } = await submit(twice(token));
    expect(headers.location).toBe(`${issuer}/setup?token=${token}&problem=password_too_short`);
    expect(await read(token)).toMatchObject({ minimumLength: good.length + 1 });
    await provider.configure({ portal: {} });
    expect(await submit(twice(token))).toMatchObject(done);
  });

  it('answers 503 while too many passwords wait, and keeps the link valid (security #87)', async () => {
    const token = await createLink();
    const refused = await whilePasswordsWait(() => submit(twice(token)));
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    expect(await submit(twice(token))).toMatchObject(done);
  });

  it('reports any other error, and the link stays valid', async () => {
    const token = await createLink();
    const writes = await openFailingWrites(provider.databaseUrl);
    await expect(
      writes.refusing({ table: 'AuditEvent', verb: 'INSERT' }, () => submit(twice(token))),
    ).rejects.toThrow();
    await writes.close();
    expect(await submit(twice(token))).toMatchObject(done);
  });

  it('shows only known problems from the address', async () => {
    expect(await read(await createLink(), '<b>you were hacked</b>')).toMatchObject({ problem: null });
  });

  it.each([[{}], [{ origin: 'https://evil.example' }], [{ origin: 'null' }]])(
    'is refused from elsewhere: %j (security #100)',
    async (headers) => {
      const token = await createLink();
      expect((await submit(twice(token), headers)).status).toBe(403);
      expect(await read(token)).toMatchObject({ page: 'setup' });
    },
  );
});

describe('the link of an invitation (people: invitations)', () => {
  const known = [{ username: 'Dora' }, { username: 'Emil' }];
  const invited = async (name: string, others: object[] = [], identifiers = ['username', 'email']) => {
    const email = `${name}@corp.example`;
    const users = [...known, ...others, { username: name, claims: { email } }];
    await provider.configure({ portal: { identifiers }, users });
    const { sub } = await findUser(name);
    const state = async () => {
      const { db } = provider.context();
      const events = await db.auditEvent.count({ where: { targetId: sub, type: 'email.verified' } });
      return [(await findUser(name)).claims.email_verified === true, events];
    };
    return { email, state };
  };

  it('verifies the address that it was mailed to', async () => {
    const { email, state } = await invited('ivy');
    const token = await createLink('ivy', { email: 'Ivy@corp.example' });
    expect(await state()).toEqual([false, 0]);
    expect(await submit(twice(token))).toMatchObject(done);
    expect(await state()).toEqual([true, 1]);
    expect((await findUser('ivy')).claims.email).toBe(email);
  });

  it.each<[string, { readonly email?: string }]>([
    ['was handed over', {}],
    ['was mailed to another address', { email: 'former@corp.example' }],
  ])('verifies nothing if it %s', async (_, mailed) => {
    const { state } = await invited(`jo-${Object.keys(mailed).length}`);
    expect(await submit(twice(await createLink(`jo-${Object.keys(mailed).length}`, mailed)))).toMatchObject(done);
    expect(await state()).toEqual([false, 0]);
  });

  it('leaves an earlier holder of the account no way to sign in with that address (security #116)', async () => {
    const { email, state } = await invited('lea');
    const { db, now: createdAt } = provider.context();
    const { sub } = await findUser('lea');
    const key = { sub, publicKey: 'x', counter: 0, transports: '', aaguid: '', name: 'x', deviceBound: false };
    await db.passkey.create({ data: { ...key, id: 'key-of-lea', backedUp: true, createdAt } });
    await db.authenticator.create({ data: { sub, sealed: 'x', createdAt } });
    await db.recoveryCode.create({ data: { sub, hash: 'x', salt: 'x', createdAt } });
    const identity = { provider: 'corp', issuer: 'https://idp.test', subject: 'lea', claims: '[]' };
    await db.userIdentity.create({ data: { ...identity, sub, createdAt, lastUsedAt: createdAt } });
    await provider.configure({ clients: [{ ...fixtureClient('web'), scope: 'openid' }] });
    await db.consent.create({ data: { sub, clientId: 'web', scope: 'openid', createdAt } });
    expect(await submit(twice(await createLink('lea', { email })))).toMatchObject(done);
    expect(await state()).toEqual([true, 1]);
    const where = { sub };
    expect([
      await db.passkey.count({ where }),
      await db.authenticator.count({ where }),
      await db.recoveryCode.count({ where }),
      await db.userIdentity.count({ where }),
      await db.consent.count({ where }),
    ]).toEqual([0, 0, 0, 0, 0]);
    expect(await db.auditEvent.count({ where: { targetId: sub, type: 'factor.removed' } })).toBe(3);
  });

  it('verifies no address that another account verified first (security #116)', async () => {
    const claims = { email: 'kay@corp.example', email_verified: true };
    const { email, state } = await invited('kay', [{ username: 'first', claims }]);
    expect(await submit(twice(await createLink('kay', { email })))).toMatchObject(done);
    expect(await state()).toEqual([false, 0]);
  });
});
