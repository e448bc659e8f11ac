import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiConfiguration, createTestApi, type TestApi } from '#lib/testing/admin-api';
import { operations } from './operations';

const reason = 'as ticket 4711 asks';
const spa = { token_endpoint_auth_method: 'none', redirect_uris: ['https://rp.test/cb'], enabled: false };
const issuer = 'http://localhost:1';
const corp = { name: 'corp', type: 'oidc', issuer, display_name: 'Corp', client_id: 'x', enabled: false };

let api: TestApi;
let token: string;
/** What the requests name, and former ones have made. */
const known: Record<string, string> = {};

beforeAll(async () => {
  api = await createTestApi(
    {
      ...apiConfiguration,
      clients: [
        ...apiConfiguration.clients,
        { ...spa, enabled: true, client_id: 'agent', self_registered: true, client_name: 'Agent' },
      ],
      identity_providers: [corp, { ...corp, name: 'other' }],
      groups: [{ name: 'empty' }],
      tenants: [{ name: 'acme', display_name: 'Acme', enabled: false }],
    },
    { SIGNET_OUTBOUND_ALLOW: 'localhost' },
  );
  token = await api.tokenOf('owner', 'signet.admin.owner');
  const { db, now } = api.provider.context();
  const user = await db.user.findFirstOrThrow({ where: { username: 'alice' } });
  const { sub } = user;
  known.sub = sub;
  await db.authenticator.create({ data: { sub, sealed: 'x', createdAt: now } });
  const times = { createdAt: now, expiresAt: new Date(now.getTime() + 3_600_000) };
  await db.grant.create({ data: { id: 'grant', clientId: 'web', sub, scope: 'openid', ...times } });
});
afterAll(() => api.close());

type Request = readonly [address: string, body?: unknown];

/** A request of every operation that writes, in an order in which each one has something to do. */
const requests: Readonly<Record<string, () => Request>> = {
  createClient: () => ['/clients', { ...spa, client_id: 'shop' }],
  putClient: () => ['/clients/shop', { ...spa, client_name: 'Shop' }],
  patchClient: () => ['/clients/shop', { token_endpoint_auth_method: 'client_secret_basic' }],
  createClientSecret: () => ['/clients/shop/secrets', {}],
  deleteClientSecret: () => [`/clients/shop/secrets/${known.createClientSecret}`],
  deleteClient: () => ['/clients/shop'],
  approveAgent: () => ['/agents/agent/approve'],
  blockAgent: () => ['/agents/agent/block'],
  unblockAgent: () => ['/agents/agent/unblock'],
  createScope: () => ['/scopes', { name: 'stock', type: 'resource' }],
  putScope: () => ['/scopes/stock', { type: 'resource', display_name: 'Stock' }],
  patchScope: () => ['/scopes/stock', { display_name: null }],
  createScopeSecret: () => ['/scopes/stock/secrets', {}],
  deleteScopeSecret: () => [`/scopes/stock/secrets/${known.createScopeSecret}`],
  deleteScope: () => ['/scopes/stock'],
  createApi: () => ['/apis', { name: 'ledger' }],
  putApi: () => ['/apis/ledger', { display_name: 'Ledger' }],
  patchApi: () => ['/apis/ledger', { display_name: null }],
  createApiSecret: () => ['/apis/ledger/secrets', {}],
  deleteApiSecret: () => [`/apis/ledger/secrets/${known.createApiSecret}`],
  deleteApi: () => ['/apis/ledger'],
  createGroup: () => ['/groups', { name: 'sales' }],
  putGroup: () => ['/groups/sales', { display_name: 'Sales' }],
  patchGroup: () => ['/groups/sales', { display_name: null }],
  putGroupMember: () => [`/groups/sales/members/${known.sub}`, {}],
  deleteGroupMember: () => [`/groups/sales/members/${known.sub}`],
  changeGroupMembers: () => ['/groups/sales/members/batch', { add: ['root'] }],
  assignRole: () => [`/users/${known.sub}/assignments`, { client: 'web' }],
  deleteAssignment: () => [`/users/${known.sub}/assignments/${known.assignRole}`],
  deleteGroup: () => ['/groups/empty'],
  moveIdentityProvider: () => ['/identity-providers/corp/move', { direction: 'down' }],
  testIdentityProvider: () => ['/identity-providers/corp/test'],
  createIdentityProvider: () => ['/identity-providers', { ...corp, name: 'new' }],
  putIdentityProvider: () => ['/identity-providers/corp', { ...corp, display_name: 'Put' }],
  patchIdentityProvider: () => ['/identity-providers/corp', { display_name: 'Patched' }],
  deleteIdentityProvider: () => ['/identity-providers/corp'],
  createTenant: () => ['/tenants', { name: 'globex', display_name: 'Globex' }],
  putTenant: () => ['/tenants/acme', { display_name: 'Put', enabled: false }],
  patchTenant: () => ['/tenants/acme', { display_name: 'Patched' }],
  deleteTenant: () => ['/tenants/acme'],
  createUser: () => ['/users', { username: 'new' }],
  patchUser: () => [`/users/${known.sub}`, { claims: { name: 'Alice' } }],
  unlockUser: () => [`/users/${known.sub}/unlock`],
  createPasswordLink: () => [`/users/${known.sub}/password-link`],
  requireNewPassword: () => [`/users/${known.sub}/require-password`],
  liftNewPassword: () => [`/users/${known.sub}/keep-password`],
  deleteUserFactor: () => [`/users/${known.sub}/factors/totp`],
  deleteUserGrant: () => [`/users/${known.sub}/grants/web`],
  putUserRole: () => [`/users/${known.sub}/role`, { role: 'auditor' }],
  signOutUser: () => [`/users/${known.sub}/sign-out`],
  disableUser: () => [`/users/${known.sub}/disable`],
  enableUser: () => [`/users/${known.sub}/enable`],
  deleteUser: () => [`/users/${known.sub}`],
  startTrace: () => ['/traces', { client_id: 'web' }],
  stopTrace: () => [`/traces/${known.startTrace}/stop`],
  exportAuditEvents: () => ['/audit-events/export', {}],
  applyConfiguration: () => ['/configuration/apply', { tenants: [{ name: 'globex', display_name: 'Applied' }] }],
  undoRevision: () => [`/revisions/${known.revision}/undo`],
  restoreRevision: () => [`/revisions/${known.revision}/restore`],
  putPortal: () => ['/portal', { session_idle_seconds: 60 }],
  rotateKeys: () => ['/keys/rotate'],
  revokeKey: () => [`/keys/${known.kid}/revoke`],
};

