import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeUses } from '#lib/clients/usage/use-store';
import type { Change } from '#lib/config/diff';
import { parseConfiguration } from '#lib/config/file';
import { formatChanges } from '#lib/config/format-plan';
import { planConfiguration } from '#lib/config/plan';
import { answerOf, authorizeRequest, createPerson, locationOf, password, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';
import { describeMark } from './describe-mark';
import { countLimit } from './mark';
import { maximumEnded, readImpact } from './read-impact';

const day = 86_400;
const web = {
  client_id: 'web',
  client_secrets: [{ value: 'used-secret' }, { value: 'other-secret' }],
  redirect_uris: ['https://rp.test/cb', 'https://rp.test/never'],
  grant_types: ['authorization_code', 'refresh_token'],
  scope: 'openid profile offline_access',
};
const idle = { ...web, client_id: 'idle' };
const old = { ...web, client_id: 'old', grant_types: ['password'], response_types: [], redirect_uris: [] };
const page = {
  ...web,
  client_id: 'page',
  require_consent: false,
  grant_types: ['implicit'],
  response_types: ['id_token'],
};
const configuration = {
  clients: [web, idle, old, page],
  scopes: [{ name: 'orders', type: 'resource' }],
  users: [{ username: 'alice', password }],
};

let provider: TestProvider;

beforeEach(async () => {
  provider = await createTestProvider(configuration);
  await signIn();
  await writeUses(provider.context().db);
});

afterEach(() => provider.close());

/** Alice signs in to the client, which redeems the code. */
async function signIn(): Promise<void> {
  const person = createPerson(provider);
  const request = authorizeRequest({ scope: 'openid offline_access' });
  const answer = await person.allow(await person.signIn(await person.get(request.path)));
  const { code } = answerOf(answer);
  const fields = { grant_type: 'authorization_code', code, code_verifier: request.verifier, redirect_uri: redirectUri };
  const token = await provider.post('/connect/token', fields, { authorization: basic('web', 'used-secret') });
  expect(bodyOf(token)).toHaveProperty('refresh_token');
}

/** One client sends Alice's password. Another gets an ID token through her browser. */
async function useLegacyFlows(): Promise<void> {
  const fields = { grant_type: 'password', username: 'alice', password, scope: 'openid' };
  const token = await provider.post('/connect/token', fields, { authorization: basic('old', 'used-secret') });
  expect(token.status, token.body).toBe(200);
  const person = createPerson(provider);
  const asked = { client_id: 'page', response_type: 'id_token', nonce: 'n1', scope: 'openid' };
  const answer = await person.signIn(await person.get(authorizeRequest(asked).path));
  expect(locationOf(answer)).toContain('#id_token=');
  await writeUses(provider.context().db);
}

/** The risks that `plan` prints for a file. */
async function risksOf(file: object, prune = false): Promise<string[]> {
  const { db, settings, now } = provider.context();
  const { changes } = await planConfiguration(db, parseConfiguration(JSON.stringify(file)), {
    prune,
    secret: settings.secret,
  });
  const lines = formatChanges(changes, await readImpact(db, changes, now)).split('\n');
  return lines.flatMap((line) => (line.startsWith('    ! ') ? [line.slice(6)] : []));
}

const webWith = (change: object) => ({ clients: [{ ...web, ...change }] });

describe('the impact of a plan', () => {
  it.each([
    [
      'a redirect URI',
      { redirect_uris: ['https://rp.test/never'] },
      'breaks 1 redirect URI in use: https://rp.test/cb',
    ],
    ['a grant type', { grant_types: ['refresh_token'], response_types: [], redirect_uris: [] }, 'removes a grant type'],
    ['a scope', { scope: 'profile offline_access' }, 'removes a scope in use: openid'],
    ['a secret', { client_secrets: [{ value: 'other-secret' }] }, 'removes 1 secret in use'],
    ['the algorithm', { id_token_signed_response_alg: 'ES256' }, 'the app must change too: id_token_signed'],
  ])('reports the change of %s that was used', async (_, change, risk) => {
    expect((await risksOf(webWith(change))).join('\n')).toContain(risk);
  });

  it.each([
    ['the loss of an unused redirect URI', { redirect_uris: ['https://rp.test/cb'] }],
    ['the loss of an unused secret', { client_secrets: [{ value: 'used-secret' }] }],
    ['the loss of an unused scope', { scope: 'openid offline_access' }],
    ['another name', { client_name: 'Shop' }],
    ['an additional redirect URI', { redirect_uris: [...web.redirect_uris, 'https://rp.test/new'] }],
  ])('does not report %s', async (_, change) => {
    expect(await risksOf(webWith(change))).toEqual([]);
  });

  it('reports people with access and valid tokens if a client is disabled or deleted', async () => {
    const lost = ['1 user has an active grant', '1 token stops working', 'last used on 2026-01-01'];
    expect(await risksOf(webWith({ enabled: false }))).toEqual(lost);
    expect(await risksOf({ ...configuration, clients: [idle] }, true)).toEqual(lost);
    expect(await risksOf({ clients: [{ ...idle, enabled: false }] })).toEqual([]);
  });

  it('reports the grants and sessions of a person who is disabled', async () => {
    const risks = await risksOf({ users: [{ username: 'alice', enabled: false }] });
    expect(risks).toEqual(['1 active grant ends', '1 session ends']);
  });

  it('reports clients with implicit, hybrid or password grant if the portal turns these off', async () => {
    const off = { portal: { legacy_flows: 'off' } };
    expect(await risksOf(off), 'nobody used them').toEqual([]);
    await useLegacyFlows();
    expect(await risksOf(off)).toEqual(['stops flows in use at 2 clients: old, page']);
    expect(await risksOf({ portal: { registration: 'on' } }), 'another setting').toEqual([]);
    provider.advance(91 * day);
    expect(await risksOf(off), 'used last 91 days ago').toEqual([]);
  });

  it('reports the grants of a tenant that is deleted, but not of one that is disabled', async () => {
    const tenant = { name: 'acme', display_name: 'Acme' };
    await provider.configure({ tenants: [tenant] });
    await provider.context().db.grant.updateMany({ data: { tenant: 'acme' } });
    expect(await risksOf({ ...configuration, tenants: [] }, true)).toEqual(['1 active grant ends']);
    expect(await risksOf({ tenants: [{ ...tenant, enabled: false }] })).toEqual([]);
  });

  it('says which entries were not looked up because too many end (security #161)', async () => {
    const { db, settings, now } = provider.context();
    const file = parseConfiguration(JSON.stringify(webWith({ scope: 'profile offline_access' })));
    const { changes: update } = await planConfiguration(db, file, { prune: false, secret: settings.secret });
    const end = { kind: 'delete', section: 'scopes', values: [], before: null, after: null } as const;
    const ending = Array.from({ length: maximumEnded }, (_, at) => ({ ...end, key: `unused-${at}` }));
    const off = { ...end, kind: 'update', values: [{ key: 'enabled', from: true, to: false }], key: 'off' } as const;
    const risks = async (changes: readonly Change[]) => {
      const impact = await readImpact(db, changes, now);
      return changes.flatMap((change) => (impact.get(change) ?? []).map((mark) => `${change.key}: ${mark.kind}`));
    };
    expect(await risks([...ending, ...update])).toEqual(['web: scopes_in_use']);
    expect(await risks([...ending, off, ...update, { ...end, key: 'orders' }])).toEqual([
      'off: not_checked',
      'web: scopes_in_use',
      'orders: not_checked',
    ]);
  });

  it('ignores a last use more than 90 days ago', async () => {
    const change = webWith({ redirect_uris: ['https://rp.test/never'] });
    provider.advance(89 * day);
    expect(await risksOf(change)).toHaveLength(1);
    provider.advance(2 * day);
    expect(await risksOf(change)).toEqual([]);
  });
});

describe('describeMark', () => {
  it.each([
    [{ kind: 'not_checked' }, 'usage was not checked, because there is too much to check'],
    [{ kind: 'people_lose_access', count: 212 }, '212 users have active grants'],
    [{ kind: 'people_lose_access', count: countLimit + 1 }, 'more than 1000 users have active grants'],
    [{ kind: 'redirect_uris_in_use', names: ['a', 'b'] }, 'breaks 2 redirect URIs in use: a, b'],
    [{ kind: 'legacy_flows_in_use', names: ['web'] }, 'stops flows in use at 1 client: web'],
    [{ kind: 'people_become_new', names: ['subject_type'] }, 'users become new accounts in this app'],
    [{ kind: 'scopes_in_use', names: [...'abcdefg'] }, 'removes 7 scopes in use: a, b, c, d, e and 2 more'],
  ] as const)('says %j', (mark, text) => {
    expect(describeMark(mark)).toBe(text);
  });
});
