import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpRequest } from '#lib/http/types';
import { apiConfiguration, createTestApi, type TestApi } from '#lib/testing/admin-api';
import { createCertificate, presented, type TestCertificate } from '#lib/testing/certificates';
import { countStatements } from '#lib/testing/count-statements';
import { createProofMaker } from '#lib/testing/dpop';
import { fixtureClient, fixtures, issueCode, secrets } from '#lib/testing/fixtures';
import { password, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, encodeForm, type FormFields, issuer } from '#lib/testing/provider';
import { readJwt } from '#lib/vocabulary/jwt';
import { handleToken } from '../token';

const environment = {
  SIGNET_MTLS_ORIGIN: 'https://mtls.op.test',
  SIGNET_MTLS_HEADER: 'rfc9440',
  SIGNET_TRUSTED_PROXIES: '10.0.0.1',
};
const bound = { tls_client_certificate_bound_access_tokens: true };
const spa = { ...fixtureClient('spa'), redirect_uris: [redirectUri], require_consent: false };
const secret = [{ value: secrets.web }];
const console = {
  client_id: 'console',
  client_secrets: secret,
  grant_types: ['password'],
  scope: 'openid signet.admin',
};

let api: TestApi;
let mine: TestCertificate;
let other: TestCertificate;
beforeAll(async () => {
  const clients = [
    { ...fixtureClient('silent'), ...bound },
    { ...fixtureClient('silent'), client_id: 'unbound' },
    { ...spa, ...bound, refresh_token_grace_seconds: 60 },
    { ...spa, client_id: 'spa-slow', ...bound, refresh_token_rotation: false },
    { ...fixtureClient('m2m'), ...bound },
    { ...fixtureClient('m2m'), client_id: 'm2m-reference', access_token_format: 'reference', ...bound },
    { ...fixtureClient('m2m'), client_id: 'm2m-unbound' },
    { ...console, ...bound },
    { ...console, client_id: 'console-reference', access_token_format: 'reference', ...bound },
  ];
  const scopes = [
    { name: 'orders', type: 'resource', secrets: secret },
    { name: 'invoices', type: 'resource' },
  ];
  const users = [...fixtures.users, ...apiConfiguration.users.filter(({ username }) => username === 'root')];
  api = await createTestApi({ ...fixtures, scopes, clients, users }, environment);
  [mine, other] = [createCertificate(), createCertificate()];
});
afterAll(() => api.close());

type Sent = { readonly certificate?: TestCertificate | null; readonly headers?: HttpRequest['headers'] };

function ask(path: string, fields: FormFields, { certificate = null, headers = {} }: Sent = {}) {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const facts = certificate === null ? {} : presented(certificate, false);
  return api.provider.send(path, { ...facts, body: encodeForm(fields), headers: { ...type, ...headers } });
}

const machine = (clientId: string, sent: Sent = {}) =>
  ask(
    '/connect/token',
    { grant_type: 'client_credentials', scope: 'orders' },
    {
      ...sent,
      headers: { authorization: basic(clientId, secrets.m2m), ...sent.headers },
    },
  );

const cnfOf = (token: unknown) => readJwt(String(token)).payload.cnf;
const outcome = (response: Awaited<ReturnType<typeof machine>>) => [response.status, bodyOf(response).error];

