import * as oauth from 'oauth4webapi';
import { expect, test } from 'playwright/test';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { issueCodes, postToken, processConfiguration } from './configuration';

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const secret = 'orders-secret of the process tests: 100%';

/** The API `orders`, the client `machine` and the public client `app`, whose tokens have the scope of the API. */
const configuration = {
  ...processConfiguration,
  scopes: ['orders', 'invoices'].map((name) => ({ name, type: 'resource', secrets: [{ value: secret }] })),
  clients: [
    ...processConfiguration.clients,
    ...['jwt', 'reference'].map((access_token_format) => ({
      client_id: `machine-${access_token_format}`,
      client_secrets: [{ value: secret }],
      grant_types: ['client_credentials', 'password', 'refresh_token'],
      scope: 'openid offline_access orders',
      access_token_format,
    })),
    {
      client_id: 'orders',
      client_secrets: [{ value: secret }],
      grant_types: [grantType],
      scope: 'invoices',
      token_exchange: { subjects: ['machine-jwt', 'machine-reference'], delegation: true },
    },
  ],
};

/** The lifecycle of tokens, checked by a strict client library (RFC 6749, 7009, 7662, 8414, 8693). */
test.describe('oauth4webapi', () => {
  const options = { [oauth.allowInsecureRequests]: true };
  const authentication = oauth.ClientSecretBasic(secret);
  let server: RunningServer;
  let as: oauth.AuthorizationServer;

  test.beforeAll(async () => {
    server = await startServer({ configuration });
    const issuer = new URL(server.issuer);
    as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
  });
  test.afterAll(async () => {
    await server.stop();
  });

  const introspect = async (api: string, token: string) => {
    const caller = { client_id: api };
    const response = await oauth.introspectionRequest(as, caller, authentication, token, options);
    return oauth.processIntrospectionResponse(as, caller, response);
  };

  const revoke = async (client: oauth.Client, how: oauth.ClientAuth, token: string) =>
    oauth.processRevocationResponse(await oauth.revocationRequest(as, client, how, token, options));

  const signIn = async (client: oauth.Client) => {
    const person = { username: 'alice', password: 'correct horse battery staple' };
    const response = await oauth.genericTokenEndpointRequest(as, client, authentication, 'password', person, options);
    return oauth.processGenericTokenEndpointResponse(as, client, response);
  };

  for (const format of ['jwt', 'reference']) {
    const client = { client_id: `machine-${format}` };

    test(`introspects and revokes a ${format} of a client (RFC 7662, RFC 7009)`, async () => {
      const parameters = new URLSearchParams({ scope: 'orders' });
      const response = await oauth.clientCredentialsGrantRequest(as, client, authentication, parameters, options);
      const { access_token } = await oauth.processClientCredentialsResponse(as, client, response);
      expect(await introspect('orders', access_token)).toMatchObject({ active: true, sub: client.client_id });
      expect(await introspect('invoices', access_token)).toEqual({ active: false });
      await revoke(client, authentication, access_token);
      expect(await introspect('orders', access_token)).toEqual({ active: false });
    });

    test(`revokes the refresh token of a person with the ${format} (RFC 7009 §2.1)`, async () => {
      const { access_token, refresh_token = '' } = await signIn(client);
      expect(await introspect('orders', access_token)).toMatchObject({ active: true, username: 'alice' });
      await revoke(client, authentication, refresh_token);
      expect(await introspect('orders', access_token)).toEqual({ active: false });
    });

    test(`exchanges the ${format} of a person (RFC 8693)`, async () => {
      const { access_token } = await signIn(client);
      const api = { client_id: 'orders' };
      const fields = { subject_token: access_token, subject_token_type: accessTokenType, audience: 'invoices' };
      const response = await oauth.genericTokenEndpointRequest(as, api, authentication, grantType, fields, options);
      const exchanged = await oauth.processGenericTokenEndpointResponse(as, api, response);
      expect(exchanged.issued_token_type).toBe(accessTokenType);
      expect(await introspect('invoices', exchanged.access_token)).toMatchObject({
        active: true,
        client_id: 'orders',
        act: { client_id: 'orders' },
      });
    });
  }

  test('reads the codes of the RFC for wrong credentials and a missing token', async () => {
    const wrong = oauth.ClientSecretBasic('wrong');
    const response = await oauth.introspectionRequest(as, { client_id: 'orders' }, wrong, 'x', options);
    expect(response.status).toBe(401);
    const refused = oauth.processIntrospectionResponse(as, { client_id: 'orders' }, response);
    await expect(refused).rejects.toMatchObject({ code: oauth.WWW_AUTHENTICATE_CHALLENGE });
    const other = await fetch(`${server.issuer}/connect/introspect`);
    expect(other.status).toBe(405);
    expect(other.headers.get('allow')).toContain('POST');
  });

  test('revokes a token of a public client without a secret (RFC 7009 §2.1)', async () => {
    const [redemption] = await issueCodes(server.issuer, 1);
    const { body } = await postToken(server.issuer, redemption?.body ?? '');
    await revoke({ client_id: 'app' }, oauth.None(), String(body.refresh_token));
    const userinfo = await fetch(`${server.issuer}/connect/userinfo`, {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    expect(userinfo.status).toBe(401);
  });
});
