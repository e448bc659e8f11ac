import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLogoutPage } from '#lib/login/logout/read';
import { writeLanguageCookie } from '#lib/sessions/language-cookie';
import { deviceFixtures, enterCode, startDevice } from '#lib/testing/device';
import { fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, type Person, password } from '#lib/testing/person';
import { createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { chosenLocale, readLocale } from './read-locale';

let provider: TestProvider;

beforeAll(async () => {
  const [web] = fixtures.clients;
  provider = await createTestProvider({
    ...fixtures,
    clients: [
      ...fixtures.clients,
      { ...web, client_id: 'acme-app', tenant: 'acme', post_logout_redirect_uris: ['https://rp.test/out'] },
    ],
    users: [
      ...fixtures.users,
      { username: 'dora', password, claims: { name: 'Dora', locale: 'de_AT' } },
      { username: 'numb', password, claims: { locale: 7 } },
    ],
    tenants: [
      { name: 'acme', display_name: 'Acme', default_locale: 'ja' },
      { name: 'closed', display_name: 'Closed', default_locale: 'pl', enabled: false },
    ],
  });
});
afterAll(() => provider.close());

describe('the language of an interaction page (ux §2.1)', () => {
  it.each([
    ['ui_locales', { ui_locales: 'tlh ar de' }, 'ar'],
    ['Accept-Language without ui_locales', {}, 'fr'],
    ['Accept-Language when no catalog meets ui_locales', { ui_locales: 'tlh' }, 'fr'],
  ])('is that of %s', async (_, overrides, locale) => {
    const person = createPerson(provider);
    expect(await languageOf(person, await begin(person, overrides), 'fr-CA')).toBe(locale);
  });

  it.each([
    ['its client belongs to', { client_id: 'acme-app' }, 'ja'],
    ['acr_values names', { acr_values: 'tenant:acme' }, 'ja'],
    ['acr_values names, unless it is switched off', { acr_values: 'tenant:closed' }, 'en'],
  ])('is by default that of the tenant %s', async (_, overrides, locale) => {
    const person = createPerson(provider);
    expect(await languageOf(person, await begin(person, overrides))).toBe(locale);
    expect(await languageOf(person, await begin(person, overrides), 'it')).toBe('it');
  });

  it.each([
    ['of a client without a tenant', {}, 'nl'],
    ['of a tenant that has none', { acr_values: 'tenant:closed' }, 'nl'],
    ['but after that of the tenant', { client_id: 'acme-app' }, 'ja'],
  ])('is by default that of the portal, %s', async (_, overrides, locale) => {
    const person = createPerson(provider);
    const query = await begin(person, overrides);
    const context = provider.context();
    const portal = { ...context.snapshot.portal, defaultLocale: 'nl' };
    const changed = { ...context, snapshot: { ...context.snapshot, portal } };
    expect(await readLocale({ query, body: '', headers: {} }, changed)).toBe(locale);
    expect(await readLocale({ query, body: '', headers: { 'accept-language': 'it' } }, changed)).toBe('it');
  });

  it('is that of the profile after the sign-in, before ui_locales', async () => {
    const person = createPerson(provider);
    const query = await begin(person, { ui_locales: 'ar' });
    await person.signIn(await person.get(authorizeRequest().path), 'dora');
    expect(await languageOf(person, query)).toBe('de');
  });

  it('is not that of a profile whose locale is not text', async () => {
    const person = createPerson(provider);
    await person.signIn(await person.get(authorizeRequest().path), 'numb');
    expect(await languageOf(person, '', 'fr')).toBe('fr');
  });

  it('is not that of its client’s tenant after the tenant is switched off', async () => {
    const person = createPerson(provider);
    const query = await begin(person, { client_id: 'acme-app' });
    const context = provider.context();
    const acme = context.snapshot.tenants.get('acme');
    if (acme === undefined) throw new Error('no tenant');
    const snapshot = { ...context.snapshot, tenants: new Map([['acme', { ...acme, enabled: false }]]) };
    expect(await readLocale({ query, body: '', headers: {} }, { ...context, snapshot })).toBe('en');
  });

  it.each([
    ['of up to 100 characters', 'ar'.padEnd(100), 'ar'],
    ['of more is not read', 'ar'.padEnd(101), 'fr'],
  ])('is that of ui_locales in the address of a page %s', async (_, locales, expected) => {
    const query = `ui_locales=${encodeURIComponent(locales)}`;
    expect(await languageOf(createPerson(provider), query, 'fr')).toBe(expected);
  });

  it('is the one chosen on its pages, before everything else', async () => {
    const person = createPerson(provider);
    await person.signIn(await person.get(authorizeRequest().path), 'dora');
    const query = await begin(person, { ui_locales: 'ar', prompt: 'login' });
    expect(await languageOf(person, `${query}&locale=pl`)).toBe('pl');
    choose(person, 'pl');
    expect(await languageOf(person, query)).toBe('pl');
  });

  it('is determined again for the next request, whose ui_locales precede the cookie', async () => {
    const person = createPerson(provider);
    choose(person, 'pl');
    provider.advance(1);
    expect(await languageOf(person, await begin(person, { ui_locales: 'ar' }), 'fr')).toBe('ar');
    expect(await languageOf(person, await begin(person), 'fr')).toBe('pl');
  });

  it('is the one chosen on a page without interaction, unless the address asks for another', async () => {
    const person = createPerson(provider);
    choose(person, 'pl');
    provider.advance(60);
    expect(await languageOf(person, '', 'fr')).toBe('pl');
    expect(await languageOf(person, 'ui_locales=ar', 'fr')).toBe('ar');
    const query = await begin(person, { ui_locales: 'ar' });
    choose(person, 'pl');
    expect(await languageOf(person, `${query}&ui_locales=it`, 'fr')).toBe('pl');
  });

  it('is the one chosen before a code was typed, while that page can be open', async () => {
    const at = await createTestProvider(deviceFixtures);
    const person = createPerson(at);
    const { userCode } = await startDevice(at, { ui_locales: 'ar' });
    const query = new URL(locationOf(await enterCode(person, userCode))).search.slice(1);
    expect(await languageOf(person, query, 'fr', at)).toBe('ar');
    choose(person, 'pl', at);
    at.advance(60);
    const next = await startDevice(at, { ui_locales: 'ar' });
    const entered = new URL(locationOf(await enterCode(person, next.userCode))).search.slice(1);
    expect(await languageOf(person, entered, 'fr', at)).toBe('pl');
    at.advance(900);
    const late = await startDevice(at, { ui_locales: 'ar' });
    const again = new URL(locationOf(await enterCode(person, late.userCode))).search.slice(1);
    expect(await languageOf(person, again, 'fr', at)).toBe('ar');
    await at.close();
  });

  it('survives an unknown, an endless and a hostile handle', async () => {
    const person = createPerson(provider);
    for (const handle of ['unknown', 'x'.repeat(5000), '%00', '%ff']) {
      expect(await languageOf(person, `interaction=${handle}`, 'nl')).toBe('nl');
    }
  });

  it.each(['signet-language=xx~1', 'signet-language=de', 'signet-language=~', `signet-language=${'d'.repeat(4000)}~1`])(
    'is not disturbed by the cookie %.40s',
    async (cookie) => {
      const headers = { cookie: `__Host-${cookie}`, 'accept-language': 'es' };
      expect(await readLocale({ query: '', body: '', headers }, provider.context())).toBe('es');
    },
  );

  it('is a pseudo-locale only in development', async () => {
    const { settings } = provider.context();
    expect(chosenLocale('', { settings })).toBeNull();
    expect(chosenLocale('locale=en-XA', { settings })).toBe('en');
    expect(chosenLocale('locale=en-XA', { settings: { ...settings, localhost: true } })).toBe('en-XA');
    expect(chosenLocale('locale=ar', { settings: { ...settings, localhost: true } })).toBe('ar');
  });
});

describe('a page made outside Next uses the language', () => {
  it('that ui_locales of a refused authorization request ask for', async () => {
    const path = authorizeRequest({ redirect_uri: 'https://evil.test/', ui_locales: 'ar' }).path;
    const { status, body } = await provider.send(path);
    expect(status).toBe(400);
    expect(body).toContain('<html lang="ar" dir="rtl">');
    expect(body).toContain('>لا يمكننا إعادتك إلى التطبيق</h1>');
  });

  it('that the browser sends, with a foreign form', async () => {
    const headers = { 'accept-language': 'de', 'content-type': 'application/x-www-form-urlencoded' };
    const { body } = await provider.send('/login/submit', { body: 'x=1', headers: { ...headers, origin: 'null' } });
    expect(body).toContain('<html lang="de" dir="ltr">');
    expect(body).toContain('Dieses Formular kam nicht von unserer Seite');
  });

  it('of the interaction that its form belongs to', async () => {
    const person = createPerson(provider);
    const query = await begin(person, { ui_locales: 'ja' });
    const interaction = new URLSearchParams(query).get('interaction') ?? '';
    const { body } = await person.submit('login', { interaction, csrf: 'wrong', decision: 'sign_in' });
    expect(body).toContain('<html lang="ja" dir="ltr">');
  });

  it('of the person who is signed in', async () => {
    const person = createPerson(provider);
    await person.signIn(await person.get(authorizeRequest().path), 'dora');
    const { body } = await person.get(authorizeRequest({ client_id: 'gone', ui_locales: 'ar' }).path);
    expect(body).toContain('<html lang="de" dir="ltr">');
  });
});

describe('the end session endpoint (RP-Initiated Logout §2)', () => {
  it.each([
    ['ui_locales', 'alice', '?ui_locales=tlh+ar', 'ar'],
    ['the profile', 'dora', '?ui_locales=ar', 'de'],
  ])('keeps the language of %s to the end of a sign-out', async (_, username, query, locale) => {
    const person = createPerson(provider);
    await person.signIn(await person.get(authorizeRequest().path), username);
    const confirm = new URL(locationOf(await person.get(`/connect/endsession${query}`)));
    expect(confirm.pathname).toBe('/logout');
    expect(await languageOf(person, confirm.search.slice(1))).toBe(locale);
    const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    const request = confirm.searchParams.get('request');
    const { form } = await readLogoutPage(provider.context(), { cookieHeader, request });
    const done = await person.submit('logout', {
      decision: 'sign_out',
      csrf: form.csrf,
      request: request ?? undefined,
    });
    expect(locationOf(done)).toBe(`${issuer}/logout?done=1&ui_locales=${locale}`);
  });

  it('answers in it when it shows a page', async () => {
    const person = createPerson(provider);
    const query = 'post_logout_redirect_uri=https%3A%2F%2Fevil.test%2F&client_id=acme-app&ui_locales=fr';
    const location = locationOf(await person.get(`/connect/endsession?${query}`));
    const { body } = await person.get(location);
    expect(body).toContain('<html lang="fr" dir="ltr">');
    expect(body).toContain('Votre session est fermée');
  });

  it('adds no language that was not requested', async () => {
    const person = createPerson(provider);
    expect(locationOf(await person.get('/connect/endsession'))).toBe(`${issuer}/logout?done=1`);
  });
});

/**
 * Starts an interaction.
 * @returns the query of its page
 */
async function begin(person: Person, overrides: FormFields = {}): Promise<string> {
  return new URL(locationOf(await person.get(authorizeRequest(overrides).path))).search.slice(1);
}

function languageOf(person: Person, query: string, acceptLanguage?: string, at = provider): Promise<string> {
  const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ');
  return readLocale({ query, body: '', headers: { cookie, 'accept-language': acceptLanguage } }, at.context());
}

function choose(person: Person, locale: string, at = provider): void {
  const { now, settings } = at.context();
  const [pair = ''] = writeLanguageCookie({ locale, chosenAt: now }, settings).split(';');
  const [name = '', value = ''] = pair.split('=');
  person.cookies.set(name, value);
}
