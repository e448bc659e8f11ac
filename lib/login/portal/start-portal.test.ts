import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeProofs } from '#lib/factors/proof';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { continueInteraction } from '../continue-interaction';
import { readSessions } from '../current-session';
import { loadInteraction } from '../load-interaction';
import { handlePortalStart } from './start-portal';

const clientAddress = '198.51.100.9';
let provider: TestProvider;

beforeEach(async () => {
  provider = await createTestProvider(fixtures);
});
afterEach(() => provider.close());

/** GET of the area's sign-in address in a browser. */
async function start(person: Person, query: string): Promise<HttpResponse> {
  const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ');
  const request: HttpRequest = {
    method: 'GET',
    path: '/admin/sign-in',
    query,
    headers: cookie === '' ? {} : { cookie },
    body: '',
    clientAddress,
  };
  const response = await handlePortalStart(request, provider.context());
  for (const line of [response.headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    person.cookies.set(name, value);
  }
  return response;
}

async function signedIn(): Promise<Person> {
  const person = createPerson(provider);
  await person.signIn(await person.get(authorizeRequest().path));
  return person;
}

const corp = {
  name: 'corp',
  type: 'oidc',
  display_name: 'Contoso',
  issuer: 'https://idp.test',
  client_id: 'x',
  client_secret: 'y',
};
const pathOf = (response: HttpResponse) => locationOf(response).slice(issuer.length);

const page = `${issuer}/admin/clients?q=web`;
const to = 'to=%2Fadmin%2Fclients%3Fq%3Dweb';

describe('the address at which an area signs people in', () => {
  it('leads through the login page to the requested page', async () => {
    const person = createPerson(provider);
    const login = await start(person, to);
    expect(locationOf(login)).toMatch(/^https:\/\/op\.test\/login\?interaction=/);
    expect(locationOf(await person.signIn(login))).toBe(page);
  });

  it.each([
    ['/admin/clients?q=web', '&answer=what+was+typed'],
    ['/admin/clients', '?answer=what+was+typed'],
  ])('returns the typed answer to %s', async (area, answer) => {
    const person = createPerson(provider);
    const query = new URLSearchParams({ to: area, answer: 'what was typed' });
    expect(locationOf(await person.signIn(await start(person, `${query}`)))).toBe(`${issuer}${area}${answer}`);
  });

  it('completes once', async () => {
    const person = createPerson(provider);
    const login = new URL(locationOf(await start(person, to)));
    const cookie = () => [...person.cookies].map((pair) => pair.join('=')).join('; ');
    const open = await loadInteraction(login.searchParams.get('interaction'), cookie(), provider.context());
    await person.signIn({ status: 303, headers: { location: `${login}` }, body: '' });
    const { current } = await readSessions(cookie(), provider.context());
    if (open.page !== 'open' || current === null) throw new Error('not signed in');
    const caller = { cookieHeader: cookie(), clientAddress, userAgent: null };
    expect((await continueInteraction(open, current, caller, provider.context())).status).toBe(409);
  });

  it.each(['', '&again=0', '&again=true'])('leads somebody who is signed in there at once: %j', async (more) => {
    const person = await signedIn();
    await provider.context().db.interaction.deleteMany();
    expect(locationOf(await start(person, to + more))).toBe(page);
    expect(await provider.context().db.interaction.count()).toBe(0);
  });

  it('lets a signed-in person choose another account', async () => {
    const person = await signedIn();
    expect(pathOf(await start(person, `${to}&choose=1`))).toMatch(/^\/login\?interaction=[\w-]+&account=choose$/);
  });

  it('asks a signed-in person when the page needs a fresh sign-in', async () => {
    await provider.configure({ ...fixtures, identity_providers: [corp] });
    const person = await signedIn();
    provider.advance(60);
    const login = await start(person, `${to}&again=1`);
    expect(locationOf(login)).toMatch(/^https:\/\/op\.test\/login\?interaction=/);
    expect(locationOf(await person.signIn(login))).toBe(page);
    const session = await provider.context().db.session.findFirstOrThrow();
    expect(session.authTime).toEqual(provider.context().now);
  });

  it('leads a confirmation to the provider of the session, past our own pages', async () => {
    await provider.close();
    provider = await createTestProvider({ ...fixtures, identity_providers: [corp] });
    const person = await signedIn();
    const { db, now: at } = provider.context();
    const proofs = writeProofs([{ factor: 'provider', provider: 'corp', amr: [], level: 1, at }]);
    await db.session.updateMany({ data: { idp: 'corp', proofs } });
    provider.advance(60);
    const leading = await start(person, `${to}&again=1`);
    const [, path = ''] =
      /^0; url=(\/federation\/corp\/start\?interaction=\S+)$/.exec(`${leading.headers.refresh}`) ?? [];
    expect(leading.status).toBe(200);
    expect(leading.body).toContain(`href="${path}"`);
    expect(leading.body).toContain('Continue with Contoso');
    // A second factor is required here, even in a known browser.
    await provider.configure({ ...fixtures, portal: { admin_second_factor: 'required' } });
    expect(pathOf(await start(person, to))).toMatch(/^\/login\?interaction=/);
    // The person can still choose another account, and a provider that was switched off is not used.
    expect(pathOf(await start(person, `${to}&again=1&choose=1`))).toMatch(/^\/login\?.*account=choose/);
    await provider.configure({ identity_providers: [{ ...corp, enabled: false }] });
    expect(pathOf(await start(person, `${to}&again=1`))).toMatch(/^\/login\?interaction=/);
  });

  it('limits only people who are not signed in, like other sign-ins (security #182)', async () => {
    const { db } = provider.context();
    const person = await signedIn();
    expect((await start(createPerson(provider), 'again=1')).status).toBe(303);
    await db.rateLimit.update({ where: { key: `sign-in-begun:${clientAddress}` }, data: { count: 10_000 } });
    const before = await db.interaction.count();
    const refused = await start(createPerson(provider), 'again=1');
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
    expect(await db.interaction.count()).toBe(before);
    expect((await start(person, 'again=1')).status).toBe(303);
  });
});
