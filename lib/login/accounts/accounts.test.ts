import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpResponse } from '#lib/http/types';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import {
  answerDevice,
  cookieHeaderOf,
  deviceFixtures,
  enterCode,
  seeDevicePage,
  startDevice,
} from '#lib/testing/device';
import { authorizeRequest, createPerson, locationOf, type Person, password } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { wokenJobs } from '#lib/testing/woken-jobs';
import { plainBrand } from '#lib/theme/brand';
import type { User } from '#lib/users/user';
import { readConsentPage } from '../consent/read';
import { readDevicePage } from '../device/read';
import type { OpenInteraction } from '../load-interaction';
import { type LoginPage, readLoginPage } from '../sign-in/read';
import { accountView, usableSessions } from './read';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({
    ...deviceFixtures,
    tenants: [
      { name: 'acme', display_name: 'Acme', theme: { primary: '#0a5' } },
      { name: 'globex', display_name: 'Globex' },
      { name: 'off', display_name: 'Off', enabled: false },
    ],
    clients: [
      ...deviceFixtures.clients,
      { ...web(), client_id: 'acme-web', tenant: 'acme' },
      { ...web(), client_id: 'off-web', tenant: 'off' },
    ],
    users: [
      ...deviceFixtures.users,
      { username: 'ann', password, tenants: ['acme'], claims: { email: 'ann@acme.test' } },
    ],
  });
});
afterAll(() => provider.close());

function web() {
  const client = deviceFixtures.clients.find(({ client_id }) => client_id === 'silent');
  if (client === undefined) throw new Error('no such fixture');
  return client;
}

const silent = { client_id: 'silent' };

/** A browser on which these people are signed in, the last one current. */
async function browserOf(...usernames: string[]): Promise<Person> {
  const person = createPerson(provider);
  for (const username of usernames) {
    await person.signIn(await person.get(authorizeRequest({ ...silent, prompt: 'login' }).path), username);
    provider.advance(60);
  }
  return person;
}

async function openPage(person: Person, location: string, account: 'choose' | 'new' | null = null) {
  const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
  const interaction = new URL(location).searchParams.get('interaction');
  return readLoginPage(provider.context(), { interaction, cookieHeader, account });
}

async function openLogin(person: Person, parameters = {}, account: 'choose' | 'new' | null = null): Promise<LoginPage> {
  const location = locationOf(await person.get(authorizeRequest({ ...silent, ...parameters }).path));
  const page = await openPage(person, location, account);
  if (page.page !== 'login') throw new Error(JSON.stringify(page));
  return page;
}

const interactionOf = (response: HttpResponse) => new URL(locationOf(response)).searchParams.get('interaction');
const names = ({ accounts }: LoginPage) => accounts.map(({ username }) => username);
const fieldsOf = ({ form, accounts }: LoginPage, username: string) => ({
  interaction: form.interaction ?? '',
  csrf: form.csrf,
  account: accounts.find((account) => account.username === username)?.sid,
});

