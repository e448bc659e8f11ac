import type { AccessSummary } from './summary';

/** What of the configuration decides whether a membership counts. */
export type LiveConfiguration = {
  /** By ID. */
  readonly groups: ReadonlyMap<string, unknown>;
  readonly providers: ReadonlyMap<string, { readonly name?: string; readonly groupMapping?: object | null }>;
};

type Membership = AccessSummary['memberships'][number];

/**
 * Whether a membership of a group that exists counts: until its end, the instant itself excluded, and one of a provider
 * while the provider maps groups. Pure.
 * @param source null for one that only an administrator or a file ends
 */
export function isLiveMembership(
  { source, endsAtMs }: Membership,
  { providers }: Pick<LiveConfiguration, 'providers'>,
  nowMs: number,
): boolean {
  return nowMs < endsAtMs && (source === null || mapsGroups(source, providers));
}

/** The IDs of the groups that a person is in now. Pure. */
export function liveGroups(
  { memberships }: AccessSummary,
  { groups, providers }: LiveConfiguration,
  now: Date,
): ReadonlySet<string> {
  const ms = now.getTime();
  const live = memberships.filter((one) => groups.has(one.groupId) && isLiveMembership(one, { providers }, ms));
  return new Set(live.map(({ groupId }) => groupId));
}

/** Whether an automatic source still exists. There are no directories yet. */
function mapsGroups(source: string, providers: LiveConfiguration['providers']): boolean {
  const name = /^provider:(.*)$/.exec(source)?.[1];
  return name !== undefined && (providers.get(name)?.groupMapping ?? null) !== null;
}
