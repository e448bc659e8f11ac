import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeUses } from '#lib/clients/usage/use-store';
import { handleToken } from '#lib/protocol/token';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { countStatements } from '#lib/testing/count-statements';
import { fixtureClient, fixtures, issueCode, redeem, secrets } from '#lib/testing/fixtures';
import { createPerson, password } from '#lib/testing/person';
import { basic, bodyOf, encodeForm } from '#lib/testing/provider';
import { readChecks } from './read';

const daySeconds = 86_400;
const apiScopes = ['shop.read', 'desk.read', 'plain'];
const long = Array.from({ length: 60 }, (_, at) => `department-${at}-${'x'.repeat(80)}`);
const rules = ['roles_in_mixed_tokens', 'claims_omitted'];
let area: TestAdmin;

beforeAll(async () => {
  area = await createTestAdmin({
    ...fixtures,
    scopes: [...fixtures.scopes, ...apiScopes.map((name) => ({ name, type: 'resource' }))],
    apis: [
      {
        name: 'shop',
        scopes: ['shop.read'],
        roles: [{ name: 'approver' }],
        claims: ['groups'],
        groups_claim: { show: 'all' },
      },
      { name: 'desk', scopes: ['desk.read'] },
    ],
    groups: long.map((name) => ({ name })),
    clients: [
      ...(['jwt', 'reference'] as const).map((format) => ({
        ...fixtureClient('silent'),
        client_id: format,
        access_token_format: format,
        client_secrets: [{ value: secrets.web }],
        scope: ['openid', 'groups', ...apiScopes].join(' '),
        always_include_user_claims_in_id_token: true,
        groups_claim: { show: 'all' },
      })),
      {
        client_id: 'nightly',
        client_secrets: [{ value: secrets.m2m }],
        grant_types: ['client_credentials'],
        scope: apiScopes.join(' '),
      },
    ],
    users: [
      { username: 'ann', password },
      { username: 'max', password, groups: long },
    ],
  });
});
beforeEach(() => area.provider.advance(40 * daySeconds));
afterAll(() => area.close());

async function signIn(clientId: string, scope: string, username = 'ann') {
  const person = createPerson(area.provider);
  const signIn: typeof person.signIn = (response) => person.signIn(response, username);
  const issued = await issueCode(area.provider, { client_id: clientId, scope }, { ...person, signIn });
  return bodyOf(await redeem(area.provider, issued, {}, basic(clientId, secrets.web)));
}

/** What the checks find so many days later. */
async function foundAfter(days: number): Promise<string[]> {
  const admin = await area.admin();
  await writeUses(admin.db);
  const now = new Date(admin.now.getTime() + days * daySeconds * 1000);
  const checks = await readChecks({ ...admin, now });
  return checks.flatMap(({ rule, object, detail }) => (rules.includes(rule) ? [`${rule} ${object.id} ${detail}`] : []));
}

describe('tokens that leave out roles and claims (decision 025)', () => {
  it.each(['jwt', 'reference'])(
    'a %s for several names, one an API with roles, is found for 30 days',
    async (format) => {
      await signIn(format, 'openid desk.read plain');
      await signIn(format, 'openid shop.read');
      expect(await foundAfter(0)).toEqual([]);
      await signIn(format, 'openid shop.read desk.read');
      expect(await foundAfter(29.9)).toEqual([`roles_in_mixed_tokens ${format} shop`]);
      expect(await foundAfter(30.1)).toEqual([]);
    },
  );

  it('a token of a client for itself is found too, and of an API beside a plain scope', async () => {
    const ask = (scope: string) =>
      area.provider.post(
        '/connect/token',
        { grant_type: 'client_credentials', scope },
        { authorization: basic('nightly', secrets.m2m) },
      );
    await ask('shop.read');
    expect(await foundAfter(0)).toEqual([]);
    expect((await ask('shop.read plain')).status).toBe(200);
    expect(await foundAfter(1)).toEqual(['roles_in_mixed_tokens nightly shop']);
  });

  it('a claim without room in the ID token is found for 7 days', async () => {
    await signIn('reference', 'openid groups');
    expect(await foundAfter(0)).toEqual([]);
    await signIn('reference', 'openid groups', 'max');
    expect(await foundAfter(6.9)).toEqual(['claims_omitted reference groups']);
    expect(await foundAfter(7.1)).toEqual([]);
  });

  it('a claim without room in a JWT access token is found, and none in a reference, which has everything', async () => {
    await signIn('reference', 'openid shop.read', 'max');
    expect(await foundAfter(0)).toEqual([]);
    await signIn('jwt', 'openid shop.read', 'max');
    expect(await foundAfter(0)).toEqual(['claims_omitted jwt groups']);
  });

  it('recording takes no statement', async () => {
    const statements = async (scope: string) => {
      const context = area.provider.context();
      const { db, count } = countStatements(context.db);
      const headers = {
        authorization: basic('nightly', secrets.m2m),
        'content-type': 'application/x-www-form-urlencoded',
      };
      const body = encodeForm({ grant_type: 'client_credentials', scope });
      const request = { method: 'POST', path: '/connect/token', query: '', clientAddress: '192.0.2.1', headers, body };
      expect((await handleToken(request, { ...context, db })).status).toBe(200);
      return count();
    };
    expect(await statements('shop.read desk.read')).toBe(await statements('shop.read'));
  });
});
