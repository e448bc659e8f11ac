import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportConfiguration } from '#lib/config/export';
import { fixtures } from '#lib/testing/fixtures';
import { membersOf, nestedLists, unsignedJwt, withMember } from '#lib/testing/odd-json';
import { authorizeRequest, createPerson, locationOf } from '#lib/testing/person';
import { bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({ ...fixtures, portal: { dynamic_registration: 'open' } });
});
afterAll(() => provider.close());

const rp = { redirect_uris: ['https://rp.example/cb'] };
let addresses = 0;

function register(body: string) {
  addresses += 1;
  const headers = { 'content-type': 'application/json' };
  const clientAddress = `192.0.2.${addresses % 250}`;
  return provider.send('/connect/register', { method: 'POST', body, headers, clientAddress });
}

/** A key with one more member. */
const keyWith = (json: string) => withMember({ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }, json);
/** Metadata with such a key, four levels deep. */
const jwksWith = (json: string) => withMember(rp, `{"keys":[${keyWith(json)}]}`, 'jwks');

describe('a registration (security #146)', () => {
  it.each([
    ['a member 15 levels deep', withMember(rp, nestedLists(14))],
    ['a member 16 levels deep', withMember(rp, nestedLists(15))],
    ['a key 16 levels deep', jwksWith(nestedLists(12))],
    ['1,000 members', `{"redirect_uris":["https://rp.example/cb"],${membersOf(999).slice(1)}`],
  ])('is accepted with %s, of which no unknown member is stored', async (_, body) => {
    const response = await register(body);
    expect(response.status).toBe(201);
    const { db } = provider.context();
    const stored = await db.client.findUniqueOrThrow({ where: { clientId: String(bodyOf(response).client_id) } });
    const history = await db.configurationChange.findFirstOrThrow({ where: { key: stored.clientId } });
    expect(JSON.stringify([stored, history, response.body])).not.toMatch(/\[\[|extension|m998/);
  });

  it.each([
    ['a member 17 levels deep', withMember(rp, nestedLists(16)), 'nested too deeply'],
    ['a key 17 levels deep', jwksWith(nestedLists(13)), 'nested too deeply'],
    ['a key 4,000 levels deep', jwksWith(nestedLists(4000)), 'nested too deeply'],
    ['a key 6,000 levels deep', jwksWith(nestedLists(6000)), 'nested too deeply'],
    ['a member 200,000 levels deep', withMember(rp, nestedLists(200_000)), 'too large'],
    ['1,001 members', `{"redirect_uris":["https://rp.example/cb"],${membersOf(1000).slice(1)}`, 'too many members'],
    ['more than 64 KiB', withMember(rp, JSON.stringify('x'.repeat(65_536))), 'too large'],
  ])('is refused with %s', async (_, body, reason) => {
    const response = await register(body);
    expect(response.status).toBe(400);
    expect(bodyOf(response)).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining(reason),
    });
  });

  it.each([17, 4000, 6000])('is not replaced by metadata %i levels deep (RFC 7592 §2.2)', async (depth) => {
    const made = bodyOf(await register(JSON.stringify(rp)));
    const headers = {
      authorization: `Bearer ${made.registration_access_token}`,
      'content-type': 'application/json',
    };
    const replace = (body: string) =>
      provider.send(String(made.registration_client_uri), { method: 'PUT', body, headers });
    const self = { ...rp, client_id: made.client_id };
    expect((await replace(withMember(self, nestedLists(depth - 1)))).status).toBe(400);
    expect((await replace(withMember(self, `{"keys":[${keyWith(nestedLists(depth - 4))}]}`, 'jwks'))).status).toBe(400);
    expect((await replace(JSON.stringify(self))).status).toBe(200);
  });

  it('leaves a readable export, regardless of the attempts', async () => {
    expect(await exportConfiguration(provider.context().db)).toContain('registration_token_hash');
  });
});

describe('the claims parameter (security #146)', () => {
  const asking = async (claims: string) =>
    locationOf(await createPerson(provider).get(authorizeRequest({ claims }).path));

  it.each([15, 16])('is accepted %i levels deep', async (depth) => {
    expect(await asking(`{"userinfo":{"name":{"value":${nestedLists(depth - 3)}}}}`)).toContain('/login?');
  });

  it.each([17, 1900])('is refused %i levels deep', async (depth) => {
    const answer = await asking(`{"userinfo":{"name":{"value":${nestedLists(depth - 3)}}}}`);
    expect(new URL(answer).searchParams.get('error')).toBe('invalid_request');
  });

  it('is refused with a repeated name (RFC 8259 §4)', async () => {
    const answer = await asking('{"userinfo":{"name":null,"name":{}}}');
    expect(new URL(answer).searchParams.get('error')).toBe('invalid_request');
  });
});

describe('a client assertion (security #146)', () => {
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  const nested = (depth: number) => withMember({ sub: 'web', iss: 'web' }, nestedLists(depth - 1));

  it.each([
    ['a payload', 17, (json: string) => unsignedJwt('{"alg":"ES256"}', json)],
    ['a payload', 3000, (json: string) => unsignedJwt('{"alg":"ES256"}', json)],
    ['a header', 17, (json: string) => unsignedJwt(json, '{"sub":"web"}')],
  ])('with %s %i levels deep does not authenticate', async (_, depth, make) => {
    const response = await provider.post('/connect/token', {
      grant_type: 'client_credentials',
      client_assertion_type: type,
      client_assertion: make(nested(depth)),
    });
    expect([response.status, bodyOf(response).error]).toEqual([401, 'invalid_client']);
    await provider.flushExplanations();
    const explained = await provider.context().db.explanation.findMany({ select: { facts: true } });
    expect(explained.map(({ facts }) => facts).join()).toContain('nested more than 16 levels deep');
  });
});