describe('the account chooser (ux §1.1)', () => {
  it('lists the signed-in accounts of this browser when the application asks to choose', async () => {
    const person = await browserOf('alice', 'bob');
    const page = await openLogin(person, { prompt: 'select_account' });
    expect(names(page)).toEqual(['bob', 'alice']);
    expect(page.accounts[1]).toMatchObject({ name: 'Alice Smith', secondsAgo: 120 });
    expect(JSON.stringify(page.accounts)).not.toMatch(/sub|hash/i);
  });

  it('lists the account of login_hint first, by name or address', async () => {
    const person = await browserOf('alice', 'bob');
    for (const hint of ['ALICE', 'alice@example.com']) {
      expect(names(await openLogin(person, { prompt: 'select_account', login_hint: hint }))).toEqual(['alice', 'bob']);
    }
  });

  it('continues with the chosen account, without a new sign-in, and makes it current', async () => {
    const person = await browserOf('alice', 'bob');
    const page = await openLogin(person, { prompt: 'select_account' });
    const answer = await person.submit('login', { ...fieldsOf(page, 'alice'), decision: 'continue' });
    expect(locationOf(answer)).toMatch(/^https:\/\/rp\.test\/cb\?code=/);
    expect(names(await openLogin(person, { prompt: 'select_account' }))).toEqual(['alice', 'bob']);
  });

  it('still asks for the password if the application requires one (OpenID Connect Core §3.1.2.1)', async () => {
    const person = await browserOf('alice', 'bob');
    const page = await openLogin(person, { prompt: 'select_account login' });
    const next = await person.submit('login', { ...fieldsOf(page, 'alice'), decision: 'continue' });
    expect(locationOf(next)).toMatch(/\/login\?/);
    expect(await openPage(person, locationOf(next))).toMatchObject({ reauthenticate: true, username: 'alice' });
  });

  it('offers another account, and a form for it', async () => {
    const person = await browserOf('alice');
    expect(names(await openLogin(person, { prompt: 'select_account' }))).toEqual(['alice']);
    expect(await openLogin(person, { prompt: 'select_account' }, 'new')).toMatchObject({ accounts: [], username: '' });
  });

  it('is replaced by the form after a wrong password, and returns on request', async () => {
    const person = await browserOf('alice');
    const response = await person.get(authorizeRequest({ ...silent, prompt: 'select_account' }).path);
    await person.signIn(response, 'alice', { password: 'wrong' });
    const location = locationOf(response);
    expect(await openPage(person, location)).toMatchObject({ accounts: [], problem: 'invalid_credentials' });
    expect(await openPage(person, location, 'choose')).toMatchObject({ accounts: [{ username: 'alice' }] });
  });

  it('lets another account sign in instead of the one to confirm', async () => {
    const person = await browserOf('alice');
    expect(await openLogin(person, { prompt: 'login' })).toMatchObject({ reauthenticate: true, username: 'alice' });
    const other = await openLogin(person, { prompt: 'login' }, 'new');
    expect(other).toMatchObject({ reauthenticate: false, username: '', accounts: [] });
  });

  it('opens from the consent page, which then answers for the chosen account', async () => {
    const person = await browserOf('alice', 'bob');
    const consent = locationOf(await person.get(authorizeRequest({ client_id: 'web' }).path));
    expect(consent).toMatch(/\/consent\?/);
    const page = await openPage(person, consent, 'choose');
    if (page.page !== 'login') throw new Error(page.page);
    const next = await person.submit('login', { ...fieldsOf(page, 'alice'), decision: 'continue' });
    expect(locationOf(next)).toBe(consent);
    expect(locationOf(await person.allow(next))).toMatch(/code=/);
  });

  it('keeps the chosen account on later pages, even if login_hint names another one', async () => {
    const person = await browserOf('alice', 'bob');
    const asked = { client_id: 'web', prompt: 'select_account', login_hint: 'bob' };
    const page = await openLogin(person, asked);
    const next = await person.submit('login', { ...fieldsOf(page, 'alice'), decision: 'continue' });
    expect(locationOf(next)).toMatch(/\/consent\?/);
    const interaction = page.form.interaction ?? '';
    const shown = await readConsentPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(person) });
    expect(shown).toMatchObject({ page: 'consent', user: { username: 'alice' } });
  });

  it('notifies the applications at once when an account is signed out', async () => {
    const person = await browserOf('alice');
    const page = await openLogin(person, { prompt: 'select_account' });
    const signOut = () => person.submit('login', { ...fieldsOf(page, 'alice'), decision: 'sign_out' });
    expect(await wokenJobs(provider.context().db, signOut)).toEqual(['logout-notices']);
  });

  it('signs an account out by itself, everywhere, and leaves the others', async () => {
    const person = await browserOf('alice', 'bob');
    const page = await openLogin(person, { prompt: 'select_account' });
    const next = await person.submit('login', { ...fieldsOf(page, 'bob'), decision: 'sign_out' });
    expect(locationOf(next)).toBe(`${issuer}/login?interaction=${page.form.interaction}&account=choose`);
    expect(names(await openLogin(person, { prompt: 'select_account' }))).toEqual(['alice']);
    const last = await openLogin(person, { prompt: 'select_account' });
    await person.submit('login', { ...fieldsOf(last, 'alice'), decision: 'sign_out' });
    expect(names(await openLogin(person))).toEqual([]);
    expect([...person.cookies.keys()]).not.toContain('__Host-signet');
  });

  it.each(['alice', 'unknown'])(
    'does not use an account of another browser (%s, security #76, #101)',
    async (which) => {
      const other = await openLogin(await browserOf('alice'), { prompt: 'select_account' });
      const person = await browserOf('bob');
      const page = await openLogin(person, { prompt: 'select_account' });
      const account = fieldsOf(other, which).account ?? 'x';
      const answer = await person.submit('login', { ...fieldsOf(page, 'bob'), account, decision: 'continue' });
      expect(locationOf(answer)).toMatch(/\/login\?/);
    },
  );

  it('needs the form’s token (security #100)', async () => {
    const person = await browserOf('alice');
    const page = await openLogin(person, { prompt: 'select_account' });
    for (const decision of ['continue', 'sign_out']) {
      const answer = await person.submit('login', { ...fieldsOf(page, 'alice'), csrf: 'x', decision });
      expect(answer.status).toBe(403);
    }
    expect((await person.submit('login', { ...fieldsOf(page, 'alice'), decision: 'allow' })).status).toBe(400);
  });

  it('uses the account that login_hint names when it is signed in', async () => {
    const person = await browserOf('alice', 'bob');
    const consent = await person.get(authorizeRequest({ client_id: 'web', login_hint: 'alice' }).path);
    expect(locationOf(consent)).toMatch(/\/consent\?/);
    expect(locationOf(await person.allow(consent))).toMatch(/code=/);
  });
});

