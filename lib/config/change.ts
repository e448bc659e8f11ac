import type { OpenDatabase } from '#lib/db/open-database';
import { groupKey } from '#lib/vocabulary/group-name';
import type { EntrySection, Wire } from '#lib/vocabulary/wire-entry';
import { type ApplyOptions, type ApplyReport, applyConfiguration } from './apply';
import { readConfiguration } from './file';
import { roleKey } from './keep-roles';
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
      /** The former IDs of the roles of a client or an API, by name. A role that is created again gets its ID back. */
      readonly roleIds?: Readonly<Record<string, string>> | undefined;
    };

type ChangeOptions = Pick<ApplyOptions, 'secret' | 'issuer' | 'now' | 'by' | 'check' | 'first' | 'newSecretId'>;

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
  const { file, edit } = toFile(changes);
  const report = await applyConfiguration(open, file, { ...options, ...edit });
  return report ?? { changes: [], warnings: [], revision: null };
}

/** Plans a change without writing anything. */
export async function planChanges(
  { db }: Pick<OpenDatabase, 'db'>,
  changes: readonly EntryChange[],
  options: Pick<ApplyOptions, 'secret' | 'issuer'>,
): Promise<PlanReport> {
  const { file, edit } = toFile(changes);
  return planConfiguration(db, file, { ...options, ...edit });
}

/** The entries as a file, and what a file cannot say: which entries are deleted, and the places and IDs of others. */
function toFile(changes: readonly EntryChange[]) {
  const listed: Record<string, Wire | Wire[]> = {};
  const remove: Partial<Record<EntrySection, string[]>> = {};
  const positions = new Map<string, number>();
  const groupIds = new Map<string, string>();
  const roleIds = new Map<string, string>();
  for (const change of changes) {
    const { section, key, entry } = change;
    if (section === 'portal') listed.portal = entry;
    else if (entry === null) remove[section] = [...(remove[section] ?? []), key];
    else listed[section] = [...[listed[section] ?? []].flat(), entry];
    if (section === 'identity_providers' && change.position !== undefined) positions.set(key, change.position);
    if (section === 'groups' && change.id !== undefined) groupIds.set(groupKey(key), change.id);
    if (section === 'portal') continue;
    for (const [role, id] of Object.entries(change.roleIds ?? {})) roleIds.set(roleKey(section, key, role), id);
  }
  return {
    file: readConfiguration(listed),
    edit: { prune: false, remove, positions, groupIds, roleIds, isEdit: true },
  };
}
