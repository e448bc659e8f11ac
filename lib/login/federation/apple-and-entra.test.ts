import { generateKeyPairSync, randomInt, randomUUID } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cookieHeaderOf } from '#lib/testing/device';
import { comeBack, type FederatedPerson, failureOf, followRealTime, openSignIn } from '#lib/testing/federated-person';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, locationOf, password } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { type ScriptedUpstream, startScriptedUpstream } from '#lib/testing/scripted-upstream';
import { hasUsableIdentity } from '#lib/users/identity-store';
import { findUserByUsername } from '#lib/users/user-store';
import { acrOfLevel } from '#lib/vocabulary/acr-levels';
import { readEnrolPage } from '../enrol/read';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const team = `T${randomInt(1e8, 1e9)}`;
const keyId = `K${randomInt(1e8, 1e9)}`;
const [tenant, sister, otherTenant] = [randomUUID(), randomUUID(), randomUUID()];
const silent = { client_id: 'silent' };

let apple: ScriptedUpstream;
let entra: ScriptedUpstream;
let provider: TestProvider;
const clock = () => provider.context().now;
const base = { type: 'oidc', client_id: 'com.example.signet' };
const corp = () => ({
  ...base,
  name: 'corp',
  display_name: 'Microsoft',
  issuer: entra.issuer,
  client_secret: 'a secret of Entra',
  token_endpoint_auth_method: 'client_secret_post',
  allowed_tenants: [tenant.toUpperCase(), sister],
});

beforeAll(async () => {
  apple = await startScriptedUpstream(clock);
  entra = await startScriptedUpstream(clock);
  const identity_providers = [
    {
      ...base,
      name: 'apple',
      display_name: 'Apple',
      issuer: apple.issuer,
      scope: 'openid name email',
      response_mode: 'form_post',
      team_id: team,
      key_id: keyId,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      claim_mapping: { name: 'name', given_name: 'given_name', email: 'email' },
    },
    {
      ...base,
      name: 'forms',
      display_name: 'Forms',
      issuer: apple.issuer,
      client_secret: 'a secret of the other',
      response_mode: 'form_post',
      claim_mapping: { name: 'name' },
    },
    corp(),
  ];
  provider = await createTestProvider({ ...fixtures, identity_providers }, { SIGNET_OUTBOUND_ALLOW: 'localhost' });
});
beforeEach(async () => {
  followRealTime(provider);
  await provider.configure({ identity_providers: [corp()] });
  apple.script = { metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] } };
  // As Microsoft Entra ID describes /common and /organizations; it is read once.
  entra.script = { metadata: { issuer: `${entra.issuer}/{tenantid}/v2.0`, end_session_endpoint: null } };
});
afterAll(async () => {
  await provider.close();
  await Promise.all([apple.close(), entra.close()]);
});

let number = 0;
const isAnswered = (location: string) => new URL(location).searchParams.has('code');
const fresh = () => {
  number += 1;
  return `person-${number}`;
};
const userOf = (name: string) => findUserByUsername(provider.context().db, name);

/** The form that Apple makes the browser post, with none of our cookies. */
async function post(person: FederatedPerson, changes: Record<string, string | undefined> = {}) {
  const [path = '', body = ''] = apple.answer(await person.choose('apple'), changes).split('?');
  return { path, body, answer: await postForm(path, body) };
}

function postForm(path: string, body: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://appleid.apple.com' };
  return provider.send(path, { method: 'POST', body, headers });
}

/** Follows the answer, now with cookies, as a browser does. */
function follow(person: FederatedPerson, location: string) {
  const { pathname, search } = new URL(location);
  return person.get(`${pathname}${search}`);
}

