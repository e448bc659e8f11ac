import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { addRefused, readOfferedFix } from './actions';
import { plainText, readRequest, readRequestQuery, readRequests } from './read';

const web = {
  client_id: 'web',
  client_name: 'Web shop',
  client_secrets: [{ value: 'x' }],
  redirect_uris: ['https://rp.test/cb'],
  scope: 'openid',
};

let area: TestAdmin;

beforeEach(async () => {
  area = await createTestAdmin({
    scopes: [{ name: 'orders', type: 'resource' }],
    clients: [
      web,
      { ...web, client_id: 'self', self_registered: true },
      { client_id: 'pages', token_endpoint_auth_method: 'none', redirect_uris: ['https://rp.test/cb'] },
    ],
  });
});
afterEach(() => area.close());

/** The reference of a refused authorization request. */
async function refuse(parameters: Record<string, string>): Promise<string> {
  const request = {
    client_id: 'web',
    redirect_uri: 'https://rp.test/cb',
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...parameters,
  };
  await area.provider.send(`/connect/authorize?${new URLSearchParams(request)}`);
  await area.provider.flushExplanations();
  const { requests } = await readRequests(await area.admin(), readRequestQuery({}), 50);
  return requests[0]?.reference ?? expect.fail('nothing was refused');
}

const add = async (reference: string, value: string) =>
  addRefused.run(await area.admin(), { ref: reference }, { value });
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it went well'),
    (error) => error,
  );
const settings = async () => (await area.admin()).snapshot.clients.get('web');

describe('a quick fix (security #184)', () => {
  it('adds the confirmed redirect URI of a registered scheme and host', async () => {
    const value = 'https://rp.test/other';
    const reference = await refuse({ redirect_uri: value });
    const offered = await readOfferedFix(await area.admin(), reference);
    expect(offered).toMatchObject({
      fix: { kind: 'redirect_uri', value, typed: null },
      differences: [{ key: 'redirect_uris', before: web.redirect_uris, after: [...web.redirect_uris, value] }],
    });
    expect(await add(reference, value)).toMatchObject({ revision: expect.any(Number) });
    expect((await settings())?.redirectUris).toEqual([...web.redirect_uris, value]);
    expect(await failure(readOfferedFix(await area.admin(), reference))).toMatchObject({ code: 'not_found' });
  });

  it('adds only what was confirmed', async () => {
    const reference = await refuse({ redirect_uri: 'https://rp.test/other' });
    const value = 'https://rp.test/more';
    expect(await failure(add(reference, value))).toMatchObject({ code: 'not_found' });
  });

  it('allows a refused scope', async () => {
    await add(await refuse({ scope: 'openid orders' }), 'orders');
    expect((await settings())?.scope).toEqual(['openid', 'orders']);
  });

  it('adds a refused origin to the origins that were allowed by default', async () => {
    const { explain } = area.provider.context();
    const value = 'https://rp.test:8443';
    const refused = { rule: 'origin_not_allowed', error: 'origin_not_allowed', description: 'x', clientId: 'pages' };
    const reference = explain({ ...refused, facts: { received: value, registered: ['https://rp.test'] } });
    await area.provider.flushExplanations();
    expect((await readRequest(await area.admin(), reference)).comparison?.registered).toMatchObject([
      { value: 'https://rp.test', difference: 'port: not registered' },
    ]);
    await add(reference, value);
    expect((await area.admin()).snapshot.clients.get('pages')?.allowedCorsOrigins).toEqual(['https://rp.test', value]);
    expect((await readRequest(await area.admin(), reference)).fixed).toBe('origin');
  });

  it('is refused for a self-registered client, regardless of the form', async () => {
    const value = 'https://rp.test/other';
    const reference = await refuse({ client_id: 'self', redirect_uri: value });
    expect((await readRequest(await area.admin(), reference)).quickFix).toBeNull();
    expect(await failure(add(reference, value))).toMatchObject({ code: 'not_found' });
  });
});

describe('a refused request', () => {
  it('is simulated with the refused value', async () => {
    const { simulated } = await readRequest(
      await area.admin(),
      await refuse({ redirect_uri: 'https://rp.test/other' }),
    );
    expect(Object.fromEntries(new URLSearchParams(simulated ?? ''))).toMatchObject({
      client_id: 'web',
      redirect_uri: 'https://rp.test/other',
      scope: 'openid',
    });
  });

  it('is described for the developer without what only administrators may see', async () => {
    const request = await readRequest(await area.admin(), await refuse({ redirect_uri: 'https://rp.test/other' }));
    const known = { ...request, reason: 'canary', network: 'canary' };
    const text = plainText(known);
    expect(text).toContain(`Reference: ${request.reference}`);
    expect(text).toContain('Received: https://rp.test/other\nRegistered: https://rp.test/cb');
    expect(text).not.toContain('canary');
  });
});
