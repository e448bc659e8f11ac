import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allScopes, claimOfScope, conformanceFile, partsOf, plansWith, startParty } from '#lib/testing/conformance';
import { userinfo } from '#lib/testing/fixtures';
import type { FlowParty, SignedIn } from '#lib/testing/flow-party';
import { createPerson } from '#lib/testing/person';
import { bodyOf, createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(conformanceFile);
});
afterAll(() => provider.close());

describe.each(plansWith())('what comes back, response_type %s', (_, plan) => {
  let party: FlowParty;
  beforeAll(async () => {
    party = await startParty(provider, plan);
  });

  it('oidcc-server: the parts of the response type are returned, with state and iss, and every ID token verifies', async () => {
    const { answer, tokens, idTokens } = await party.signIn({ state: 'a b&c' });
    const asked = partsOf(plan.responseType);
    expect(answer).toMatchObject({ state: 'a b&c', iss: issuer });
    expect({
      code: 'code' in answer,
      idToken: 'id_token' in answer,
      accessToken: 'access_token' in answer,
    }).toEqual(asked);
    expect(idTokens).toHaveLength(Number(asked.idToken) + Number(asked.code));
    expect(new Set(idTokens.map(({ sub }) => sub)).size).toBe(1);
    if (asked.code) expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: expect.any(Number) });
  });

  it('oidcc-idtoken-signature: an ID token is signed with RS256, by a key that is published', async () => {
    const { answer, tokens } = await party.signIn();
    const { keys } = bodyOf(await provider.send('/.well-known/openid-configuration/jwks'));
    for (const token of [answer.id_token, tokens.id_token].filter((one) => one !== undefined)) {
      const { alg, kid } = decodeProtectedHeader(String(token));
      expect(alg).toBe('RS256');
      expect(keys).toContainEqual(expect.objectContaining({ kid, kty: 'RSA', use: 'sig' }));
    }
  });

  it.each([
    ['oidcc-scope-profile', 'openid profile', ['name']],
    ['oidcc-scope-email', 'openid email', ['email']],
    ['oidcc-scope-address', 'openid address', ['address']],
    ['oidcc-scope-phone', 'openid phone', ['phone_number']],
    ['oidcc-scope-all', allScopes, Object.values(claimOfScope)],
  ])('%s: the claims of %s come where §5.4 says, and no others', async (_name, scope, names) => {
    const given = await claimsOf(await party.signIn({ scope }));
    const others = Object.values(claimOfScope).filter((name) => !names.includes(name));
    for (const name of names) expect(given).toHaveProperty(name);
    for (const name of others) expect(given).not.toHaveProperty(name);
  });

  it('oidcc-alternate-happy-flow: neither the order of scopes nor of parameters matters', async () => {
    const [address = '', query = ''] = party.path({ scope: 'email openid' }).split('?');
    const reversed = new URLSearchParams([...new URLSearchParams(query)].reverse());
    const person = createPerson(provider);
    const signedIn = await party.finish(person, await person.get(`${address}?${reversed}`));
    expect(await claimsOf(signedIn)).toHaveProperty('email');
  });

  it('oidcc-claims-essential: a claim requested by name is returned (OpenID Connect Core §5.5.1)', async () => {
    const part = plan.responseType === 'id_token' ? 'id_token' : 'userinfo';
    const claims = JSON.stringify({ [part]: { name: { essential: true } } });
    const given = await claimsOf(await party.signIn({ claims, scope: 'openid' }));
    expect(given).toHaveProperty('name', 'Alice Smith');
    expect(given).not.toHaveProperty('email');
  });
});

/** The claims of the person, from UserInfo or from an ID token without an access token (OpenID Connect Core §5.4). */
async function claimsOf({ accessToken, idTokens }: SignedIn): Promise<object> {
  return accessToken === null ? { ...idTokens[0] } : bodyOf(await userinfo(provider, accessToken));
}
