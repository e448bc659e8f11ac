import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvedDevice, deviceClient, pollDevice, startDevice } from '#lib/testing/device';
import { createProofMaker, type ProofMaker } from '#lib/testing/dpop';
import { fixtureClient, fixtures, issueCode, secrets } from '#lib/testing/fixtures';
import { password, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { leftHalfHash } from '#lib/tokens/id-token';
import { readJwt } from '#lib/vocabulary/jwt';

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const api = {
  client_id: 'orders',
  client_secrets: [{ value: secrets.web }],
  grant_types: [exchangeGrant],
  scope: 'openid invoices',
  token_exchange: { subjects: ['web'], delegation: true },
};
const web = { ...fixtureClient('web'), require_consent: false };

let provider: TestProvider;
let key: ProofMaker;
let other: ProofMaker;
beforeAll(async () => {
  provider = await createTestProvider({
    ...fixtures,
    clients: [
      web,
      { ...web, client_id: 'reference', access_token_format: 'reference' },
      { ...web, client_id: 'password', grant_types: ['password', 'refresh_token'] },
      { ...web, client_id: 'bound', grant_types: ['password'], dpop_bound_access_tokens: true },
      deviceClient,
      { ...deviceClient, client_id: 'bound-tv', dpop_bound_access_tokens: true },
      api,
      { ...api, client_id: 'invoices', scope: 'openid orders', dpop_bound_access_tokens: true },
    ],
  });
  [key, other] = await Promise.all([createProofMaker(provider), createProofMaker(provider)]);
});
afterAll(() => provider.close());

const ask = (clientId: string, fields: FormFields, dpop?: string) =>
  provider.post('/connect/token', fields, { authorization: basic(clientId, secrets.web), dpop });

const claimsOf = (token: unknown) => readJwt(String(token)).payload;

describe('the password grant (RFC 9449 §5)', () => {
  const fields = { grant_type: 'password', username: 'alice', password, scope: 'openid orders offline_access' };

  it('binds its tokens to the key of the proof', async () => {
    const response = bodyOf(await ask('password', fields, await key.prove()));
    expect(response.token_type).toBe('DPoP');
    expect(claimsOf(response.access_token).cnf).toEqual({ jkt: key.jkt });
  });

  it('needs a proof where the client has dpop_bound_access_tokens', async () => {
    const refused = await ask('bound', fields);
    expect([refused.status, bodyOf(refused).error]).toEqual([400, 'invalid_request']);
    expect((await ask('bound', { ...fields, scope: 'openid' }, await key.prove())).status).toBe(200);
  });

  it('does not use up the proof with a wrong password', async () => {
    const dpop = await key.prove();
    expect((await ask('password', { ...fields, password: 'wrong' }, dpop)).status).toBe(400);
    expect((await ask('password', fields, dpop)).status).toBe(200);
  });
});

describe('a device (RFC 9449 §5)', () => {
  it('binds its tokens when it redeems its code: earlier polls use nothing up', async () => {
    const { deviceCode } = await approvedDevice(provider, { scope: 'openid orders offline_access' });
    const first = bodyOf(await pollDevice(provider, deviceCode, {}, { dpop: await key.prove() }));
    expect(first.token_type).toBe('DPoP');
    expect(claimsOf(first.access_token).cnf).toEqual({ jkt: key.jkt });
    const fields = { grant_type: 'refresh_token', refresh_token: String(first.refresh_token), client_id: 'tv' };
    const bare = await provider.post('/connect/token', fields);
    expect(bodyOf(bare).error).toBe('invalid_request');
    expect((await provider.post('/connect/token', fields, { dpop: await key.prove() })).status).toBe(200);

    const waiting = await startDevice(provider);
    const dpop = await key.prove();
    for (const error of ['authorization_pending', 'slow_down']) {
      expect(bodyOf(await pollDevice(provider, waiting.deviceCode, {}, { dpop })).error).toBe(error);
    }
  });

  it('needs a proof at each poll where the client has dpop_bound_access_tokens', async () => {
    const { deviceCode } = await approvedDevice(provider, { client_id: 'bound-tv', scope: 'openid' });
    const poll = (dpop?: string) =>
      pollDevice(provider, deviceCode, { client_id: 'bound-tv' }, dpop === undefined ? {} : { dpop });
    expect(bodyOf(await poll()).error).toBe('invalid_request');
    expect(bodyOf(await poll(await key.prove())).token_type).toBe('DPoP');
  });
});

describe('token exchange (RFC 8693, RFC 9449 §5)', () => {
  async function subjectToken(clientId = 'web', scope = 'openid orders'): Promise<string> {
    const { code, verifier } = await issueCode(provider, { client_id: clientId, scope });
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
    return String(bodyOf(await ask(clientId, fields, await key.prove())).access_token);
  }

  const exchange = async (clientId: string, token: string, dpop?: string) =>
    ask(clientId, { grant_type: exchangeGrant, subject_token: token, subject_token_type: accessTokenType }, dpop);

  it('accepts a bound token of the API without its key, and binds the new one to the key of the API', async () => {
    const token = await subjectToken();
    const bound = bodyOf(await exchange('orders', token, await other.prove()));
    expect(bound).toMatchObject({ token_type: 'DPoP', issued_token_type: accessTokenType });
    expect(claimsOf(bound.access_token)).toMatchObject({ aud: 'invoices', cnf: { jkt: other.jkt } });
    const bare = bodyOf(await exchange('orders', token));
    expect(bare.token_type).toBe('Bearer');
    expect(claimsOf(bare.access_token)).not.toHaveProperty('cnf');
  });

  it('needs a proof where the client of the API has dpop_bound_access_tokens', async () => {
    const first = bodyOf(await exchange('orders', await subjectToken(), await other.prove()));
    const refused = await exchange('invoices', String(first.access_token));
    expect([refused.status, bodyOf(refused).error]).toEqual([400, 'invalid_request']);
    expect(refused.body).toContain('The DPoP proof is missing');
  });
});

describe('a bound token (RFC 9449 §6)', () => {
  it.each(['web', 'reference'])('of %s is revoked by its client without a proof', async (clientId) => {
    const { code, verifier } = await issueCode(provider, { client_id: clientId, scope: 'openid' });
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
    const token = String(bodyOf(await ask(clientId, fields, await key.prove())).access_token);
    const path = '/connect/userinfo';
    const use = async () => {
      const dpop = await key.prove({ path, method: 'GET', accessToken: token });
      return (await provider.send(path, { headers: { authorization: `DPoP ${token}`, dpop } })).status;
    };
    expect(await use()).toBe(200);
    const authorization = basic(clientId, secrets.web);
    expect((await provider.post('/connect/revocation', { token }, { authorization })).status).toBe(200);
    expect(await use()).toBe(401);
  });

  it('has a normal ID token: at_hash is of the access token as it was sent', async () => {
    const { code, verifier } = await issueCode(provider, { scope: 'openid' });
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
    const { id_token, access_token } = bodyOf(await ask('web', fields, await key.prove()));
    expect(claimsOf(id_token)).toMatchObject({ iss: issuer, at_hash: leftHalfHash('RS256', String(access_token)) });
    expect(claimsOf(id_token)).not.toHaveProperty('cnf');
  });
});

describe('a proof, and a token that it came with', () => {
  it('are not in the record of a refused request (security #152)', async () => {
    const path = '/connect/userinfo';
    const token = await (async () => {
      const { code, verifier } = await issueCode(provider, { scope: 'openid' });
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
      return String(bodyOf(await ask('web', fields, await key.prove())).access_token);
    })();
    const proofs = [
      await key.prove({ claims: { htu: `${issuer}/other` } }),
      await key.prove({ header: { typ: 'JWT' } }),
      await other.prove({ path, method: 'GET', accessToken: token }),
      await key.prove({ path, method: 'GET', claims: { nonce: 'canary-nonce-0123456789' } }),
    ];
    for (const dpop of proofs) {
      await ask('web', { grant_type: 'authorization_code' }, dpop);
      await provider.send(path, { headers: { authorization: `DPoP ${token}`, dpop } });
    }
    await provider.flushExplanations();
    const rows = await provider.context().db.explanation.findMany();
    expect(rows.filter(({ error }) => error === 'invalid_dpop_proof').length).toBeGreaterThan(3);
    const text = JSON.stringify([rows, provider.events]);
    for (const secret of [token, ...proofs, 'canary-nonce-0123456789']) expect(text).not.toContain(secret);
    for (const proof of proofs) for (const part of proof.split('.')) expect(text).not.toContain(part);
  });
});
