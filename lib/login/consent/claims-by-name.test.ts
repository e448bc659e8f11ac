import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { fixtureClient, fixtures, redeem, refresh, userinfo } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { bodyOf, createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { readConsentPage } from './read';

let provider: TestProvider;
let person: Person;
beforeEach(async () => {
  provider = await createTestProvider(fixtures);
  person = createPerson(provider);
});
afterEach(() => provider.close());

const email = JSON.stringify({ id_token: { email: null }, userinfo: { email: null } });
const web = fixtureClient('web');

/** Sends a request as `web`, signs alice in and stops at the consent page. */
async function ask(overrides: FormFields) {
  const { path, verifier } = authorizeRequest({ claims: email, ...overrides });
  const response = await person.get(path);
  const consent = locationOf(response).includes('/login?') ? await person.signIn(response) : response;
  return { consent, verifier };
}

async function pageOf(consent: Awaited<ReturnType<Person['get']>>) {
  const page = await readConsentPage(provider.context(), {
    interaction: new URL(locationOf(consent)).searchParams.get('interaction'),
    cookieHeader: [...person.cookies].map((pair) => pair.join('=')).join('; '),
  });
  if (page.page !== 'consent') throw new Error(`expected the consent page, found ${page.page}`);
  return page;
}

/** Answers the consent page. @returns the tokens */
async function tokensOf({ consent, verifier }: Awaited<ReturnType<typeof ask>>, answer: FormFields) {
  const { code = '' } = answerOf(await person.allow(consent, answer));
  return bodyOf(await redeem(provider, { code, verifier }));
}

async function emailIn(tokens: Record<string, unknown>): Promise<string[]> {
  const known = bodyOf(await userinfo(provider, tokens.access_token));
  const places = [
    Object.hasOwn(decodeJwt(String(tokens.id_token)), 'email') && 'ID token',
    Object.hasOwn(known, 'email') && 'UserInfo',
  ];
  return places.filter((place) => place !== false);
}

const everywhere = ['ID token', 'UserInfo'];

describe('a claim requested by name together with its scope (security #51)', () => {
  it.each([
    ['ticked', ['openid', 'profile', 'email'], everywhere],
    ['cleared', ['openid', 'profile'], []],
  ])('follows the checkbox of the scope: %s', async (_, scope, expected) => {
    const asked = await ask({ scope: 'openid profile email' });
    expect((await pageOf(asked.consent)).claims).toEqual([]);
    expect(await emailIn(await tokensOf(asked, { scope, claim: 'email' }))).toEqual(expected);
  });

  it('in a hybrid response as well', async () => {
    const hybrid = {
      ...web,
      client_id: 'hybrid',
      grant_types: ['authorization_code', 'implicit'],
      response_types: ['code id_token'],
    };
    await provider.configure({ clients: [hybrid] });
    const parameters = { client_id: 'hybrid', response_type: 'code id_token', scope: 'openid profile email' };
    const { consent } = await ask(parameters);
    const response = await person.allow(consent, { scope: ['openid', 'profile'] });
    const token = new URLSearchParams(new URL(locationOf(response)).hash.slice(1)).get('id_token') ?? '';
    expect(decodeJwt(token)).not.toHaveProperty('email');
  });
});

describe('a claim requested by name without its scope (security #51)', () => {
  it('has its own checkbox under the first scope of the client that covers it', async () => {
    await provider.configure({
      scopes: [{ name: 'contact', type: 'identity', display_name: 'Contact', claims: ['email', 'phone_number'] }],
      clients: [{ ...web, scope: 'openid profile contact email offline_access orders' }],
    });
    const { consent } = await ask({
      scope: 'openid',
      claims: '{"userinfo":{"email":null,"name":null,"picture":null}}',
    });
    const { claims } = await pageOf(consent);
    expect(claims.map(({ scope, claims }) => [scope.name, claims])).toEqual([
      ['contact', [{ claim: 'email', values: ['alice@example.com'] }]],
      [
        'profile',
        [
          { claim: 'name', values: ['Alice Smith'] },
          { claim: 'picture', values: [] },
        ],
      ],
    ]);
  });

  it.each([
    ['ticked', { claim: 'email' }, everywhere],
    ['cleared', { claim: [] }, []],
  ])('follows its own checkbox: %s', async (_, answer, expected) => {
    const asked = await ask({ scope: 'openid' });
    expect(await emailIn(await tokensOf(asked, { scope: 'openid', ...answer }))).toEqual(expected);
  });

  it.each([
    ['with the claims that were allowed', { claims: email }, { scope: ['openid'], claims: ['email'] }],
    ['without claims when none were requested', { claims: undefined }, { scope: ['openid'] }],
  ])('is in the audit log %s', async (_, asked, details) => {
    await tokensOf(await ask({ scope: 'openid', ...asked }), {});
    const [event] = await listEvents(provider.context().db, { types: ['consent.granted'] }, 2);
    expect(JSON.parse(event?.details ?? '')).toEqual(details);
  });

  it('does not appear when no scope of the client covers it', async () => {
    await provider.configure({ clients: [{ ...web, scope: 'openid profile' }] });
    const asked = await ask({ scope: 'openid' });
    expect((await pageOf(asked.consent)).claims).toEqual([]);
    expect(await emailIn(await tokensOf(asked, { scope: 'openid', claim: 'email' }))).toEqual([]);
  });

  it('cannot be gained by posting the checkbox of a claim that was not requested', async () => {
    const asked = await ask({ scope: 'openid', claims: undefined });
    expect(await emailIn(await tokensOf(asked, { scope: 'openid', claim: 'email' }))).toEqual([]);
  });
});

describe('a claim requested by name depends on its scope', () => {
  const withoutEmail = { clients: [{ ...web, scope: 'openid profile offline_access orders' }] };

  it.each([
    ['beside it', 'openid email offline_access'],
    ['alone', 'openid offline_access'],
  ])('%s: UserInfo and the next ID token omit it at once', async (_, scope) => {
    const tokens = await tokensOf(await ask({ scope }), {});
    expect(await emailIn(tokens)).toEqual(everywhere);
    await provider.configure(withoutEmail);
    expect(await emailIn(tokens)).toEqual(['ID token']);
    expect(await emailIn(bodyOf(await refresh(provider, tokens.refresh_token)))).toEqual([]);
  });

  it('also between the sign-in and the redemption of the code', async () => {
    const { consent, verifier } = await ask({ scope: 'openid profile' });
    const { code = '' } = answerOf(await person.allow(consent));
    await provider.configure(withoutEmail);
    expect(await emailIn(bodyOf(await redeem(provider, { code, verifier })))).toEqual([]);
  });

  it('and a token without the scope that was granted does not give it', async () => {
    const tokens = await tokensOf(await ask({ scope: 'openid email offline_access' }), {});
    const narrowed = bodyOf(await refresh(provider, tokens.refresh_token, { scope: 'openid' }));
    expect(await emailIn(narrowed)).toEqual([]);
  });
});

describe('a remembered consent (semantics §1.11)', () => {
  const silently = async (overrides: FormFields) =>
    answerOf(await person.get(authorizeRequest({ claims: email, prompt: 'none', ...overrides }).path));

  it.each([
    ['covers the claims that were allowed by name', { scope: 'openid' }, { claim: 'email' }, {}, undefined],
    ['not those that were cleared', { scope: 'openid' }, { claim: [] }, {}, 'consent_required'],
    ['covers the claims of a scope', { scope: 'openid email' }, {}, { scope: 'openid' }, undefined],
    [
      'not the scope of a claim',
      { scope: 'openid' },
      { claim: 'email' },
      { scope: 'openid email' },
      'consent_required',
    ],
    [
      'not other claims',
      { scope: 'openid' },
      { claim: 'email' },
      { claims: '{"userinfo":{"name":null}}' },
      'consent_required',
    ],
  ])('%s', async (_, asked, answer, again, expected) => {
    const { consent } = await ask(asked);
    await person.allow(consent, { ...answer, remember_consent: 'true' });
    expect((await silently({ ...asked, ...again })).error).toBe(expected);
  });

  it('shows earlier scopes as allowed only when a claim is new', async () => {
    const first = await ask({ scope: 'openid', claims: undefined });
    await person.allow(first.consent, { remember_consent: 'true' });
    const shown = async (overrides: FormFields) => {
      const { allowed } = await pageOf((await ask({ scope: 'openid', prompt: 'consent', ...overrides })).consent);
      return [...allowed];
    };
    expect(await shown({ claims: undefined })).toEqual([]);
    expect(await shown({})).toEqual(['openid']);
    await person.allow((await ask({ scope: 'openid', prompt: 'consent' })).consent, { remember_consent: 'true' });
    expect(await shown({})).toEqual([]);
  });

  it('covers its claims', async () => {
    const { consent } = await ask({ scope: 'openid' });
    await person.allow(consent, { remember_consent: 'true' });
    const { path, verifier } = authorizeRequest({ claims: email, prompt: 'none', scope: 'openid' });
    const { code = '' } = answerOf(await person.get(path));
    expect(await emailIn(bodyOf(await redeem(provider, { code, verifier })))).toEqual(everywhere);
  });
});
