import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdentityProvider } from '#lib/providers/provider';
import { openSignIn } from '#lib/testing/federated-person';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import type { OpenInteraction } from '../load-interaction';
import { shortList, toProviderView, wholeList } from './read';

let provider: TestProvider;
beforeAll(async () => {
  const entry = (name: string, changes: object = {}) => ({
    name,
    display_name: `Université ${name}`,
    type: 'oidc',
    issuer: `https://${name}.example`,
    client_id: 'signet',
    domains: [`${name}.example`],
    ...changes,
  });
  provider = await createTestProvider({
    ...fixtures,
    clients: [
      { ...fixtureClient('silent') },
      { ...fixtureClient('silent'), client_id: 'few', identity_providers: { allow: ['corp', 'one'] } },
    ],
    identity_providers: [
      entry('corp', { display_name: 'CORP' }),
      ...['one', 'two', 'three', 'four', 'five', 'six'].map((name) => entry(name)),
      entry('partner', { button: 'domain' }),
    ],
  });
});
afterAll(() => provider.close());

describe('many providers (ux §1.3.8)', () => {
  const open = (overrides: Record<string, string> = {}) =>
    openSignIn(provider, { client_id: 'silent', prompt: 'select_account', ...overrides });
  const names = (faces: readonly { readonly name: string }[]) => faces.map(({ name }) => name);
  const beside = (shown: object[], more: object = {}) => {
    const providers = shown.map((one) => expect.objectContaining(one));
    const part = expect.objectContaining({ method: 'provider', providers, ...more });
    return { parts: expect.arrayContaining([part]) };
  };
  const seeRealm = async (person: Awaited<ReturnType<typeof open>>, search?: string) => {
    const page = await person.realmPage(search);
    if (page.page !== 'realm') throw new Error(page.page);
    return { own: names(page.own), others: names(page.providers), search: page.search };
  };

  it('shows next to the password only likely ones, and a link to all', async () => {
    const person = await open();
    expect(await person.loginPage()).toMatchObject(beside([], { hasMore: true }));
    person.cookies.set('__Host-signet-provider', 'three');
    expect(await person.loginPage()).toMatchObject(beside([{ name: 'three', lastUsed: true }]));
    const hinted = await open({ login_hint: 'ada@two.example' });
    expect(await hinted.loginPage()).toMatchObject(beside([{ name: 'two' }]));
    hinted.cookies.set('__Host-signet-provider', 'three');
    expect(await hinted.loginPage()).toMatchObject(beside([{ name: 'three' }, { name: 'two' }]));
  });

  it('lists the last used one first, and the person’s own organization separately', async () => {
    const person = await open({ login_hint: 'ada@two.example' });
    person.cookies.set('__Host-signet-provider', 'five');
    expect(await seeRealm(person)).toEqual({
      own: ['two'],
      others: ['five', 'corp', 'one', 'three', 'four', 'six'],
      search: '',
    });
  });

  it.each([
    ['UNIVERSITE F', ['four', 'five']],
    ['  corp ', ['corp']],
    ['partner', []],
    ['.*', []],
  ])('searches only the listed names for %j, without case and accents', async (search, found) => {
    expect(await seeRealm(await open(), search)).toEqual({ own: [], others: found, search: search.trim() });
  });

  it('searches for at most 100 characters', async () => {
    expect((await seeRealm(await open(), 'x'.repeat(101))).search).toBe('x'.repeat(100));
  });

  it('lists the last used one before the person’s own organization in a short list (ux §1.3.10)', async () => {
    const person = await openSignIn(provider, { client_id: 'few', login_hint: 'ada@one.example' });
    expect((await seeRealm(person)).others).toEqual(['one', 'corp']);
    person.cookies.set('__Host-signet-provider', 'corp');
    expect((await seeRealm(person)).others).toEqual(['corp', 'one']);
  });

  it('has no search for a short list', async () => {
    const person = await openSignIn(provider, { client_id: 'few' });
    expect(await seeRealm(person, 'corp')).toEqual({ own: [], others: ['corp', 'one'], search: null });
  });
});

describe('the buttons of providers', () => {
  const entry = (name: string, changes: object = {}) =>
    ({
      name,
      displayName: name,
      button: 'show',
      domains: [],
      issuer: null,
      logo: null,
      logoDark: null,
      ...changes,
    }) as unknown as IdentityProvider;
  const asked = (providers: readonly IdentityProvider[], username: string | null = null) => {
    const frame = { brand: { mode: 'auto' } };
    const open = { interaction: { username }, loginHint: null, required: { tenant: null }, frame };
    const options = { providers, localLogin: true, choice: { go: 'login' }, isIdentifierFirst: false } as const;
    return { options, open: open as unknown as OpenInteraction, cookieHeader: undefined };
  };
  const some = (count: number) => Array.from({ length: count }, (_, index) => entry(`p${index}`));
  const short = (providers: readonly IdentityProvider[]) => shortList(asked(providers), provider.context());

  it('are all shown up to six; a longer list has a search', () => {
    const { context } = provider;
    const whole = (count: number) => wholeList({ ...asked(some(count)), search: 'p1' }, context());
    expect([short(some(6)).providers.length, short(some(7)).providers.length]).toEqual([6, 0]);
    expect([short(some(6)).hasMore, short(some(7)).hasMore]).toEqual([false, true]);
    expect([whole(6).providers.length, whole(7).providers.length]).toEqual([6, 1]);
    expect([whole(6).search, whole(7).search]).toEqual([null, 'p1']);
  });

  it.each<[string, object, boolean]>([
    ['one that is found by its domain', { button: 'domain', domains: ['x.example'] }, true],
    ['one that could be, and has no domain', { button: 'domain' }, false],
    ['one that is shown anyway', { domains: ['x.example'] }, false],
    ['one that only applications name', { button: 'hidden', domains: ['x.example'] }, false],
  ])('report whether there are more providers: %s', (_, changes, hasMore) => {
    expect(short([...some(1), entry('other', changes)]).hasMore).toBe(hasMore);
  });

  it('show the own organization separately only in a long list', () => {
    const own = entry('own', { domains: ['own.example'] });
    const names = (count: number) => {
      const { own: apart, providers } = wholeList(
        { ...asked([...some(count), own], 'ada@own.example'), search: null },
        provider.context(),
      );
      return [apart.map(({ name }) => name), providers.length];
    };
    expect([names(5), names(6)]).toEqual([
      [[], 6],
      [['own'], 6],
    ]);
  });

  it('show the logo of a provider if it has one', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>';
    const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
    expect(toProviderView(entry('corp'), null, 'light')).toMatchObject({ logo: null, lastUsed: false });
    expect(toProviderView(entry('corp', { logo }), 'corp', 'light')).toMatchObject({
      logo: { plain: expect.stringMatching(/^\/branding\/~providers\/corp\./), dark: null },
      lastUsed: true,
    });
  });
});
