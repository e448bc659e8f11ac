import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeClients } from '#lib/testing/change-clients';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { answerOf, redirectUri } from '#lib/testing/person';
import { createTestProvider, encodeForm, type TestProvider } from '#lib/testing/provider';
import { createRequestSigner, type RequestSigner } from '#lib/testing/request-object';

type Site = { status: number; type: string | null; body: string; requests: number };
const site: Site = { status: 200, type: null, body: '', requests: 0 };
const server = createServer((_, response) => {
  site.requests += 1;
  response.writeHead(site.status, { location: '/', ...(site.type !== null && { 'content-type': site.type }) });
  response.end(site.body);
});

let provider: TestProvider;
let signer: RequestSigner;
let address: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/request.jwt`;
  signer = await createRequestSigner('RS256');
  const web = { ...fixtureClient('web'), jwks: { keys: [signer.jwk] } };
  const file = { ...fixtures, clients: [web, { ...web, client_id: 'busy' }] };
  provider = await createTestProvider(file, { SIGNET_OUTBOUND_ALLOW: '127.0.0.1' });
  // A file accepts only https, and this server has no certificate.
  await changeClients(provider.context().db, {}, { requestUris: [address, lan] });
  await provider.configure({ clients: [] });
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await provider.close();
});
beforeEach(() => {
  Object.assign(site, { status: 200, type: 'application/oauth-authz-req+jwt', body: '', requests: 0 });
  // Avoids the limit that an earlier test reached.
  provider.advance(60);
});

/** Registered before the rule against it existed. */
const lan = 'https://169.254.169.254/';

async function ask(requestUri: string, clientId = 'web') {
  const query = encodeForm({ client_id: clientId, request_uri: requestUri, redirect_uri: redirectUri });
  return answerOf(await provider.send(`/connect/authorize?${query}`));
}

describe('request_uri (RFC 9101 §5.2, OpenID Connect Core §6.2)', () => {
  it.each(['application/oauth-authz-req+jwt', 'application/jwt; charset=utf-8'])(
    'a registered address returns the request, as %s, and is fetched each time',
    async (type) => {
      Object.assign(site, { type, body: await signer.sign({ prompt: 'none' }) });
      expect(await ask(address)).toMatchObject({ error: 'login_required', state: 'inside' });
      await ask(address);
      expect(site.requests).toBe(2);
    },
  );

  it.each([
    (uri: string) => `${uri}?a=1`,
    (uri: string) => `${uri}#x`,
    (uri: string) => uri.replace('http:', 'HTTP:'),
    () => 'http://169.254.169.254/',
    () => 'urn:example:request',
    () => 'URN:ietf:params:oauth:request_uri:x',
    () => `https://rp.test/${'x'.repeat(600)}`,
  ])('row 4: must be registered byte for byte, or nothing is fetched (security #71): %s', async (change) => {
    expect((await ask(change(address))).error).toBe('invalid_request_uri');
    expect(site.requests).toBe(0);
  });

  it.each<[string, Partial<Site>]>([
    ['status 404', { status: 404 }],
    ['a redirect', { status: 302 }],
    ['HTML', { type: 'text/html' }],
    ['no type', { type: null }],
    ['a type that only begins like one', { type: 'application/jwtx' }],
    ['more than 64 KiB', { body: 'x'.repeat(65_537) }],
  ])('row 5: %s is no request object', async (_, answer) => {
    Object.assign(site, { body: await signer.sign(), ...answer });
    expect((await ask(address)).error).toBe('invalid_request_uri');
    expect(site.requests).toBe(1);
  });

  it('row 5: an address of our own network is not fetched (security #123)', async () => {
    expect((await ask(lan)).error).toBe('invalid_request_uri');
  });

  it('row 5: is fetched 60 times a minute for each client', async () => {
    site.body = await signer.sign({ client_id: 'busy', prompt: 'none' });
    for (let asked = 0; asked < 60; asked += 1) await ask(address, 'busy');
    expect((await ask(address, 'busy')).error).toBe('invalid_request_uri');
    expect(site.requests).toBe(60);
    expect((await ask(address)).error).toBe('invalid_request_object');
  });

  it('row 6: a fetched object must be signed', async () => {
    site.body = 'eyJhbGciOiJub25lIn0.e30.';
    expect((await ask(address)).error).toBe('invalid_request_object');
  });

  it('is announced by discovery only when a client has such an address (the default is true)', async () => {
    const read = async (server: TestProvider) =>
      JSON.parse((await server.send('/.well-known/openid-configuration')).body);
    const support = { request_uri_parameter_supported: true, require_request_uri_registration: true };
    expect(await read(provider)).toMatchObject(support);
    const without = await createTestProvider(fixtures);
    expect(await read(without)).toMatchObject({ request_uri_parameter_supported: false });
    await without.close();
  });
});