describe('Sign in with Apple (OAuth 2.0 Form Post Response Mode §2)', () => {
  it('asks for form_post, and signs its client secret with the key of the team', async () => {
    const name = fresh();
    apple.script = {
      ...apple.script,
      claims: { sub: name, preferred_username: name, email: `${name}@x.example`, email_verified: 'true' },
    };
    const person = await openSignIn(provider, silent);
    const asked = new URL(await person.choose('apple')).searchParams;
    expect(asked.get('response_mode')).toBe('form_post');
    expect(asked.get('scope')).toBe('openid name email');
    const { answer } = await post(person);
    expect(isAnswered(locationOf(await follow(person, locationOf(answer))))).toBe(true);
    const secret = apple.lastToken.form.get('client_secret') ?? '';
    const options = { audience: apple.issuer, issuer: team, subject: 'com.example.signet', currentDate: clock() };
    const { payload } = await jwtVerify(secret, publicKey, options);
    expect(decodeProtectedHeader(secret)).toMatchObject({ alg: 'ES256', kid: keyId });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    expect((await userOf(name))?.claims).toMatchObject({ email: `${name}@x.example`, email_verified: true });
  });

  it('takes the name from the first form, and keeps it when it does not come again', async () => {
    const name = fresh();
    apple.script = { ...apple.script, claims: { sub: name, preferred_username: name } };
    const user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' }, email: 'mallory@x.example' });
    const first = await openSignIn(provider, silent);
    await follow(first, locationOf((await post(first, { user })).answer));
    const claims = { name: 'Ada Lovelace', given_name: 'Ada' };
    // Nobody signed the form, so its address is nobody's.
    expect((await userOf(name))?.claims).toEqual(claims);
    const again = await openSignIn(provider, silent);
    await follow(again, locationOf((await post(again)).answer));
    expect((await userOf(name))?.claims).toEqual(claims);
  });

  it.each([
    '',
    'no JSON',
    '[]',
    '{"name":7}',
    '{"name":{"firstName":["x"]}}',
    `{"name":{"firstName":"${'x'.repeat(101)}"}}`,
  ])('ignores a name that is none: %.30s', async (user) => {
    const name = fresh();
    apple.script = { ...apple.script, claims: { sub: name, preferred_username: name } };
    const person = await openSignIn(provider, silent);
    await follow(person, locationOf((await post(person, { user })).answer));
    expect((await userOf(name))?.claims).toEqual({});
  });

  it('shows nothing of the answer in an address, and signs nobody in by the form alone', async () => {
    const name = fresh();
    apple.script = { ...apple.script, claims: { sub: name, preferred_username: name } };
    const person = await openSignIn(provider, silent);
    const { answer, body } = await post(person, { user: '{"name":{"firstName":"Ada"}}' });
    expect(answer.status).toBe(303);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const code = new URLSearchParams(body).get('code') ?? 'no code';
    expect(locationOf(answer)).not.toContain(code);
    expect(decodeURIComponent(locationOf(answer))).not.toContain('Ada');
    const thief = await openSignIn(provider, silent);
    expect((await follow(thief, locationOf(answer))).status).toBe(403);
    expect(await userOf(name)).toBeNull();
    expect(isAnswered(locationOf(await follow(person, locationOf(answer))))).toBe(true);
    // Once (security #112).
    expect((await follow(person, locationOf(answer))).status).toBe(400);
  });

  it('cannot be given the answer of another sign-in, provider or maker', async () => {
    const [mine, theirs] = [await openSignIn(provider, silent), await openSignIn(provider, silent)];
    const [one, other] = [await post(mine), await post(theirs)].map(({ answer }) => new URL(locationOf(answer)));
    const mixed = new URL(one?.href ?? '');
    mixed.searchParams.set('answer', other?.searchParams.get('answer') ?? '');
    expect((await follow(mine, mixed.href)).status).toBe(400);
    mixed.searchParams.set('answer', 'v2.x.AAAA');
    expect((await follow(mine, mixed.href)).status).toBe(400);
    const elsewhere = one?.href.replace('/federation/apple/', '/federation/corp/') ?? '';
    expect((await follow(mine, elsewhere)).status).toBe(400);
    // None of them used up the state.
    expect(locationOf(await follow(mine, one?.href ?? ''))).toBeTruthy();
  });

  it('takes an answer of the greatest length that goes on as an address of 8000 characters (RFC 9110 §4.1)', async () => {
    const name = fresh();
    apple.script = { ...apple.script, claims: { sub: name, preferred_username: name } };
    const person = await openSignIn(provider, silent);
    const [path = '', body = ''] = apple.answer(await person.choose('apple')).split('?');
    const answer = await postForm(path, `${body}&user=${'x'.repeat(5000 - body.length - 6)}`);
    expect(locationOf(answer).length).toBeLessThan(8000);
    expect(isAnswered(locationOf(await follow(person, locationOf(answer))))).toBe(true);
  });

  it('shows the person who canceled there the way on', async () => {
    const person = await openSignIn(provider, silent);
    const { answer } = await post(person, { code: undefined, error: 'user_cancelled_authorize' });
    expect(await failureOf(person, await follow(person, locationOf(answer)))).toBe('cancelled');
  });

  it('takes a name beside the code from Apple alone', async () => {
    const name = fresh();
    apple.script = { ...apple.script, claims: { sub: name, preferred_username: name } };
    const person = await openSignIn(provider, silent);
    const user = JSON.stringify({ name: { firstName: 'Somebody', lastName: 'Else' } });
    const [path = '', body = ''] = apple.answer(await person.choose('forms'), { user }).split('?');
    await follow(person, locationOf(await postForm(path, body)));
    expect((await userOf(name))?.claims).toEqual({});
  });

  it('takes a form from no provider that was not asked for one', async () => {
    const person = await openSignIn(provider, silent);
    const [path = '', body = ''] = entra.answer(await person.choose()).split('?');
    expect((await postForm(path, body)).status).toBe(400);
    expect((await postForm('/federation/nobody/callback', body)).status).toBe(400);
    expect((await postForm('/federation/apple/callback', '')).status).toBe(400);
    expect((await postForm('/federation/apple/callback', `state=a&state=b`)).status).toBe(400);
    expect((await postForm('/federation/apple/callback', `state=a&user=${'x'.repeat(5000)}`)).status).toBe(400);
    expect((await postForm('/federation/apple/callback', `state=${'a'.repeat(101)}`)).status).toBe(400);
  });
});

