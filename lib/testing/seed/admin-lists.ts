import type { AdminContext } from '#lib/admin/admin-context';
import { readPeoplePage, readPeopleQuery } from '#lib/admin/assignments/people';
import { readAssignments, readUserApplications } from '#lib/admin/assignments/read';
import { readAuditPage, readAuditQuery } from '#lib/admin/audit/read';
import { readChecks } from '#lib/admin/checks/read';
import { readClient, readClientEvents, readClientUsage } from '#lib/admin/clients/read';
import { readClientPage, readClientQuery } from '#lib/admin/clients/read-list';
import { getGroup, listGroupLines, readGroupQuery, readMembersAmong, readMemberships } from '#lib/admin/groups/read';
import { readHistoryPage, readRevision } from '#lib/admin/history/read';
import { readKeys } from '#lib/admin/keys/read';
import { readNameQuery, readPlace } from '#lib/admin/list/list-query';
import { writeCursor as rowPlace } from '#lib/admin/list/read-rows';
import { overviewRanges } from '#lib/admin/overview/numbers';
import { readOverview } from '#lib/admin/overview/read';
import { listProviderLines } from '#lib/admin/providers/read';
import { addressWith, type Query } from '#lib/admin/query';
import { readRequestPage, readRequestQuery } from '#lib/admin/requests/read';
import { writeCursor } from '#lib/admin/requests/request-list-store';
import { listScopeLines, readScope, readScopeQuery } from '#lib/admin/scopes/read';
import { search } from '#lib/admin/search/read';
import {
  readUserApps,
  readUserFactors,
  readUserFacts,
  readUserSecurity,
  readUserSessions,
} from '#lib/admin/users/read';
import { readUserPage, readUserPageQuery } from '#lib/admin/users/read-list';
import { readSignInStatus } from '#lib/admin/users/sign-in-status';
import { readTimeline } from '#lib/admin/users/timeline';
import { firstEventId } from '#lib/audit/event-id';
import { searchKey } from '#lib/vocabulary/search-key';
import { seedClientId } from './client-rows';
import { seedGroup } from './group-rows';
import { dayMs, type SeedSizes } from './sizes';
import { seedSub } from './user-rows';

/** A page of the area that lists or counts something. */
export type AdminList = {
  /** The address of the page with its query. */
  readonly address: string;
  /** Reads the data of the page. */
  readonly read: (admin: AdminContext) => unknown;
};

type Reader = (admin: AdminContext, query: Query) => unknown;

/** One page with several queries. */
function page(path: string, read: Reader, queries: readonly Query[]): AdminList[] {
  return queries.map((query) => ({ address: addressWith(path, query, {}), read: (admin) => read(admin, query) }));
}

/** The tab with the people of a group. */
async function readMembersPage(admin: AdminContext, name: string, query: Query): Promise<unknown> {
  const page = await readUserPage(admin, { ...readUserPageQuery(query), group: name });
  const subs = page.lines.map((line) => line.sub);
  return readMembersAmong(admin, await getGroup(admin, name), subs);
}

/** The tab with the people of a client: of one whose access everybody in the largest group has, too. */
async function readPeopleOfClient(admin: AdminContext, query: Query): Promise<unknown> {
  const found = admin.snapshot.clients.get(client);
  if (found === undefined) throw new Error('the seed has no client');
  const roles = [{ ...noRole, id: 'seed', name: 'member', groups: [seedGroup(0), seedGroup(7)] }];
  return readPeoplePage(admin, { ...found, roles }, readPeopleQuery(query));
}

const noRole = { displayName: null, description: null, default: false };

/** The tab with what a user can use, and why. */
async function readAccess(admin: AdminContext): Promise<unknown> {
  return [await readMemberships(admin, sub), await readAssignments(admin, sub), await readUserApplications(admin, sub)];
}

/** The client with the most users. */
const client = seedClientId(0);
const sub = seedSub(0);
/** In the middle of the alphabet. */
const middleUser = searchKey('finn') ?? '';

/**
 * Every list of the area with its searches, filters and deep pages, in a seeded database.
 * @param now the time of the seeding
 */