describe('tls_client_certificate_bound_access_tokens (RFC 8705 §3)', () => {
  it('binds the access token to the DER form of the leaf; it stays a bearer token', async () => {
    const body = bodyOf(await machine('m2m', { certificate: mine }));
    expect(body.token_type).toBe('Bearer');
    expect(cnfOf(body.access_token)).toEqual({ 'x5t#S256': mine.thumbprint });
  });

  it('gives no token without a certificate', async () => {
    expect(outcome(await machine('m2m'))).toEqual([400, 'invalid_request']);
  });

  it('binds no token of a client that did not ask for it', async () => {
    const body = bodyOf(await machine('m2m-unbound', { certificate: mine }));
    expect(cnfOf(body.access_token)).toBeUndefined();
  });

  it('never identifies a client by only its certificate', async () => {
    const fields = { grant_type: 'client_credentials', scope: 'orders', client_id: 'm2m' };
    expect(outcome(await ask('/connect/token', fields, { certificate: mine }))).toEqual([401, 'invalid_client']);
  });

  it('binds to both with a DPoP proof, whose htu is at the mTLS origin', async () => {
    const key = await createProofMaker(api.provider);
    const at = (origin: string) => key.prove({ claims: { htu: `${origin}/connect/token` } });
    const send = async (origin: string) => machine('m2m', { certificate: mine, headers: { dpop: await at(origin) } });
    expect(outcome(await send(issuer))).toEqual([400, 'invalid_dpop_proof']);
    const body = bodyOf(await send('https://mtls.op.test'));
    expect(body.token_type).toBe('DPoP');
    expect(cnfOf(body.access_token)).toEqual({ jkt: key.jkt, 'x5t#S256': mine.thumbprint });
  });

  it('expects the address of the issuer in a DPoP proof sent there', async () => {
    const key = await createProofMaker(api.provider);
    const at = (origin: string) => key.prove({ claims: { htu: `${origin}/connect/token` } });
    const send = async (origin: string) => machine('m2m-unbound', { headers: { dpop: await at(origin) } });
    expect(outcome(await send('https://mtls.op.test'))).toEqual([400, 'invalid_dpop_proof']);
    expect(outcome(await send(issuer))).toEqual([200, undefined]);
  });

  it('is returned by introspection, for a JWT and a reference', async () => {
    for (const clientId of ['m2m', 'm2m-reference']) {
      const { access_token: token } = bodyOf(await machine(clientId, { certificate: mine }));
      const headers = { authorization: basic('orders', secrets.web) };
      const answer = bodyOf(await ask('/connect/introspect', { token: String(token) }, { headers }));
      expect(answer).toMatchObject({ active: true, token_type: 'Bearer', cnf: { 'x5t#S256': mine.thumbprint } });
    }
  });

  it('needs no statement, with a certificate or without', async () => {
    for (const [clientId, certificate] of [
      ['m2m', mine],
      ['m2m-unbound', null],
    ] as const) {
      const context = api.provider.context();
      const { db, count } = countStatements(context.db);
      const request = {
        method: 'POST',
        path: '/connect/token',
        query: '',
        clientAddress: '192.0.2.1',
        headers: { authorization: basic(clientId, secrets.m2m), 'content-type': 'application/x-www-form-urlencoded' },
        body: encodeForm({ grant_type: 'client_credentials', scope: 'orders' }),
        ...(certificate !== null && presented(certificate, false)),
      };
      expect((await handleToken(request, { ...context, db })).status).toBe(200);
      expect(count()).toBe(0);
    }
  });
});

describe.each(['/connect/userinfo', '/api/admin/v1/clients'])('%s with a bound token (RFC 8705 §3)', (path) => {
  async function present(token: unknown, certificate: TestCertificate | null, scheme = 'Bearer') {
    const headers = { authorization: `${scheme} ${token}` };
    const facts = certificate === null ? {} : presented(certificate, false);
    if (path === '/connect/userinfo') return api.provider.send(path, { headers, ...facts });
    return api.call('GET', path, { headers, facts });
  }

  it.each(['console', 'console-reference'])('of %s takes it with its certificate only', async (clientId) => {
    const fields = { grant_type: 'password', username: 'root', password, scope: 'openid signet.admin' };
    const headers = { authorization: basic(clientId, secrets.web) };
    const { access_token: token } = bodyOf(await ask('/connect/token', fields, { certificate: mine, headers }));
    expect((await present(token, mine)).status).toBe(200);
    // Requests at the plain origin also count as requests without a certificate, because the server reads none there.
    for (const certificate of [other, null]) {
      const refused = await present(token, certificate);
      expect(refused.status).toBe(401);
      expect(String(refused.headers['www-authenticate'])).toContain('error="invalid_token"');
    }
    expect((await present(token, mine, 'DPoP')).status, 'with another scheme').toBe(401);
  });
});

