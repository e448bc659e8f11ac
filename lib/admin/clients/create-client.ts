import { createHandle } from '#lib/crypto/random';
import type { AdminContext } from '../admin-context';
import { AdminError, isAdminError } from '../admin-error';
import { saveEntries } from '../configuration/save-entries';
import type { ApplicationKind } from './application-kind';
import { presets } from './presets';

export type NewClient = {
  readonly kind: ApplicationKind;
  readonly clientId: string;
  readonly clientName: string | null;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly scope: readonly string[];
};

/** A client as it was made. The secret is known to whoever sees this answer, and to nobody afterwards. */
export type CreatedClient = { readonly clientId: string; readonly secret: string | null };

/**
 * Creates a client with the safe settings of its kind.
 * @throws AdminError `already_exists` at client_id, `invalid` with the fields
 */
export async function createClient(admin: AdminContext, client: NewClient): Promise<CreatedClient> {
  const preset = presets[client.kind];
  const secret = preset.hasSecret ? createHandle() : null;
  const entry = {
    client_id: client.clientId,
    client_name: client.clientName,
    ...preset.settings,
    ...(secret !== null && { client_secrets: [{ value: secret, description: 'Made with the client' }] }),
    ...(preset.hasRedirects && { redirect_uris: client.redirectUris }),
    ...(preset.hasPostLogout && { post_logout_redirect_uris: client.postLogoutRedirectUris }),
    ...(client.kind === 'spa' && { allowed_cors_origins: originsOf(client.redirectUris) }),
    scope: client.scope.join(' '),
  };
  try {
    await saveEntries(admin, [{ section: 'clients', key: client.clientId, entry, expected: null }]);
  } catch (error) {
    throw atClientId(error, client.clientId);
  }
  return { clientId: client.clientId, secret };
}

/** Scripts of these pages call the token endpoint (Fetch). What is no address is left for the schema to name. */
function originsOf(uris: readonly string[]): string[] {
  const origins = uris.flatMap((uri) => (URL.canParse(uri) ? [new URL(uri).origin] : []));
  return [...new Set(origins)].filter((origin) => /^https?:/.test(origin));
}

function atClientId(error: unknown, clientId: string): unknown {
  if (!isAdminError(error) || error.code !== 'already_exists') return error;
  const message = `there is a client ${clientId} already`;
  return new AdminError('already_exists', message, [{ field: 'client_id', code: 'already_exists', message }]);
}