describe('a tenant (semantics §1.9, ux §6)', () => {
  it('gives the page its look, and an unknown one the neutral look', async () => {
    const person = createPerson(provider);
    const acme = await openLogin(person, { acr_values: 'urn:x tenant:acme', display: 'popup' });
    expect(acme.frame).toMatchObject({ brand: { name: 'Acme' }, display: 'popup' });
    for (const tenant of ['nobody', 'off']) {
      expect((await openLogin(person, { acr_values: `tenant:${tenant}` })).frame.brand).toEqual(plainBrand);
    }
  });

  it('admits its own people and those without a tenant, and explains a refusal only after the right password', async () => {
    for (const [username, typed, expected] of [
      ['ann', password, 'code'],
      ['alice', password, 'code'],
    ] as const) {
      const person = createPerson(provider);
      const response = await person.get(authorizeRequest({ client_id: 'acme-web' }).path);
      expect(locationOf(await person.signIn(response, username, { password: typed }))).toContain(expected);
    }
    const person = createPerson(provider);
    const response = await person.get(authorizeRequest({ ...silent, acr_values: 'tenant:globex' }).path);
    const location = locationOf(response);
    for (const [typed, problem] of [
      ['wrong', 'invalid_credentials'],
      [password, 'wrong_tenant'],
    ] as const) {
      const back = await person.signIn(response, 'ann', { password: typed });
      expect(locationOf(back)).toBe(location);
      expect(back.headers).not.toHaveProperty('set-cookie');
      expect(await openPage(person, location)).toMatchObject({ problem });
    }
  });

  it('neither continues with nor lists a session that it does not admit', async () => {
    const person = await browserOf('ann', 'bob');
    const page = await openLogin(person, { prompt: 'select_account', acr_values: 'tenant:globex' });
    expect(names(page)).toEqual(['bob']);
    const ann = await browserOf('ann');
    const silentAnswer = await ann.get(
      authorizeRequest({ ...silent, acr_values: 'tenant:globex', prompt: 'none' }).path,
    );
    expect(locationOf(silentAnswer)).toContain('error=login_required');
  });

  it('signs nobody in to its clients after it was switched off', async () => {
    const person = await browserOf('bob');
    const response = await person.get(authorizeRequest({ client_id: 'off-web' }).path);
    expect(await openPage(person, locationOf(response))).toMatchObject({
      page: 'problem',
      problem: 'no_way_to_sign_in',
    });
  });
});

describe('another account for a device (ux §1.6)', () => {
  it('keeps the code, and only the chosen account can answer the request (security #76)', async () => {
    const person = await browserOf('alice', 'bob');
    const { userCode } = await startDevice(provider);
    const confirm = await enterCode(person, userCode);
    const input = { interaction: interactionOf(confirm), cookieHeader: cookieHeaderOf(person) };
    const location = `/device?interaction=${input.interaction}`;
    expect(await openPage(person, locationOf(confirm))).toEqual({ page: 'redirect', location });
    expect(await readConsentPage(provider.context(), input)).toMatchObject({ page: 'problem', status: 400 });
    const page = await openPage(person, locationOf(confirm), 'choose');
    if (page.page !== 'login') throw new Error(page.page);
    const next = await person.submit('login', { ...fieldsOf(page, 'alice'), decision: 'continue' });
    expect(locationOf(next)).toBe(locationOf(confirm));
    expect(locationOf(await answerDevice(provider, person, next, 'allow'))).toBe(locationOf(confirm));
  });
});

