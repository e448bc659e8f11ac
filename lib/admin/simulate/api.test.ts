import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '#lib/testing/admin-api';

let api: TestApi;
let token: string;

beforeAll(async () => {
  api = await createTestApi();
  token = await api.tokenOf('reader', 'signet.admin.read');
});
afterAll(() => api.close());

const post = (address: string, body: unknown) => api.call('POST', address, { token, body });

const request = new URLSearchParams({
  client_id: 'web',
  response_type: 'code',
  redirect_uri: 'https://rp.test/cb',
  scope: 'openid profile orders',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
});

describe('the simulator of the API', () => {
  it('shows for a user how they sign in, what they are asked, and the claims of the tokens', async () => {
    const answer = await post('/simulate', { address: `https://op.test/connect/authorize?${request}`, user: 'alice' });
    expect(answer).toMatchObject({
      status: 200,
      json: {
        outcome: 'accepted',
        client_id: 'web',
        sign_in: { go: 'login', provider: null },
        user: { known: true, enabled: true, may_enter: true },
        next: 'consent',
        scope: ['openid', 'profile', 'orders'],
        tokens: { id_token: { aud: 'web' }, access_token: { aud: 'orders' }, userinfo: { name: 'Alice Smith' } },
      },
    });
    expect(answer.body).not.toMatch(/eyJ/);
  });

  it('simulates a request without a user, with an unknown user, and one that is refused', async () => {
    const address = String(request);
    expect((await post('/simulate', { address })).json).toMatchObject({ user: null, next: null, tokens: null });
    expect((await post('/simulate', { address, user: 'x' })).json).toMatchObject({ user: { known: false } });
    expect((await post('/simulate', { address: address.replace('cb', 'other') })).json).toMatchObject({
      outcome: 'refused',
      rule: 'redirect_uri_not_registered',
      setting: 'redirect_uris',
      received: 'https://rp.test/other',
      registered: ['https://rp.test/cb'],
      redirect_uri: null,
    });
  });

  it('requires an address of acceptable length', async () => {
    expect(await post('/simulate', { address: '' })).toMatchObject({ status: 400 });
    expect(await post('/simulate', { address: 'x'.repeat(20_000) })).toMatchObject({ status: 400 });
  });

  it('shows the claims of the tokens for a user, and for the client itself', async () => {
    const tried = await post('/simulate', { client_id: 'web', user: 'alice', scope: 'openid profile none' });
    expect(tried).toMatchObject({
      status: 200,
      json: { outcome: 'tokens', granted: ['openid', 'profile'], dropped: ['none'], userinfo: { name: 'Alice Smith' } },
    });
    const machine = await post('/simulate', { client_id: 'other' });
    expect(machine.json).toMatchObject({ granted: ['orders'], access_token: { aud: 'orders' }, id_token: null });
  });

  it.each([
    [{}, '/address', 'required'],
    [{ address: 'x', client_id: 'web' }, '/address', 'required'],
    [{ client_id: 'none' }, '/client_id', 'unknown_client'],
    [{ client_id: 'web', user: 'none' }, '/user', 'unknown_user'],
    [{ client_id: 'web', user: 'alice', scope: 'none' }, '/scope', 'no_scope'],
    [{ client_id: 'web', scope: 'openid' }, '/user', 'no_user'],
  ])('names the wrong field of %j', async (body, pointer, code) => {
    expect(await post('/simulate', body)).toMatchObject({ status: 400, json: { errors: [{ pointer, code }] } });
  });
});
