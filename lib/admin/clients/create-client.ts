import { findClient } from '#lib/clients/store';
import { withoutDefaults } from '#lib/config/defaults';
import type { Wire } from '#lib/config/wire';
import { withoutSecrets } from '#lib/config/without-secrets';
import type { AdminContext } from '../admin-context';
import { AdminError, isAdminError } from '../admin-error';
import { type Difference, differences } from '../audit/differences';
import { planEntries, saveEntries } from '../configuration/save-entries';
import { linesOf } from '../read-form';
import type { ApplicationKind } from './application-kind';
import { completeClient } from './complete-client';
import type { ClientDraft } from './draft';
import { presets } from './presets';

/** A client as it was made. The secret is known to whoever sees this answer, and to nobody afterwards. */
export type CreatedClient = { readonly clientId: string; readonly secret: string | null };

/** The entry of a new client with the safe settings of its kind. */
export function newEntry(kind: ApplicationKind, draft: ClientDraft): Wire {
  const preset = presets[kind];
  const redirectUris = linesOf(draft.redirect_uris);
  return {
    client_id: draft.client_id,
    client_name: draft.client_name || null,
    ...preset.settings,
    ...(preset.hasRedirects && { redirect_uris: redirectUris }),
    ...(preset.hasPostLogout && { post_logout_redirect_uris: linesOf(draft.post_logout_redirect_uris) }),
    ...(kind === 'spa' && { allowed_cors_origins: originsOf(redirectUris) }),
    scope: draft.scope,
  };
}

/**
 * Creates a client from an entry without secrets; it gets the one it needs.
 * @throws AdminError `already_exists` at client_id, `invalid` with the fields
 */
export async function createClient(admin: AdminContext, client: Wire): Promise<CreatedClient> {
  const { entry, secret } = completeClient(client);
  const clientId = idOf(entry);
  try {
    await saveEntries(admin, [{ section: 'clients', key: clientId, entry, expected: null }]);
  } catch (error) {
    throw isAdminError(error) && error.code === 'already_exists' ? alreadyThere(clientId) : error;
  }
  return { clientId, secret };
}

/** What createClient() would store, without what has its default. @throws AdminError as it does */
export async function planClient(admin: AdminContext, client: Wire): Promise<readonly Difference[]> {
  const { entry } = completeClient(client);
  const clientId = idOf(entry);
  const { changes } = await planEntries(admin, [{ section: 'clients', key: clientId, entry }]);
  if ((await findClient(admin.db, clientId)) !== null) throw alreadyThere(clientId);
  const [created] = changes;
  return differences(null, withoutSecrets(withoutDefaults('clients', created?.after ?? {})));
}

function idOf({ client_id: id }: Wire): string {
  return typeof id === 'string' ? id : '';
}

/** Scripts of these pages call the token endpoint (Fetch). What is no address is left for the schema to name. */
function originsOf(uris: readonly string[]): string[] {
  const origins = uris.flatMap((uri) => (URL.canParse(uri) ? [new URL(uri).origin] : []));
  return [...new Set(origins)].filter((origin) => /^https?:/.test(origin));
}

function alreadyThere(clientId: string): AdminError {
  const message = `there is a client ${clientId} already`;
  return new AdminError('already_exists', message, [{ field: 'client_id', code: 'already_exists', message }]);
}