describe('an issuer that tenants share (OpenID Connect Core §3.1.3.7)', () => {
  const pattern = () => `${entra.issuer}/{tenantid}/v2.0`;
  const of = (tid: string) => pattern().replace('{tenantid}', tid);
  const arrive = async (claims: Record<string, unknown>) => {
    const name = fresh();
    entra.script = { ...entra.script, claims: { sub: name, preferred_username: name, ...claims } };
    const person = await openSignIn(provider, silent);
    return { name, person, response: await comeBack(person, entra) };
  };

  it('lets people of the allowed tenant in, and keeps tenants apart in the identity', async () => {
    const { name, response } = await arrive({ iss: of(tenant), tid: tenant });
    expect(isAnswered(locationOf(response))).toBe(true);
    const user = await userOf(name);
    const identities = await provider.context().db.userIdentity.findMany({ where: { sub: user?.sub ?? '' } });
    expect(identities).toMatchObject([{ issuer: of(tenant), subject: name }]);
    expect(entra.lastToken.form.get('client_secret')).toBe('a secret of Entra');
  });

  it('counts such an identity as a way to sign in, as long as its tenant is allowed', async () => {
    const { name } = await arrive({ iss: of(sister), tid: sister });
    const { db, snapshot } = provider.context();
    const { sub = '' } = (await userOf(name)) ?? {};
    expect(await hasUsableIdentity(db, sub, snapshot.providers)).toBe(true);
    const corp = snapshot.providers.get('corp');
    if (corp === undefined) throw new Error('the provider is configured');
    for (const change of [{ allowedTenants: [tenant] }, { issuer: 'https://login.test/common' }, { enabled: false }]) {
      expect(await hasUsableIdentity(db, sub, new Map([['corp', { ...corp, ...change }]]))).toBe(false);
    }
  });

  it.each(['complete', 'link'] as const)(
    'signs nobody in who waits on the page %s while their tenant is shut out (security #209)',
    async (page) => {
      const { db } = provider.context();
      const email = page === 'link' ? { email: 'alice@example.com', email_verified: true } : {};
      const { name, person } = await arrive({ iss: of(sister), tid: sister, preferred_username: 'alice', ...email });
      expect(await person.federationPage()).toMatchObject({ page });
      const users = await db.user.count();
      await provider.configure({ identity_providers: [{ ...corp(), allowed_tenants: [tenant] }] });
      expect(await person.federationPage()).toMatchObject({ page: 'redirect' });
      const answered = await person.answer(
        page === 'link'
          ? { decision: 'sign_in', username: 'alice', password }
          : { decision: 'continue', username: `${name}-new` },
      );
      expect(new URL(locationOf(answered)).pathname).toBe('/login');
      expect([await db.user.count(), await db.userIdentity.count({ where: { subject: name } })]).toEqual([users, 0]);
    },
  );

  it('goes on with nobody whose tenant is shut out before the second factor (security #209)', async () => {
    const name = fresh();
    const claims = { sub: name, preferred_username: name, iss: of(sister), tid: sister };
    entra.script = { ...entra.script, claims: { ...claims, auth_time: Math.floor(clock().getTime() / 1000) } };
    const strict = { ...fixtureClient('silent'), client_id: 'strict', minimum_acr: acrOfLevel[2] };
    await provider.configure({ clients: [strict] });
    const person = await openSignIn(provider, { client_id: 'strict' });
    expect(new URL(locationOf(await comeBack(person, entra))).pathname).toBe('/login/enrol');
    const { interaction } = person;
    const read = () =>
      readEnrolPage(provider.context(), {
        ...{ interaction, cookieHeader: cookieHeaderOf(person), factor: 'totp', setup: null },
      });
    expect(await read()).toMatchObject({ page: 'enrol' });
    await provider.configure({ identity_providers: [{ ...corp(), allowed_tenants: [tenant] }] });
    expect(await read()).toEqual({ page: 'redirect', location: `/login?interaction=${interaction}` });
  });

  it('lets a key sign only for the issuer that is published with it', async () => {
    const keysOf = (issuer: unknown) => ({
      '/jwks': (response: { end: (body: string) => void }) =>
        response.end(JSON.stringify({ keys: [{ ...entra.publicKey(), issuer }] })),
    });
    for (const [issuer, isTaken] of [
      [pattern(), true],
      [of(tenant), true],
      [of(sister), false],
      [of(otherTenant), false],
    ] as const) {
      provider.advance(3600);
      entra.script = { ...entra.script, answers: keysOf(issuer) };
      const { person, response } = await arrive({ iss: of(tenant), tid: tenant });
      if (isTaken) expect(isAnswered(locationOf(response)), issuer).toBe(true);
      else expect(await failureOf(person, response), issuer).toBe('response');
    }
    provider.advance(3600);
  });

  it.each<[string, () => Record<string, unknown>]>([
    ['another tenant', () => ({ iss: of(otherTenant), tid: otherTenant })],
    ['another tenant under the issuer of the allowed one', () => ({ iss: of(tenant), tid: otherTenant })],
    ['the allowed tenant under the issuer of another', () => ({ iss: of(otherTenant), tid: tenant })],
    ['no tenant', () => ({ iss: of(tenant) })],
    ['the pattern as its issuer', () => ({ iss: pattern(), tid: '{tenantid}' })],
    ['the configured issuer', () => ({ iss: entra.issuer, tid: tenant })],
    ['a list of tenants', () => ({ iss: of(tenant), tid: [tenant] })],
  ])('refuses a token of %s', async (_, claims) => {
    const { name, person, response } = await arrive(claims());
    expect(await failureOf(person, response)).toBe('response');
    expect(await userOf(name)).toBeNull();
  });
});

