import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HttpResponse } from '#lib/http/types';
import { beforeTransaction } from '#lib/testing/around-transaction';
import { countStatements } from '#lib/testing/count-statements';
import { fixtures } from '#lib/testing/fixtures';
import { whilePasswordsWait } from '#lib/testing/full-password-queue';
import { authorizeRequest, createPerson, locationOf } from '#lib/testing/person';
import { createTestProvider, encodeForm, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { queuedMails, takeMails, tokenIn } from '#lib/testing/queued-mails';
import { type RangeService, startRangeService } from '#lib/testing/range-service';
import { recordedBy } from '#lib/testing/recorded-by';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { verifyPassword } from '#lib/users/password-hash';
import { findUserByUsername } from '#lib/users/user-store';
import { readRecoverPage } from './read-recover-page';
import { readResetPage } from './read-reset-page';
import { handleRecoverSubmit } from './submit-recover';
import { handleResetSubmit } from './submit-reset';

const mailing = { SMTP_URL: 'smtp://127.0.0.1:1', SIGNET_MAIL_FROM: 'id@op.test' };
const good = 'purple otter counts seventeen clocks';
const breached = 'purple otter counts seventeen chairs';
let service: RangeService;
let provider: TestProvider;
let networks = 0;
let clientAddress: string;

beforeAll(async () => {
  const users = [
    ...fixtures.users,
    { username: 'off2', enabled: false, claims: { email: 'off2@example.com', email_verified: true } },
    { username: 'unproved', claims: { email: 'unproved@example.com', email_verified: false } },
    { username: 'dotted', claims: { email: 'a..b@example.com', email_verified: true } },
  ];
  service = await startRangeService(breached);
  const asking = { SIGNET_BREACH_CHECK: service.address, SIGNET_OUTBOUND_ALLOW: '127.0.0.1' };
  provider = await createTestProvider({ ...fixtures, users }, { ...mailing, ...asking });
});
afterAll(async () => {
  await provider.close();
  await service.close();
});
beforeEach(async () => {
  networks += 1;
  clientAddress = `198.51.100.${networks}`;
  // Avoids the limits that earlier tests reached.
  provider.advance(3600);
  await takeMails(provider.context());
});

const post = (path: string, fields: FormFields, headers: Record<string, string | undefined> = {}, at = provider) =>
  at.post(path, fields, { origin: issuer, ...headers });
const ask = (identifier: string, more: FormFields = {}, at = provider) =>
  at.send('/recover/submit', {
    body: encodeForm({ identifier, decision: 'continue', ...more }),
    clientAddress,
    headers: { origin: issuer, 'content-type': 'application/x-www-form-urlencoded' },
  });
const reset = (token: string, new_password = good, more: FormFields = {}) =>
  post('/recover/reset/submit', { token, new_password, decision: 'continue', ...more });
const read = (token: string | null, problem: string | null = null) =>
  readResetPage(provider.context(), { token, problem, done: false });
const newToken = async (identifier = 'alice') => {
  await ask(identifier);
  return tokenIn((await takeMails(provider.context())).find(({ kind }) => kind === 'recover'));
};
const done = { status: 303, headers: { location: `${issuer}/recover/reset?done=1` } };
const dead = { status: 303, headers: { location: `${issuer}/recover/reset` } };
const findUser = async (name = 'alice') => {
  const user = await findUserByUsername(provider.context().db, name);
  if (user === null) throw new Error(`there is no ${name}`);
  return user;
};

describe('POST /recover/submit', () => {
  it.each(['alice', ' ALICE ', 'alice@example.com', 'Alice@Example.COM'])('mails a link for %j', async (typed) => {
    expect(locationOf(await ask(typed))).toBe(`${issuer}/recover?sent=1`);
    expect(await queuedMails(provider.context())).toMatchObject([
      {
        kind: 'recover',
        to: 'alice@example.com',
        locale: 'en',
        values: { lifetimeMinutes: 15, address: clientAddress },
      },
    ]);
  });

  it.each([
    ['nobody', 'nobody'],
    ['an unknown address', 'nobody@example.com'],
    ['a disabled account', 'off2@example.com'],
    ['an account without an address', 'bob'],
    ['an account with an unverified address', 'unproved'],
    ['an unverified address', 'unproved@example.com'],
    ['an account whose address no mail can be sent to', 'dotted'],
    ['a verified address that no mail can be sent to', 'a..b@example.com'],
    ['a long text', 'x'.repeat(5000)],
    ['text that cannot be a name', 'a\u202eb'],
  ])('gives the same answer and sends no mail for %s (security #85)', async (_, typed) => {
    const known = await ask('alice');
    await takeMails(provider.context());
    expect(await ask(typed)).toEqual(known);
    expect(await queuedMails(provider.context())).toEqual([]);
  });

  it('takes the same statements for every name (security #86)', async () => {
    const count = async (identifier: string) => {
      const context = provider.context();
      const counting = countStatements(context.db);
      const headers = { origin: issuer, 'content-type': 'application/x-www-form-urlencoded' };
      const request = { method: 'POST', path: '/recover/submit', query: '', clientAddress, headers };
      const body = encodeForm({ identifier, decision: 'continue' });
      await handleRecoverSubmit({ ...request, body }, { ...context, db: counting.db });
      return counting.count();
    };
    const counts = [];
    for (const name of ['alice', 'nobody', 'bob', 'off2', 'unproved', 'alice@example.com', 'x@example.com']) {
      counts.push(await count(name));
    }
    expect(new Set(counts).size).toBe(1);
  });

  it('looks the same past the limit and keeps the link valid (security #81)', async () => {
    const answers: HttpResponse[] = [];
    for (let round = 0; round < 7; round += 1) answers.push(await ask(round % 2 === 0 ? 'alice' : 'alice@example.com'));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const mails = await takeMails(provider.context());
    expect(mails).toHaveLength(5);
    const pages = await Promise.all(mails.map((mail) => read(tokenIn(mail))));
    expect(pages.filter(({ page }) => page === 'recover-reset')).toHaveLength(1);
  });

  it('writes nothing for a network that used up its mails', async () => {
    const { db, now } = provider.context();
    const expiresAt = new Date(now.getTime() + 1000);
    await db.rateLimit.create({ data: { key: `mail-network:${clientAddress}`, count: 100, expiresAt } });
    const links = await db.accountLink.count();
    expect(locationOf(await ask('alice'))).toBe(`${issuer}/recover?sent=1`);
    expect(await db.accountLink.count()).toBe(links);
  });

  it('is in the audit log, with the person only if there is one', async () => {
    const { db } = provider.context();
    const filter = { types: ['recovery.requested'] } as const;
    expect(await recordedBy(db, filter, () => ask('alice'))).toMatchObject([
      { outcome: 'success', targetName: 'alice', address: clientAddress },
    ]);
    expect(await recordedBy(db, filter, () => ask('nobody'))).toMatchObject([
      { outcome: 'failure', actorKind: 'anonymous', actorName: null, targetKind: 'typed_name', targetId: 'nob…' },
    ]);
  });

  it('requires something to be typed', async () => {
    expect(locationOf(await ask('  '))).toBe(`${issuer}/recover?problem=missing_identifier`);
    const input = { interaction: null, cookieHeader: undefined, sent: false, problem: 'missing_identifier' };
    expect(await readRecoverPage(provider.context(), input)).toMatchObject({ problem: 'missing_identifier' });
  });

  it.each([[{ origin: undefined }], [{ origin: 'https://evil.example' }], [{ origin: 'null' }]])(
    'is refused from another site: %j (security #100)',
    async (headers) => {
      const answer = await post('/recover/submit', { identifier: 'alice', decision: 'continue' }, headers);
      expect(answer.status).toBe(403);
      expect(await queuedMails(provider.context())).toEqual([]);
    },
  );

  it('uses the configured issuer in the link, regardless of the headers (security #92)', async () => {
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' };
    await post('/recover/submit', { identifier: 'alice', decision: 'continue' }, headers);
    const [mail] = await queuedMails(provider.context());
    expect(JSON.stringify(mail)).toContain(`"${issuer}/recover/reset?token=`);
    expect(JSON.stringify(mail)).not.toContain('evil.test');
  });

  it('refuses another decision', async () => {
    expect((await ask('alice', { decision: 'reset' })).status).toBe(400);
  });

  it('writes in the language of the page to a person without one', async () => {
    await post('/recover/submit', { identifier: 'alice', decision: 'continue' }, { 'accept-language': 'it' });
    expect(await queuedMails(provider.context())).toMatchObject([{ locale: 'it' }]);
  });

  it('does nothing if recovery is off or no mail can be sent, which the page shows', async () => {
    const off = await createTestProvider({ ...fixtures, portal: { recovery: 'off' } }, mailing);
    const plain = await createTestProvider(fixtures);
    for (const at of [off, plain]) {
      expect(locationOf(await ask('alice', {}, at))).toBe(`${issuer}/recover`);
      expect(await queuedMails(at.context())).toEqual([]);
      const input = { interaction: null, cookieHeader: undefined, sent: true, problem: null };
      expect(await readRecoverPage(at.context(), input)).toMatchObject({ page: 'recover', isOn: false });
      await at.close();
    }
  });

  it('keeps the waiting sign-in, but only of this browser', async () => {
    const person = createPerson(provider);
    const login = await person.get(authorizeRequest({ login_hint: 'alice' }).path);
    const interaction = new URL(locationOf(login)).searchParams.get('interaction') ?? '';
    const cookieHeader = cookieHeaderOf(person);
    const input = { interaction, cookieHeader, sent: false, problem: null };
    expect(await readRecoverPage(provider.context(), input)).toMatchObject({ interaction, identifier: 'alice' });
    const sent = await person.submit('recover', { interaction, identifier: 'alice', decision: 'continue' });
    expect(locationOf(sent)).toBe(`${issuer}/recover?sent=1&interaction=${interaction}`);
    const other = { ...input, cookieHeader: undefined };
    expect(await readRecoverPage(provider.context(), other)).toMatchObject({ interaction: null, identifier: '' });
    expect(locationOf(await ask('alice', { interaction }))).toBe(`${issuer}/recover?sent=1`);
  });
});

describe('/recover/reset', () => {
  it('shows whose password it sets, and is not used up by a visit (security #90)', async () => {
    const token = await newToken();
    await read(token);
    expect(await read(token)).toMatchObject({ page: 'recover-reset', token, username: 'alice', minimumLength: 15 });
    expect(await reset(token)).toMatchObject(done);
  });

  it('sets the password once, notifies the person, and signs nobody in', async () => {
    const token = await newToken();
    const answer = await reset(token);
    expect(answer).toMatchObject(done);
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-signet-known']);
    expect(await verifyPassword((await findUser()).passwordHash, good)).toBe(true);
    expect(await takeMails(provider.context())).toMatchObject([{ kind: 'password_changed', to: 'alice@example.com' }]);
    expect(await reset(token, `${good}, twice`)).toMatchObject(dead);
    expect(await read(token)).toMatchObject({ page: 'recover-invalid' });
  });

  it('ends with the waiting sign-in, but only in the browser that began it', async () => {
    const person = createPerson(provider);
    const login = locationOf(await person.get(authorizeRequest().path));
    const interaction = new URL(login).searchParams.get('interaction') ?? '';
    const cookie = cookieHeaderOf(person);
    const headers = { cookie };
    expect(
      locationOf(await post('/recover/submit', { identifier: 'alice', interaction, decision: 'continue' }, headers)),
    ).toBe(`${issuer}/recover?sent=1&interaction=${interaction}`);
    const mail = (await takeMails(provider.context())).find(({ kind }) => kind === 'recover');
    const { link: mailed = '' } = (mail?.values ?? {}) as { link?: string };
    const link = new URL(mailed).searchParams;
    expect(link.get('interaction')).toBe(interaction);
    const token = link.get('token') ?? '';
    const readIn = (cookieHeader?: string, done = false) =>
      readResetPage(provider.context(), { token, interaction, cookieHeader, problem: null, done });
    expect(await readIn(cookie)).toMatchObject({ page: 'recover-reset', interaction });
    expect(locationOf(await reset(token, good, { interaction }))).toBe(
      `${issuer}/recover/reset?done=1&interaction=${interaction}`,
    );
    await provider.flushExplanations();
    const refused = await provider.context().db.explanation.count();
    expect(await readIn(cookie, true)).toMatchObject({ page: 'recover-done', interaction, app: 'Web shop' });
    expect(await readIn(cookie)).toMatchObject({ page: 'recover-invalid', interaction });
    expect(await readIn(undefined, true)).toMatchObject({ page: 'recover-done', interaction: null, app: null });
    await provider.flushExplanations();
    expect(await provider.context().db.explanation.count()).toBe(refused);
  });

  it('sets one password when sixteen requests race (security #90)', async () => {
    const token = await newToken();
    const passwords = Array.from({ length: 16 }, (_, index) => `${good} ${index}`);
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    const winners = answers.flatMap(({ headers }, index) =>
      headers.location === done.headers.location ? [index] : [],
    );
    expect(winners).toHaveLength(1);
    expect(await verifyPassword((await findUser()).passwordHash, passwords[winners[0] ?? -1] ?? '')).toBe(true);
  });

  it('ends sessions, grants, trusted devices and waiting links of this person only (security #91, #104)', async () => {
    const { db, now } = provider.context();
    const { sub } = await findUser();
    const person = createPerson(provider);
    await db.user.update({ where: { sub }, data: { mustSetPassword: true } });
    const token = await newToken();
    const expiresAt = new Date(now.getTime() + 10_000_000);
    const times = { sub, createdAt: now, expiresAt };
    await db.accountLink.create({ data: { ...times, hash: 'v', kind: 'verify_email', email: 'x@example.com' } });
    await db.accountLink.create({ data: { ...times, hash: 'u', kind: 'undo_email', email: 'x@example.com' } });
    await db.passwordLink.create({ data: { ...times, hash: 'p' } });
    await db.trustedDevice.create({ data: { ...times, hash: 't', id: 't', lastUsedAt: now } });
    await db.browser.create({ data: { id: 'b', handleHash: 'b', createdAt: now, expiresAt } });
    const session = { browserId: 'b', authTime: now, idp: 'local', remember: false, createdAt: now };
    const bob = (await findUser('bob')).sub;
    await db.session.create({ data: { ...session, sid: 's-alice', sub, lastSeenAt: now, expiresAt } });
    await db.session.create({ data: { ...session, sid: 's-bob', sub: bob, lastSeenAt: now, expiresAt } });
    await reset(token);
    expect(person.cookies.size).toBe(0);
    const open = await db.session.findMany({ where: { browserId: 'b', endedAt: null }, select: { sid: true } });
    expect(open).toEqual([{ sid: 's-bob' }]);
    expect(await db.trustedDevice.count({ where: { sub } })).toBe(0);
    expect(await db.passwordLink.count({ where: { sub, usedAt: null } })).toBe(0);
    // The link to undo a change of address stays. Otherwise the person who made the change could void it.
    const waiting = await db.accountLink.findMany({ where: { sub, usedAt: null }, select: { kind: true } });
    expect(waiting).toEqual([{ kind: 'undo_email' }]);
    await db.accountLink.deleteMany({ where: { sub } });
    const row = await db.user.findUniqueOrThrow({ where: { sub } });
    expect(row).toMatchObject({ recoveredAt: now, mustSetPassword: false });
  });

  it('unlocks a password that strangers locked (security #81)', async () => {
    const { db, now } = provider.context();
    const { sub } = await findUser();
    await db.factorFailure.create({ data: { sub, factor: 'password', failures: 100, stoppedAt: now } });
    await reset(await newToken());
    expect(await db.factorFailure.count({ where: { sub } })).toBe(0);
  });

  it('gives a role no more power than before (security #161)', async () => {
    const { db } = provider.context();
    const { sub } = await findUser();
    for (const passwordCarries of [null, 'auditor', 'owner']) {
      await db.user.update({ where: { sub }, data: { admin: 'owner', passwordCarries } });
      await reset(await newToken());
      expect(await findUser()).toMatchObject({ passwordCarries });
    }
    await db.user.update({ where: { sub }, data: { admin: null, passwordCarries: null } });
  });

  it('unlinks identities that another person may have linked (security #116)', async () => {
    const { db, now } = provider.context();
    const { sub } = await findUser();
    const identity = { provider: 'corp', issuer: 'https://idp.test', sub, claims: '[]', lastUsedAt: now };
    await db.userIdentity.create({ data: { ...identity, subject: 'later', createdAt: now } });
    await reset(await newToken());
    expect(await db.userIdentity.count({ where: { sub } })).toBe(0);
    expect(await db.auditEvent.count({ where: { type: 'identity.unlinked', targetId: sub } })).toBe(1);
  });

  it('is in the audit log', async () => {
    const { db } = provider.context();
    const events = await recordedBy(db, {}, async () => reset(await newToken()));
    const types = events.map(({ type }) => type).sort();
    expect(types).toEqual(['password.changed', 'recovery.completed', 'recovery.requested']);
  });

  it.each([
    ['', 'missing_password'],
    ['short', 'password_too_short'],
    ['x'.repeat(5000), 'password_too_long'],
    ['Password2027Password', 'password_too_common'],
    ['alice-alice-alice-alice', 'password_contains_username'],
    [breached, 'password_breached'],
  ])('shows the problem and keeps the link valid: %j', async (typed, problem) => {
    const token = await newToken();
    const { status, headers } = await reset(token, typed);
    expect([status, headers.location]).toEqual([303, `${issuer}/recover/reset?token=${token}&problem=${problem}`]);
    expect(await read(token, problem)).toMatchObject({ page: 'recover-reset', problem });
  });

  it('shows no text from the address except known problems', async () => {
    expect(await read(await newToken(), '<b>you were hacked</b>')).toMatchObject({ problem: null });
  });

  it('answers 503 while too many passwords wait, and keeps the link valid (security #87)', async () => {
    const token = await newToken();
    const refused = await whilePasswordsWait(() => reset(token), '192.0.2.0/24');
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    expect(await reset(token)).toMatchObject(done);
  });

  it('expires after 15 minutes, and drops an invalid token from the address', async () => {
    const token = await newToken();
    provider.advance(900);
    expect(await read(token)).toMatchObject({ page: 'recover-invalid', minutes: 15 });
    expect(await reset(token)).toMatchObject(dead);
  });

  it('is invalid for a person who was disabled meanwhile', async () => {
    const token = await newToken();
    const { sub } = await findUser();
    const enable = (enabled: boolean) => provider.context().db.user.update({ where: { sub }, data: { enabled } });
    await enable(false);
    expect(await read(token)).toMatchObject({ page: 'recover-invalid' });
    expect(await reset(token)).toMatchObject(dead);
    await enable(true);
    expect(await read(token)).toMatchObject({ page: 'recover-reset' });
  });

  it('is not used up by an account that is disabled while the password is hashed (security #104)', async () => {
    const token = await newToken();
    const context = provider.context();
    const { sub } = await findUser();
    const enable = (enabled: boolean) => context.db.user.update({ where: { sub }, data: { enabled } });
    const headers = { origin: issuer, 'content-type': 'application/x-www-form-urlencoded' };
    const body = encodeForm({ token, new_password: good, decision: 'continue' });
    const request = { method: 'POST', path: '/recover/reset/submit', query: '', clientAddress, headers, body };
    const meanwhile = { ...context, db: beforeTransaction(context.db, () => enable(false)) };
    expect(await handleResetSubmit(request, meanwhile)).toMatchObject(dead);
    await enable(true);
    expect(await reset(token)).toMatchObject(done);
  });

  it.each([
    ['replaced', { email: 'other@example.com', email_verified: true }],
    ['no longer verified', { email: 'alice@example.com', email_verified: false }],
  ])('is invalid once the address of the account is %s', async (_, change) => {
    const token = await newToken();
    const { sub, claims } = await findUser();
    const set = (value: object) =>
      provider.context().db.user.update({ where: { sub }, data: { claims: JSON.stringify(value) } });
    await set({ ...claims, ...change });
    expect(await read(token)).toMatchObject({ page: 'recover-invalid' });
    expect(await reset(token)).toMatchObject(dead);
    await set(claims);
  });

  it.each([null, '', 'unknown', 'x'.repeat(43), 'x'.repeat(5000)])('is invalid with the token %j', async (token) => {
    expect(await read(token)).toMatchObject({ page: 'recover-invalid' });
    expect(await reset(token ?? '')).toMatchObject(dead);
  });

  it.each([[{ origin: undefined }], [{ origin: 'https://evil.example' }], [{ origin: 'null' }]])(
    'is refused from another site: %j (security #100)',
    async (headers) => {
      const token = await newToken();
      const answer = await post('/recover/reset/submit', { token, new_password: good }, headers);
      expect(answer.status).toBe(403);
      expect(await read(token)).toMatchObject({ page: 'recover-reset' });
    },
  );
});
