import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areLegacyFlowsUnused, beginRecording, writeUses } from '#lib/clients/usage/use-store';
import { fixtureClient, fixtures, issueCode, redeem, secrets } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, password } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';

const legacyTypes = ['token', 'id_token', 'id_token token', 'code id_token', 'code token', 'code id_token token'];
const every = {
  ...fixtureClient('web'),
  client_id: 'every',
  require_pkce: false,
  require_consent: false,
  grant_types: ['authorization_code', 'implicit', 'password', 'refresh_token'],
  response_types: ['code', ...legacyTypes],
};
const configuration = { ...fixtures, clients: [...fixtures.clients, every] };

let on: TestProvider;
let off: TestProvider;
beforeAll(async () => {
  on = await createTestProvider(configuration);
  off = await createTestProvider({ ...configuration, portal: { legacy_flows: 'off' } });
});
afterAll(() => Promise.all([on.close(), off.close()]));

const requestOf = (responseType: string) => ({
  client_id: 'every',
  response_type: responseType,
  scope: responseType === 'token' ? 'orders' : 'openid',
});

const ask = (provider: TestProvider, responseType: string) =>
  createPerson(provider).get(authorizeRequest(requestOf(responseType)).path);

const passwordGrant = (provider: TestProvider, clientId = 'every') =>
  provider.post(
    '/connect/token',
    { grant_type: 'password', username: 'alice', password, scope: 'openid' },
    { authorization: basic(clientId, secrets.web) },
  );

describe('portal.legacy_flows (RFC 9700 §2.1.2, §2.4)', () => {
  it.each(legacyTypes)('off refuses response_type %s of a client that lists it', async (responseType) => {
    expect(locationOf(await ask(on, responseType))).toMatch(/\/login\?interaction=/);
    expect(locationOf(await ask(off, responseType))).toMatch(
      /^https:\/\/rp\.test\/cb[?#]error=unsupported_response_type&/,
    );
  });

  it.each(legacyTypes)('off refuses response_type %s when it is pushed (RFC 9126 §2.3)', async (responseType) => {
    const { client_id: _, ...request } = requestOf(responseType);
    const fields = { ...request, redirect_uri: 'https://rp.test/cb', nonce: 'n1' };
    const headers = { authorization: basic('every', secrets.web) };
    expect((await on.post('/connect/par', fields, headers)).status).toBe(201);
    expect(bodyOf(await off.post('/connect/par', fields, headers)).error).toBe('unsupported_response_type');
  });

  it('off refuses the password grant to clients with and without it (RFC 6749 §5.2)', async () => {
    expect((await passwordGrant(on)).status).toBe(200);
    for (const clientId of ['every', 'web']) {
      expect(bodyOf(await passwordGrant(off, clientId)).error).toBe('unsupported_grant_type');
    }
    expect(bodyOf(await passwordGrant(on, 'web')).error).toBe('unauthorized_client');
  });

  it('off does not affect the code flow and refresh tokens', async () => {
    const issued = await issueCode(off, { client_id: 'every', scope: 'openid offline_access' });
    const tokens = await redeem(off, issued, {}, basic('every', secrets.web));
    expect(tokens.status, tokens.body).toBe(200);
    expect(bodyOf(tokens)).toHaveProperty('refresh_token');
  });

  it('off removes them from discovery', async () => {
    const discovery = async (provider: TestProvider) =>
      JSON.parse((await provider.send('/.well-known/openid-configuration')).body);
    expect(await discovery(on)).toMatchObject({
      response_types_supported: expect.arrayContaining(legacyTypes),
      grant_types_supported: expect.arrayContaining(['implicit', 'password']),
    });
    const { response_types_supported, grant_types_supported } = await discovery(off);
    expect(response_types_supported).toEqual(['code']);
    expect(grant_types_supported).toContain('authorization_code');
    expect(grant_types_supported).not.toEqual(expect.arrayContaining(['implicit']));
    expect(grant_types_supported).not.toEqual(expect.arrayContaining(['password']));
  });

  it('off ends a request that waits for a person', async () => {
    const own = await createTestProvider(configuration);
    const person = createPerson(own);
    const page = await person.get(authorizeRequest(requestOf('id_token token')).path);
    await own.configure({ portal: { legacy_flows: 'off' } });
    await expect(person.signIn(page)).rejects.toThrow('unsupported_response_type');
    await own.close();
  });
});

describe('the use of legacy flows', () => {
  const day = 86_400_000;

  it.each<[string, (provider: TestProvider) => Promise<unknown>, boolean]>([
    ['nobody did anything', async () => {}, true],
    ['somebody used the code flow', async (provider) => issueCode(provider, { client_id: 'every' }), true],
    ['a request was refused', async (provider) => passwordGrant(provider, 'web'), true],
    ['somebody used the password grant', (provider) => passwordGrant(provider), false],
    [
      'somebody used a hybrid flow',
      async (provider) => {
        const person = createPerson(provider);
        await person.signIn(await person.get(authorizeRequest(requestOf('code id_token')).path));
      },
      false,
    ],
  ])('is reported after 90 days when %s', async (_, act, isUnused) => {
    const own = await createTestProvider(configuration);
    const { db, now } = own.context();
    const since = new Date(now.getTime() - day);
    expect(await areLegacyFlowsUnused(db, since), 'nothing was written down yet').toBe(false);
    await beginRecording(db, since);
    await act(own);
    await writeUses(db);
    expect(await areLegacyFlowsUnused(db, since)).toBe(isUnused);
    expect(await areLegacyFlowsUnused(db, new Date(since.getTime() - 1)), 'before it was written down').toBe(false);
    await own.close();
  });
});