describe('a logout token of tenants that share an issuer (Back-Channel Logout §2.6)', () => {
  it.each([
    [tenant, 200],
    [otherTenant, 400],
    ['{tenantid}', 400],
  ])('of the tenant %s: %d', async (tid, status) => {
    expect((await send(tid, 'somebody')).status).toBe(status);
  });

  it('ends the sessions of the person of that tenant, and of no other', async () => {
    const sub = fresh();
    const signIn = async (tid: string) => {
      const iss = `${entra.issuer}/${tid}/v2.0`;
      entra.script = { ...entra.script, claims: { sub, preferred_username: fresh(), iss, tid } };
      const person = await openSignIn(provider, silent);
      await comeBack(person, entra);
      return async () => isAnswered(locationOf(await person.get(authorizeRequest({ ...silent, prompt: 'none' }).path)));
    };
    const [ours, theirs] = [await signIn(tenant), await signIn(sister)];
    expect([await ours(), await theirs()]).toEqual([true, true]);
    expect((await send(tenant, sub)).status).toBe(200);
    expect([await ours(), await theirs()]).toEqual([false, true]);
  });

  async function send(tid: string, sub: string) {
    const iat = Math.floor(clock().getTime() / 1000);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const iss = `${entra.issuer}/${tid}/v2.0`;
    const own = { iss, aud: 'com.example.signet', iat, exp: iat + 60, jti: randomUUID(), sub, events };
    const logout_token = await entra.sign(own, { typ: 'logout+jwt' });
    return provider.post('/federation/corp/backchannel-logout', { logout_token });
  }
});

