import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueCode, redeem, secrets, userinfo } from '#lib/testing/fixtures';
import { createPerson, password, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';

/** People by their groups here. The claim `role` of their own is what applications without roles read. */
const people = { nobody: [], clerk: ['clerks'], lead: ['clerks', 'leads'] } as const;
const roles = [
  { name: 'clerk', groups: ['clerks'] },
  { name: 'approver', groups: ['leads'] },
];
const client = {
  client_secrets: [{ value: secrets.web }],
  redirect_uris: [redirectUri],
  require_consent: false,
  always_include_user_claims_in_id_token: true,
  scope: 'openid roles orders',
};

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({
    groups: [{ name: 'clerks' }, { name: 'leads' }],
    scopes: [{ name: 'orders', type: 'resource' }],
    apis: [{ name: 'orders', scopes: ['orders'], roles, claim_rules: [{ claim: 'role', from: 'roles' }] }],
    clients: [
      { ...client, client_id: 'RoleClaimType=roles', roles },
      { ...client, client_id: 'RoleClaimType=role', roles, claim_rules: [{ claim: 'role', from: 'roles' }] },
      { ...client, client_id: 'no-roles' },
    ],
    users: Object.entries(people).map(([username, groups]) => ({
      username,
      password,
      groups,
      claims: { role: ['own'] },
    })),
  });
});
afterAll(() => provider.close());

async function shapesOf(clientId: string, username: string) {
  const person = createPerson(provider);
  const signIn: typeof person.signIn = (response) => person.signIn(response, username);
  const issued = await issueCode(provider, { client_id: clientId, scope: client.scope }, { ...person, signIn });
  const tokens = bodyOf(await redeem(provider, issued, {}, basic(clientId, secrets.web)));
  const idToken = decodeJwt(String(tokens.id_token));
  return {
    id_token: shapeOf(idToken),
    userinfo: shapeOf(bodyOf(await userinfo(provider, String(tokens.access_token)))),
    access_token: shapeOf(decodeJwt(String(tokens.access_token))),
    User: claimsOf(idToken),
  };
}

const shapeOf = ({ role, roles: list }: Record<string, unknown>) => ({ role, roles: list });

/**
 * The claims that ASP.NET Core makes with `MapInboundClaims = false` (JsonWebToken): one for each text of a list, and
 * none for an empty list. `[Authorize(Roles = …)]` compares those of `RoleClaimType` with case.
 */
function claimsOf(payload: Record<string, unknown>): readonly string[] {
  return ['role', 'roles'].flatMap((type) => [payload[type] ?? []].flat().map((value) => `${type}: ${value}`));
}

it('gives ASP.NET Core lists, also of one role and of none (npx vitest run -u writes aspnet-claims.txt)', async () => {
  const lines: string[] = [];
  for (const clientId of ['RoleClaimType=roles', 'RoleClaimType=role', 'no-roles']) {
    for (const username of Object.keys(people)) {
      const shapes = Object.entries(await shapesOf(clientId, username));
      lines.push(`${clientId}, ${username}`, ...shapes.map(([place, shape]) => `  ${place} ${JSON.stringify(shape)}`));
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('aspnet-claims.txt');
});
