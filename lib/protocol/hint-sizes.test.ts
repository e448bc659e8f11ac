import { randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits } from '#lib/http/limits';
import { maximumOwnJwt } from '#lib/keys/verify-own-jwt';
import { findRoute } from '#lib/routes';
import { fixtures, redeem, secrets } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, encodeForm, type TestProvider } from '#lib/testing/provider';
import { createRequestSigner, type RequestSigner } from '#lib/testing/request-object';

const bye = 'https://rp.test/bye';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const algorithms = ['RS256', 'PS256', 'ES256', 'ES512'] as const;

let provider: TestProvider;
let alice: Person;
let signer: RequestSigner;

beforeAll(async () => {
  signer = await createRequestSigner();
  const [, , , , silent] = fixtures.clients;
  const clients = algorithms.map((alg) => ({
    ...silent,
    client_id: alg,
    scope: 'openid profile email groups offline_access',
    jwks: { keys: [signer.jwk] },
    post_logout_redirect_uris: [bye],
    always_include_user_claims_in_id_token: true,
    id_token_signed_response_alg: alg,
  }));
  const groups = { name: 'groups', type: 'identity', claims: ['groups', 'more'] };
  provider = await createTestProvider({ ...fixtures, clients, scopes: [...fixtures.scopes, groups] });
  alice = createPerson(provider);
  await alice.signIn(await alice.get(authorizeRequest({ client_id: 'RS256' }).path));
});
afterAll(() => provider.close());

/** As many claims as an account may have, or fewer: `length` characters of JSON. */
async function setClaims(length: number, text: () => string): Promise<void> {
  const claims = { email: 'alice@example.com', more: 'x', groups: [] as string[] };
  while (JSON.stringify(claims).length < length - 60) claims.groups.push(text().slice(0, 40));
  await provider
    .context()
    .db.user.updateMany({ where: { username: 'alice' }, data: { claims: JSON.stringify(claims) } });
}

async function issueIdToken(clientId: string): Promise<string> {
  const request = authorizeRequest({
    client_id: clientId,
    scope: 'openid groups',
    nonce: 'n'.repeat(300),
    prompt: 'none',
  });
  const { code = '' } = answerOf(await alice.get(request.path));
  const redeemed = { code, verifier: request.verifier };
  return String(bodyOf(await redeem(provider, redeemed, {}, basic(clientId, secrets.web))).id_token);
}

/** Fails for an address that the HTTP layer would not let through (414). */
function path(address: string): string {
  const [name = ''] = address.split('?');
  expect(address.length).toBeLessThanOrEqual(findRoute(name)?.maxUrlBytes ?? defaultLimits.urlBytes);
  return address;
}

/** Every place that takes an id_token_hint. Each is true if the hint was accepted. */
const places: readonly [string, (clientId: string, hint: string) => Promise<boolean>][] = [
  ['GET authorize', async (clientId, hint) => hasCode(alice.get(path(request(clientId, { id_token_hint: hint }))))],
  [
    'POST authorize',
    async (clientId, hint) => {
      const [address = '', body = ''] = request(clientId, { id_token_hint: hint }).split('?');
      const cookie = [...alice.cookies].map((pair) => pair.join('=')).join('; ');
      return hasCode(provider.send(address, { body, headers: { ...form, cookie } }));
    },
  ],
  ['PAR', async (clientId, hint) => hasCode(push(clientId, request(clientId, { id_token_hint: hint })))],
  [
    'a signed request object in PAR',
    async (clientId, hint) => {
      const claims = { client_id: clientId, scope: 'openid', prompt: 'none', id_token_hint: hint };
      const query = encodeForm({ client_id: clientId, request: await signer.sign(claims) });
      return hasCode(push(clientId, `/connect/authorize?${query}`));
    },
  ],
  [
    'a signed request object in GET authorize',
    async (clientId, hint) => {
      const claims = { client_id: clientId, scope: 'openid', prompt: 'none', id_token_hint: hint };
      const query = encodeForm({ client_id: clientId, request: await signer.sign(claims) });
      return hasCode(alice.get(path(`/connect/authorize?${query}`)));
    },
  ],
  [
    'GET end session',
    async (_, hint) =>
      locationOf(await createPerson(provider).get(path(`/connect/endsession?${endingWith(hint)}`))) === bye,
  ],
  [
    'POST end session',
    async (_, hint) => {
      const posted = await provider.send('/connect/endsession', { body: endingWith(hint), headers: form });
      return locationOf(await createPerson(provider).get(locationOf(posted))) === bye;
    },
  ],
];

