import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conformanceFile, plansWith, startParty } from '#lib/testing/conformance';
import { redeem, refresh, userinfo } from '#lib/testing/fixtures';
import type { FlowParty } from '#lib/testing/flow-party';
import { authorizeRequest } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(conformanceFile);
});
afterAll(() => provider.close());

describe.each(plansWith({ code: true }))('a code, response_type %s', (_, plan) => {
  let party: FlowParty;
  beforeAll(async () => {
    party = await startParty(provider, plan);
  });

  it('oidcc-server-client-secret-post: the secret in the body is accepted', async () => {
    const { code } = await party.authorize();
    const { clientId, secret } = party.client;
    const proof = { client_id: clientId, client_secret: secret, code_verifier: undefined };
    expect((await redeem(provider, { code: code ?? '', verifier: '' }, proof, null)).status).toBe(200);
  });

  it.each([
    ['oidcc-codereuse', 0],
    ['oidcc-codereuse-30seconds', 30],
  ])('%s: invalid_grant, and the access token is revoked', async (_name, seconds) => {
    const { answer, accessToken } = await party.signIn();
    provider.advance(seconds);
    const issued = { code: answer.code ?? '', verifier: '' };
    const again = await redeem(provider, issued, { code_verifier: undefined }, credentials(party));
    expect(again.status).toBe(400);
    expect(bodyOf(again).error).toBe('invalid_grant');
    expect((await userinfo(provider, accessToken)).status).toBe(401);
  });

  it('oidcc-refresh-token: works for its client, with an ID token of the same person, and for no other', async () => {
    const wanted = { scope: 'openid offline_access', prompt: 'consent' };
    const first = await party.signIn(wanted);
    const answer = await refresh(provider, first.tokens.refresh_token, {}, credentials(party));
    expect(answer.status).toBe(200);
    expect((await userinfo(provider, bodyOf(answer).access_token)).status).toBe(200);
    const other = await startParty(provider, plan, 'other');
    const second = await other.signIn(wanted);
    const stolen = await refresh(provider, second.tokens.refresh_token, {}, credentials(party));
    expect(stolen.status).toBe(400);
    expect(bodyOf(stolen).error).toBe('invalid_grant');
  });

  it('oidcc-ensure-request-with-valid-pkce-succeeds: a challenge is taken and its verifier redeems', async () => {
    const { path, verifier } = authorizeRequest();
    const { code_challenge, code_challenge_method } = Object.fromEntries(new URL(path, issuer).searchParams);
    const { code = '' } = await party.authorize({ code_challenge, code_challenge_method });
    expect((await redeem(provider, { code, verifier }, {}, credentials(party))).status).toBe(200);
  });
});

const credentials = ({ client: { clientId, secret } }: FlowParty) => basic(clientId, secret);

const withAccessToken = plansWith().filter(([, { responseType }]) => responseType !== 'id_token');

describe.each(withAccessToken)('an access token, response_type %s', (_, plan) => {
  let party: FlowParty;
  beforeAll(async () => {
    party = await startParty(provider, plan);
  });

  it('oidcc-userinfo-get: UserInfo answers a GET with JSON, for the same sub', async () => {
    const { accessToken, idTokens } = await party.signIn();
    const response = await userinfo(provider, accessToken);
    expect(response.status).toBe(200);
    expect(String(response.headers['content-type'])).toContain('application/json');
    for (const { sub } of idTokens) expect(bodyOf(response).sub).toBe(sub);
  });

  it('oidcc-userinfo-post-header: UserInfo answers a POST with the header', async () => {
    const { accessToken } = await party.signIn();
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await provider.post('/connect/userinfo', {}, headers)).status).toBe(200);
  });

  it('oidcc-userinfo-post-body: UserInfo takes the token from the form', async () => {
    const { accessToken } = await party.signIn();
    expect((await provider.post('/connect/userinfo', { access_token: accessToken ?? '' })).status).toBe(200);
  });
});
