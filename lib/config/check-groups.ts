import { maximumAssignments } from '#lib/groups/assignment-store';
import { maximumMemberships } from '#lib/groups/membership-store';
import { maximumGroups } from '#lib/groups/settings';
import type { Problem } from './problem';
import type { Planned } from './sections';

/**
 * Finds memberships and assignments in a file that lead nowhere, and too many of them or of groups. A misspelled group
 * would silently leave somebody out.
 */
export async function checkGroups(planned: Planned): Promise<Problem[]> {
  return [
    ...(await checkNames(planned)),
    ...(await checkAssignments(planned)),
    ...(await checkApiRoles(planned)),
    ...checkMaximums(planned),
    ...(await checkNumber(planned)),
  ];
}

async function checkNames({ listed: { users = [] }, plans }: Planned): Promise<Problem[]> {
  if (users.every(({ groups = [] }) => groups.length === 0)) return [];
  const [groups, providers] = [await plans.groups.names(), await plans.identity_providers.names()];
  return users.flatMap((user, index) =>
    (user.groups ?? []).flatMap(({ key, source }, place): Problem[] => {
      const path = ['users', index, 'groups', place];
      const message = `there is no group ${key} in this file or in the database`;
      const unknown = { path, code: 'group_unknown', message, facts: { name: key } };
      return [...(groups.has(key) ? [] : [unknown]), ...checkSource(source, providers, [...path, 'source'])];
    }),
  );
}

/** There are no directories yet. */
function checkSource(source: string, providers: ReadonlySet<string>, path: Problem['path']): Problem[] {
  if (source === 'file' || source === 'administrator') return [];
  if (source.startsWith('provider:') && providers.has(source.slice('provider:'.length))) return [];
  return [{ path, code: 'source_unknown', message: `there is no source ${source}`, facts: { name: source } }];
}

/** Whether an assignment leads somewhere is known once the account is planned. */
async function checkAssignments({ listed: { users = [] }, plans }: Planned): Promise<Problem[]> {
  if (users.every(({ assignments = [] }) => assignments.length === 0)) return [];
  const listed = users.flatMap(({ assignments = [] }) => assignments);
  const clients = await plans.clients.find([...new Set(listed.flatMap(({ client }) => client ?? []))]);
  const apis = await plans.apis.find([...new Set(listed.flatMap(({ api }) => api ?? []))]);
  return users.flatMap(({ assignments = [] }, index) =>
    assignments.flatMap(({ client, api, role }, place): Problem[] => {
      const path = ['users', index, 'assignments', place];
      const [key, noun, name] = client === null ? ['api', 'API', api ?? ''] : ['client', 'client', client];
      const found = client === null ? apis.get(name) : clients.get(name);
      if (found === undefined) {
        const message = `there is no ${noun} ${name}, neither in this file nor in the database`;
        const code = client === null ? 'api_unknown' : 'unknown_reference';
        return [{ path: [...path, key], code, message, facts: { noun, name, near: '' } }];
      }
      if (role === null || found.roles.some((one) => one.name === role)) return [];
      const message = `the ${noun} ${name} has no role ${role}`;
      return [{ path: [...path, 'role'], code: 'role_unknown', message, facts: { name: role } }];
    }),
  );
}

/** An unknown API is a reference that leads nowhere. */
async function checkApiRoles({ listed: { clients = [] }, plans }: Planned): Promise<Problem[]> {
  const named = clients.flatMap(({ apiRoles }) => apiRoles.map(({ api }) => api));
  const apis = named.length === 0 ? new Map() : await plans.apis.find([...new Set(named)]);
  return clients.flatMap(({ apiRoles }, index) =>
    apiRoles.flatMap(({ api, roles }, place) => {
      const known: readonly { readonly name: string }[] | undefined = apis.get(api)?.roles;
      return roles.flatMap((name, at): Problem[] => {
        if (known === undefined || known.some((role) => role.name === name)) return [];
        const path = ['clients', index, 'api_roles', place, 'roles', at];
        return [{ path, code: 'role_unknown', message: `the API ${api} has no role ${name}`, facts: { name } }];
      });
    }),
  );
}

/** Of all sources together. */
function checkMaximums({ plans, listed: { users = [] } }: Planned): Problem[] {
  return plans.users.desired.flatMap(({ memberships = [], assignments = [] }, index) =>
    (['groups', 'assignments'] as const).flatMap((key): Problem[] => {
      const [count, limit] =
        key === 'groups' ? [memberships.length, maximumMemberships] : [assignments.length, maximumAssignments];
      if (count <= limit || users[index]?.[key] === undefined) return [];
      const message = `expected at most ${limit}, of all sources together`;
      return [{ path: ['users', index, key], code: 'too_many', message, facts: { limit } }];
    }),
  );
}

async function checkNumber({ plans: { groups } }: Planned): Promise<Problem[]> {
  if (groups.changes.every(({ kind }) => kind !== 'create')) return [];
  if ((await groups.names()).size <= maximumGroups) return [];
  const message = `expected at most ${maximumGroups} groups`;
  return [{ path: ['groups'], code: 'too_many', message, facts: { limit: maximumGroups } }];
}
