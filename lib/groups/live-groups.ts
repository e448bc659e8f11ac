import type { AccessSummary } from './summary';

/** What of the configuration decides whether a membership counts. */
type Configuration = {
  /** By ID. */
  readonly groups: ReadonlyMap<string, unknown>;
  readonly providers: ReadonlyMap<string, { readonly groupMapping: object | null }>;
};

/**
 * The IDs of the groups that a person is in now. A membership counts until its end, the instant itself excluded, while
 * its group exists, and one of a provider while the provider maps groups. Pure.
 */
export function liveGroups(
  summary: AccessSummary,
  { groups, providers }: Configuration,
  now: Date,
): ReadonlySet<string> {
  const live = new Set<string>();
  for (const { source, groups: named } of summary) {
    if (source !== null && !mapsGroups(source, providers)) continue;
    for (const [id, endsAtMs] of named) if (now.getTime() < endsAtMs && groups.has(id)) live.add(id);
  }
  return live;
}

/** Whether an automatic source still exists. There are no directories yet. */
function mapsGroups(source: string, providers: Configuration['providers']): boolean {
  const name = /^provider:(.*)$/.exec(source)?.[1];
  return name !== undefined && (providers.get(name)?.groupMapping ?? null) !== null;
}
