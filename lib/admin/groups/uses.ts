import type { Snapshot } from '#lib/snapshot/snapshot';
import { groupKey } from '#lib/vocabulary/group-name';
import { clientsFeature } from '../clients/feature';
import type { Feature, GroupUse } from '../feature';
import { providersFeature } from '../providers/feature';

/** The features whose entries name groups. */
const naming: readonly Required<Pick<Feature, 'namesGroups'>>[] = [clientsFeature, providersFeature];

/** One entry that names a group. */
export type Use = Omit<GroupUse, 'gives'> & { readonly gives: readonly string[] };

/** Who names each group, by groupKey(). */
export function usesOfGroups(snapshot: Snapshot): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Map<string, Use>>();
  for (const { gives, ...entry } of naming.flatMap(({ namesGroups }) => namesGroups(snapshot))) {
    for (const [what, groups] of gives) {
      for (const group of groups) {
        const key = groupKey(group);
        const own = uses.get(key) ?? new Map<string, Use>();
        const place = `${entry.kind} ${entry.id}`;
        uses.set(key, own.set(place, { ...entry, gives: [...(own.get(place)?.gives ?? []), what] }));
      }
    }
  }
  return new Map([...uses].map(([key, own]) => [key, [...own.values()]]));
}
