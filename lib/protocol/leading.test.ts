import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpResponse } from '#lib/http/types';
import { authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { createTestProvider, encodeForm, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { confirm, endSession, signInAt, signOutFixtures } from '#lib/testing/sign-out';

let provider: TestProvider;
beforeAll(async () => {
  const file = signOutFixtures();
  const stranger = (name: string, more: object = {}) => ({
    ...file.clients[0],
    client_id: name,
    client_name: 'Your bank',
    client_uri: `https://${name}.test/home`,
    redirect_uris: [`https://${name}.test/cb`],
    post_logout_redirect_uris: [`https://${name}.test/bye`],
    self_registered: true,
    ...more,
  });
  const clients = [
    ...file.clients,
    stranger('stranger'),
    stranger('framed', { frontchannel_logout_uri: 'https://framed.test/out' }),
  ];
  provider = await createTestProvider({ ...file, clients });
});
afterAll(() => provider.close());

const back = (name: string) => ({ post_logout_redirect_uri: `https://${name}.test/bye`, state: 's1' });

/** Expects our own page, which names the host. The person gets there only with a click. */
async function expectAsked(person: Person, response: HttpResponse, name: string): Promise<void> {
  const location = locationOf(response);
  expect(location).toMatch(/^https:\/\/op\.test\/connect\/endsession\/callback\?/);
  const { status, headers, body } = await person.get(location.slice(issuer.length));
  expect([status, headers.location, headers.refresh]).toEqual([200, undefined, undefined]);
  expect(body).toContain(`Your bank registered itself and hasn’t been reviewed. It wants to send you to ${name}.test.`);
  expect(body).toContain(`href="https://${name}.test/bye?state=s1" rel="noreferrer">Go to ${name}.test</a>`);
  expect(body).not.toMatch(/<a [^>]*data-follow|http-equiv/);
  expect(body).not.toContain('Return to');
}

describe('a sign-out that leads to a self-registered client (security #106)', () => {
  it.each(['stranger', 'framed'])('with an ID token of this session names the host and asks: %s', async (name) => {
    const { person, idToken } = await signInAt(provider, name);
    await expectAsked(person, await endSession(person, { id_token_hint: idToken, ...back(name) }), name);
  });

  it('with an ID token of its own, leads there for any browser, even years later', async () => {
    const { idToken } = await signInAt(provider, 'stranger');
    provider.advance(90 * 86_400);
    const victim = createPerson(provider);
    const parameters = { id_token_hint: idToken, ...back('stranger') };
    await expectAsked(victim, await endSession(victim, parameters), 'stranger');
    provider.advance(1);
  });

  it('with only a client_id, asks before the sign-out, and afterwards where to go', async () => {
    const { person } = await signInAt(provider, 'stranger');
    const asked = await endSession(person, { client_id: 'stranger', ...back('stranger') });
    expect(locationOf(asked)).toContain('/logout?request=');
    await expectAsked(person, await confirm(provider, person, asked), 'stranger');
  });

  it('with only a client_id, asks even when nobody is signed in', async () => {
    const person = createPerson(provider);
    const response = await endSession(person, { client_id: 'stranger', ...back('stranger') });
    await expectAsked(person, response, 'stranger');
  });

  it('by a POST of another site, asks too', async () => {
    const { idToken } = await signInAt(provider, 'stranger');
    const person = createPerson(provider);
    const body = encodeForm({ id_token_hint: idToken, ...back('stranger') });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const posted = await provider.send('/connect/endsession', { body, headers });
    const response = await person.get(locationOf(posted).slice(issuer.length));
    await expectAsked(person, response, 'stranger');
  });

  it('leads there at once after an operator vouches for the client', async () => {
    const { person, idToken } = await signInAt(provider, 'app');
    const response = await endSession(person, { id_token_hint: idToken, ...back('app') });
    expect(locationOf(response)).toBe('https://app.test/bye?state=s1');
  });
});

describe('an expired page of a self-registered client', () => {
  const named = (body: string) => {
    expect(body).toContain('Your bank registered itself and hasn’t been reviewed.');
    expect(body).toContain('rel="noreferrer">Go to stranger.test</a>');
    expect(body).not.toContain('Return to Your bank');
  };
  const ask = (overrides: FormFields = {}) =>
    authorizeRequest({ client_id: 'stranger', redirect_uri: 'https://stranger.test/cb', ...overrides }).path;

  it('names the host when the person already answered', async () => {
    const person = createPerson(provider);
    const page = await person.get(ask());
    const interaction = new URL(locationOf(page)).searchParams.get('interaction') ?? '';
    await person.signIn(page);
    const { status, body } = await person.submit('login', { interaction, csrf: 'x', decision: 'sign_in' });
    expect(status).toBe(409);
    named(body);
  });

  it('names the host when the sign-in took too long', async () => {
    const person = createPerson(provider);
    const page = await person.get(ask());
    const interaction = new URL(locationOf(page)).searchParams.get('interaction') ?? '';
    provider.advance(901);
    const { status, body } = await person.submit('login', { interaction, csrf: 'x', decision: 'sign_in' });
    expect(status).toBe(410);
    named(body);
  });
});

describe('a sign-out that refused an address (RP-Initiated Logout §2)', () => {
  const heading = /<h1[^>]*>You’re signed out, but the app’s request failed<\/h1>/;

  it.each<[string, FormFields]>([
    ['an unregistered address', { client_id: 'app', post_logout_redirect_uri: 'https://app.test/elsewhere' }],
    ['another spelling of a registered one', { client_id: 'app', post_logout_redirect_uri: 'https://app.test/bye/' }],
    ['a bad hint', { id_token_hint: 'a.b.c', post_logout_redirect_uri: 'https://app.test/bye' }],
    ['an address with neither a hint nor a client_id', { post_logout_redirect_uri: 'https://app.test/bye' }],
    ['an unknown client', { client_id: 'nobody', post_logout_redirect_uri: 'https://app.test/bye' }],
  ])('says so in its heading and its title: %s', async (_, parameters) => {
    const person = createPerson(provider);
    const { body } = await person.get(locationOf(await endSession(person, parameters)).slice(issuer.length));
    expect(body).toMatch(heading);
    expect(body).toContain('<title>You’re signed out, but the app’s request failed');
  });

  it('says so when the address was removed before the person confirmed', async () => {
    const own = await createTestProvider(signOutFixtures());
    const { person } = await signInAt(own, 'mail');
    const asked = await endSession(person, { client_id: 'mail', post_logout_redirect_uri: 'https://mail.test/bye' });
    const clients = signOutFixtures().clients.map((client) => ({ ...client, post_logout_redirect_uris: [] }));
    await own.configure({ clients });
    const done = locationOf(await confirm(own, person, asked));
    const { body } = await person.get(done.slice(issuer.length));
    expect(body).toMatch(heading);
    expect(body).not.toContain('mail.test/bye"');
    await own.close();
  });

  it('says nothing when the request was followed', async () => {
    const person = createPerson(provider);
    const parameters = { client_id: 'app', post_logout_redirect_uri: 'https://app.test/bye' };
    const { body } = await person.get(locationOf(await endSession(person, parameters)).slice(issuer.length));
    expect(body).toContain('>You’re signed out</h1>');
  });
});

describe('the way back to the application from an expired page (OpenID Connect Core §4)', () => {
  /** The link on the page of a sign-in that was already answered. */
  async function wayBack(client: object, overrides: FormFields = {}): Promise<string> {
    const own = await createTestProvider({
      ...signOutFixtures(),
      clients: [{ ...signOutFixtures().clients[0], ...client }],
    });
    const person = createPerson(own);
    const path = authorizeRequest({ client_id: 'app', redirect_uri: 'https://app.test/cb', ...overrides }).path;
    const page = await person.get(path);
    const interaction = new URL(locationOf(page)).searchParams.get('interaction') ?? '';
    await person.signIn(page);
    const { body } = await person.submit('login', { interaction, csrf: 'x', decision: 'sign_in' });
    await own.close();
    return /<main.*?<a class="[^"]*" href="([^"]*)"/s.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '';
  }
  const start = 'https://app.test/start';
  const iss = 'iss=https%3A%2F%2Fop.test';

  it.each<[string, object, FormFields, string]>([
    ['begins a sign-in there', { initiate_login_uri: start }, {}, `${start}?${iss}`],
    ['keeps the query of the address', { initiate_login_uri: `${start}?a=b` }, {}, `${start}?a=b&${iss}`],
    [
      'sends the login_hint that the application sent',
      { initiate_login_uri: start },
      { login_hint: 'al&ice' },
      `${start}?${iss}&login_hint=al%26ice`,
    ],
    [
      'goes there rather than to the home page',
      { initiate_login_uri: start, client_uri: 'https://app.test/' },
      {},
      `${start}?${iss}`,
    ],
    ['goes to the home page without one', { client_uri: 'https://app.test/' }, {}, 'https://app.test/'],
    ['goes to the site of the redirect URI without either', {}, {}, 'https://app.test/'],
  ])('%s', async (_, client, overrides, expected) => {
    expect(await wayBack(client, overrides)).toBe(expected);
  });
});
