import { findClient } from '#lib/clients/client-store';
import { redirectUriProblem } from '#lib/clients/redirect-uri';
import { clients } from '#lib/config/sections/clients';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { withoutSecrets } from '#lib/vocabulary/without-secrets';
import type { AdminContext } from '../admin-context';
import { planEntries } from '../configuration/save-entries';
import { type Difference, differences } from '../differences';
import { alreadyThere, createEntry } from '../entries/change-entry';
import { linesOf } from '../read-form';
import type { ApplicationKind } from './application-kind';
import { clientSection } from './client-section';
import { completeClient } from './complete-client';
import type { ClientDraft } from './draft';
import { presets } from './presets';

/** A new client. Only this response shows the secret. */
export type CreatedClient = {
  readonly clientId: string;
  readonly secret: string | null;
  readonly secretExpiresAt: Date | null;
};

/** The entry of a new client, with safe settings for its kind. */
export function newEntry(kind: ApplicationKind, draft: ClientDraft): Wire {
  const preset = presets[kind];
  return {
    client_id: draft.client_id,
    client_name: draft.client_name || null,
    ...preset.settings,
    ...(preset.hasRedirects && { redirect_uris: linesOf(draft.redirect_uris) }),
    ...(preset.hasPostLogout && { post_logout_redirect_uris: signOutUris(draft, kind) }),
    scope: draft.scope,
  };
}

/**
 * Where a new client returns after a sign-out: what was typed, otherwise the start page at each redirect URI's origin,
 * which the libraries of the guides ask for (RP-Initiated Logout §3). A refused address has none, so that the form names
 * it once.
 */
function signOutUris(draft: ClientDraft, kind: ApplicationKind): readonly string[] {
  const typed = linesOf(draft.post_logout_redirect_uris);
  if (typed.length > 0) return typed;
  const use = { native: kind === 'native', isVouchedFor: true, purpose: 'post_logout' } as const;
  const origins = linesOf(draft.redirect_uris)
    .filter((uri) => /^https?:/.test(uri) && redirectUriProblem(uri, use) === null)
    .map((uri) => new URL(uri).origin);
  return [...new Set(origins)].map((origin) => `${origin}/`);
}

/**
 * Creates a client from an entry without secrets. It gets the secret that it needs.
 * @param secretDays after which that secret expires. Null for never
 * @throws AdminError `already_exists` at client_id, `invalid` with the fields
 */
export async function createClient(
  admin: AdminContext,
  client: Wire,
  secretDays: number | null = null,
): Promise<CreatedClient> {
  const { entry, secret, expiresAt } = completeClient(client, admin.now, secretDays);
  await createEntry(admin, clientSection, entry);
  return { clientId: idOf(entry), secret, secretExpiresAt: expiresAt };
}

/**
 * The values that createClient() would store, without defaults.
 * @throws AdminError as createClient() does
 */
export async function planClient(admin: AdminContext, client: Wire): Promise<readonly Difference[]> {
  const { entry } = completeClient(client, admin.now);
  const clientId = idOf(entry);
  const { changes } = await planEntries(admin, [{ section: 'clients', key: clientId, entry }]);
  if ((await findClient(admin.db, clientId)) !== null) throw alreadyThere(clientSection, clientId);
  const [created] = changes;
  return differences(null, withoutSecrets(clients.withoutDefaults(created?.after ?? {})));
}

function idOf({ client_id: id }: Wire): string {
  return typeof id === 'string' ? id : '';
}
