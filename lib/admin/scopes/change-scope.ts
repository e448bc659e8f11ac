import { entryVersion } from '#lib/config/entry-version';
import { type Wire, wireScope } from '#lib/config/wire';
import { createHandle } from '#lib/crypto/random';
import type { AdminContext } from '../admin-context';
import { AdminError, isAdminError } from '../admin-error';
import { type NewSecret, secretEntry } from '../clients/change-client';
import { saveEntries } from '../configuration/save-entries';
import { saveForm } from '../entries/save-form';
import { notFound } from '../not-found';
import { getScope } from './read-scope';
import { toldScope } from './scope-fields';

/** @throws AdminError `already_exists` at name, `invalid` with the fields */
export async function createScope(admin: AdminContext, entry: Wire & { readonly name: string }): Promise<void> {
  const taken = await getScope(admin, entry.name).catch((error) => {
    if (isAdminError(error) && error.code === 'not_found') return null;
    throw error;
  });
  if (taken !== null) {
    const message = `there is a scope ${entry.name} already`;
    throw new AdminError('already_exists', message, [{ field: 'name', code: 'already_exists', message }]);
  }
  await saveEntries(admin, [{ section: 'scopes', key: entry.name, entry, expected: null }]);
}

type ScopeSave = {
  readonly name: string;
  readonly changes: Wire;
  readonly version: string;
  readonly reason: string | null;
};

/** @throws AdminError `changed_meanwhile` with what was saved in between, `invalid` with the fields */
export async function saveScope(admin: AdminContext, { name, ...save }: ScopeSave): Promise<void> {
  const { scope, configured } = await getScope(admin, name);
  const told = toldScope(scope.type);
  await saveForm(admin, { section: 'scopes', key: name, stored: wireScope(scope), isNew: !configured, told, ...save });
}

/** @returns the secret, which nothing can show again */
export async function addScopeSecret(admin: AdminContext, name: string, secret: NewSecret): Promise<string> {
  const value = createHandle();
  const { scope } = await getScope(admin, name);
  const stored = wireScope(scope);
  const former = Array.isArray(stored.secrets) ? stored.secrets : [];
  const entry = { ...stored, secrets: [...former, secretEntry(value, secret, admin.now)] };
  await saveEntries(admin, [{ section: 'scopes', key: name, entry, expected: entryVersion(stored) }]);
  return value;
}

export async function deleteScopeSecret(admin: AdminContext, name: string, secretId: string): Promise<void> {
  const { scope } = await getScope(admin, name);
  const secrets = scope.secrets.filter(({ id }) => id !== secretId);
  if (secrets.length === scope.secrets.length) throw notFound();
  const expected = entryVersion(wireScope(scope));
  await saveEntries(admin, [{ section: 'scopes', key: name, entry: wireScope({ ...scope, secrets }), expected }]);
}

/**
 * Deletes a scope that no client has; a built-in one gets its own texts and claims back.
 * @throws AdminError `in_use` with the clients that have it
 * @param version the one that whoever deletes it saw (see entryVersion()); null when it does not matter
 */
export async function deleteScope(admin: AdminContext, name: string, version: string | null): Promise<void> {
  const { scope, configured } = await getScope(admin, name);
  if (!configured) throw notFound();
  const expected = version ?? entryVersion(wireScope(scope));
  await saveEntries(admin, [{ section: 'scopes', key: name, entry: null, expected }]);
}
