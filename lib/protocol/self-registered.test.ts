import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpResponse } from '#lib/http/types';
import { readConsentPage } from '#lib/login/consent/read';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';

const evil = {
  ...fixtureClient('web'),
  client_id: 'evil',
  client_name: 'Evil shop',
  redirect_uris: ['https://evil.test/cb'],
  response_types: ['code', 'id_token'],
  grant_types: ['authorization_code', 'implicit'],
  self_registered: true,
};
const asked = { client_id: 'evil', redirect_uri: 'https://evil.test/cb' };
let provider: TestProvider;

beforeAll(async () => {
  provider = await createTestProvider({ ...fixtures, clients: [...fixtures.clients, evil] });
});
afterAll(() => provider.close());

function expectLeavePage({ status, headers, body }: HttpResponse, error: string): void {
  expect([status, headers.location, headers.refresh]).toEqual([400, undefined, undefined]);
  expect(body).toContain('It wants to send you to evil.test');
  expect(body).not.toContain('<script');
  const link = /<main.*?<a class="[^"]*" href="([^"]*)"/s.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const { searchParams, origin } = new URL(link);
  expect(Object.fromEntries(searchParams)).toMatchObject({ error, state: 's1', iss: 'https://op.test' });
  expect(origin).toBe('https://evil.test');
}

describe('a client that registered itself (security #5)', () => {
  it.each([
    [{ scope: 'bogus' }, 'invalid_scope'],
    [{ response_type: 'bogus' }, 'unsupported_response_type'],
    [{ prompt: 'none' }, 'login_required'],
    [{ code_challenge: undefined }, 'invalid_request'],
  ])('is not sent the error of %j, the person is asked first (RFC 9700 §4.11.2)', async (change, error) => {
    const { path } = authorizeRequest({ ...asked, ...change });
    expectLeavePage(await createPerson(provider).get(path), error);
  });

  it('asks with a button when the error goes by form_post', async () => {
    const { path } = authorizeRequest({ ...asked, response_type: 'id_token', response_mode: 'form_post', scope: 'x' });
    const { status, body } = await createPerson(provider).get(path);
    expect(status).toBe(400);
    expect(body).toContain('<form action="https://evil.test/cb" method="post"><input type="hidden" name="error"');
    expect(body).not.toContain('<script');
  });

  it('is answered at once in a frame of its own page, where no navigation follows', async () => {
    const { path } = authorizeRequest({ ...asked, prompt: 'none' });
    const response = await provider.send(path, { headers: { 'sec-fetch-dest': 'iframe' } });
    expect(locationOf(response)).toContain('https://evil.test/cb?error=login_required');
  });

  it('is not sent back to by cancel or deny either', async () => {
    const person = createPerson(provider);
    const start = await person.get(authorizeRequest(asked).path);
    expectLeavePage(await person.signIn(start, 'alice', { decision: 'cancel' }), 'access_denied');
    const consent = await person.signIn(await person.get(authorizeRequest(asked).path));
    expectLeavePage(await person.allow(consent, { decision: 'deny' }), 'access_denied');
  });

  it('is named by its host on the consent page', async () => {
    const person = createPerson(provider);
    const consent = await person.signIn(await person.get(authorizeRequest(asked).path));
    const interaction = new URL(locationOf(consent)).searchParams.get('interaction');
    const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    expect(await readConsentPage(provider.context(), { interaction, cookieHeader })).toMatchObject({
      stranger: { host: 'evil.test', name: 'Evil shop', isLocal: false },
      redirectHost: 'evil.test',
    });
  });

  it('is remembered no longer than agents.grant_days, as the page says', async () => {
    const sessions = { session_idle_seconds: 864_000, session_absolute_seconds: 864_000 };
    await provider.configure({ portal: { ...sessions, agents: { grant_days: 1 } } });
    const [person, { path }] = [createPerson(provider), authorizeRequest(asked)];
    const consent = await person.signIn(await person.get(path));
    const interaction = new URL(locationOf(consent)).searchParams.get('interaction');
    const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    const page = await readConsentPage(provider.context(), { interaction, cookieHeader });
    expect(page).toMatchObject({ canRemember: true, rememberedSeconds: 86_400 });
    await person.allow(consent, { remember_consent: 'on' });
    const isAsked = async () => locationOf(await person.get(path)).startsWith('https://op.test/consent?');
    expect(await isAsked()).toBe(false);
    provider.advance(86_399);
    expect(await isAsked()).toBe(false);
    provider.advance(1);
    expect(await isAsked()).toBe(true);
    await provider.configure({ portal: {} });
  });

  it('is trusted once a file lists it without self_registered', async () => {
    const { self_registered: _, ...adopted } = evil;
    await provider.configure({ clients: [{ ...adopted, client_id: 'adopted' }] });
    const { path } = authorizeRequest({ ...asked, client_id: 'adopted', scope: 'bogus' });
    expect(locationOf(await createPerson(provider).get(path))).toContain('https://evil.test/cb?error=invalid_scope');
  });
});