/** The event of an operation on a whole entry, for example api.created (decision 024). */
function eventName(id: string): string | null {
  const [, verb, noun] = /^(create|put|patch|delete)(Client|Scope|Api|Group|IdentityProvider|Tenant)$/.exec(id) ?? [];
  if (noun === undefined) return null;
  const kind = noun.replaceAll(/\B[A-Z]/g, '_$&').toLowerCase();
  return `${kind}.${{ create: 'created', delete: 'deleted' }[verb ?? ''] ?? 'updated'}`;
}

/** They answer questions, or other tests prepare what they need. */
const elsewhere = [
  'planConfiguration',
  'simulate',
  'discoverIdentityProvider',
  'sendPasswordMail',
  'deleteUserSession',
  'deleteUserIdentity',
  'approveAccessRequest',
  'declineAccessRequest',
];

it.each(Object.entries(requests))('%s is an event, with who did it and why', async (id, request) => {
  const { db } = api.provider.context();
  const key = await db.signingKey.findFirst({ where: { alg: 'ES256' }, orderBy: { createdAt: 'asc' } });
  const revision = await db.configurationRevision.findFirst({ orderBy: { number: 'desc' } });
  Object.assign(known, { kid: key?.kid, revision: String(revision?.number) });
  const before = new Set((await db.auditEvent.findMany({ select: { id: true } })).map((event) => event.id));
  const { method = '' } = operations.find((operation) => operation.id === id) ?? {};
  const [address, body] = request();
  const headers = { 'if-match': '*', 'signet-reason': reason };
  const answer = await api.call(method, address, { token, headers, ...(body !== undefined && { body }) });
  expect(answer.status, `${address} ${answer.body}`).toBeLessThan(300);
  known[id] = String(answer.json.id);
  const events = (await db.auditEvent.findMany()).filter((event) => !before.has(event.id));
  expect(events).not.toEqual([]);
  const name = eventName(id);
  if (name !== null) expect(events.map(({ type }) => type)).toContain(name);
  for (const event of events) {
    const by = { actorKind: 'client', actorId: 'owner', address: '192.0.2.9', requestId: 'test-request' };
    expect(event).toMatchObject(by);
    expect(JSON.parse(event.details), event.type).toMatchObject({ reason });
  }
});

it('every operation that writes has its event', () => {
  const writing = operations.filter(({ method }) => method !== 'GET').map(({ id }) => id);
  expect(writing.toSorted()).toEqual([...Object.keys(requests), ...elsewhere].toSorted());
});
