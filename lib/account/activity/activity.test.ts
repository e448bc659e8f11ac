import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEventType, NewAuditEvent } from '#lib/audit/event';
import { listEvents, recordEvents } from '#lib/audit/event-store';
import { answerKept, signInToAccount } from '#lib/testing/account';
import { answerDevice, deviceClient, pollDevice, reachConfirm, startDevice } from '#lib/testing/device';
import { fixtures } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, password } from '#lib/testing/person';
import { bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';
import { takeMails } from '#lib/testing/queued-mails';
import { readActivity } from './read';

let provider: TestProvider;
let name: string;
let names = 0;
beforeAll(async () => {
  const file = { ...fixtures, clients: [...fixtures.clients, deviceClient] };
  provider = await createTestProvider(file, { SMTP_URL: 'smtp://127.0.0.1:1', SIGNET_MAIL_FROM: 'id@op.test' });
});
afterAll(() => provider.close());
beforeEach(async () => {
  name = `pat${++names}`;
  const claims = { email: `${name}@example.com`, email_verified: true };
  const plain = { username: `${name}-plain`, password };
  await provider.configure({ ...fixtures, users: [...fixtures.users, plain, { username: name, password, claims }] });
  await takeMails(provider.context());
});

describe('the activity of an account', () => {
  it('is shown as sentences, newest first, page by page, for 90 days', async () => {
    const holder = await signInToAccount(provider, name);
    for (let count = 0; count < 26; count += 1) {
      provider.advance(1);
      await holder.send('account/name', { name: `Pat ${count}` });
    }
    const session = await holder.session();
    const first = await readActivity(session, { before: undefined, locale: 'en' }, provider.context());
    expect(first.rows).toHaveLength(25);
    const last = await readActivity(session, { before: undefined, locale: 'en', limit: 10 }, provider.context());
    expect(last.rows, 'of the overview (ux §1.12.12)').toEqual(first.rows.slice(0, 10));
    expect(first.rows[0]).toMatchObject({ key: 'account.activity.events.user_updated', byAdministrator: false });
    const second = await readActivity(session, { before: first.next ?? '', locale: 'en' }, provider.context());
    expect(second.rows.map(({ key }) => key)).toContain('account.activity.events.sign_in_succeeded');
    expect(second.next).toBeNull();
    const context = provider.context();
    const later = { ...context, now: new Date(context.now.getTime() + 91 * 86_400_000) };
    expect((await readActivity(session, { before: undefined, locale: 'en' }, later)).rows).toEqual([]);
  });

  it('names a sign-in method only if one was added, changed or removed', async () => {
    const holder = await signInToAccount(provider, name);
    const session = await holder.session();
    provider.advance(1);
    const { db, now } = provider.context();
    const person = { kind: 'user', id: session.sub, name } as const;
    const event = (type: AuditEventType, details: Record<string, unknown>): NewAuditEvent => ({
      ...{ type, outcome: 'success', actor: person, target: person, details },
    });
    const events = [
      event('factor.added', { factor: 'totp' }),
      event('factor.removed', { factor: 'an abacus' }),
      event('factor.updated', {}),
      event('email.changed', { factor: 'email' }),
    ];
    await recordEvents(db, events, now);
    const { rows } = await readActivity(session, { before: undefined, locale: 'en', limit: 4 }, provider.context());
    const named = rows.map(({ key, factor }) => [key.replace('account.activity.events.', ''), factor]);
    expect(Object.fromEntries(named)).toEqual({
      factor_added: 'totp',
      factor_removed: null,
      factor_updated: null,
      email_changed: null,
    });
  });

  it.each<[NewAuditEvent['actor']['kind'], { byAdministrator: boolean; address: string | null }]>([
    ['client', { byAdministrator: true, address: null }],
    ['command_line', { byAdministrator: true, address: null }],
    ['identity_provider', { byAdministrator: false, address: null }],
    ['anonymous', { byAdministrator: false, address: '203.0.113.5' }],
  ])('says who did it, and never shows the address of a server: %s (ux §1.12.12)', async (kind, shown) => {
    const session = await (await signInToAccount(provider, name)).session();
    provider.advance(1);
    const { db, now } = provider.context();
    const target = { kind: 'user', id: session.sub, name };
    const actor = { kind, id: 'somebody', name: 'somebody' };
    const address = '203.0.113.5';
    await recordEvents(db, [{ type: 'session.ended', outcome: 'success', actor, target, address }], now);
    const { rows } = await readActivity(session, { before: undefined, locale: 'en', limit: 1 }, provider.context());
    expect(rows).toMatchObject([shown]);
  });

  it('never shows what somebody who proved nothing tried (security #85)', async () => {
    const holder = await signInToAccount(provider, name);
    const session = await holder.session();
    const before = await readActivity(session, { before: undefined, locale: 'en' }, provider.context());
    const stranger = createPerson(provider);
    await stranger.signIn(await stranger.get(authorizeRequest().path), name, { password: 'wrong password' });
    const events = await listEvents(provider.context().db, { targetId: session.sub, types: ['sign_in.failed'] }, 5);
    expect(events).toHaveLength(1);
    expect(await readActivity(session, { before: undefined, locale: 'en' }, provider.context())).toEqual(before);
  });

  it('shows the browser and the address of a refused sign-in whose password was right', async () => {
    const tenants = [{ name: 'acme', display_name: 'Acme' }];
    const elsewhere = { username: `${name}-elsewhere`, password, tenants: 'none' };
    await provider.configure({ ...fixtures, tenants, users: [...fixtures.users, elsewhere] });
    const session = await (await signInToAccount(provider, elsewhere.username)).session();
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';
    const send: TestProvider['send'] = (path, { headers, ...request } = {}) =>
      provider.send(path, { ...request, headers: { ...headers, 'user-agent': firefox } });
    const person = createPerson({ ...provider, send }, '203.0.113.9');
    // Events of one millisecond are in any order.
    provider.advance(1);
    await person.signIn(await person.get(authorizeRequest({ acr_values: 'tenant:acme' }).path), elsewhere.username);
    const { rows } = await readActivity(session, { before: undefined, locale: 'en', limit: 1 }, provider.context());
    const key = 'account.activity.events.sign_in_failed';
    expect(rows).toMatchObject([{ key, device: 'Firefox (Windows)', address: '203.0.113.9' }]);
  });

  it('is shown only to its person', async () => {
    const holder = await signInToAccount(provider, name);
    await signInToAccount(provider, 'bob');
    const { rows } = await readActivity(
      await holder.session(),
      { before: undefined, locale: 'en' },
      provider.context(),
    );
    expect(rows.filter(({ key }) => key === 'account.activity.events.sign_in_succeeded')).toHaveLength(1);
  });
});

describe('“this wasn’t me” (security #91, #104)', () => {
  async function holderWithAll(username: string) {
    const holder = await signInToAccount(provider, username);
    await signInToAccount(provider, username);
    const { sub, sid } = await holder.session();
    const { db, now } = provider.context();
    const expiresAt = new Date(now.getTime() + 86_400_000);
    const facts = { sub, createdAt: now, expiresAt };
    await db.trustedDevice.create({ data: { hash: `t${sub}`, id: `t${sub}`, lastUsedAt: now, ...facts } });
    await db.grant.create({ data: { id: `g${sub}`, clientId: 'web', sid, scope: 'openid offline_access', ...facts } });
    await db.accountLink.create({ data: { hash: `l${sub}`, kind: 'verify_email', email: 'x@y.test', ...facts } });
    await takeMails(provider.context());
    return { holder, sub };
  }

  it('asks first, then ends everything including this session, and mails a recovery link', async () => {
    const { holder, sub } = await holderWithAll(name);
    const { db } = provider.context();
    const question = await holder.send('account/activity', { decision: 'not_me' });
    expect(answerKept(provider, question, sub).kept).toMatchObject({ kind: 'confirm' });
    const answer = await holder.send('account/activity', { decision: 'not_me', confirmed: '1' });
    expect([answer.status, answer.body.includes('data-page="account-ended"')]).toEqual([200, true]);
    expect(await db.session.count({ where: { sub, endedAt: null } })).toBe(0);
    expect(await db.trustedDevice.count({ where: { sub } })).toBe(0);
    expect(await db.grant.count({ where: { sub, revokedAt: null } })).toBe(0);
    expect(await db.accountLink.findMany({ where: { sub, usedAt: null }, select: { kind: true } })).toEqual([
      { kind: 'recover' },
    ]);
    expect(await takeMails(provider.context())).toMatchObject([{ kind: 'recover', to: `${name}@example.com` }]);
    expect(locationOf(await holder.get('/account/sign-in?to=%2Faccount'))).toMatch(/\/login\?/);
  });

  it('lets no app come back without asking that another person allowed to (decision 016)', async () => {
    const holder = await signInToAccount(provider, name);
    const ask = (prompt?: string) => holder.get(authorizeRequest({ prompt }).path);
    await holder.allow(await ask(), { remember_consent: 'true' });
    expect(answerOf(await ask('none'))).toHaveProperty('code');
    await holder.send('account/activity', { decision: 'not_me', confirmed: '1' });
    await signInToAccount(provider, name, holder);
    expect(answerOf(await ask('none')).error).toBe('consent_required');
  });

  it('ends a device that the person approved but that has no tokens yet (RFC 8628 §3.5)', async () => {
    const person = createPerson(provider);
    const { deviceCode, userCode } = await startDevice(provider);
    await answerDevice(provider, person, await reachConfirm(person, userCode, name), 'allow');
    const holder = await signInToAccount(provider, name);
    await holder.send('account/activity', { decision: 'not_me', confirmed: '1' });
    const poll = await pollDevice(provider, deviceCode);
    expect([poll.status, bodyOf(poll).error]).toEqual([400, 'invalid_grant']);
  });

  it('sends no mail without a verified address, and explains what to do', async () => {
    const { holder } = await holderWithAll(`${name}-plain`);
    const answer = await holder.send('account/activity', { decision: 'not_me', confirmed: '1' });
    expect(answer.body).toContain('ask an administrator for help');
    expect(await takeMails(provider.context())).toEqual([]);
  });

  it('refuses any other decision', async () => {
    const { holder } = await holderWithAll(name);
    expect((await holder.send('account/activity', { decision: 'other' })).status).toBe(400);
  });
});
