import { entryVersion } from '#lib/config/entry-version';
import { type Wire, wireTenant } from '#lib/config/wire';
import type { AdminContext } from '../admin-context';
import { AdminError, isAdminError } from '../admin-error';
import { saveEntries } from '../configuration/save-entries';
import { saveForm } from '../entries/save-form';
import { getTenant } from './read-tenant';
import { nestTenant, type TenantTab, toldTenant } from './tenant-fields';

const section = 'tenants';

/** @throws AdminError `already_exists` at name, `invalid` with the fields */
export async function createTenant(admin: AdminContext, entry: Wire & { readonly name: string }): Promise<void> {
  try {
    await saveEntries(admin, [{ section, key: entry.name, entry, expected: null }]);
  } catch (error) {
    if (!isAdminError(error) || error.code !== 'already_exists') throw error;
    const message = `there is a tenant ${entry.name} already`;
    throw new AdminError('already_exists', message, [{ field: 'name', code: 'already_exists', message }]);
  }
}

type TenantSave = {
  readonly name: string;
  readonly tab: TenantTab;
  /** By the fields of the form, see tenantTabs. */
  readonly values: Wire;
  readonly version: string;
  readonly reason: string | null;
};

/**
 * Saves one page of a tenant's settings.
 * @throws AdminError `changed_meanwhile` with what was saved in between, `invalid` with the fields
 */
export async function saveTenant(admin: AdminContext, { name, tab, values, ...save }: TenantSave): Promise<void> {
  const stored = wireTenant(await getTenant(admin, name));
  const changes = nestTenant(values, stored);
  await saveForm(admin, { section, key: name, stored, changes, told: toldTenant(tab), ...save });
}

/** Lets people sign in under it, or not any more: neither to its clients, nor where it is named. */
export async function enableTenant(admin: AdminContext, name: string, enabled: boolean): Promise<void> {
  const stored = wireTenant(await getTenant(admin, name));
  await saveEntries(admin, [{ section, key: name, entry: { ...stored, enabled }, expected: entryVersion(stored) }]);
}

/**
 * Deletes a tenant that was disabled before and that no client belongs to.
 * @param version the one that whoever deletes it saw (see entryVersion()); null when it does not matter
 * @throws AdminError `in_use` while it is enabled, or a client belongs to it
 */
export async function deleteTenant(admin: AdminContext, name: string, version: string | null): Promise<void> {
  const tenant = await getTenant(admin, name);
  if (tenant.enabled) throw new AdminError('in_use', 'Disable the tenant before you delete it');
  const expected = version ?? entryVersion(wireTenant(tenant));
  await saveEntries(admin, [{ section, key: name, entry: null, expected }]);
}