describe('sessions that may continue', () => {
  const carla = { sub: 'carla', username: 'Carla', canonicalUsername: 'carla', claims: { name: 7 }, tenants: 'none' };
  const session = (sid: string, idp: string) =>
    ({ sid, idp, user: carla, authTime: new Date('2026-01-01T12:00:00Z') }) as unknown as SessionWithUser;
  const sessions = [session('by-password', 'local'), session('by-corp', 'corp'), session('by-github', 'github')];
  const rules = { localLogin: true, identityProviders: { deny: ['github'] }, defaultMaxAge: null };
  const sids = (required: object) => {
    const open = {
      required: { rules, tenant: null, provider: null, hintSub: null, ...required },
      loginHint: null,
      client: null,
    };
    const browser = { browserId: 'b', current: null, sessions };
    return usableSessions(open as unknown as OpenInteraction, browser, provider.context()).map(({ sid }) => sid);
  };

  it.each<[string, object, string[]]>([
    ['the rules of the client', {}, ['by-password', 'by-corp']],
    ['a client without passwords', { rules: { ...rules, localLogin: false } }, ['by-corp']],
    ['the provider of idp:', { provider: 'corp' }, ['by-corp']],
    ['id_token_hint, which leaves no choice', { hintSub: 'carla' }, []],
  ])('follow %s', (_, required, expected) => expect(sids(required)).toEqual(expected));

  it('are shown with a text name and their age', () => {
    const view = (name: unknown, now: string) =>
      accountView({ ...session('s', 'local'), user: { ...carla, claims: { name } } as unknown as User }, new Date(now));
    expect(view('Carla B', '2026-01-01T12:01:00.900Z')).toEqual({
      sid: 's',
      username: 'Carla',
      name: 'Carla B',
      secondsAgo: 60,
    });
    expect(view(7, '2026-01-01T11:59:00Z')).toMatchObject({ name: null, secondsAgo: 0 });
  });
});

describe('a device under a tenant (semantics §1.9)', () => {
  it('is not connected by a person outside the tenant (security #118)', async () => {
    const { userCode } = await startDevice(provider, { acr_values: 'tenant:globex' });
    const outsider = await browserOf('ann');
    const entered = await enterCode(outsider, userCode);
    expect(locationOf(entered)).toMatch(/\/login\?/);
    expect(await openPage(outsider, locationOf(entered))).toMatchObject({ page: 'login', reauthenticate: false });
    const member = await browserOf('bob');
    expect(locationOf(await enterCode(member, userCode))).toMatch(/\/device\?/);
  });
});

describe('the result page of a device', () => {
  it('has the brand of the tenant', async () => {
    const person = await browserOf('alice');
    const { userCode } = await startDevice(provider, { client_id: 'tv2', acr_values: 'tenant:acme' });
    const confirm = await enterCode(person, userCode);
    await answerDevice(provider, person, confirm, 'allow');
    expect(await seeDevicePage(provider, person, confirm)).toMatchObject({
      page: 'device-done',
      frame: { brand: { name: 'Acme' } },
    });
  });
});

describe('a parameter in the address of /device (ux §1.5)', () => {
  const wishes = { login_hint: 'bob', ui_locales: 'de', acr_values: 'tenant:acme' };
  const entry = (fields: Record<string, string>) =>
    readDevicePage(provider.context(), { interaction: null, cookieHeader: undefined, userCode: null, fields });

  it('comes back with the form, and gives the page its look', async () => {
    expect(await entry(wishes)).toMatchObject({ fields: wishes, frame: { brand: { name: 'Acme' } } });
    expect(await entry({ ...wishes, acr_values: 'tenant:nobody' })).toMatchObject({ frame: { brand: plainBrand } });
  });

  it.each([
    ['too long', { login_hint: 'x'.repeat(101), ui_locales: 'x'.repeat(101), acr_values: 'x'.repeat(301) }],
    ['empty', { login_hint: '', ui_locales: '', acr_values: '' }],
  ])('is left out when it is %s, and the page still works', async (_, fields) => {
    expect(await entry(fields)).toMatchObject({ fields: { login_hint: null, ui_locales: null, acr_values: null } });
  });

  it('may have 100 characters, and 300 for acr_values', async () => {
    const long = { login_hint: 'x'.repeat(100), ui_locales: 'x'.repeat(100), acr_values: 'x'.repeat(300) };
    expect(await entry(long)).toMatchObject({ fields: long });
  });

  it('is applied once the code is known, and survives a wrong code', async () => {
    const person = createPerson(provider);
    const wrong = await enterCode(person, 'BBBB-BBBB', wishes);
    expect(await seeDevicePage(provider, person, wrong)).toMatchObject({ problem: 'unknown_code', fields: wishes });
    const { userCode } = await startDevice(provider);
    const page = await openPage(person, locationOf(await enterCode(person, userCode, wishes)));
    expect(page).toMatchObject({ page: 'login', username: 'bob', frame: { brand: { name: 'Acme' } } });
  });

  it('has lower precedence than the request of the device', async () => {
    const person = createPerson(provider);
    const { userCode } = await startDevice(provider, { login_hint: 'alice', acr_values: 'tenant:globex' });
    const page = await openPage(person, locationOf(await enterCode(person, userCode, wishes)));
    expect(page).toMatchObject({ page: 'login', username: 'alice', frame: { brand: { name: 'Globex' } } });
  });
});
