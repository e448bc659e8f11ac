import { maximumMemberships } from '#lib/groups/membership-store';
import { maximumGroups } from '#lib/groups/settings';
import type { Problem } from './problem';
import type { Planned } from './sections';

/**
 * Finds memberships in a file that name no group or no source, and too many groups or memberships. A misspelled group
 * would silently leave somebody out.
 */
export async function checkGroups(planned: Planned): Promise<Problem[]> {
  return [...(await checkNames(planned)), ...checkMemberships(planned), ...(await checkNumber(planned))];
}

async function checkNames({ listed: { users = [] }, plans }: Planned): Promise<Problem[]> {
  if (users.every(({ groups = [] }) => groups.length === 0)) return [];
  const [groups, providers] = [await plans.groups.names(), await plans.identity_providers.names()];
  return users.flatMap((user, index) =>
    (user.groups ?? []).flatMap(({ key, source }, place): Problem[] => {
      const path = ['users', index, 'groups', place];
      const message = `there is no group ${key}, neither in this file nor in the database`;
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

function checkMemberships({ plans, listed: { users = [] } }: Planned): Problem[] {
  return plans.users.desired.flatMap(({ memberships = [] }, index) => {
    if (memberships.length <= maximumMemberships || users[index]?.groups === undefined) return [];
    const message = `expected at most ${maximumMemberships} memberships, of all sources together`;
    return [{ path: ['users', index, 'groups'], code: 'too_many', message, facts: { limit: maximumMemberships } }];
  });
}

async function checkNumber({ plans: { groups } }: Planned): Promise<Problem[]> {
  if (groups.changes.every(({ kind }) => kind !== 'create')) return [];
  if ((await groups.names()).size <= maximumGroups) return [];
  const message = `expected at most ${maximumGroups} groups`;
  return [{ path: ['groups'], code: 'too_many', message, facts: { limit: maximumGroups } }];
}
