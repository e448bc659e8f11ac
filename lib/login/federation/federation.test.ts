import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import type { Database } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { isSignInFresh, signedInAt } from '#lib/factors/fresh-sign-in';
import { amrOf, readProofs, writeProofs } from '#lib/factors/proof';
import { parseTotpKey } from '#lib/factors/totp';
import type { HttpResponse } from '#lib/http/types';
import { metrics } from '#lib/metrics/metrics';
import { beforeTransaction } from '#lib/testing/around-transaction';
import { byPassword } from '#lib/testing/authentication';
import { cookieHeaderOf, deviceFixtures, enterCode, startDevice } from '#lib/testing/device';
import { comeBack, type FederatedPerson, failureOf, followRealTime, openSignIn } from '#lib/testing/federated-person';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, password } from '#lib/testing/person';
import { createTestProvider, encodeForm, issuer, type TestProvider } from '#lib/testing/provider';
import { recordedBy } from '#lib/testing/recorded-by';
import { type ScriptedUpstream, startScriptedUpstream } from '#lib/testing/scripted-upstream';
import { parseIdentifier } from '#lib/users/identifier';
import type { User } from '#lib/users/user';
import { findUserByIdentifier, findUserByUsername, setClaims } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import { readEnrolPage } from '../enrol/read';
import { readLogoutPage } from '../logout/read';
import { readRealmPage } from '../realm/read';
import { readFactorPage } from '../second-factor/read';
import { readSignUpPage } from '../sign-up/read';
import { handleFederationCallback } from './callback';
import { readFederationPage } from './read';
import { handleFederationSubmit } from './submit';

let upstream: ScriptedUpstream;
let provider: TestProvider;
const clock = () => provider.context().now;

const corp = () => ({
  name: 'corp',
  display_name: 'Contoso',
  type: 'oidc',
  issuer: upstream.issuer,
  client_id: 'signet',
  client_secret: 'upstream-secret-0123456789',
  claim_mapping: { name: 'name', email: 'email', role: 'groups' },
});
const configuration = () => ({
  ...fixtures,
  clients: [...deviceFixtures.clients, { ...fixtureClient('silent'), client_id: 'partner', local_login: false }],
  identity_providers: [corp()],
});

beforeAll(async () => {
  upstream = await startScriptedUpstream(clock);
  provider = await createTestProvider(configuration(), { SIGNET_OUTBOUND_ALLOW: 'localhost' });
});
beforeEach(() => {
  followRealTime(provider);
  upstream.script = { claims: { preferred_username: 'ada' } };
});
afterEach(() => provider.configure({ identity_providers: [corp()] }));
afterAll(async () => {
  await provider.close();
  await upstream.close();
});

/** The same database for one request, with a change before it looks for an identity the second time. */
function beforeSecondLook(db: Database, happen: () => Promise<unknown>): Database {
  let looks = 0;
  const userIdentity = new Proxy(db.userIdentity, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'findUnique' || typeof value !== 'function') return value;
      return async (...values: unknown[]) => {
        looks += 1;
        if (looks === 2) await happen();
        return Reflect.apply(value, target, values);
      };
    },
  });
  return new Proxy(db, { get: (target, name) => (name === 'userIdentity' ? userIdentity : Reflect.get(target, name)) });
}

const userOf = (name: string) => findUserByUsername(provider.context().db, name);
const squatterPassword = 'violet-otter-harbour-42';
/** Signs a person up with an unproved address. */
const signUpWith = async (username: string, email: string) => {
  const person = createPerson(provider);
  const started = locationOf(await person.get(authorizeRequest({ prompt: 'create' }).path));
  const interaction = new URL(started).searchParams.get('interaction');
  const page = await readSignUpPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(person) });
  if (page.page !== 'signup') throw new Error(page.page);
  const fields = { interaction: interaction ?? '', csrf: page.form.csrf, username, email, password: squatterPassword };
  await person.submit('signup', { ...fields, decision: 'sign_up' });
  expect(await userOf(username)).toMatchObject({ claims: { email, email_verified: false } });
};
const subjects = new Map<string, number>();
/** An unused subject. */
const fresh = (name: string) => {
  subjects.set(name, (subjects.get(name) ?? 0) + 1);
  return `${name}-${subjects.get(name)}`;
};
/** The events of a person's sign-ins in the audit log. */
const signInsOf = async (username: string) => {
  const events = await listEvents(provider.context().db, { types: ['sign_in.succeeded'] }, 200);
  return events.filter(({ actorName }) => actorName === username).map(({ details }) => JSON.parse(details));
};
const isAnswered = (location: string) => new URL(location).searchParams.has('code');

