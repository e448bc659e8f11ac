import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeUnsealed } from '#lib/audit/seals/seal-store';
import { hashHandle } from '#lib/crypto/hash';
import { changeClients } from '#lib/testing/change-clients';
import { fixtures, issueCode } from '#lib/testing/fixtures';
import { whilePasswordsWait } from '#lib/testing/full-password-queue';
import { answerOf, authorizeRequest, createPerson, locationOf, password, redirectUri } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { recordedBy } from '#lib/testing/recorded-by';
import { readConsentPage } from './consent/read';
import { readSessions } from './current-session';
import { readDevicePage } from './device/read';
import { readLoginPage } from './sign-in/read';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
});
afterAll(() => provider.close());

const interactionOf = (response: Awaited<ReturnType<TestProvider['send']>>) =>
  new URL(locationOf(response)).searchParams.get('interaction') ?? '';
const cookieHeaderOf = (person: ReturnType<typeof createPerson>) =>
  [...person.cookies].map((pair) => pair.join('=')).join('; ');

async function openLogin(overrides = {}) {
  const person = createPerson(provider);
  const response = await person.get(authorizeRequest(overrides).path);
  const interaction = interactionOf(response);
  const page = await readLoginPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(person) });
  if (page.page !== 'login') throw new Error(page.page);
  return { person, response, interaction, page, fields: { interaction, csrf: page.form.csrf } };
}

describe('the login form', () => {
  it('prefills login_hint, keeps the typed name and never the password (semantics §8)', async () => {
    const { person, page, fields, interaction } = await openLogin({ login_hint: 'alice@example.com' });
    expect(page.username).toBe('alice@example.com');
    const back = await person.submit('login', { ...fields, username: 'ali', password: 'wrong', decision: 'sign_in' });
    expect(locationOf(back)).toBe(`${issuer}/login?interaction=${interaction}`);
    const again = await readLoginPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(person) });
    expect(again).toMatchObject({ username: 'ali', problem: 'invalid_credentials' });
    expect(JSON.stringify(again)).not.toContain('wrong');
  });

  it.each([
    ['unknown user', 'nobody', 'x'],
    ['wrong password', 'alice', 'x'],
    ['disabled user', 'off', password],
  ])('gives the same answer for %s (security #85)', async (_, username, typed) => {
    const { person, fields, interaction } = await openLogin();
    const back = await person.submit('login', { ...fields, username, password: typed, decision: 'sign_in' });
    expect(back.headers).not.toHaveProperty('set-cookie');
    const page = await readLoginPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(person) });
    expect(page).toMatchObject({ problem: 'invalid_credentials' });
  });

  it.each([
    [{ username: '', password: 'x' }, 'missing_username'],
    [{ username: 'alice', password: '' }, 'missing_password'],
  ])('names the empty field: %j', async (typed, problem) => {
    const { person, fields, interaction } = await openLogin();
    await person.submit('login', { ...fields, ...typed, decision: 'sign_in' });
    const page = await readLoginPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(person) });
    expect(page).toMatchObject({ problem });
  });

  it('finds the person by any spelling of the name (security #83)', async () => {
    const person = createPerson(provider);
    const response = await person.signIn(await person.get(authorizeRequest().path), ' ＡＬＩＣＥ ');
    expect(locationOf(response)).toMatch(/\/consent\?/);
  });

  it('answers 429 with Retry-After after 10 wrong passwords, even for the right one (design: sign-in attempts)', async () => {
    await provider.configure({ users: [{ username: 'carol', password }] });
    const { person, fields } = await openLogin();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const wrong = { ...fields, username: 'carol', password: `wrong ${attempt}`, decision: 'sign_in' };
      expect((await person.submit('login', wrong)).status).toBe(303);
    }
    const right = { ...fields, username: 'carol', password, decision: 'sign_in' };
    const refused = await person.submit('login', right);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).toMatch(/sign in another way, or with a browser where you’ve signed in before/);
    provider.advance(901);
    const later = await openLogin();
    const response = await later.person.submit('login', { ...right, ...later.fields });
    expect(locationOf(response)).toMatch(/\/consent\?/);
  });

  it('answers 503 with Retry-After while too many passwords wait to be compared (security #87)', async () => {
    const { person, fields } = await openLogin();
    const right = { ...fields, username: 'alice', password, decision: 'sign_in' };
    const refused = await whilePasswordsWait(() => person.submit('login', right), '192.0.2.0/24');
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    expect(refused.headers).not.toHaveProperty('set-cookie');
    expect(locationOf(await person.submit('login', right))).toMatch(/\/consent\?/);
  });

  it.each<object>([
    { problem: 'invalid_credentials' },
    { isChoosing: true },
    { typedName: 'Ada' },
    { typedEmail: 'ada@x.test' },
  ])('forgets what was refused before: %j', async (note) => {
    const { person, fields, interaction } = await openLogin();
    const { db } = provider.context();
    const where = { hash: hashHandle(interaction) };
    await db.interaction.update({ where, data: note });
    await person.submit('login', { ...fields, username: 'alice', password, decision: 'sign_in' });
    const nothing = { problem: null, isChoosing: false, typedName: null, typedEmail: null };
    expect(await db.interaction.findUniqueOrThrow({ where })).toMatchObject(nothing);
  });

  it('cancels back to the client, even with an older session (semantics §1.10 step 1)', async () => {
    const { person } = await issueCode(provider, { client_id: 'silent' });
    provider.advance(1);
    const response = await person.get(authorizeRequest({ client_id: 'silent', prompt: 'login' }).path);
    const interaction = interactionOf(response);
    const page = await readLoginPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(person) });
    if (page.page !== 'login') throw new Error(page.page);
    expect(page.reauthenticate).toBe(true);
    const answer = answerOf(await person.submit('login', { interaction, csrf: page.form.csrf, decision: 'cancel' }));
    expect(answer).toMatchObject({ error: 'access_denied', state: 's1', iss: issuer });
  });
});