export function adminLists({ clients }: SeedSizes, now: Date): AdminList[] {
  const middle = Math.floor(clients / 2);
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  return [
    ...page(
      '/admin',
      overview,
      overviewRanges.map((range) => ({ range })),
    ),
    ...page('/admin/checks', readChecks, [{}]),
    ...page('/admin/search', (admin, { q = '' }) => search(admin, q), [
      { q: 'a' },
      { q: 'application 77' },
      { q: 'S000000007' },
      { q: 'no-request-has-this' },
    ]),
    ...page('/admin/clients', (admin, query) => readClientPage(admin, readClientQuery(query)), [
      {},
      { after: seedClientId(middle) },
      { q: 'application 77' },
      { q: 'https://web.client-0999' },
      { q: 'nothing like this' },
      { kind: 'machine', state: 'disabled' },
      { origin: 'self' },
      { use: 'unused' },
      { sort: '-last_used' },
      { sort: 'created', state: 'disabled' },
    ]),
    ...page(`/admin/clients/${client}`, (admin) => readClient(admin, client), [{}]),
    ...page(`/admin/clients/${client}/activity`, (admin) => readActivity(admin), [{}]),
    ...page(`/admin/clients/${client}/people`, (admin, query) => readPeopleOfClient(admin, query), [
      {},
      { size: '100' },
      { use: 'unused' },
      { ends: 'soon' },
      { user: seedSub(1) },
    ]),
    ...page('/admin/providers', (admin, query) => listProviderLines(admin, readNameQuery(query)), [{}]),
    ...page('/admin/scopes', (admin, query) => listScopeLines(admin, readScopeQuery(query)), [{}]),
    ...page('/admin/scopes/orders', (admin) => readScope(admin, 'orders'), [{}]),
    ...page('/admin/groups', (admin, query) => listGroupLines(admin, readGroupQuery(query)), [
      {},
      { q: 'group-0001' },
      { state: 'empty' },
      { state: 'unused' },
    ]),
    ...[seedGroup(0), seedGroup(7)].flatMap((name) =>
      page(`/admin/groups/${name}`, (admin, query) => readMembersPage(admin, name, query), [
        {},
        { q: 'anna' },
        { q: 'no-person-is-called-this' },
        { after: middleUser },
      ]),
    ),
    ...page(`/admin/users/${sub}/access`, (admin) => readAccess(admin), [{}]),
    ...page('/admin/users', (admin, query) => readUserPage(admin, readUserPageQuery(query)), [
      {},
      { after: rowPlace(1000, `.${middleUser}`) },
      { before: rowPlace(1000, `.${middleUser}`) },
      { sort: '-last_sign_in' },
      { sort: 'last_sign_in', state: 'disabled' },
      { sort: '-created' },
      { sort: 'created', after: rowPlace(1000, `${daysAgo(100).getTime()}.${middleUser}`) },
      { q: 'grace.b' },
      { q: 'García' },
      { q: 'jansen anna' },
      { q: '4711@people' },
      { q: 'nobody is called so' },
      { state: 'disabled' },
      { role: 'auditor' },
      { role: 'editor' },
      { signed_in: 'never' },
      { attack: 'now' },
      { attack: 'now', provider: 'common', sort: '-last_sign_in' },
      { tenant: 'rare' },
      { tenant: 'common' },
      { tenant: 'common', after: rowPlace(1000, `.${middleUser}`) },
      { tenant: 'common', sort: '-last_sign_in' },
      { q: 'jansen anna', tenant: 'common' },
      { provider: 'rare' },
      { provider: 'rare', sort: '-created' },
      { provider: 'common' },
      { provider: 'common', after: rowPlace(1000, `.${middleUser}`) },
      { provider: 'common', sort: '-last_sign_in' },
      { provider: 'common', state: 'disabled' },
      { q: 'a', provider: 'rare' },
      { q: 'jansen anna', provider: 'common' },
      { q: 'a', attack: 'now' },
      { state: 'disabled', role: 'auditor', signed_in: 'never' },
      { q: 'a', state: 'disabled', role: 'auditor' },
    ]),
    ...userDesk(),
    ...page('/admin/audit', (admin, query) => readAuditPage(admin, readAuditQuery(query), readPlace(query)), [
      {},
      { range: 'all' },
      { range: 'all', after: rowPlace(1000, firstEventId(daysAgo(200))) },
      { range: 'all', group: 'sign_in', before: rowPlace(1000, firstEventId(daysAgo(200))) },
      { range: 'all', group: 'sign_in' },
      { range: 'all', group: 'tenant' },
      { range: 'all', outcome: 'failure' },
      { range: 'all', outcome: 'failure', client },
      { range: 'all', group: 'tenant', outcome: 'failure' },
      { range: 'all', actor: sub },
      { range: 'all', actor: sub, group: 'sign_in', outcome: 'failure' },
      { range: 'all', target: sub },
      { range: 'all', user: sub },
      { range: 'all', user: sub, group: 'sign_in', outcome: 'failure' },
      { range: 'all', client },
      { range: 'all', client, group: 'consent' },
      { range: 'all', client, group: 'identity' },
      { range: 'all', address: '198.51.7.7' },
      { range: 'all', request: 'nothing' },
    ]),
    ...page(
      '/admin/debug/requests',
      (admin, query) => readRequestPage(admin, readRequestQuery(query), readPlace(query)),
      [
        {},
        { client },
        { endpoint: '/connect/token' },
        { client, endpoint: '/connect/par' },
        { reference: 'S000000007' },
        { after: rowPlace(1000, writeCursor({ at: daysAgo(4), reference: 'S000000007' })) },
        { before: rowPlace(1000, writeCursor({ at: daysAgo(4), reference: 'S000000007' })) },
      ],
    ),
    ...page('/admin/history', (admin, query) => readHistoryPage(admin, readPlace(query)), [
      {},
      { after: rowPlace(middle, String(middle)) },
      { before: rowPlace(middle, String(middle)) },
    ]),
    ...page(`/admin/history/${middle}`, (admin) => readRevision(admin, middle), [{}]),
    ...page('/admin/keys', readKeys, [{}]),
  ];
}

/** The parts of the page of a user. */
function userDesk(): AdminList[] {
  const path = `/admin/users/${sub}`;
  const parts: Readonly<Record<string, (admin: AdminContext) => unknown>> = {
    header: (admin) => readUserFacts(admin, sub),
    status: (admin) => readSignInStatus(admin, { sub, enabled: true }),
    methods: async (admin) => [await readUserSecurity(admin, sub), await readUserFactors(admin, sub)],
    sessions: (admin) => readUserSessions(admin, { sub }),
    apps: (admin) => readUserApps(admin, sub),
  };
  return [
    ...Object.entries(parts).map(([part, read]) => ({ address: `${path}#${part}`, read })),
    ...page(path, (admin, query) => readTimeline(admin, { sub, query }), [
      {},
      { show: 'failed' },
      { show: 'apps' },
      { show: 'admin' },
    ]),
  ];
}

function overview(admin: AdminContext, { range }: Query): Promise<unknown> {
  return readOverview(admin, overviewRanges.find((known) => known === range) ?? '7d');
}

async function readActivity(admin: AdminContext): Promise<void> {
  await readClientUsage(admin, client);
  await readClientEvents(admin, client);
}
