import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findAdminSession } from '#lib/admin/access/principal';
import { listEvents } from '#lib/audit/event-store';
import { openDatabase } from '#lib/db/open';
import { readBrowser } from '#lib/sessions/read-browser';
import { openFailingWrites } from '#lib/testing/failing-writes';
import { fixtures } from '#lib/testing/fixtures';
import { whilePasswordsWait } from '#lib/testing/full-password-queue';
import { authorizeRequest, createPerson } from '#lib/testing/person';
import { createTestProvider, encodeForm, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { createOwnerSetup } from '#lib/users/owner/owner-setup';
import { findUserByUsername, updateUser } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import { handleOwnerSubmit, readOwnerPage } from './owner';

const password = 'seven otters juggle lanterns';
let provider: TestProvider;

beforeEach(async () => {
  provider = await createTestProvider(fixtures);
});

afterEach(() => provider.close());

const create = () => createOwnerSetup(provider.context().db, provider.context().now);

function submit(token: string, fields: FormFields = {}, context = provider.context(), cookie?: string) {
  const body = encodeForm({ token, username: 'Root', password, ...fields });
  const headers = { origin: issuer, 'content-type': 'application/x-www-form-urlencoded', cookie };
  const request = { method: 'POST', path: '/setup/owner/submit', query: '', clientAddress: '192.0.2.1' };
  return handleOwnerSubmit({ ...request, headers, body }, context);
}

const pageOf = async (token: string) => (await readOwnerPage(provider.context(), { token })).page;
const done = `${issuer}/setup/owner?done=1`;
const find = (name: string) => findUserByUsername(provider.context().db, name);

describe('the link that creates the first owner (security #89, #161)', () => {
  it('creates one, once, and is dead afterwards', async () => {
    const token = (await create()) ?? '';
    expect(await pageOf(token)).toBe('setup-owner');
    expect(await pageOf(token)).toBe('setup-owner');
    expect((await submit(token)).headers.location).toBe(done);
    expect(await find('root')).toMatchObject({ admin: 'owner', enabled: true, username: 'Root' });
    expect(await pageOf(token)).toBe('setup-owner-invalid');
    expect((await submit(token, { username: 'mallory' })).headers.location).not.toBe(done);
    expect(await find('mallory')).toBeNull();
    const targetId = (await find('root'))?.sub ?? '';
    const [event] = await listEvents(provider.context().db, { types: ['user.created'], targetId }, 1);
    expect(event).toMatchObject({ actorKind: 'start', targetName: 'Root', address: '192.0.2.1' });
    expect(JSON.stringify(event)).not.toContain(password);
  });

  it('signs the owner in on the browser that used it, and no other', async () => {
    const { db } = provider.context();
    const token = (await create()) ?? '';
    const answer = await submit(token);
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    const { sub = '' } = (await find('root')) ?? {};
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
    const { settings, snapshot, now } = provider.context();
    const { current } = await readBrowser({ db, settings, cookieHeader: cookie, portal: snapshot.portal, now });
    expect(current).toMatchObject({ sub, idp: 'local', amr: ['pwd'] });
    const [event] = await listEvents(db, { types: ['sign_in.succeeded'], targetId: sub }, 1);
    expect(event).toMatchObject({ actorId: sub, address: '192.0.2.1' });
    expect((await submit(token, { username: 'mallory' })).headers['set-cookie']).toBeUndefined();
    expect(await db.session.count({ where: { sub } })).toBe(1);
  });

  it('adds the owner to the people of the browser, whose former cookie is dead (security #99, #110)', async () => {
    const { db, settings, snapshot, now } = provider.context();
    const person = createPerson(provider);
    await person.signIn(await person.get(authorizeRequest().path), 'alice');
    const former = cookieHeaderOf(person);
    const answer = await submit((await create()) ?? '', {}, provider.context(), former);
    const cookie = [answer.headers['set-cookie'] ?? []].flat().map((one) => one.split(';')[0]);
    const read = (cookieHeader: string) => readBrowser({ db, settings, cookieHeader, portal: snapshot.portal, now });
    const { current, sessions } = await read(cookie.join('; '));
    expect(current?.user.username).toBe('Root');
    expect(sessions.map(({ user }) => user.username)).toEqual(['Root', 'alice']);
    expect((await read(former)).sessions).toEqual([]);
    expect(await db.browser.count()).toBe(1);
  });

  it.each(['second_factor', 'admin_second_factor'])(
    'lets nobody into the administration before the factor that %s requires (security #94)',
    async (setting) => {
      await provider.configure({ portal: { [setting]: 'required' } });
      const answer = await submit((await create()) ?? '');
      const cookie = [answer.headers['set-cookie'] ?? []].flat().map((one) => one.split(';')[0]);
      expect(await findAdminSession(cookie.join('; '), provider.context())).toBeNull();
    },
  );

  it('is not created, and is dead, while an owner can sign in', async () => {
    const token = (await create()) ?? '';
    const { db, now } = provider.context();
    const bob = await find('bob');
    if (bob === null) throw new Error('no bob');
    await updateUser(db, proven('operator', bob.sub), { ...bob, admin: 'owner' }, now);
    expect(await create()).toBeNull();
    expect(await pageOf(token)).toBe('setup-owner-invalid');
    expect((await submit(token)).headers.location).not.toBe(done);
    await updateUser(db, proven('operator', bob.sub), { ...bob, admin: 'owner', enabled: false }, now);
    expect(await create()).not.toBeNull();
  });

  it('ends after an hour, and when a newer one is created', async () => {
    const first = (await create()) ?? '';
    const second = (await create()) ?? '';
    expect([await pageOf(first), await pageOf(second)]).toEqual(['setup-owner-invalid', 'setup-owner']);
    provider.advance(3600);
    expect(await pageOf(second)).toBe('setup-owner-invalid');
    expect((await submit(second)).headers.location).not.toBe(done);
  });

  it('is the last one when processes that start together each create one', async () => {
    const tokens = await Promise.all(Array.from({ length: 8 }, create));
    const pages = await Promise.all(tokens.map((token) => pageOf(token ?? '')));
    expect(pages.filter((page) => page === 'setup-owner')).toHaveLength(1);
  });

  it.each(['', 'unknown', 'x'.repeat(10_000), '%00'])('cannot be guessed: %#', async (token) => {
    await create();
    expect(await pageOf(token)).toBe('setup-owner-invalid');
    for (const fields of [{}, { username: '' }]) {
      expect((await submit(token, fields)).headers.location).toBe(`${issuer}/setup/owner?token=`);
    }
    expect(await find('root')).toBeNull();
  });

  it('is stored as a hash (security #167)', async () => {
    const token = (await create()) ?? '';
    const rows = await provider.context().db.installation.findMany();
    expect(JSON.stringify(rows)).not.toContain(token);
    const stored = rows.find(({ key }) => key === 'owner_setup')?.value ?? '';
    expect(await pageOf(stored.split(' ')[0] ?? '')).toBe('setup-owner-invalid');
  });

  it.each([
    [{ username: '' }, 'invalid_username'],
    [{ username: 'x'.repeat(101) }, 'invalid_username'],
    [{ username: 'root@corp.example' }, 'invalid_username'],
    [{ username: 'ALICE' }, 'username_taken'],
    [{ password: 'short' }, 'password_too_short'],
    [{ email: 'not an address' }, 'invalid_email'],
    [{ username: '', email: 'no', password: '' }, 'invalid_username invalid_email password_too_short'],
  ])('explains what is wrong and stays valid: %j', async (fields, problem) => {
    const token = (await create()) ?? '';
    const location = new URL(String((await submit(token, fields)).headers.location));
    expect(location.searchParams.get('problem')).toBe(problem);
    expect(location.search).not.toContain('otters');
    expect(await pageOf(token)).toBe('setup-owner');
  });

  it('keeps an address that is not verified, because nobody has proved it', async () => {
    await submit((await create()) ?? '', { email: ' Root@Example.COM ' });
    expect((await find('root'))?.claims).toEqual({ email: 'Root@Example.COM', email_verified: false });
  });

  it('holds the password to password_min_length (security #88)', async () => {
    await provider.configure({ portal: { password_min_length: password.length + 1 } });
    const token = (await create()) ?? '';
    const location = new URL(String((await submit(token)).headers.location));
    expect(location.searchParams.get('problem')).toBe('password_too_short');
    const page = await readOwnerPage(provider.context(), { token });
    expect(page).toMatchObject({ minimumLength: password.length + 1 });
  });

  it('shows only known problems from the address', async () => {
    const token = (await create()) ?? '';
    const show = (problem: string) => readOwnerPage(provider.context(), { token, username: 'Root', problem });
    expect(await show('invalid_email')).toMatchObject({ username: 'Root', problems: ['invalid_email'] });
    expect(await show('<b>you were hacked</b>')).toMatchObject({ problems: [] });
    expect((await readOwnerPage(provider.context(), { done: '1' })).page).toBe('setup-owner-done');
    expect((await readOwnerPage(provider.context(), { done: '0', token })).page).toBe('setup-owner');
  });

  it('answers 503 while too many passwords wait, and is not used up (security #87)', async () => {
    const token = (await create()) ?? '';
    const refused = await whilePasswordsWait(() => submit(token));
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    expect(await find('root')).toBeNull();
    expect((await submit(token)).headers.location).toBe(done);
  });

  it('reports any other error and stays valid', async () => {
    const token = (await create()) ?? '';
    const writes = await openFailingWrites(provider.databaseUrl);
    await expect(writes.refusing({ table: 'AuditEvent', verb: 'INSERT' }, () => submit(token))).rejects.toThrow();
    await writes.close();
    expect((await submit(token)).headers.location).toBe(done);
  });

  it('refuses a form from another site (security #100)', async () => {
    const token = (await create()) ?? '';
    const headers = { origin: 'https://evil.test', 'content-type': 'application/x-www-form-urlencoded' };
    const request = { method: 'POST', path: '/setup/owner/submit', query: '', clientAddress: '192.0.2.1' };
    const body = encodeForm({ token, username: 'root', password });
    expect((await handleOwnerSubmit({ ...request, headers, body }, provider.context())).status).toBe(403);
  });

  it('has one winner of 8 simultaneous requests from two processes (security #168)', async () => {
    const other = await openDatabase(provider.databaseUrl);
    const token = (await create()) ?? '';
    const uses = Array.from({ length: 8 }, (_, index) => {
      const context = provider.context();
      const db = index % 2 === 0 ? context.db : other.db;
      return submit(token, { username: `root${index}` }, { ...context, db });
    });
    const answers = await Promise.all(uses);
    expect(answers.filter(({ headers }) => headers.location === done)).toHaveLength(1);
    expect(await provider.context().db.user.count({ where: { admin: 'owner' } })).toBe(1);
    await other.close();
  });
});