const request = (clientId: string, more: object) =>
  authorizeRequest({ client_id: clientId, scope: 'openid', prompt: 'none', ...more }).path;
const endingWith = (hint: string) => encodeForm({ id_token_hint: hint, post_logout_redirect_uri: bye });

async function push(clientId: string, address: string) {
  const [, body = ''] = address.split('?');
  const headers = { ...form, authorization: basic(clientId, secrets.web) };
  const { request_uri } = bodyOf(await provider.send('/connect/par', { body, headers }));
  return alice.get(`/connect/authorize?${encodeForm({ client_id: clientId, request_uri: String(request_uri) })}`);
}

async function hasCode(response: ReturnType<Person['get']>): Promise<boolean> {
  const answer = await response;
  return answer.status === 303 && locationOf(answer).startsWith(redirectUri) && answerOf(answer).code !== undefined;
}

const texts: readonly [string, () => string][] = [
  ['ASCII', () => randomBytes(20).toString('hex')],
  ['Cyrillic', () => randomText(0x430, 32)],
  ['Chinese', () => randomText(0x4e00, 5000)],
  ['emoji', () => randomText(0x1f600, 60)],
];

function randomText(first: number, letters: number): string {
  return Array.from({ length: 40 }, () => String.fromCodePoint(first + randomInt(letters))).join('');
}

describe.each(texts)(
  'an ID token with claims in %s (RP-Initiated Logout §2, OpenID Connect Core §3.1.2.1)',
  (_, text) => {
    const sizes = [100, ...Array.from({ length: 3 }, () => randomInt(200, 10_000)), 10_000];

    it.each(sizes)('of %i characters is accepted as a hint wherever a hint is', async (size) => {
      await setClaims(size, text);
      const clientId = algorithms[randomInt(algorithms.length)] ?? 'RS256';
      const hint = await issueIdToken(clientId);
      expect(hint.length).toBeLessThanOrEqual(maximumOwnJwt);
      for (const [place, isAccepted] of places) {
        expect(await isAccepted(clientId, hint), `${clientId}, ${hint.length} characters, ${place}`).toBe(true);
      }
    });
  },
);

it('leaves the largest claims out of a token that would be too long, and keeps the others', async () => {
  await setClaims(10_000, () => randomText(0x4e00, 5000));
  const [, payload = ''] = (await issueIdToken('RS256')).split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  expect(claims).toMatchObject({ more: 'x' });
  expect(claims).not.toHaveProperty('groups');
  await setClaims(5_000, () => randomText(0x430, 32));
  const [, whole = ''] = (await issueIdToken('RS256')).split('.');
  expect(JSON.parse(Buffer.from(whole, 'base64url').toString()).groups.length).toBeGreaterThan(90);
});

it.each([16_385, 24_000, 30_000])('a hint of %i characters counts as a wrong one and asks', async (length) => {
  const person = createPerson(provider);
  await person.signIn(await person.get(authorizeRequest({ client_id: 'RS256' }).path));
  const query = encodeForm({ id_token_hint: 'a'.repeat(length), post_logout_redirect_uri: bye });
  const asked = await person.get(path(`/connect/endsession?${query}`));
  expect(asked.status).toBe(303);
  expect(locationOf(asked)).toContain('/logout?request=');
  const posted = await provider.send('/connect/endsession', { body: query, headers: form });
  expect(locationOf(await person.get(locationOf(posted)))).toContain('/logout?request=');
});
