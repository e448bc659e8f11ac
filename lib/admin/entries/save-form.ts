import { entryVersion } from '#lib/config/entry-version';
import { listEntryRevisions } from '#lib/config/revisions/store';
import type { Wire } from '#lib/config/wire';
import type { AdminContext } from '../admin-context';
import { AdminError, isAdminError } from '../admin-error';
import { saveEntries } from '../configuration/save-entries';

type FormSave = {
  readonly section: 'clients' | 'scopes' | 'identity_providers' | 'tenants';
  readonly key: string;
  /** It is in no configuration yet: a built-in scope that gets settings of its own. */
  readonly isNew?: boolean;
  /** The entry as it is stored now. */
  readonly stored: Wire;
  /** What shall be different. */
  readonly changes: Wire;
  /** The version that the form was made from. */
  readonly version: string;
  /** An entry by the fields of the form, to tell people what somebody else saved. */
  readonly told: (entry: Wire) => Readonly<Record<string, string>>;
  readonly reason?: string | null;
};

/**
 * Saves what a form changes of an entry; the rest of the entry stays as it is stored.
 * @throws AdminError as saveEntries() does; `changed_meanwhile` tells who saved what in between
 */
export async function saveForm(admin: AdminContext, save: FormSave): Promise<void> {
  const { section, key, stored, changes, version, told, isNew = false, reason = null } = save;
  const entry = { ...stored, ...changes };
  try {
    if (entryVersion(stored) !== version) throw new AdminError('changed_meanwhile', `${key} was changed meanwhile`);
    await saveEntries(admin, [{ section, key, entry, expected: isNew ? null : version }], reason);
  } catch (error) {
    if (!isAdminError(error) || error.code !== 'changed_meanwhile') throw error;
    const [last] = await listEntryRevisions(admin.db, { section, key, limit: 1 });
    const conflict = {
      version: entryVersion(stored),
      by: last?.actor.name ?? null,
      at: last?.at.toISOString() ?? null,
      values: told(stored),
    };
    throw new AdminError('changed_meanwhile', error.message, [], { cause: error, conflict });
  }
}