describe('a refresh token of a public client (RFC 8705 §7.1)', () => {
  async function begin(clientId: string) {
    const { code, verifier } = await issueCode(api.provider, { client_id: clientId, scope: 'openid offline_access' });
    const fields = { grant_type: 'authorization_code', code, code_verifier: verifier, client_id: clientId };
    const response = await ask('/connect/token', { ...fields, redirect_uri: redirectUri }, { certificate: mine });
    expect(response.status, response.body).toBe(200);
    return bodyOf(response);
  }

  const renew = (token: unknown, certificate: TestCertificate | null, clientId = 'spa', headers = {}) =>
    ask(
      '/connect/token',
      { grant_type: 'refresh_token', refresh_token: String(token), client_id: clientId },
      { certificate, headers },
    );

  it('is bound, and so is each successor; without a certificate nothing is used up', async () => {
    const first = await begin('spa');
    const second = bodyOf(await renew(first.refresh_token, mine));
    expect(cnfOf(second.access_token)).toEqual({ 'x5t#S256': mine.thumbprint });
    expect(outcome(await renew(second.refresh_token, null))).toEqual([400, 'invalid_request']);
    expect((await renew(second.refresh_token, mine)).status).toBe(200);
  });

  it.each(['in', 'out of'])('ends its family with another certificate, %s the grace window', async (where) => {
    const first = await begin('spa');
    const second = bodyOf(await renew(first.refresh_token, mine));
    api.provider.advance(where === 'in' ? 1 : 61);
    expect(outcome(await renew(first.refresh_token, other))).toEqual([400, 'invalid_grant']);
    expect(outcome(await renew(second.refresh_token, mine)), 'the family').toEqual([400, 'invalid_grant']);
    const { db } = api.provider.context();
    expect(await db.auditEvent.count({ where: { type: 'refresh_token.wrong_key' } })).toBeGreaterThan(0);
  });

  it('stays bound to its certificate when a DPoP proof comes later, which is not a reuse', async () => {
    for (const clientId of ['spa', 'spa-slow']) {
      const key = await createProofMaker(api.provider);
      const dpop = () => key.prove({ claims: { htu: 'https://mtls.op.test/connect/token' } });
      const first = await begin(clientId);
      const second = await renew(first.refresh_token, mine, clientId, { dpop: await dpop() });
      expect(second.status, second.body).toBe(200);
      expect(cnfOf(bodyOf(second).access_token)).toEqual({ jkt: key.jkt, 'x5t#S256': mine.thumbprint });
      const third = await renew(bodyOf(second).refresh_token, mine, clientId);
      expect(third.status, third.body).toBe(200);
    }
  });

  it('that does not rotate is bound too', async () => {
    const { refresh_token: token } = await begin('spa-slow');
    expect((await renew(token, mine, 'spa-slow')).status).toBe(200);
    expect(outcome(await renew(token, other, 'spa-slow'))).toEqual([400, 'invalid_grant']);
  });

  it('of a confidential client is bound to its authentication: a new certificate is accepted', async () => {
    const { code, verifier } = await issueCode(api.provider, { client_id: 'silent', scope: 'openid offline_access' });
    const headers = { authorization: basic('silent', secrets.web) };
    const fields = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
    const { refresh_token } = bodyOf(await ask('/connect/token', fields, { certificate: mine, headers }));
    const again = { grant_type: 'refresh_token', refresh_token: String(refresh_token) };
    const renewed = bodyOf(await ask('/connect/token', again, { certificate: other, headers }));
    expect(cnfOf(renewed.access_token)).toEqual({ 'x5t#S256': other.thumbprint });
  });
});

describe('discovery', () => {
  it('names the aliases, and the issuer unchanged (RFC 8705 §5)', async () => {
    const document = bodyOf(await api.provider.send('/.well-known/openid-configuration'));
    expect(document).toMatchObject({
      issuer,
      token_endpoint: `${issuer}/connect/token`,
      tls_client_certificate_bound_access_tokens: true,
      mtls_endpoint_aliases: {
        token_endpoint: 'https://mtls.op.test/connect/token',
        pushed_authorization_request_endpoint: 'https://mtls.op.test/connect/par',
        device_authorization_endpoint: 'https://mtls.op.test/connect/deviceauthorization',
        userinfo_endpoint: 'https://mtls.op.test/connect/userinfo',
        introspection_endpoint: 'https://mtls.op.test/connect/introspect',
        revocation_endpoint: 'https://mtls.op.test/connect/revocation',
      },
    });
    for (const [name, address] of Object.entries(document.mtls_endpoint_aliases ?? {})) {
      expect(String(address).replace('https://mtls.op.test', issuer), name).toBe(document[name]);
    }
  });
});