describe('an interaction belongs to one browser and one time, for fifteen minutes', () => {
  it('is refused in another browser (security #20)', async () => {
    const { interaction, fields } = await openLogin();
    const victim = createPerson(provider);
    await victim.get(authorizeRequest().path);
    const page = await readLoginPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(victim) });
    expect(page).toMatchObject({ page: 'problem', status: 403, problem: 'interaction_other_browser' });
    const posted = await victim.submit('login', { ...fields, username: 'alice', password, decision: 'sign_in' });
    expect(posted.status).toBe(403);
    expect(posted.headers).not.toHaveProperty('set-cookie');
  });

  it('expires', async () => {
    const { person, fields } = await openLogin();
    provider.advance(901);
    const response = await person.submit('login', { ...fields, username: 'alice', password, decision: 'sign_in' });
    expect(response.status).toBe(410);
    expect((await person.submit('consent', { ...fields, decision: 'allow' })).status).toBe(410);
  });

  it('is canceled once, even by two posts at the same time', async () => {
    const { person, fields } = await openLogin();
    const cancel = (more: object) => person.submit('login', { ...fields, decision: 'cancel', ...more });
    const answers = await Promise.all([cancel({}), cancel({ again: '1' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  });

  it('is not shown at /device, open or completed', async () => {
    const { person, response, interaction } = await openLogin({ client_id: 'silent' });
    const see = () =>
      readDevicePage(provider.context(), { interaction, userCode: null, cookieHeader: cookieHeaderOf(person) });
    expect(await see()).toMatchObject({ page: 'problem', status: 400, problem: 'interaction_unknown' });
    await person.signIn(response);
    expect(await see()).toMatchObject({ page: 'problem', status: 400, problem: 'interaction_unknown' });
  });

  it.each([{ problem: 'missing_password' }, { isChoosing: true }, { typedName: 'Ali' }, { typedEmail: 'a@b.example' }])(
    'forgets the input of refused forms after the sign-in: %j',
    async (note) => {
      const { person, response, interaction } = await openLogin({ client_id: 'silent' });
      const { db } = provider.context();
      const where = { hash: hashHandle(interaction) };
      await db.interaction.update({ where, data: note });
      expect(locationOf(await person.signIn(response))).toContain('code=');
      const nothing = { problem: null, isChoosing: false, typedName: null, typedEmail: null };
      expect(await db.interaction.findUniqueOrThrow({ where })).toMatchObject(nothing);
    },
  );

  it('marks the sign-in event to be sealed', async () => {
    const { person, response } = await openLogin({ client_id: 'silent' });
    takeUnsealed();
    await person.signIn(response);
    expect(takeUnsealed()).toBe(true);
  });

  it('can be restarted, unless its requests must be pushed (RFC 9126 §5)', async () => {
    const own = await createTestProvider(fixtures);
    const person = createPerson(own);
    const interaction = interactionOf(await person.get(authorizeRequest().path));
    const expired = async () => (await person.submit('login', { interaction, decision: 'sign_in' })).body;
    own.advance(901);
    expect(await expired()).toMatch(/Start again\..*href="\/connect\/authorize\?/s);
    await changeClients(own.context().db, { clientId: 'web' }, { requirePushedAuthorizationRequests: true });
    await own.configure({});
    const pushed = await expired();
    expect(pushed).toContain('Go back to the app and sign in again.');
    expect(pushed).not.toContain('/connect/authorize');
    await own.close();
  });

  it('cannot be restarted if its address would be too long', async () => {
    const own = await createTestProvider(fixtures);
    const person = createPerson(own);
    const interaction = interactionOf(await person.get(authorizeRequest({ state: 'é'.repeat(4096) }).path));
    own.advance(901);
    const { body } = await person.submit('login', { interaction, decision: 'sign_in' });
    expect(body).toContain('Go back to the app and sign in again.');
    expect(body).not.toContain('/connect/authorize');
    await own.close();
  });

  it('answers the client once, then 409, even for two posts at the same time (security #21)', async () => {
    const { person, response } = await openLogin();
    const consent = await person.signIn(response);
    const form = await person.consentForm(consent);
    const other = { ...form, remember_consent: 'on' };
    const answers = await Promise.all([person.submit('consent', form), person.submit('consent', other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    const loser = answers.find(({ status }) => status === 409);
    expect(loser?.body).toContain('https://rp.test/');
    expect(loser?.headers).not.toHaveProperty('location');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.test'])(
    'leads nowhere afterwards when the client’s own address is %s, from before the rule (security #6, #126)',
    async (clientUri) => {
      const own = await createTestProvider(fixtures);
      const person = createPerson(own);
      const login = await person.get(authorizeRequest().path);
      const expired = () => person.submit('login', { interaction: interactionOf(login) ?? '', decision: 'sign_in' });
      own.advance(901);
      expect((await expired()).body).toContain('href="https://rp.test/"');
      await changeClients(own.context().db, { clientId: 'web' }, { clientUri });
      await own.configure({});
      const page = await expired();
      expect([page.status, page.body.includes(clientUri)]).toEqual([410, false]);
      await own.close();
    },
  );

  it.each(['', 'x', 'x'.repeat(101), '../../etc/passwd'])('is not found by %j', async (interaction) => {
    const page = await readLoginPage(provider.context(), { interaction: interaction || null, cookieHeader: undefined });
    expect(page).toMatchObject({ page: 'problem', problem: 'interaction_unknown' });
  });
});

describe('forms must come from our own pages (security #100, #101)', () => {
  it.each<[string, Record<string, string | undefined>]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['a sibling origin', { origin: 'https://x.op.test' }],
    ['an opaque origin', { origin: 'null' }],
    ['no origin and no fetch metadata', { origin: undefined }],
    ['no origin and cross-site', { origin: undefined, 'sec-fetch-site': 'cross-site' }],
    ['a same-site origin', { origin: undefined, 'sec-fetch-site': 'same-site' }],
  ])('%s is refused', async (_, headers) => {
    const { person, fields } = await openLogin();
    const posted = { ...fields, username: 'alice', password, decision: 'sign_in' };
    for (const page of ['login', 'realm', 'federation', 'signup', 'device', 'consent', 'logout']) {
      const response = await person.submit(page, posted, headers as Record<string, string>);
      expect(response.status).toBe(403);
      expect(response.headers).not.toHaveProperty('set-cookie');
    }
  });

  it('an absent Origin is accepted when the browser says same-origin', async () => {
    const { person, fields } = await openLogin();
    const headers = { origin: undefined, 'sec-fetch-site': 'same-origin' } as unknown as Record<string, string>;
    const posted = { ...fields, username: 'alice', password, decision: 'sign_in' };
    expect((await person.submit('login', posted, headers)).status).toBe(303);
  });

  it.each(['', 'x'.repeat(43)])('a form token %j is refused', async (csrf) => {
    const { person, interaction } = await openLogin();
    const posted = { interaction, csrf, username: 'alice', password, decision: 'sign_in' };
    expect((await person.submit('login', posted)).status).toBe(403);
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
    'a body of %s is refused',
    async (type) => {
      const { person, fields } = await openLogin();
      const response = await person.submit('login', { ...fields, decision: 'sign_in' }, { 'content-type': type });
      expect(response.status).toBe(415);
    },
  );

  it('a repeated field is refused (security #9)', async () => {
    const { person, fields } = await openLogin();
    const posted = { ...fields, username: ['alice', 'bob'], password, decision: 'sign_in' };
    expect((await person.submit('login', posted)).status).toBe(400);
  });

  it('an unknown decision is refused', async () => {
    const { person, fields } = await openLogin();
    expect((await person.submit('login', { ...fields, username: 'alice', password, decision: 'maybe' })).status).toBe(
      400,
    );
  });
});

describe('the consent form (semantics §1.11)', () => {
  async function openConsent(scope = 'openid profile email offline_access orders') {
    const { person, response } = await openLogin({ scope });
    return { person, consent: await person.signIn(response) };
  }

  it('shows the shared values, the redirect host and the account', async () => {
    const { person, consent } = await openConsent();
    const page = await readConsentPage(provider.context(), {
      interaction: interactionOf(consent),
      cookieHeader: cookieHeaderOf(person),
    });
    if (page.page !== 'consent') throw new Error(page.page);
    expect(page).toMatchObject({
      redirectHost: 'rp.test',
      user: { username: 'alice', name: 'Alice Smith' },
      canRemember: true,
    });
    expect(page.scopes.find(({ name }) => name === 'email')?.values).toContain('alice@example.com');
    expect(page.scopes.find(({ name }) => name === 'openid')?.required).toBe(true);
    expect(page.scopes.find(({ name }) => name === 'offline_access')?.type).toBe('offline');
  });

  it('separates new scopes from those allowed before (ux §1.4.7)', async () => {
    const person = createPerson(provider);
    const first = await person.signIn(await person.get(authorizeRequest({ scope: 'openid email' }).path));
    await person.allow(first, { remember_consent: 'true' });
    const allowed = async (overrides: Record<string, string>) => {
      const consent = await person.get(authorizeRequest(overrides).path);
      const cookieHeader = cookieHeaderOf(person);
      const page = await readConsentPage(provider.context(), { interaction: interactionOf(consent), cookieHeader });
      if (page.page !== 'consent') throw new Error(page.page);
      return [...page.allowed];
    };
    expect(await allowed({ scope: 'openid email orders offline_access' })).toEqual(['openid', 'email']);
    expect(await allowed({ scope: 'profile openid' })).toEqual(['openid']);
    const offline = await person.get(authorizeRequest({ scope: 'openid email offline_access' }).path);
    await person.allow(offline, { remember_consent: 'true' });
    const more = { scope: 'openid email orders offline_access' };
    expect(await allowed(more)).toEqual(['openid', 'email', 'offline_access']);
    expect(await allowed({ scope: 'openid email', prompt: 'consent' }), 'all of it is asked for again').toEqual([]);
    const again = await person.get(authorizeRequest({ scope: 'openid email orders' }).path);
    await person.allow(again, { remember_consent: [] });
    expect(await allowed({ scope: 'openid email orders' }), 'nothing is remembered any more').toEqual([]);
  });

  it.each<[string, { redirect_uris?: string[]; [key: string]: unknown }, boolean]>([
    ['one that remembers', {}, true],
    ['one that does not', { allow_remember_consent: false }, false],
    [
      'a native one without a secret',
      {
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        client_secrets: [],
        redirect_uris: ['http://127.0.0.1/cb'],
      },
      false,
    ],
  ])('offers to remember only when that has an effect: %s (decision 016)', async (_, changes, canRemember) => {
    const own = await createTestProvider({ ...fixtures, clients: [{ ...fixtures.clients[0], ...changes }] });
    const person = createPerson(own);
    const redirect_uri = changes.redirect_uris?.[0] ?? redirectUri;
    const consent = await person.signIn(await person.get(authorizeRequest({ redirect_uri }).path));
    const input = { interaction: interactionOf(consent), cookieHeader: cookieHeaderOf(person) };
    expect(await readConsentPage(own.context(), input)).toMatchObject({ page: 'consent', canRemember });
    await person.allow(consent, { remember_consent: 'true' });
    expect(await own.context().db.consent.count()).toBe(canRemember ? 1 : 0);
    await own.close();
  });

  it('denies with access_denied', async () => {
    const { person, consent } = await openConsent();
    expect(answerOf(await person.allow(consent, { decision: 'deny' })).error).toBe('access_denied');
  });

  it('asks again when nothing was selected', async () => {
    const { person, consent } = await openConsent();
    const response = await person.allow(consent, { scope: [] });
    expect(locationOf(response)).toBe(locationOf(consent));
    const page = await readConsentPage(provider.context(), {
      interaction: interactionOf(consent),
      cookieHeader: cookieHeaderOf(person),
    });
    expect(page).toMatchObject({ problem: 'nothing_selected' });
  });

  it('denies when a required scope was removed from the form', async () => {
    const { person, consent } = await openConsent();
    expect(answerOf(await person.allow(consent, { scope: ['email'] })).error).toBe('access_denied');
  });

  it('grants only requested scopes that the client still has (security #21)', async () => {
    const own = await createTestProvider(fixtures);
    const person = createPerson(own);
    const consent = await person.signIn(await person.get(authorizeRequest({ scope: 'openid profile email' }).path));
    await own.configure({ clients: [{ ...fixtures.clients[0], scope: 'openid profile' }] });
    const answer = answerOf(await person.allow(consent, { scope: ['openid', 'profile', 'email', 'orders'] }));
    expect(answer.scope).toBe('openid profile');
    await own.close();
  });

  it('sends a person who signed out meanwhile to the sign-in page, and issues nothing', async () => {
    const { person, consent } = await openConsent();
    const fields = await person.consentForm(consent);
    const { db, now } = provider.context();
    const grants = await db.grant.count();
    await db.session.updateMany({ where: { endedAt: null }, data: { endedAt: now } });
    expect(locationOf(await person.submit('consent', fields))).toBe(
      `${issuer}/login?interaction=${interactionOf(consent)}`,
    );
    expect(await db.grant.count()).toBe(grants);
  });

  it('sends the person to the sign-in page when the policy now requires more (security #94)', async () => {
    const own = await createTestProvider(fixtures);
    const person = createPerson(own);
    const consent = await person.signIn(await person.get(authorizeRequest().path));
    const fields = await person.consentForm(consent);
    await own.configure({ portal: { second_factor: 'required' } });
    const input = { interaction: interactionOf(consent), cookieHeader: cookieHeaderOf(person) };
    const location = `/login?interaction=${input.interaction}`;
    expect(await readConsentPage(own.context(), input)).toEqual({ page: 'redirect', location });
    expect(locationOf(await person.submit('consent', fields))).toBe(issuer + location);
    expect(await own.context().db.grant.count()).toBe(0);
    await own.close();
  });

  it('refuses an unknown decision, and records a denial without scopes', async () => {
    const { person, consent } = await openConsent();
    expect((await person.allow(consent, { decision: 'maybe' })).status).toBe(400);
    const { db } = provider.context();
    const events = await recordedBy(db, {}, () => person.allow(consent, { decision: 'deny' }));
    expect(events).toMatchObject([
      { type: 'consent.denied', actorName: 'alice', clientId: 'web', address: '192.0.2.1' },
    ]);
    expect(JSON.parse(events[0]?.details ?? '')).toEqual({ scope: [] });
  });

  it('records a denial once, even for two posts at the same time (security #21)', async () => {
    const { person, consent } = await openConsent();
    const form = { ...(await person.consentForm(consent)), decision: 'deny' };
    const { db } = provider.context();
    const events = await recordedBy(db, { types: ['consent.denied'] }, async () => {
      const answers = await Promise.all([person.submit('consent', form), person.submit('consent', form)]);
      expect(new Set(answers.map(locationOf)).size).toBe(1);
    });
    expect(events).toHaveLength(1);
  });

  it('shows no name when the claim is not text', async () => {
    const { db } = provider.context();
    const where = { username: 'bob' };
    const { claims } = await db.user.findFirstOrThrow({ where });
    await db.user.updateMany({ where, data: { claims: JSON.stringify({ name: 7 }) } });
    const { person, response } = await openLogin();
    const consent = await person.signIn(response, 'bob');
    const input = { interaction: interactionOf(consent), cookieHeader: cookieHeaderOf(person) };
    expect(await readConsentPage(provider.context(), input)).toMatchObject({ user: { username: 'bob', name: null } });
    await db.user.updateMany({ where, data: { claims } });
  });

  it('is remembered for the lifetime set for the client, or until it is withdrawn', async () => {
    const own = await createTestProvider({
      ...fixtures,
      clients: [
        { ...fixtures.clients[0], consent_lifetime_seconds: 3600 },
        { ...fixtures.clients[0], client_id: 'forever' },
      ],
    });
    const person = createPerson(own);
    const silently = async (client_id: string) =>
      answerOf(await person.get(authorizeRequest({ client_id, prompt: 'none' }).path)).error;
    for (const client_id of ['web', 'forever']) {
      const response = await person.get(authorizeRequest({ client_id }).path);
      const consent = locationOf(response).includes('/login?') ? await person.signIn(response) : response;
      await person.allow(consent, { remember_consent: 'true' });
    }
    own.advance(3599);
    expect([await silently('web'), await silently('forever')]).toEqual([undefined, undefined]);
    own.advance(1);
    expect([await silently('web'), await silently('forever')]).toEqual(['consent_required', undefined]);
    await own.close();
  });

  it('is bound to the person who saw it', async () => {
    const { person, consent } = await openConsent();
    const page = await readConsentPage(provider.context(), {
      interaction: interactionOf(consent),
      cookieHeader: cookieHeaderOf(person),
    });
    if (page.page !== 'consent') throw new Error(page.page);
    provider.advance(1);
    await person.signIn(await person.get(authorizeRequest({ prompt: 'login' }).path), 'bob');
    const posted = {
      interaction: page.form.interaction ?? '',
      csrf: page.form.csrf,
      scope: ['openid'],
      decision: 'allow',
    };
    expect((await person.submit('consent', posted)).status).toBe(403);
  });
});

describe('sessions (security #99, #102, #104)', () => {
  it('get a new cookie at each sign-in; the old one is dead', async () => {
    const { person } = await issueCode(provider, { client_id: 'silent' });
    const before = person.cookies.get('__Host-signet');
    const stolen = new Map(person.cookies);
    provider.advance(1);
    await person.signIn(await person.get(authorizeRequest({ client_id: 'silent', prompt: 'login' }).path));
    expect(person.cookies.get('__Host-signet')).not.toBe(before);
    const thief = createPerson(provider);
    for (const [name, value] of stolen) thief.cookies.set(name, value);
    const answer = answerOf(await thief.get(authorizeRequest({ client_id: 'silent', prompt: 'none' }).path));
    expect(answer.error).toBe('login_required');
  });

  it('use cookies that are secure and httpOnly', async () => {
    const { person, response, fields } = await openLogin();
    const signedIn = await person.submit('login', { ...fields, username: 'alice', password, decision: 'sign_in' });
    const all = [response, signedIn].flatMap(({ headers }) => headers['set-cookie'] ?? []);
    // The only cookie that scripts read, for the check session iframe, contains no secret (security #102).
    const lines = all.filter((line) => !line.startsWith('__Host-signet-state='));
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(all.length).toBe(lines.length + 1);
    for (const line of lines) {
      expect(line).toMatch(/^__Host-/);
      for (const flag of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
        expect(line.toLowerCase()).toContain(flag.toLowerCase());
      expect(line).not.toMatch(/domain=/i);
      expect(line.length).toBeLessThan(4096);
    }
  });

  it('end for a disabled person at once', async () => {
    const own = await createTestProvider(fixtures);
    const { person } = await issueCode(own, { client_id: 'silent' });
    await own.configure({ users: [{ ...fixtures.users[0], enabled: false }] });
    const answer = answerOf(await person.get(authorizeRequest({ client_id: 'silent', prompt: 'none' }).path));
    expect(answer.error).toBe('login_required');
    await own.close();
  });

  it('stay active while pages are shown', async () => {
    const own = await createTestProvider(fixtures);
    const { person } = await issueCode(own, { client_id: 'silent' });
    for (let count = 0; count < 2; count += 1) {
      own.advance(36_000 - 1);
      expect((await readSessions(cookieHeaderOf(person), own.context())).current?.user.username).toBe('alice');
    }
    await own.close();
  });

  it('end after ten idle hours, and always after a day (security #105)', async () => {
    const own = await createTestProvider(fixtures);
    const silent = { client_id: 'silent', prompt: 'none' };
    const { person } = await issueCode(own, { client_id: 'silent' });
    own.advance(36_000 - 1);
    expect(answerOf(await person.get(authorizeRequest(silent).path))).toHaveProperty('code');
    own.advance(36_000 + 1);
    expect(answerOf(await person.get(authorizeRequest(silent).path)).error).toBe('login_required');
    const second = (await issueCode(own, { client_id: 'silent' })).person;
    for (let hours = 0; hours < 24; hours += 6) {
      expect(answerOf(await second.get(authorizeRequest(silent).path))).toHaveProperty('code');
      own.advance(6 * 3600);
    }
    expect(answerOf(await second.get(authorizeRequest(silent).path)).error).toBe('login_required');
    await own.close();
  });
});