describe('signing in at an upstream provider (semantics §8)', () => {
  it('sends PKCE, state and nonce and the wishes of the application (security #113, #114)', async () => {
    const person = await openSignIn(provider, { login_hint: 'ada@x.example', max_age: '600', ui_locales: 'de' });
    const url = new URL(await person.choose());
    expect(`${url.origin}${url.pathname}`).toBe(`${upstream.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'signet',
      scope: 'openid profile email',
      redirect_uri: `${issuer}/federation/corp/callback`,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      login_hint: 'ada@x.example',
      max_age: '600',
      ui_locales: 'de',
    });
  });

  it('requires a sign-in as recent as the client of a device does (security #77)', async () => {
    const { userCode } = await startDevice(provider, { client_id: 'strict' });
    const person = createPerson(provider);
    const login = new URL(locationOf(await enterCode(person, userCode)));
    const interaction = login.searchParams.get('interaction') ?? '';
    const page = await readRealmPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(person) });
    if (page.page !== 'realm') throw new Error(page.page);
    const { csrf } = page.form;
    const away = locationOf(await person.submit('login', { interaction, csrf, provider: 'corp' }));
    expect(new URL(away).searchParams.get('max_age')).toBe('300');
    const subject = fresh('device');
    const longAgo = Math.floor(provider.context().now.getTime() / 1000) - 400;
    upstream.script = { claims: { sub: subject, preferred_username: subject, auth_time: longAgo } };
    expect(locationOf(await person.get(upstream.answer(away)))).toContain('/federation?');
    expect(person.cookies.has('__Host-signet')).toBe(false);
  });

  describe('from a session that the provider had before (security #190)', () => {
    const strict = { ...fixtureClient('silent'), client_id: 'phishing-resistant', minimum_acr: 'phr' };
    const hourAgo = () => Math.floor(clock().getTime() / 1000) - 3600;
    const signedInSilently = async (told: object) => {
      await provider.configure({ ...configuration(), clients: [fixtureClient('silent'), strict] });
      const subject = fresh('silently');
      upstream.script = { claims: { sub: subject, preferred_username: subject, ...told } };
      const person = await openSignIn(provider, { client_id: 'silent' });
      expect(isAnswered(locationOf(await comeBack(person, upstream)))).toBe(true);
      return { person, subject };
    };
    const enrolling = async (person: FederatedPerson, fields: Record<string, string> = {}) => {
      const asked = await person.get(authorizeRequest({ client_id: 'phishing-resistant', ...fields }).path);
      return new URL(locationOf(asked)).pathname;
    };

    it.each<[string, () => object]>([
      ['whose time it says', () => ({ auth_time: hourAgo() })],
      ['whose time it does not say', () => ({})],
    ])('%s, adds no factor before the provider asks the person', async (_, told) => {
      const { person, subject } = await signedInSilently(told());
      expect(await enrolling(person)).toBe('/login');
      const again = await openSignIn(provider, { client_id: 'phishing-resistant' }, person);
      const away = await again.choose();
      expect(new URL(away).searchParams.get('prompt')).toBe('login');
      upstream.script = { claims: { sub: subject, preferred_username: subject, auth_time: hourAgo() } };
      expect(locationOf(await again.get(upstream.answer(away)))).toContain('/federation?');
      upstream.script = { claims: { sub: subject, preferred_username: subject } };
      const anew = await openSignIn(provider, { client_id: 'phishing-resistant' }, person);
      expect(new URL(locationOf(await comeBack(anew, upstream))).pathname).toBe('/login/enrol');
    });

    it('is no sign-in of now after prompt=select_account either, for whatever takes a fresh one', async () => {
      const { person } = await signedInSilently({ auth_time: hourAgo() });
      const again = await openSignIn(provider, { client_id: 'silent', prompt: 'select_account' }, person);
      const away = await again.choose();
      expect(new URL(away).searchParams.get('prompt')).toBe('select_account');
      expect(isAnswered(locationOf(await again.get(upstream.answer(away))))).toBe(true);
      const session = await provider.context().db.session.findFirstOrThrow({ orderBy: { authTime: 'desc' } });
      const { proofs, authTime } = session;
      expect(isSignInFresh(authTime, clock())).toBe(true);
      expect(isSignInFresh(signedInAt({ authTime, proofs: readProofs(proofs) }), clock())).toBe(false);
    });

    it('adds no factor in a browser without a session', async () => {
      await provider.configure({ ...configuration(), clients: [fixtureClient('silent'), strict] });
      const subject = fresh('stranger');
      upstream.script = { claims: { sub: subject, preferred_username: subject, auth_time: hourAgo() } };
      const person = await openSignIn(provider, { client_id: 'phishing-resistant' });
      await comeBack(person, upstream);
      const page = await readEnrolPage(provider.context(), {
        interaction: person.interaction,
        cookieHeader: cookieHeaderOf(person),
        factor: null,
        setup: null,
      });
      expect(page).toMatchObject({ page: 'redirect', location: expect.stringContaining('/login?') });
      expect(new URL(await person.choose()).searchParams.get('prompt')).toBe('login');
    });
  });

  it.each([
    ['login', 'login'],
    ['select_account', 'select_account'],
    ['login consent', 'login'],
    ['consent', null],
  ])('forwards the part of prompt=%s that concerns the provider: %s', async (prompt, expected) => {
    const person = await openSignIn(provider, { prompt });
    expect(new URL(await person.choose()).searchParams.get('prompt')).toBe(expected);
  });

  it('creates an account without a password, with claims from the mapping', async () => {
    const subject = fresh('ada');
    const told = { name: 'Ada', email: `${subject}@x.example`, email_verified: true, groups: ['staff'], phone: '1' };
    upstream.script = { claims: { sub: subject, preferred_username: subject, ...told } };
    const person = await openSignIn(provider, { client_id: 'silent' });
    expect(isAnswered(locationOf(await comeBack(person, upstream)))).toBe(true);
    expect(await userOf(subject)).toMatchObject({
      passwordHash: null,
      enabled: true,
      admin: null,
      claims: { name: 'Ada', email: `${subject}@x.example`, email_verified: true, role: ['staff'] },
    });
    expect(upstream.lastToken.authorization).toMatch(/^Basic /);
    expect(person.cookies.get('__Host-signet-provider')).toBe('corp');
  });

  it('finds the same person again by only the subject, and takes the provider’s new values', async () => {
    const subject = fresh('ada');
    upstream.script = { claims: { sub: subject, preferred_username: subject, name: 'Old', groups: ['admin'] } };
    await comeBack(await openSignIn(provider, { client_id: 'silent' }), upstream);
    const before = await userOf(subject);
    upstream.script = { claims: { sub: subject, preferred_username: 'somebody-else', name: 'New' } };
    await comeBack(await openSignIn(provider, { client_id: 'silent' }), upstream);
    expect(await userOf(subject)).toEqual({ ...before, claims: { name: 'New' } });
    expect(await userOf('somebody-else')).toBeNull();
  });

  it('asks UserInfo for what the ID token leaves out (OpenID Connect Core §5.3)', async () => {
    const subject = fresh('ada');
    upstream.script = { claims: { sub: subject }, userinfo: { sub: subject, preferred_username: subject, name: 'UI' } };
    await comeBack(await openSignIn(provider, { client_id: 'silent' }), upstream);
    expect(await userOf(subject)).toMatchObject({ claims: { name: 'UI' } });
  });

  const entra = 'http://schemas.microsoft.com/claims/multipleauthn';

  it.each<[string, unknown, string[]]>([
    ['short texts', ['pwd', 'mfa'], ['pwd', 'mfa']],
    ['a text that is an address', ['pwd', entra], ['pwd', entra]],
    ['a text alone: none', 'pwd', []],
    ['texts with a number: none', ['pwd', 7], []],
    ['texts with one that has spaces: none', ['pwd', 'b a d'], []],
    ['texts with one of 51 characters: none', ['pwd', 'a'.repeat(51)], []],
    ['more than twenty: none', Array.from({ length: 21 }, (_, index) => `m${index}`), []],
  ])('writes the amr of %s and idp into the session (semantics §8)', async (_, amr, expected) => {
    const subject = fresh('ada');
    upstream.script = { claims: { sub: subject, preferred_username: subject, amr } };
    await comeBack(await openSignIn(provider, { client_id: 'silent' }), upstream);
    const { db } = provider.context();
    const { sub } = await db.user.findFirstOrThrow({ where: { username: subject } });
    const session = await db.session.findFirst({ where: { sub } });
    expect(session?.idp).toBe('corp');
    expect(amrOf(readProofs(session?.proofs ?? ''))).toEqual(expected);
  });

  it.each<[string, object, string]>([
    ['a value of its acr', { acr: 'gold' }, 'urn:signet:acr:2'],
    ['a value of its amr', { amr: ['pwd', 'hwk'] }, 'phr'],
    ['the higher of two', { acr: 'gold', amr: ['hwk'] }, 'phr'],
    ['none of them: level 1', { acr: 'Gold', amr: ['mfa'] }, 'urn:signet:acr:1'],
    ['a value beside a name that every object has', { acr: 'constructor', amr: ['hwk'] }, 'phr'],
    ['a name that every object has: level 1', { acr: 'constructor', amr: ['__proto__'] }, 'urn:signet:acr:1'],
  ])('counts for the level that acr_mapping gives to %s', async (_, told, acr) => {
    const subject = fresh('level');
    await provider.configure({ identity_providers: [{ ...corp(), acr_mapping: { gold: 2, hwk: 3 } }] });
    upstream.script = { claims: { sub: subject, preferred_username: subject, ...told } };
    await comeBack(await openSignIn(provider, { client_id: 'silent' }), upstream);
    const { db } = provider.context();
    const { sub } = await db.user.findFirstOrThrow({ where: { username: subject } });
    const grants = await db.grant.findMany({ where: { sub } });
    expect(grants.map((grant) => grant.acr)).toEqual([acr]);
  });

  it('skips the second factor only when acr_mapping vouches for two', async () => {
    const vouched = { ...fixtureClient('silent'), client_id: 'vouched', minimum_acr: 'urn:signet:acr:2' };
    await provider.configure({ clients: [vouched], identity_providers: [{ ...corp(), acr_mapping: { gold: 2 } }] });
    const comeAs = async (acr: string) => {
      const subject = fresh('vouched');
      upstream.script = { claims: { sub: subject, preferred_username: subject, acr, amr: ['mfa'] } };
      return locationOf(await comeBack(await openSignIn(provider, { client_id: 'vouched' }), upstream));
    };
    expect(isAnswered(await comeAs('gold'))).toBe(true);
    expect(await comeAs('silver')).toContain('/login/enrol?');
  });

  it('uses the secret in the form where the provider announces only that', async () => {
    const other = await startScriptedUpstream(clock);
    other.script = { claims: { preferred_username: fresh('post') } };
    other.script.metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    await provider.configure({ identity_providers: [{ ...corp(), name: 'post', issuer: other.issuer }] });
    const person = await openSignIn(provider, { client_id: 'silent' });
    await person.get(other.answer(await person.choose('post')));
    expect(other.lastToken.form.get('client_secret')).toBe('upstream-secret-0123456789');
    expect(other.lastToken.authorization).toBeUndefined();
    await provider.configure({ identity_providers: [{ ...corp(), name: 'post', enabled: false }] });
    await other.close();
  });
});

describe('a person without an account (security #115, #116)', () => {
  it('chooses another username when the provider’s is taken', async () => {
    const subject = fresh('taken');
    upstream.script = { claims: { sub: subject, preferred_username: 'Bob', name: 'Bobby' } };
    const person = await openSignIn(provider, { client_id: 'silent' });
    expect(locationOf(await comeBack(person, upstream))).toMatch(/\/federation\?/);
    expect(await person.federationPage()).toMatchObject({ page: 'complete', name: 'Bobby', problem: null });
    for (const [username, problem] of [
      ['', 'missing_username'],
      ['bob', 'username_taken'],
      ['x@y.example', 'invalid_username'],
      ['x\uff20y.example', 'invalid_username'],
      ['x\ufe6by.example', 'invalid_username'],
      ['bobby\u202e', 'invalid_username'],
      ['bob\u00adby', 'invalid_username'],
      ['\u3164', 'invalid_username'],
    ]) {
      await person.answer({ decision: 'continue', username });
      expect(await person.federationPage()).toMatchObject({ page: 'complete', problem, username });
    }
    expect(isAnswered(locationOf(await person.answer({ decision: 'continue', username: subject })))).toBe(true);
    expect(await signInsOf(subject)).toMatchObject([{ idp: 'corp', via: 'provider' }]);
    expect(await userOf(subject)).toMatchObject({ claims: { name: 'Bobby' } });
    expect(await userOf('bob')).toMatchObject({ claims: { name: 'Bob' } });
  });

  it.each([
    ['true', true, true],
    ['false', false, false],
    ['absent', undefined, false],
    ['the text "true"', 'true', true],
    ['another text', 'True', false],
    ['the number 1', 1, false],
  ])('an address whose email_verified is %s becomes the username: %s', async (_, verified, expected) => {
    const subject = fresh('mail');
    const email = `${subject}@y.example`;
    upstream.script = { claims: { sub: subject, email, email_verified: verified } };
    const person = await openSignIn(provider, { client_id: 'silent' });
    await comeBack(person, upstream);
    expect((await userOf(email)) !== null).toBe(expected);
    if (!expected) expect(await person.federationPage()).toMatchObject({ page: 'complete', email });
  });

  it('gets one account, under one of two simultaneously sent names', async () => {
    const subject = fresh('twice');
    upstream.script = { claims: { sub: subject, preferred_username: 'bob' } };
    const person = await openSignIn(provider, { client_id: 'silent' });
    await comeBack(person, upstream);
    const names = [`${subject}-a`, `${subject}-b`];
    // Both forms are opened before one of them is sent.
    const page = await person.realmPage();
    if (page.page !== 'realm') throw new Error(page.page);
    const fields = { interaction: person.interaction, csrf: page.form.csrf, decision: 'continue' };
    const both = await Promise.all(names.map((username) => person.submit('federation', { ...fields, username })));
    expect(both.filter((one) => isAnswered(String(one.headers.location ?? issuer)))).toHaveLength(1);
    expect((await Promise.all(names.map(userOf))).filter((user) => user !== null)).toHaveLength(1);
  });

  it('is asked nothing in an unknown interaction', async () => {
    const input = { interaction: 'x'.repeat(43), cookieHeader: cookieHeaderOf(await openSignIn(provider)) };
    expect(await readFederationPage(provider.context(), input)).toMatchObject({ page: 'problem', status: 404 });
  });

  it('gets the account by the rules of their provider, not of another one', async () => {
    await provider.configure({ identity_providers: [{ ...corp(), name: 'first', create_users: false }, corp()] });
    try {
      const subject = fresh('ruled');
      upstream.script = { claims: { sub: subject, preferred_username: 'bob' } };
      const person = await openSignIn(provider, { client_id: 'silent' });
      await comeBack(person, upstream);
      expect(isAnswered(locationOf(await person.answer({ decision: 'continue', username: subject })))).toBe(true);
    } finally {
      await provider.configure({ identity_providers: [{ ...corp(), name: 'first', enabled: false }, corp()] });
    }
  });

  it('is asked nothing before the return from the provider', async () => {
    const login = `/login?interaction=`;
    const person = await openSignIn(provider);
    const answers = () => [person.answer({ decision: 'sign_in' }), person.answer({ decision: 'continue' })];
    expect(await person.federationPage()).toMatchObject({ page: 'redirect', location: expect.stringContaining(login) });
    for (const answer of await Promise.all(answers())) expect(locationOf(answer)).toContain(login);
    await person.choose();
    expect(await person.federationPage()).toMatchObject({ page: 'redirect', location: expect.stringContaining(login) });
    for (const answer of await Promise.all(answers())) expect(locationOf(answer)).toContain(login);
  });

  it('can cancel, and cannot use a button that the page does not have', async () => {
    upstream.script = { claims: { sub: fresh('leaving'), preferred_username: 'bob' } };
    const person = await openSignIn(provider);
    await comeBack(person, upstream);
    expect((await person.answer({ decision: 'anything' })).status).toBe(400);
    const left = locationOf(await person.answer({ decision: 'cancel' }));
    expect(new URL(left).searchParams.get('error')).toBe('access_denied');
  });

  it('sees a name from the provider only if it is text', async () => {
    upstream.script = { claims: { sub: fresh('number'), preferred_username: 'bob', name: 7 } };
    const person = await openSignIn(provider);
    await comeBack(person, upstream);
    expect(await person.federationPage()).toMatchObject({ page: 'complete', name: null });
  });

  it('cannot answer the question for a name with a password', async () => {
    const subject = fresh('password');
    upstream.script = { claims: { sub: subject, preferred_username: 'bob' } };
    const person = await openSignIn(provider);
    await comeBack(person, upstream);
    const back = await person.answer({ decision: 'sign_in', username: 'bob', password });
    expect(locationOf(back)).toMatch(/\/federation\?/);
    expect(await person.federationPage()).toMatchObject({ page: 'complete', email: null });
    expect(await provider.context().db.userIdentity.count({ where: { subject } })).toBe(0);
  });

  it('does not see a name that was typed before the provider was chosen', async () => {
    upstream.script = { claims: { sub: fresh('typed'), preferred_username: 'bob' } };
    const person = await openSignIn(provider);
    const page = await person.realmPage();
    if (page.page !== 'realm') throw new Error(page.page);
    const fields = { interaction: person.interaction, csrf: page.form.csrf, username: 'typed', password: 'wrong' };
    await person.submit('login', { ...fields, decision: 'sign_in' });
    await comeBack(person, upstream);
    expect(await person.federationPage()).toMatchObject({ page: 'complete', username: '', problem: null });
    provider.advance(1);
    upstream.script = { claims: { sub: fresh('typed'), email: 'alice@example.com', email_verified: true } };
    await person.submit('login', { ...fields, decision: 'sign_in' });
    await comeBack(person, upstream);
    expect(await person.federationPage()).toMatchObject({ page: 'link', username: '', problem: null });
  });

  it('gets none when the creation of accounts is off', async () => {
    await provider.configure({ identity_providers: [{ ...corp(), create_users: false }] });
    upstream.script = { claims: { sub: fresh('nobody'), preferred_username: 'nobody-here' } };
    const person = await openSignIn(provider);
    expect(await failureOf(person, await comeBack(person, upstream))).toBe('not_linked');
    expect(await userOf('nobody-here')).toBeNull();
  });
});

describe('an account with the same email address (security #115 to #117)', () => {
  const claims = (sub: string, verified: unknown = true) => ({
    claims: { sub, preferred_username: sub, name: 'Evil', email: 'ALICE@example.com', email_verified: verified },
  });

  it.each([true, false, 'true'])('is never linked automatically, email_verified %j', async (verified) => {
    upstream.script = claims(fresh('link'), verified);
    const person = await openSignIn(provider, { client_id: 'silent' });
    expect(locationOf(await comeBack(person, upstream))).toMatch(/\/federation\?/);
    expect(person.cookies.has('__Host-signet')).toBe(false);
    expect(await person.federationPage()).toMatchObject({ page: 'link', email: 'alice@example.com' });
  });

  it('is not linked with an unconfirmed address either: its holder is asked first (security #116)', async () => {
    await provider.configure({
      users: [{ username: 'squatter', password, claims: { email: 'vic@corp.test', email_verified: false } }],
    });
    const before = await userOf('squatter');
    upstream.script = {
      claims: { sub: fresh('vic'), preferred_username: 'vic', email: 'VIC@corp.test', email_verified: true },
    };
    const person = await openSignIn(provider, { client_id: 'silent' });
    await comeBack(person, upstream);
    expect(await person.federationPage()).toMatchObject({ page: 'link', email: 'vic@corp.test' });
    expect(person.cookies.has('__Host-signet')).toBe(false);
    expect([await userOf('squatter'), await userOf('vic')]).toEqual([before, null]);
  });

  it('is not considered when its sign-up never proved the address (security #116)', async () => {
    await provider.configure({ portal: { registration: 'on' } });
    for (const name of Array.from({ length: 11 }, (_, index) => `squat${index}`)) {
      await signUpWith(name, 'own@corp.test');
    }
    await provider.configure({
      users: [{ username: 'owner', password, claims: { email: 'own2@corp.test', email_verified: true } }],
    });
    await signUpWith('squat11', 'own2@corp.test');
    const come = async (subject: string, email: string) => {
      upstream.script = { claims: { sub: subject, preferred_username: subject, email, email_verified: true } };
      const person = await openSignIn(provider, { client_id: 'silent' });
      return { person, location: locationOf(await comeBack(person, upstream)) };
    };
    const subject = fresh('own');
    expect(isAnswered((await come(subject, 'own@corp.test')).location)).toBe(true);
    expect(await userOf(subject)).toMatchObject({ claims: { email: 'own@corp.test', email_verified: true } });
    expect(await userOf('squat0')).toMatchObject({ claims: { email_verified: false } });
    // The person who proved it is asked, and no squatter's password is accepted.
    const { person } = await come(fresh('own'), 'own2@corp.test');
    await person.answer({ decision: 'sign_in', username: 'squat11', password: squatterPassword });
    expect(await person.federationPage()).toMatchObject({ page: 'link', problem: 'other_account' });
    expect(isAnswered(locationOf(await person.answer({ decision: 'sign_in', username: 'owner', password })))).toBe(
      true,
    );
  });

  it('is linked to any of the accounts that share the address, also to the eleventh (security #117)', async () => {
    const shared = { email: 'team@corp.test', email_verified: true };
    const member = (name: string) => ({ username: name, password, claims: shared });
    await provider.configure({ users: Array.from({ length: 10 }, (_, at) => member(`team${at}`)) });
    provider.advance(1);
    await provider.configure({ users: [member('team-late')] });
    upstream.script = { claims: { sub: fresh('team'), ...shared } };
    const person = await openSignIn(provider, { client_id: 'silent' });
    await comeBack(person, upstream);
    await person.answer({ decision: 'sign_in', username: 'bob', password });
    expect(await person.federationPage()).toMatchObject({ page: 'link', problem: 'other_account' });
    const answer = await person.answer({ decision: 'sign_in', username: 'team-late', password });
    expect(isAnswered(locationOf(answer))).toBe(true);
  });

  it('is not considered when only another provider vouches for the address (security #115, #116)', async () => {
    const [thief, owner] = [fresh('thief'), fresh('own')];
    const come = async (sub: string, verified: boolean) => {
      upstream.script = {
        claims: { sub, preferred_username: sub, email: `${owner}@corp.test`, email_verified: verified },
      };
      return locationOf(await comeBack(await openSignIn(provider, { client_id: 'silent' }), upstream));
    };
    expect(isAnswered(await come(thief, false))).toBe(true);
    expect(isAnswered(await come(owner, true))).toBe(true);
    expect(await userOf(owner)).toMatchObject({ claims: { email: `${owner}@corp.test`, email_verified: true } });
  });

  it('stays the one with the address when a provider gives it to another account later (security #208)', async () => {
    const [thief, holder] = [fresh('thief'), fresh('holder')];
    const email = `${holder}@corp.test`;
    const come = async (sent: string) => {
      upstream.script = { claims: { sub: thief, preferred_username: thief, email: sent, email_verified: true } };
      return locationOf(await comeBack(await openSignIn(provider, { client_id: 'silent' }), upstream));
    };
    expect(isAnswered(await come(`${thief}@corp.test`))).toBe(true);
    await provider.configure({ users: [{ username: holder, password, claims: { email, email_verified: true } }] });
    for (const _ of [1, 2]) expect(isAnswered(await come(email))).toBe(true);
    const found = await findUserByIdentifier(provider.context().db, parseIdentifier(email, ['email']));
    expect(found).toMatchObject({ username: holder });
    expect(await userOf(thief)).toMatchObject({ claims: { email: `${thief}@corp.test`, email_verified: true } });
    await provider.configure({
      users: [{ username: holder, password, claims: { email: `${email}.example`, email_verified: true } }],
    });
    await come(email);
    expect(await userOf(thief)).toMatchObject({ claims: { email, email_verified: true } });
  });

  it('is never verified by an address from claim_mapping (security #115)', async () => {
    const subject = fresh('mapped');
    await provider.configure({
      identity_providers: [
        { ...corp(), claim_mapping: { name: 'name', email: 'upn', email_verified: 'email_verified' } },
      ],
    });
    const own = { sub: subject, preferred_username: subject, email: 'eve@x.example', email_verified: true };
    for (const upn of [`${subject}@corp.test`, `${subject}.later@corp.test`]) {
      upstream.script = { claims: { ...own, upn } };
      await comeBack(await openSignIn(provider, { client_id: 'silent' }), upstream);
      expect(await userOf(subject)).toMatchObject({ claims: { email: upn, email_verified: false } });
    }
  });

  it.each<[string, Record<string, unknown>, object, boolean]>([
    ['another address', { email: 'own@x.example', email_verified: true }, {}, false],
    ['the same address', { email: 'Told@x.example', email_verified: true }, {}, true],
    ['no address', { email_verified: true }, {}, true],
    ['another address, which the ID token has verified', { email: 'own@x.example' }, { email_verified: true }, true],
  ])(
    'is verified by UserInfo as in the ID token, with %s there (security #115)',
    async (_, userinfo, told, verified) => {
      const subject = fresh('pair');
      const email = 'told@x.example';
      upstream.script = { claims: { sub: subject, preferred_username: subject, email, ...told }, userinfo };
      await comeBack(await openSignIn(provider, { client_id: 'silent' }), upstream);
      expect(await userOf(subject)).toMatchObject({ claims: { email, email_verified: verified } });
      await provider.context().db.user.deleteMany({ where: { username: subject } });
    },
  );

  it('is linked after its password was given, keeps its own claims, and is found from then on', async () => {
    const subject = fresh('link');
    upstream.script = claims(subject);
    const before = await userOf('alice');
    const person = await openSignIn(provider, { client_id: 'silent' });
    await comeBack(person, upstream);
    for (const [fields, problem] of [
      [{ password: 'x' }, 'missing_username'],
      [{ username: 'alice' }, 'missing_password'],
      [{ username: 'alice', password: 'wrong' }, 'invalid_credentials'],
      [{ username: 'bob', password }, 'other_account'],
    ] as const) {
      await person.answer({ decision: 'sign_in', ...fields });
      const username = 'username' in fields ? fields.username : '';
      expect(await person.federationPage()).toMatchObject({ page: 'link', problem, username });
    }
    const linked = await person.answer({ decision: 'sign_in', username: 'alice', password });
    expect(isAnswered(locationOf(linked))).toBe(true);
    expect(await userOf('alice')).toEqual(before);
    const again = await openSignIn(provider, { client_id: 'silent' });
    expect(isAnswered(locationOf(await comeBack(again, upstream)))).toBe(true);
    expect(await userOf(subject)).toBeNull();
  });

  it('records an event for each password, right or wrong (one event for every check)', async () => {
    upstream.script = claims(fresh('link'));
    const person = await openSignIn(provider, { client_id: 'silent' });
    await comeBack(person, upstream);
    for (const typed of [
      { username: 'alice', password: 'wrong' },
      { username: 'bob', password },
      { username: 'alice', password },
    ]) {
      provider.advance(1);
      await person.answer({ decision: 'sign_in', ...typed });
    }
    const types = ['sign_in.succeeded', 'sign_in.failed'];
    const told = await listEvents(provider.context().db, { types }, 3);
    expect(told.map(({ actorName, targetName, details }) => [actorName, targetName, JSON.parse(details)])).toEqual([
      ['alice', 'alice', expect.objectContaining({ idp: 'corp', via: 'link' })],
      ['bob', 'bob', { problem: 'other_account', via: 'link' }],
      [null, 'alice', { problem: 'wrong_password', via: 'link' }],
    ]);
  });

  it('is not linked by the proof of another person, or a second time (security #117)', async () => {
    upstream.script = claims(fresh('link'));
    const person = await openSignIn(provider, { client_id: 'silent' });
    await comeBack(person, upstream);
    const stranger = await openSignIn(provider);
    const page = await person.federationPage();
    if (page.page !== 'link') throw new Error(page.page);
    const proof = { ...page.form, decision: 'sign_in', username: 'alice', password, interaction: person.interaction };
    expect((await stranger.submit('federation', proof)).status).toBe(403);
    const both = await Promise.all([1, 2].map(() => person.submit('federation', proof)));
    const [winners, losers] = [true, false].map((is) => both.filter((one) => isAnswered(locationOf(one)) === is));
    expect([winners?.length, losers?.length]).toEqual([1, 1]);
    expect(String(losers?.[0]?.headers['set-cookie'])).not.toContain('__Host-signet=');
    expect([await person.submit('federation', proof)].map(locationOf)).toEqual(winners?.map(locationOf));
    expect((await person.submit('federation', { ...proof, decision: 'cancel' })).status).toBe(409);
  });

  it('is linked after the new password that an administrator requires', async () => {
    const { db } = provider.context();
    const require = (mustSetPassword: boolean) =>
      db.user.updateMany({ where: { username: 'alice' }, data: { mustSetPassword } });
    const subject = fresh('link');
    upstream.script = claims(subject);
    const person = await openSignIn(provider, { client_id: 'silent' });
    await comeBack(person, upstream);
    await require(true);
    try {
      const led = await person.answer({ decision: 'sign_in', username: 'alice', password });
      expect(new URL(locationOf(led)).pathname).toBe('/setup');
      expect(await db.userIdentity.count({ where: { subject } })).toBe(0);
      expect(person.cookies.has('__Host-signet')).toBe(false);
    } finally {
      await require(false);
    }
    const linked = await person.answer({ decision: 'sign_in', username: 'alice', password });
    expect(isAnswered(locationOf(linked))).toBe(true);
    expect(await db.userIdentity.count({ where: { subject } })).toBe(1);
  });

  describe('with an authenticator', () => {
    const key = parseTotpKey('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const vouching = () => ({ identity_providers: [{ ...corp(), acr_mapping: { gold: 2 } }] });
    const identities = (subject: string) => provider.context().db.userIdentity.count({ where: { subject } });
    const code = () => new TOTP({ secret: key ?? '' }).generate({ timestamp: provider.context().now.getTime() });
    const pathOf = (response: HttpResponse) => new URL(locationOf(response)).pathname;
    const answerFactor = async (person: FederatedPerson, typed: string) => {
      const input = { interaction: person.interaction, cookieHeader: cookieHeaderOf(person), method: 'totp' };
      const page = await readFactorPage(provider.context(), input);
      if (page.page !== 'second-factor') throw new Error(page.page);
      const fields = { interaction: person.interaction, csrf: page.form.csrf, method: 'totp', decision: 'continue' };
      return person.submit('login/factor', { ...fields, code: typed });
    };
    /** A person who has answered the link page with the right password. */
    const provePassword = async (subject: string, client = 'silent') => {
      upstream.script = claims(subject);
      upstream.script.claims = { ...upstream.script.claims, acr: 'gold', amr: ['face'] };
      const person = await openSignIn(provider, { client_id: client });
      await comeBack(person, upstream);
      const response = await person.answer({ decision: 'sign_in', username: 'alice', password });
      return { person, response };
    };

    beforeEach(async () => {
      const { db, settings, now } = provider.context();
      const sub = (await userOf('alice'))?.sub ?? '';
      if (key === null) throw new Error('no key');
      await db.session.deleteMany();
      await transaction(db, (tx) =>
        saveAuthenticator(tx, proven('person', sub), { key, step: null }, { secret: settings.secret, now }),
      );
    });
    afterEach(async () => {
      await provider.context().db.authenticator.deleteMany();
      await provider.configure({ ...configuration(), portal: { second_factor: 'optional' } });
    });

    it.each([
      ['optional', {}],
      ['off', {}],
      ['optional', vouching],
      ['off', vouching],
    ])('is linked after the second factor, too, second_factor: %s (security #183)', async (secondFactor, providers) => {
      const changes = typeof providers === 'function' ? providers() : {};
      await provider.configure({ ...configuration(), ...changes, portal: { second_factor: secondFactor } });
      const subject = fresh('factor');
      const { person, response } = await provePassword(subject);
      expect(pathOf(response)).toBe('/login/factor');
      expect([await identities(subject), person.cookies.has('__Host-signet')]).toEqual([0, false]);
      expect(pathOf(await answerFactor(person, '000000'))).toBe('/login/factor');
      expect(await identities(subject)).toBe(0);
      const done = await answerFactor(person, code());
      expect([isAnswered(locationOf(done)), await identities(subject)]).toEqual([true, 1]);
      const { idp, proofs } = await provider.context().db.session.findFirstOrThrow();
      expect([idp, amrOf(readProofs(proofs))]).toEqual(['corp', ['face', 'otp', 'mfa']]);
      const linked = await provider.context().db.auditEvent.findMany({ where: { type: 'identity.linked' } });
      expect(linked.filter(({ details }) => JSON.parse(details).subject === subject)).toHaveLength(1);
    });

    it('is linked after the new password that an administrator requires, and every factor before it', async () => {
      const { db } = provider.context();
      await db.user.updateMany({ where: { username: 'alice' }, data: { mustSetPassword: true } });
      try {
        const subject = fresh('factor');
        const { person, response } = await provePassword(subject);
        expect(pathOf(response)).toBe('/login/factor');
        expect(pathOf(await answerFactor(person, code()))).toBe('/setup');
        expect([await identities(subject), await db.session.count()]).toEqual([0, 0]);
      } finally {
        await db.user.updateMany({ where: { username: 'alice' }, data: { mustSetPassword: false } });
      }
    });

    it('is recorded as linked once, and as a sign-in at the provider from then on (security #163)', async () => {
      const subject = fresh('factor');
      const signIns = (work: () => Promise<unknown>) =>
        recordedBy(provider.context().db, { types: ['sign_in.succeeded'] }, work);
      const linking = await signIns(async () => {
        const { person } = await provePassword(subject);
        expect(isAnswered(locationOf(await answerFactor(person, code())))).toBe(true);
      });
      expect(linking.map(({ details }) => JSON.parse(details))).toMatchObject([{ idp: 'corp', via: 'link' }]);
      provider.advance(60);
      const later = await signIns(async () => {
        const again = await openSignIn(provider, { client_id: 'silent' });
        expect(pathOf(await comeBack(again, upstream))).toBe('/login/factor');
        expect(isAnswered(locationOf(await answerFactor(again, code())))).toBe(true);
      });
      expect(later.map(({ details }) => JSON.parse(details))).toMatchObject([{ idp: 'corp', via: 'provider' }]);
    });

    it('is linked once, even if password and code arrive repeatedly', async () => {
      const subject = fresh('factor');
      const { person } = await provePassword(subject);
      const again = await person.answer({ decision: 'sign_in', username: 'alice', password });
      expect([pathOf(again), await identities(subject)]).toEqual(['/login/factor', 0]);
      const both = await Promise.all([1, 2].map(() => answerFactor(person, code())));
      expect(both.filter((one) => isAnswered(locationOf(one)))).toHaveLength(1);
      expect(await identities(subject)).toBe(1);
    });

    it('is linked once in two browsers, and both continue', async () => {
      const subject = fresh('factor');
      const [one, other] = [await provePassword(subject), await provePassword(subject)];
      expect(isAnswered(locationOf(await answerFactor(one.person, code())))).toBe(true);
      followRealTime(provider);
      provider.advance(60);
      expect(isAnswered(locationOf(await answerFactor(other.person, code())))).toBe(true);
      expect(await identities(subject)).toBe(1);
    });

    it('is not linked when the identity was linked to another account before the code', async () => {
      const subject = fresh('factor');
      const { person } = await provePassword(subject);
      const bob = await userOf('bob');
      const data = { provider: 'corp', issuer: upstream.issuer, subject, sub: bob?.sub ?? '', claims: '[]' };
      const { db, now } = provider.context();
      await db.userIdentity.create({ data: { ...data, createdAt: now, lastUsedAt: now } });
      expect(pathOf(await answerFactor(person, code()))).toBe('/login');
      expect(person.cookies.has('__Host-signet')).toBe(false);
      expect(await db.userIdentity.findMany({ where: { subject }, select: { sub: true } })).toEqual([
        { sub: bob?.sub },
      ]);
    });

    it('is not linked by a normal sign-in later in the same interaction (security #117)', async () => {
      const subject = fresh('factor');
      const { person } = await provePassword(subject);
      const page = await person.realmPage();
      if (page.page !== 'realm') throw new Error(page.page);
      const fields = { interaction: person.interaction, csrf: page.form.csrf, username: 'alice', password };
      expect(pathOf(await person.submit('login', { ...fields, decision: 'sign_in' }))).toBe('/login/factor');
      expect(isAnswered(locationOf(await answerFactor(person, code())))).toBe(true);
      expect(await identities(subject)).toBe(0);
    });

    it('is not linked in place of the identity for which the password was given (security #117)', async () => {
      const [subject, other] = [fresh('factor'), fresh('factor')];
      const { person } = await provePassword(subject);
      upstream.script = claims(other);
      provider.advance(1);
      await comeBack(person, upstream);
      expect(pathOf(await answerFactor(person, code()))).toBe('/login');
      expect([await identities(subject), await identities(other)]).toEqual([0, 0]);
      expect(person.cookies.has('__Host-signet')).toBe(false);
    });

    it('is not linked after the provider was switched off, or after the time limit', async () => {
      const subject = fresh('factor');
      const { person } = await provePassword(subject);
      await provider.configure({ identity_providers: [{ ...corp(), enabled: false }] });
      expect(pathOf(await answerFactor(person, code()))).toBe('/login');
      await provider.configure(configuration());
      const late = await provePassword(subject);
      provider.advance(901);
      const fields = { interaction: late.person.interaction, csrf: '', method: 'totp', decision: 'continue' };
      expect((await late.person.submit('login/factor', { ...fields, code: code() })).status).toBeGreaterThanOrEqual(
        400,
      );
      expect(await identities(subject)).toBe(0);
    });

    it.each([
      ['disabled', { enabled: false }],
      ['replaced by another one', { client_id: 'another' }],
    ])('signs nobody in by the code after the provider was %s (security #113)', async (_, change) => {
      const { db } = provider.context();
      const subject = fresh('waiting');
      const sub = (await userOf('alice'))?.sub ?? '';
      const times = { createdAt: clock(), lastUsedAt: clock() };
      const identity = { provider: 'corp', issuer: upstream.issuer, subject, sub, claims: '[]' };
      await db.userIdentity.create({ data: { ...identity, ...times } });
      upstream.script = { claims: { sub: subject } };
      const person = await openSignIn(provider, { client_id: 'silent' });
      expect(pathOf(await comeBack(person, upstream))).toBe('/login/factor');
      const input = { interaction: person.interaction, cookieHeader: cookieHeaderOf(person), method: 'totp' };
      const page = await readFactorPage(provider.context(), input);
      if (page.page !== 'second-factor') throw new Error(page.page);
      await provider.configure({ identity_providers: [{ ...corp(), ...change }] });
      expect(await readFactorPage(provider.context(), input)).toMatchObject({ page: 'redirect' });
      const fields = { interaction: person.interaction, csrf: page.form.csrf, method: 'totp', decision: 'continue' };
      expect(pathOf(await person.submit('login/factor', { ...fields, code: code() }))).toBe('/login');
      expect(await db.session.count()).toBe(0);
    });

    it('is linked before another factor that the application requires', async () => {
      const strict = { ...fixtureClient('silent'), client_id: 'phishing-resistant', minimum_acr: 'phr' };
      await provider.configure({ ...configuration(), clients: [strict] });
      const subject = fresh('factor');
      const { person, response } = await provePassword(subject, 'phishing-resistant');
      expect([pathOf(response), await identities(subject)]).toEqual(['/login/factor', 0]);
      expect(pathOf(await answerFactor(person, code()))).toBe('/login/enrol');
      expect([await identities(subject), person.cookies.has('__Host-signet')]).toEqual([1, false]);
    });
  });

  describe('that changed during the sign-in', () => {
    const asked = async (told: object) => {
      const subject = fresh('meanwhile');
      upstream.script = { claims: { sub: subject, preferred_username: subject, ...told } };
      const person = await openSignIn(provider, { client_id: 'silent' });
      await comeBack(person, upstream);
      return { subject, person };
    };
    const give = async (subject: string, username: string) => {
      const { db, now } = provider.context();
      const sub = (await userOf(username))?.sub ?? '';
      const key = { provider: 'corp', issuer: upstream.issuer, subject };
      await db.userIdentity.create({ data: { ...key, sub, claims: '[]', createdAt: now, lastUsedAt: now } });
    };
    const linking = { decision: 'sign_in', username: 'alice', password };
    const withAddress = { email: 'alice@example.com', email_verified: true };
    const bySubject = { preferred_username: 'bob' };

    it('is that of the identity, and not the one that the password proves', async () => {
      const { subject, person } = await asked(withAddress);
      await give(subject, 'bob');
      expect(isAnswered(locationOf(await person.answer(linking)))).toBe(true);
      expect(await signInsOf('bob')).toMatchObject([{ idp: 'corp', via: 'link' }]);
    });

    it('signs nobody in when it was disabled', async () => {
      await provider.configure({ users: [{ username: 'switched-off', password, enabled: false }] });
      const { subject, person } = await asked(withAddress);
      await give(subject, 'switched-off');
      expect(await failureOf(person, await person.answer(linking))).toBe('disabled');
      expect(person.cookies.has('__Host-signet')).toBe(false);
      // The question is answered, so nothing more is asked.
      expect(locationOf(await person.answer(linking))).toContain('/login?');
    });

    it('is not created when the creation of accounts is off by then', async () => {
      const { subject, person } = await asked(bySubject);
      await provider.configure({ identity_providers: [{ ...corp(), create_users: false }] });
      const answer = await person.answer({ decision: 'continue', username: subject });
      expect(await failureOf(person, answer)).toBe('not_linked');
      expect(await userOf(subject)).toBeNull();
    });

    it('is proved first when it got the address (security #115)', async () => {
      const email = `${fresh('late')}@corp.test`;
      const { subject, person } = await asked({ ...bySubject, email, email_verified: true });
      expect(await person.federationPage()).toMatchObject({ page: 'complete' });
      await provider.configure({
        users: [{ username: email.replace('@', '.'), claims: { email, email_verified: true } }],
      });
      const answer = await person.answer({ decision: 'continue', username: subject });
      expect(await failureOf(person, answer)).toBe('response');
      expect(await userOf(subject)).toBeNull();
    });

    /** Returns from the provider with a database in which something else happens. */
    const comeBackWith = async (person: FederatedPerson, db: Database) => {
      const [path = '', query = ''] = upstream.answer(await person.choose()).split('?');
      const headers = { cookie: cookieHeaderOf(person) };
      const request = { method: 'GET', path, query, headers, body: '', clientAddress: '192.0.2.1' };
      return handleFederationCallback(request, { ...provider.context(), db });
    };

    it('gets the provider’s values, and keeps what somebody else changed at this moment', async () => {
      const subject = fresh('meanwhile');
      const signInAs = async (name: string) => {
        upstream.script = { claims: { sub: subject, preferred_username: subject, name } };
        return openSignIn(provider, { client_id: 'silent' });
      };
      await comeBack(await signInAs('Ada'), upstream);
      const { db, now } = provider.context();
      const { sub = '', claims = {} } = (await userOf(subject)) ?? {};
      const write = (own: User['claims']) =>
        transaction(db, (tx) => setClaims(tx, proven('profile', sub), { ...claims, ...own }, now));
      await write({ nickname: 'Removed' });
      const person = await signInAs('Ada L.');
      const response = await comeBackWith(
        person,
        beforeTransaction(db, () => write({ locale: 'de' })),
      );
      expect(isAnswered(locationOf(response))).toBe(true);
      expect((await userOf(subject))?.claims).toEqual({ name: 'Ada L.', locale: 'de' });
    });

    /** A person whose address the provider names, and who gives the password while something else happens. */
    const linkWhile = async (client: string, happen: (sub: string) => Promise<unknown>) => {
      const username = fresh('mover');
      const address = { email: `${username}@corp.test`, email_verified: true };
      await provider.configure({ users: [{ username, password, claims: address }] });
      const subject = fresh('meanwhile');
      upstream.script = { claims: { sub: subject, preferred_username: subject, ...address } };
      const person = await openSignIn(provider, { client_id: client });
      await comeBack(person, upstream);
      const page = await person.federationPage();
      if (page.page !== 'link') throw new Error(page.page);
      const { sub = '' } = (await userOf(username)) ?? {};
      const context = provider.context();
      const headers = {
        origin: issuer,
        'content-type': 'application/x-www-form-urlencoded',
        cookie: cookieHeaderOf(person),
      };
      const fields = { ...page.form, interaction: person.interaction, decision: 'sign_in', username, password };
      const request = { method: 'POST', path: '/federation/submit', query: '', clientAddress: '192.0.2.1', headers };
      const db = beforeTransaction(context.db, () => happen(sub));
      const response = await handleFederationSubmit({ ...request, body: encodeForm(fields) }, { ...context, db });
      return { username, response, identities: await context.db.userIdentity.count({ where: { subject } }) };
    };

    it('is linked with the address that it has by then (security #116)', async () => {
      const { db, now } = provider.context();
      const later = { email: 'moved@corp.test', email_verified: true };
      const move = (sub: string) => transaction(db, (tx) => setClaims(tx, proven('profile', sub), later, now));
      const { username, response, identities } = await linkWhile('silent', move);
      expect([isAnswered(locationOf(response)), identities]).toEqual([true, 1]);
      expect((await userOf(username))?.claims).toEqual(later);
    });

    it.each([
      ['got another password', { passwordHash: 'another' }],
      ['was disabled', { enabled: false }],
    ])('is not linked if it %s, also where a factor is still missing (security #104)', async (_, data) => {
      const strict = { ...fixtureClient('silent'), client_id: 'phishing-resistant', minimum_acr: 'phr' };
      await provider.configure({ ...configuration(), clients: [strict] });
      const { db } = provider.context();
      const { response, identities } = await linkWhile('phishing-resistant', (sub) =>
        db.user.update({ where: { sub }, data }),
      );
      expect([new URL(locationOf(response)).pathname, identities]).toEqual(['/login', 0]);
    });

    it('is not created under a name that somebody takes at this moment', async () => {
      const subject = fresh('meanwhile');
      upstream.script = { claims: { sub: subject, preferred_username: subject } };
      const person = await openSignIn(provider, { client_id: 'silent' });
      const { db } = provider.context();
      const taken = { username: subject, password };
      const response = await comeBackWith(
        person,
        beforeTransaction(db, () => provider.configure({ users: [taken] })),
      );
      expect(await failureOf(person, response)).toBe('response');
      expect(await db.userIdentity.count({ where: { subject } })).toBe(0);
    });

    it('is not created when somebody gets the address at this moment (security #115)', async () => {
      const subject = fresh('meanwhile');
      const email = `${subject}@corp.test`;
      upstream.script = { claims: { sub: subject, preferred_username: subject, email, email_verified: true } };
      const person = await openSignIn(provider, { client_id: 'silent' });
      const { db } = provider.context();
      const holder = { username: `${subject}-holder`, claims: { email, email_verified: true } };
      const response = await comeBackWith(
        person,
        beforeSecondLook(db, () => provider.configure({ users: [holder] })),
      );
      expect(await failureOf(person, response)).toBe('response');
      expect(await userOf(subject)).toBeNull();
    });

    it('leads back to the sign-in when its provider was deleted', async () => {
      const { person } = await asked(bySubject);
      const context = provider.context();
      const deleted = { ...context, snapshot: { ...context.snapshot, providers: new Map() } };
      const { interaction } = person;
      const page = await readFederationPage(deleted, { interaction, cookieHeader: cookieHeaderOf(person) });
      expect(page).toEqual({ page: 'redirect', location: `/login?interaction=${interaction}` });
    });

    it('leads back to the sign-in when its provider was switched off', async () => {
      const { subject, person } = await asked(bySubject);
      const page = await person.federationPage();
      if (page.page !== 'complete') throw new Error(page.page);
      const fields = { ...page.form, interaction: person.interaction, decision: 'continue', username: subject };
      await provider.configure({ identity_providers: [{ ...corp(), enabled: false }] });
      expect(locationOf(await person.submit('federation', fields))).toContain('/login?');
      expect(await userOf(subject)).toBeNull();
    });
  });

  it('of a disabled person is not linked (security #118)', async () => {
    await provider.configure({
      users: [{ username: 'off', password, enabled: false, claims: { email: 'off@x.org' } }],
    });
    upstream.script = { claims: { sub: fresh('off'), preferred_username: 'off2', email: 'off@x.org' } };
    const person = await openSignIn(provider);
    await comeBack(person, upstream);
    await person.answer({ decision: 'sign_in', username: 'off', password });
    expect(await person.federationPage()).toMatchObject({ page: 'link', problem: 'invalid_credentials' });
  });
});

describe('a person who may not sign in', () => {
  it('is told so when the account is disabled (security #118)', async () => {
    const subject = fresh('gone');
    upstream.script = { claims: { sub: subject, preferred_username: subject } };
    await comeBack(await openSignIn(provider, { client_id: 'silent' }), upstream);
    await provider.context().db.user.updateMany({ where: { username: subject }, data: { enabled: false } });
    const person = await openSignIn(provider, { client_id: 'silent' });
    expect(await failureOf(person, await comeBack(person, upstream))).toBe('disabled');
    expect(person.cookies.has('__Host-signet')).toBe(false);
  });

  it.each([
    ['under the tenant of the request', { acr_values: 'tenant:acme' }, '["acme"]'],
    ['under none without a tenant', {}, '"none"'],
  ])('gets a new account %s (security #118)', async (_, parameters, expected) => {
    await provider.configure({ tenants: [{ name: 'acme', display_name: 'Acme' }] });
    const subject = fresh('newcomer');
    upstream.script = { claims: { sub: subject, preferred_username: subject } };
    await comeBack(await openSignIn(provider, { client_id: 'silent', ...parameters }), upstream);
    const { db } = provider.context();
    const account = await db.user.findFirst({ where: { username: subject }, select: { tenants: true } });
    expect(account?.tenants).toBe(expected);
  });

  it('is told so when the account belongs to another tenant', async () => {
    await provider.configure({ tenants: [{ name: 'acme', display_name: 'Acme' }] });
    const subject = fresh('tenant');
    upstream.script = { claims: { sub: subject, preferred_username: subject } };
    await comeBack(await openSignIn(provider, { client_id: 'silent' }), upstream);
    await provider.context().db.user.updateMany({ where: { username: subject }, data: { tenants: '["other"]' } });
    const person = await openSignIn(provider, { client_id: 'silent', acr_values: 'tenant:acme' });
    expect(await failureOf(person, await comeBack(person, upstream))).toBe('tenant');
  });

  it.each([
    ['access_denied', 'cancelled', 403],
    ['login_required', 'cancelled', 403],
    ['temporarily_unavailable', 'unavailable', 503],
    ['server_error', 'unavailable', 503],
    ['unauthorized_client', 'misconfigured', 502],
  ])('is told so after error=%s: %s', async (error, problem, status) => {
    const person = await openSignIn(provider);
    const response = await comeBack(person, upstream, { code: undefined, error });
    expect(await failureOf(person, response)).toBe(problem);
    const page = { status, canRetry: true, hasOtherWays: true, reference: expect.stringMatching(/^\S{6,}$/) };
    expect(await person.federationPage()).toMatchObject(page);
    // Nothing happens automatically now. The other ways are on the sign-in page.
    expect(await person.loginPage()).toMatchObject({ page: 'login' });
  });

  it.each<[string, () => object[], object]>([
    ['nowhere else where it is the only way', () => [], { canRetry: true, hasOtherWays: false }],
    ['to no provider that is not shown', () => [{ button: 'hidden' }], { canRetry: true, hasOtherWays: false }],
    ['to another provider', () => [{}], { canRetry: true, hasOtherWays: true }],
    ['not back to it once it is switched off', () => [{}, { name: 'corp', enabled: false }], { canRetry: false }],
  ])('is led %s', async (_, others, page) => {
    const person = await openSignIn(provider, { client_id: 'partner' });
    await comeBack(person, upstream, { code: undefined, error: 'access_denied' });
    const added = others().map((change) => ({ ...corp(), name: 'further', ...change }));
    await provider.configure({ identity_providers: added });
    expect(await person.federationPage()).toMatchObject(page);
    await provider.configure({ identity_providers: [corp(), { ...corp(), name: 'further', enabled: false }] });
  });

  it('is counted in the sign-in metrics, as is a person who signs in', async () => {
    const count = async () => {
      const { values } = await metrics().signIns.get();
      const of = (outcome: string) => values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
      return [of('success'), of('provider_cancelled')];
    };
    const [success = 0, cancelled = 0] = await count();
    const subject = fresh('counted');
    upstream.script = { claims: { sub: subject, preferred_username: subject } };
    await comeBack(await openSignIn(provider), upstream);
    await comeBack(await openSignIn(provider), upstream, { code: undefined, error: 'access_denied' });
    expect(await count()).toEqual([success + 1, cancelled + 1]);
  });

  it('can try again after a failure, and cancel back to the application', async () => {
    const subject = fresh('again');
    const person = await openSignIn(provider, { client_id: 'silent' });
    await comeBack(person, upstream, { code: undefined, error: 'access_denied' });
    upstream.script = { claims: { sub: subject, preferred_username: subject } };
    expect(isAnswered(locationOf(await comeBack(person, upstream)))).toBe(true);
    const other = await openSignIn(provider);
    await comeBack(other, upstream, { code: undefined, error: 'access_denied' });
    expect(
      new URL(await other.choose('corp', { provider: undefined, decision: 'cancel' })).searchParams.get('error'),
    ).toBe('access_denied');
  });
});

describe('signing out (semantics §6.2)', () => {
  const signedIn = async (claims: object = {}, at = upstream, name = 'corp') => {
    const subject = fresh('out');
    at.script = { ...at.script, claims: { sub: subject, preferred_username: subject, ...claims } };
    const person = await openSignIn(provider, { client_id: 'silent' });
    await person.get(at.answer(await person.choose(name)));
    const page = await readLogoutPage(provider.context(), {
      cookieHeader: [...person.cookies].map((pair) => pair.join('=')).join('; '),
    });
    return { person, form: { csrf: page.form.csrf, decision: 'sign_out' } };
  };

  it('leads through the provider and back, with the next step sealed in the state', async () => {
    const { person, form } = await signedIn();
    const url = new URL(locationOf(await person.submit('logout', form)));
    expect(`${url.origin}${url.pathname}`).toBe(`${upstream.issuer}/logout`);
    expect(url.searchParams.get('client_id')).toBe('signet');
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${issuer}/connect/endsession/callback`);
    expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
    expect(person.cookies.has('__Host-signet')).toBe(false);
    const state = url.searchParams.get('state') ?? '';
    const back = await person.get(`/connect/endsession/callback?state=${state}`);
    const page = await person.get(locationOf(back));
    expect(page.body).toContain('data-page="logged-out"');
    expect(page.body).not.toContain('may still be signed in at');
    // In another browser it leads nowhere.
    expect((await provider.send(`/connect/endsession/callback?state=${state}`)).status).toBe(400);
  });

  it('sends no ID token that is too long for an address', async () => {
    const { person, form } = await signedIn({ padding: 'x'.repeat(4000) });
    const url = new URL(locationOf(await person.submit('logout', form)));
    expect(`${url.origin}${url.pathname}`).toBe(`${upstream.issuer}/logout`);
    expect(url.searchParams.has('id_token_hint')).toBe(false);
    expect(url.searchParams.get('client_id')).toBe('signet');
  });

  it('names the provider of the browser’s other person after the return (ux §1.7)', async () => {
    const at = await createTestProvider(
      { ...configuration(), identity_providers: [corp(), { ...corp(), name: 'hub', display_name: 'Fabrikam' }] },
      { SIGNET_OUTBOUND_ALLOW: 'localhost' },
    );
    followRealTime(at);
    const browser = createPerson(at);
    for (const name of ['corp', 'hub']) {
      at.advance(1);
      const subject = fresh('out');
      upstream.script = { claims: { sub: subject, preferred_username: subject } };
      const person = await openSignIn(at, { client_id: 'silent', prompt: 'login' }, browser);
      await person.get(upstream.answer(await person.choose(name)));
    }
    const { form } = await readLogoutPage(at.context(), { cookieHeader: cookieHeaderOf(browser) });
    const asked = { csrf: form.csrf, decision: 'sign_out_all' };
    const url = new URL(locationOf(await browser.submit('logout', asked)));
    const back = await browser.get(`/connect/endsession/callback?state=${url.searchParams.get('state')}`);
    const { body } = await browser.get(locationOf(back));
    expect(body).toMatch(/You may still be signed in at \S?Contoso/);
    expect(body).not.toContain('Fabrikam');
    await at.close();
  });

  it('does not involve the provider when the session began with a password', async () => {
    const { person, form } = await signedIn();
    await provider.context().db.session.updateMany({ data: { idp: 'local', proofs: writeProofs(byPassword.proofs) } });
    const page = await person.get(locationOf(await person.submit('logout', form)));
    expect(page.body).toContain('data-page="logged-out"');
    expect(page.body).not.toContain('Contoso');
  });

  it('names a provider that announces no sign-out (ux §1.7)', async () => {
    const plain = await startScriptedUpstream(clock);
    plain.script = { metadata: { end_session_endpoint: undefined } };
    const entry = { ...corp(), name: 'plain', display_name: 'Fabrikam', issuer: plain.issuer };
    await provider.configure({ identity_providers: [entry] });
    try {
      const { person, form } = await signedIn({}, plain, 'plain');
      expect(person.cookies.has('__Host-signet')).toBe(true);
      const page = await person.get(locationOf(await person.submit('logout', form)));
      expect(page.body).toMatch(/You may still be signed in at \S?Fabrikam/);
    } finally {
      await provider.configure({ identity_providers: [{ ...entry, enabled: false }] });
      await plain.close();
    }
  });

  it('names the provider where the person may still be signed in, if its session was cleaned up (ux §1.7)', async () => {
    const { person, form } = await signedIn();
    await provider.context().db.upstreamSession.deleteMany();
    const page = await person.get(locationOf(await person.submit('logout', form)));
    expect(page.body).toMatch(/You may still be signed in at \S?Contoso/);
  });
});
