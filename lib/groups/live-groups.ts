import type { AccessSummary } from './summary';

/** What of the configuration decides whether a membership counts. */
export type LiveConfiguration = {
  /** By ID. */
  readonly groups: ReadonlyMap<string, unknown>;
  readonly providers: ReadonlyMap<string, { readonly name?: string; readonly groupMapping?: object | null }>;
};

type Membership = AccessSummary['memberships'][number];

/**
 * Whether a membership counts now: until its end, the instant itself excluded, while its group exists, and one of a
 * provider while the provider maps groups. Pure.
 * @param source null for one that only an administrator or a file ends
 */
export function isLiveMembership(
  { groupId, source, endsAtMs }: Membership,
  { groups, providers }: LiveConfiguration,
  now: Date,
): boolean {
  if (now.getTime() >= endsAtMs || !groups.has(groupId)) return false;
  return source === null || mapsGroups(source, providers);
}

/** The IDs of the groups that a person is in now. Pure. */
export function liveGroups(
  { memberships }: AccessSummary,
  configuration: LiveConfiguration,
  now: Date,
): ReadonlySet<string> {
  const live = memberships.filter((one) => isLiveMembership(one, configuration, now));
  return new Set(live.map(({ groupId }) => groupId));
}

/** Whether an automatic source still exists. There are no directories yet. */
function mapsGroups(source: string, providers: LiveConfiguration['providers']): boolean {
  const name = /^provider:(.*)$/.exec(source)?.[1];
  return name !== undefined && (providers.get(name)?.groupMapping ?? null) !== null;
}
