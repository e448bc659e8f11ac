import type { MasterSecret } from '#lib/crypto/master-secret';
import type { OpenDatabase } from '#lib/db/open-database';
import { groupKey } from '#lib/vocabulary/group-name';
import type { EntrySection, Wire } from '#lib/vocabulary/wire-entry';
import { type ApplyOptions, type ApplyReport, applyConfiguration } from './apply';
import { readConfiguration } from './file';
import { type PlanReport, planConfiguration } from './plan';

/** A change of one entry of the configuration. */
export type EntryChange =
  | { readonly section: 'portal'; readonly key: ''; readonly entry: Wire }
  | {
      readonly section: EntrySection;
      /** The entry's name, client_id or canonical username. */
      readonly key: string;
      /** The whole entry as in the file. Null deletes it. */
      readonly entry: Wire | null;
      /** The former place of a provider that is created again. It gets the place back unless another has it now. */
      readonly position?: number | undefined;
      /** The former ID of a group that is created again. It gets the ID back, and so its people. */
      readonly id?: string | undefined;
    };

type ChangeOptions = Pick<ApplyOptions, 'secret' | 'now' | 'by' | 'check' | 'first' | 'newSecretId'>;

/**
 * Changes all of these entries, or none. The checks, the revision and the audit events are the same as for a file.
 * @returns the changes; none if nothing differs from the stored entries
 * @throws ConfigurationError (code `invalid_configuration`) whose problems have paths like
 * `clients[0].redirect_uris[1]`
 */
export async function changeConfiguration(
  open: Pick<OpenDatabase, 'db'>,
  changes: readonly EntryChange[],
  options: ChangeOptions,
): Promise<ApplyReport> {
  const file = readConfiguration(sectionsOf(changes));
  const report = await applyConfiguration(open, file, { ...options, ...asEdit(changes) });
  return report ?? { changes: [], warnings: [], revision: null };
}

/** Plans a change without writing anything. */
export function planChanges(
  { db }: Pick<OpenDatabase, 'db'>,
  changes: readonly EntryChange[],
  secret: MasterSecret,
): Promise<PlanReport> {
  return planConfiguration(db, readConfiguration(sectionsOf(changes)), { secret, ...asEdit(changes) });
}

function asEdit(changes: readonly EntryChange[]) {
  return {
    prune: false,
    remove: removalsOf(changes),
    positions: positionsOf(changes),
    groupIds: groupIdsOf(changes),
    isEdit: true,
  };
}

function positionsOf(changes: readonly EntryChange[]): ReadonlyMap<string, number> {
  return new Map(
    changes.flatMap((change) =>
      change.section === 'identity_providers' && change.position !== undefined ? [[change.key, change.position]] : [],
    ),
  );
}

function groupIdsOf(changes: readonly EntryChange[]): ReadonlyMap<string, string> {
  return new Map(
    changes.flatMap((change) =>
      change.section === 'groups' && change.id !== undefined ? [[groupKey(change.key), change.id]] : [],
    ),
  );
}

/** The entries in the structure of a file, for its schema. */
function sectionsOf(changes: readonly EntryChange[]): Record<string, unknown> {
  const sections: Record<string, unknown> = {};
  for (const { section, entry } of changes) {
    if (entry === null) continue;
    const former = sections[section];
    sections[section] = section === 'portal' ? entry : [...(Array.isArray(former) ? former : []), entry];
  }
  return sections;
}

function removalsOf(changes: readonly EntryChange[]): Partial<Record<EntrySection, string[]>> {
  const removals: Partial<Record<EntrySection, string[]>> = {};
  for (const change of changes) {
    if (change.section === 'portal' || change.entry !== null) continue;
    removals[change.section] = [...(removals[change.section] ?? []), change.key];
  }
  return removals;
}
