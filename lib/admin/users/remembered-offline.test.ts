import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { actAs, subOf } from '#lib/testing/administrator';
import { fixtureClient, fixtures, redeem, refresh } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person, password } from '#lib/testing/person';
import { bodyOf, createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { revokeApp } from './change-account';

const scope = 'openid profile offline_access';
const remember = { remember_consent: 'true' };
const people = [...fixtures.users, { username: 'root', password, admin: 'owner' }];

let provider: TestProvider;
let person: Person;

beforeEach(async () => {
  provider = await createTestProvider({ ...fixtures, users: people });
  person = createPerson(provider);
});
afterEach(() => provider.close());

const ask = (overrides: FormFields = {}) => person.get(authorizeRequest({ scope, ...overrides }).path);
const answerPage = (fields: FormFields) => ask({ prompt: 'consent' }).then((page) => person.allow(page, fields));

/** The first sign-in with its consent page. It allows everything unless `fields` says otherwise. */
async function allowOnce(fields: FormFields = remember, overrides: FormFields = {}) {
  return person.allow(await person.signIn(await ask(overrides)), fields);
}

const isAsked = async (overrides: FormFields = {}) => locationOf(await ask(overrides)).includes('/consent?');

describe('offline_access in a remembered consent (OpenID Connect Core §11, decision 016)', () => {
  it('gives a refresh token without a page, even with prompt=none', async () => {
    await allowOnce();
    for (const prompt of [undefined, 'none']) {
      const { path, verifier } = authorizeRequest({ scope, prompt });
      const { code = '' } = answerOf(await person.get(path));
      const tokens = bodyOf(await redeem(provider, { code, verifier }));
      expect(tokens).toMatchObject({ scope });
      expect((await refresh(provider, tokens.refresh_token)).status).toBe(200);
    }
  });

  it('applies to the same person in another browser', async () => {
    await allowOnce();
    person = createPerson(provider);
    expect(answerOf(await person.signIn(await ask()))).toHaveProperty('code');
  });

  it('does not apply to another person', async () => {
    await allowOnce();
    person = createPerson(provider);
    expect(locationOf(await person.signIn(await ask(), 'bob'))).toContain('/consent?');
  });

  it.each<[string, FormFields, FormFields]>([
    ['it was not part of the request', remember, { scope: 'openid profile' }],
    ['it was left out', { ...remember, scope: ['openid', 'profile'] }, {}],
    ['the decision was not to be remembered', {}, {}],
  ])('asks if %s', async (_, fields, overrides) => {
    await allowOnce(fields, overrides);
    expect(await isAsked()).toBe(true);
    expect(answerOf(await ask({ prompt: 'none' })).error).toBe('consent_required');
  });

  it('asks for an additional scope', async () => {
    await allowOnce();
    expect(await isAsked({ scope: `${scope} orders` })).toBe(true);
    expect(await isAsked({ scope: 'openid offline_access' })).toBe(false);
  });

  it('asks with prompt=consent', async () => {
    await allowOnce();
    expect(await isAsked({ prompt: 'consent' })).toBe(true);
  });

  it.each<[string, FormFields]>([
    ['leaves the scope out of a later decision', { ...remember, scope: ['openid', 'profile'] }],
    ['does not let a later decision be remembered', {}],
  ])('asks again after the person %s', async (_, fields) => {
    await allowOnce();
    await answerPage(fields);
    expect(await isAsked()).toBe(true);
  });

  it('keeps the remembered decision when the person denies a later request', async () => {
    await allowOnce();
    expect(answerOf(await answerPage({ decision: 'deny' })).error).toBe('access_denied');
    expect(await isAsked()).toBe(false);
  });

  it('asks again after an administrator revoked the access', async () => {
    await allowOnce();
    const sub = await subOf(provider, 'alice');
    await revokeApp(await actAs(provider, 'root'), sub, 'web');
    expect(await isAsked()).toBe(true);
  });

  it('asks again after the time set by the client', async () => {
    await provider.configure({ clients: [{ ...fixtureClient('web'), consent_lifetime_seconds: 3600 }] });
    await allowOnce();
    provider.advance(3599);
    expect(await isAsked()).toBe(false);
    provider.advance(1);
    expect(await isAsked()).toBe(true);
  });

  it('asks again when the client may no longer remember', async () => {
    await allowOnce();
    await provider.configure({ clients: [{ ...fixtureClient('web'), allow_remember_consent: false }] });
    expect(await isAsked()).toBe(true);
  });

  it('is refused while the scope is not allowed for the client', async () => {
    await allowOnce();
    await provider.configure({ clients: [{ ...fixtureClient('web'), scope: 'openid profile' }] });
    expect(answerOf(await ask()).error).toBe('invalid_scope');
  });

  it('asks each time for a native client without a secret (decision 016)', async () => {
    const native = { client_id: 'native', redirect_uri: 'http://127.0.0.1/cb' };
    await allowOnce(remember, native);
    expect(await isAsked(native)).toBe(true);
  });
});
