import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpResponse } from '#lib/http/types';
import { openFailingWrites } from '#lib/testing/failing-writes';
import { fixtures } from '#lib/testing/fixtures';
import { whilePasswordsWait } from '#lib/testing/full-password-queue';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { bodyOf, createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { type RangeService, startRangeService } from '#lib/testing/range-service';
import { verifyPassword } from '#lib/users/password-hash';
import { findUserByUsername } from '#lib/users/user-store';
import { readLoginPage } from '../sign-in/read';
import { readSignUpPage } from './read';

/** A password that the policy accepts, unlike that of the fixtures. */
const password = 'violet-otter-harbour-42';
const breached = 'violet-otter-harbour-41';
let provider: TestProvider;
let service: RangeService;

beforeAll(async () => {
  service = await startRangeService(breached);
  provider = await createTestProvider(
    { ...fixtures, portal: { registration: 'on' } },
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

let addresses = 0;
/** A person at a new address, so that no test uses up another's attempts. */
const newPerson = (at = provider) => createPerson(at, `192.0.2.${++addresses}`);

function pageInput(person: Person, response: HttpResponse) {
  const interaction = new URL(locationOf(response)).searchParams.get('interaction');
  return { interaction, cookieHeader: [...person.cookies].map((pair) => pair.join('=')).join('; ') };
}

async function open(person: Person, overrides: FormFields = { prompt: 'create' }, at = provider) {
  const response = await person.get(authorizeRequest(overrides).path);
  const page = await readSignUpPage(at.context(), pageInput(person, response));
  if (page.page !== 'signup') throw new Error(`expected the sign-up page, found ${JSON.stringify(page)}`);
  return { response, page };
}

async function signUp(person: Person, fields: FormFields, at = provider) {
  const { response, page } = await open(person, { prompt: 'create' }, at);
  const { interaction, csrf } = page.form;
  const typed = { interaction: interaction ?? '', csrf, password, decision: 'sign_up', ...fields };
  return { response: await person.submit('signup', typed), input: pageInput(person, response) };
}

const problemOf = async (input: ReturnType<typeof pageInput>) => {
  const page = await readSignUpPage(provider.context(), input);
  return page.page === 'signup' ? page.problems.join(' ') : page.page;
};

describe('prompt=create (Initiating User Registration via OpenID Connect)', () => {
  it('leads to the sign-up page, creates the account and continues with the request', async () => {
    const person = newPerson();
    const { response } = await signUp(person, { username: ' Carol ', name: 'Carol Jones', email: 'carol@example.com' });
    expect(locationOf(response)).toContain('https://op.test/consent?');
    const answer = answerOf(await person.allow(response));
    expect(answer).toMatchObject({ code: expect.any(String), state: 's1' });
    const user = await findUserByUsername(provider.context().db, 'carol');
    expect(user).toMatchObject({
      username: 'Carol',
      enabled: true,
      admin: null,
      tenants: 'none',
      claims: { name: 'Carol Jones', email: 'carol@example.com', email_verified: false },
    });
    expect(user?.passwordHash).toMatch(/^\$argon2id\$/);
    expect(await verifyPassword(user?.passwordHash ?? null, password)).toBe(true);
    const events = await provider
      .context()
      .db.auditEvent.findMany({ where: { type: 'user.created', actorKind: 'user' } });
    expect(events).toMatchObject([{ actorId: user?.sub, targetName: 'Carol', clientId: 'web' }]);
  });

  it('shows it to a signed-in person too, and continues as the new one in a new session', async () => {
    const person = newPerson();
    await person.signIn(await person.get(authorizeRequest().path));
    const before = [...person.cookies.values()];
    const { response } = await signUp(person, { username: 'dave' });
    expect(locationOf(response)).toContain('/consent?');
    expect([...person.cookies.values()]).not.toEqual(before);
  });

  it.each(['create login', 'create consent', 'create none'])(
    'refuses prompt=%s (semantics §1.2 row 25)',
    async (prompt) => {
      const answer = answerOf(await newPerson().get(authorizeRequest({ prompt }).path));
      expect(answer.error).toBe('invalid_request');
    },
  );

  it('is announced, and offered on the login page, only where people may create an account', async () => {
    const discovery = '/.well-known/openid-configuration';
    expect(bodyOf(await provider.send(discovery)).prompt_values_supported).toContain('create');
    const person = newPerson();
    const login = await person.get(authorizeRequest().path);
    expect(await readLoginPage(provider.context(), pageInput(person, login))).toMatchObject({ canSignUp: true });

    const off = await createTestProvider(fixtures);
    expect(bodyOf(await off.send(discovery)).prompt_values_supported).not.toContain('create');
    const tenant = { name: 'acme', display_name: 'Acme' };
    for (const [change, isOffered] of [
      [{ registration: 'on' }, true],
      [{ registration: 'off' }, false],
      [{ registration: null }, false],
      [{ registration: 'on', enabled: false }, false],
    ] as const) {
      await off.configure({ tenants: [{ ...tenant, ...change }] });
      const supported = bodyOf(await off.send(discovery)).prompt_values_supported;
      expect(Array.isArray(supported) && supported.includes('create')).toBe(isOffered);
    }
    const other = newPerson(off);
    // An unknown value is ignored (OpenID Connect Core §3.1.2.1).
    const ignored = await other.get(authorizeRequest({ prompt: 'create login' }).path);
    expect(locationOf(ignored)).toContain('https://op.test/login?');
    const input = pageInput(other, ignored);
    expect(await readLoginPage(off.context(), input)).toMatchObject({ page: 'login', canSignUp: false });
    expect((await readSignUpPage(off.context(), input)).page).toBe('redirect');
    const page = await readLoginPage(off.context(), input);
    const form = page.page === 'login' ? page.form : { interaction: '', csrf: '' };
    const fields = { interaction: form.interaction ?? '', csrf: form.csrf, username: 'eve', password };
    const refused = await other.submit('signup', { ...fields, decision: 'sign_up' });
    expect(locationOf(refused)).toContain('/login?');
    expect(await findUserByUsername(off.context().db, 'eve')).toBeNull();
    await off.close();
  });

  it('follows the tenant of the request, to which the new person then belongs', async () => {
    const tenants = [
      { name: 'acme', display_name: 'Acme', registration: 'on' },
      { name: 'shut', display_name: 'Shut', registration: 'off' },
    ];
    const at = await createTestProvider({ ...fixtures, portal: { registration: 'on' }, tenants });
    const acme = await open(newPerson(at), { prompt: 'create', acr_values: 'tenant:acme' }, at);
    expect(acme.page.page).toBe('signup');
    const shut = await newPerson(at).get(authorizeRequest({ prompt: 'create', acr_values: 'tenant:shut' }).path);
    expect(locationOf(shut)).toContain('/login?');
    const person = newPerson(at);
    const { page } = await open(person, { prompt: 'create', acr_values: 'tenant:acme' }, at);
    const fields = { interaction: page.form.interaction ?? '', csrf: page.form.csrf, username: 'frank', password };
    await person.submit('signup', { ...fields, decision: 'sign_up' });
    expect(await findUserByUsername(at.context().db, 'frank')).toMatchObject({ tenants: ['acme'] });
    await at.close();
  });

  it("follows the tenant alone if it is the client's own, and the portal too if it is only named", async () => {
    const tenants = [{ name: 'acme', display_name: 'Acme', registration: 'on' }];
    const [web, ...others] = fixtures.clients;
    const asked = { prompt: 'create', acr_values: 'tenant:acme' };
    const named = await createTestProvider({ ...fixtures, tenants });
    expect(locationOf(await newPerson(named).get(authorizeRequest(asked).path))).toContain('/login?');
    await named.configure({ tenants, clients: [{ ...web, tenant: 'acme' }, ...others] });
    expect((await open(newPerson(named), { prompt: 'create' }, named)).page.page).toBe('signup');
    await named.close();
  });

  it('does not admit an account created without a tenant to one without sign-up (security #118)', async () => {
    const tenants = [{ name: 'shut', display_name: 'Shut', registration: 'off' }];
    const at = await createTestProvider({ ...fixtures, portal: { registration: 'on' }, tenants });
    const person = newPerson(at);
    const { page } = await open(person, { prompt: 'create' }, at);
    const fields = { interaction: page.form.interaction ?? '', csrf: page.form.csrf, username: 'mallory', password };
    await person.submit('signup', { ...fields, decision: 'sign_up' });
    expect(await findUserByUsername(at.context().db, 'mallory')).toMatchObject({ tenants: 'none' });
    const under = await person.get(authorizeRequest({ acr_values: 'tenant:shut', prompt: 'none' }).path);
    expect(answerOf(under).error).toBe('login_required');
    const elsewhere = await person.get(authorizeRequest({ prompt: 'none' }).path);
    expect(answerOf(elsewhere).error).toBe('consent_required');
    await at.close();
  });
});

describe('POST /signup/submit', () => {
  it.each([
    [{ username: undefined }, 'missing_username'],
    [{ username: '  ' }, 'missing_username'],
    [{ username: '\u200b' }, 'username_invalid'],
    [{ username: 'x'.repeat(101) }, 'username_invalid'],
    [{ username: 'alice' }, 'username_taken'],
    [{ username: 'ＡＬＩＣＥ' }, 'username_taken'],
    [{ username: 'a\u200blice' }, 'username_invalid'],
    [{ username: 'grace\u202e' }, 'username_invalid'],
    [{ username: 'gr\u00adace' }, 'username_invalid'],
    [{ username: 'victim@corp.example' }, 'username_invalid'],
    [{ username: 'victim\uff20corp.example' }, 'username_invalid'],
    [{ username: 'victim\ufe6bcorp.example' }, 'username_invalid'],
    [{ username: 'g@example.com', email: 'g@example.com' }, 'username_invalid'],
    [{ name: 'x'.repeat(101) }, 'name_invalid'],
    [{ name: 'a\u202eb' }, 'name_invalid'],
    [{ name: 'Gr\u00adace' }, 'name_invalid'],
    [{ name: '\u3164' }, 'name_invalid'],
    [{ name: 'Grace\u{e0041}' }, 'name_invalid'],
    [{ email: 'gr\u00adace@example.com' }, 'email_invalid'],
    [{ email: 'nobody' }, 'email_invalid'],
    [{ email: 'a@b@c.example' }, 'email_invalid'],
    [{ email: `${'x'.repeat(300)}@example.com` }, 'email_invalid'],
    [{ password: undefined }, 'missing_password'],
    [{ password: 'short' }, 'password_too_short'],
    [{ password: 'grace-grace-grace' }, 'password_contains_username'],
    [{ password: 'passwordpassword' }, 'password_too_common'],
    [{ password: breached }, 'password_breached'],
  ])('refuses %j: %s', async (change, problem) => {
    const person = newPerson();
    const { response, input } = await signUp(person, { username: 'grace', ...change });
    expect(locationOf(response)).toContain('https://op.test/signup?');
    expect(await problemOf(input)).toBe(problem);
    expect(await findUserByUsername(provider.context().db, 'grace')).toBeNull();
  });

  it('holds the password to password_min_length (security #88)', async () => {
    const portal = { registration: 'on', password_min_length: password.length + 1 };
    const at = await createTestProvider({ ...fixtures, portal });
    const person = newPerson(at);
    const { response } = await signUp(person, { username: 'grace' }, at);
    const page = await readSignUpPage(at.context(), pageInput(person, response));
    expect(page).toMatchObject({ problems: ['password_too_short'], minimumLength: password.length + 1 });
    await at.close();
  });

  it('shows the input again, but never the password (ux §3.3)', async () => {
    const person = newPerson();
    const typed = { username: 'alice', name: 'Grace <b>Hopper</b>', email: 'grace@example.com' };
    const { input } = await signUp(person, { ...typed, password: 'canary-of-a-password' });
    const page = await readSignUpPage(provider.context(), input);
    expect(page).toMatchObject({ ...typed, problems: ['username_taken'] });
    expect(JSON.stringify(page)).not.toContain('canary');
    const { db } = provider.context();
    const rows = await db.interaction.findMany({ where: { typedEmail: typed.email } });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('canary');
    await signUp(person, { username: 'olivia', name: 'Olivia', email: 'olivia@example.com' });
    expect(await db.interaction.count({ where: { typedName: 'Olivia' } })).toBe(0);
  });

  it('gives a name to one of several simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => signUp(newPerson(), { username: 'heidi' })));
    const places = answers.map(({ response }) => new URL(locationOf(response)).pathname).sort();
    expect(places).toEqual(['/consent', '/signup', '/signup', '/signup']);
  });

  it('never takes claims, roles or tenants from the form (security #159)', async () => {
    const extra = {
      admin: 'owner',
      role: 'admin',
      email_verified: 'true',
      tenants: 'acme',
      sub: 'chosen',
      enabled: 'no',
    };
    await signUp(newPerson(), { username: 'ivan', ...extra });
    const user = await findUserByUsername(provider.context().db, 'ivan');
    expect(user).toMatchObject({ admin: null, tenants: 'none', claims: {}, enabled: true });
    expect(user?.sub).not.toBe('chosen');
  });

  it('stops after 20 names from one address in an hour (security #85)', async () => {
    const person = newPerson();
    for (let attempt = 0; attempt < 20; attempt += 1) await signUp(person, { username: 'alice' });
    const { response } = await signUp(person, { username: 'judy' });
    expect([response.status, response.headers['retry-after']]).toEqual([429, '3600']);
    expect(await findUserByUsername(provider.context().db, 'judy')).toBeNull();
    expect((await signUp(newPerson(), { username: 'judy' })).response.status).toBe(303);
  });

  it('answers 503 while too many passwords wait, and creates no account (security #87)', async () => {
    const person = newPerson();
    const { response } = await whilePasswordsWait(() => signUp(person, { username: 'kim' }), '192.0.2.0/24');
    expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    expect(await findUserByUsername(provider.context().db, 'kim')).toBeNull();
    expect((await signUp(person, { username: 'kim' })).response.status).toBe(303);
  });

  it('reports any other error, and creates no account', async () => {
    const writes = await openFailingWrites(provider.databaseUrl);
    const refused = await writes.refusing({ table: 'AuditEvent', verb: 'INSERT' }, () =>
      signUp(newPerson(), { username: 'lena' }).catch(() => null),
    );
    await writes.close();
    expect(refused?.response.status ?? 500).toBe(500);
    expect(await findUserByUsername(provider.context().db, 'lena')).toBeNull();
  });

  it('shows only problems of its own form', async () => {
    const person = newPerson();
    const { response, page } = await open(person, {});
    const { interaction, csrf } = page.form;
    const fields = { interaction: interaction ?? '', csrf, username: '', password: 'x', decision: 'sign_in' };
    await person.submit('login', fields);
    const input = pageInput(person, response);
    expect(await readLoginPage(provider.context(), input)).toMatchObject({ problem: 'missing_username' });
    expect(await problemOf(input)).toBe('');
    await provider.context().db.interaction.updateMany({ data: { problem: 'sign_up.unheard_of' } });
    expect(await problemOf(input)).toBe('');
  });

  it('is not offered when a person confirms a sign-in', async () => {
    const person = newPerson();
    await person.signIn(await person.get(authorizeRequest().path));
    provider.advance(1);
    const input = pageInput(person, await person.get(authorizeRequest({ prompt: 'login' }).path));
    expect(await readLoginPage(provider.context(), input)).toMatchObject({ reauthenticate: true, canSignUp: false });
  });

  it('needs the form of this browser', async () => {
    const { response } = await signUp(newPerson(), { username: 'mallory', csrf: 'x' });
    expect(response.status).toBe(403);
    expect((await signUp(newPerson(), { username: 'mallory', decision: 'sign_in' })).response.status).toBe(400);
    expect(await findUserByUsername(provider.context().db, 'mallory')).toBeNull();
  });

  it('cancels back to the client', async () => {
    const { response } = await signUp(newPerson(), { decision: 'cancel' });
    expect(answerOf(response)).toMatchObject({ error: 'access_denied', state: 's1' });
  });
});