describe('what a provider sends besides what we use', () => {
  const arrive = async () => {
    const name = fresh();
    const iss = `${entra.issuer}/${tenant}/v2.0`;
    entra.script = { ...entra.script, claims: { sub: name, preferred_username: name, iss, tid: tenant } };
    const person = await openSignIn(provider, silent);
    return isAnswered(locationOf(await comeBack(person, entra)));
  };

  it.each([
    { scope: ['openid', 'email'] },
    { refresh_token: null },
    { expires_in: null },
    { expires_in: '3600' },
    { token_type: 'bearer' },
    { scope: null, session: { odd: true } },
  ])('does not matter in a token response: %j', async (token) => {
    entra.script = { ...entra.script, token };
    expect(await arrive()).toBe(true);
  });

  it('a parameter of ours in a query does not matter (RFC 6749 §4.1.2)', async () => {
    const name = fresh();
    const iss = `${entra.issuer}/${tenant}/v2.0`;
    entra.script = { ...entra.script, claims: { sub: name, preferred_username: name, iss, tid: tenant } };
    const person = await openSignIn(provider, silent);
    const path = entra.answer(await person.choose('corp'), { answer: 'yes' });
    expect(isAnswered(locationOf(await person.get(path)))).toBe(true);
  });

  it('a key that changed under the same kid is fetched again at once', async () => {
    expect(await arrive()).toBe(true);
    provider.advance(60);
    await entra.rotateKey('same kid');
    expect(await arrive()).toBe(true);
  });

  it('a key with a kid that is a number does not spoil the others (RFC 7517 §5)', async () => {
    provider.advance(3600);
    const answers = {
      '/jwks': (response: { end: (body: string) => void }) =>
        response.end(JSON.stringify({ keys: [{ ...entra.publicKey(), kid: 7 }, entra.publicKey()] })),
    };
    entra.script = { ...entra.script, answers };
    expect(await arrive()).toBe(true);
  });
});
