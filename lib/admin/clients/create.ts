import { findClient } from '#lib/clients/client-store';
import { redirectUriProblem } from '#lib/clients/redirect-uri';
import { clients } from '#lib/config/sections/clients';
import { createHandle } from '#lib/crypto/random';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { withoutSecrets } from '#lib/vocabulary/without-secrets';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { planEntries } from '../configuration/save-entries';
import { type Difference, differences } from '../differences';
import { alreadyThere, createEntry } from '../entries/change-entry';
import { maximumDraft, type Query } from '../query';
import { linesOf, type PostedFields } from '../read-form';
import { type ApplicationKind, kindOf, presets, randomClientId } from './application-kind';
import type { Guide, GuideFacts } from './guides/guide';
import { guidesFor } from './guides/guides';
import { clientSection, completeClient } from './section';

/** A new client. Only this response shows the secret. */
type CreatedClient = {
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
    scope: [draft.scope, draft.new_scope].filter(Boolean).join(' '),
    ...(kind !== 'machine' && draft.access === 'assigned' && { access: 'assigned' }),
  };
}

/**
 * Requires the scope of an API for a machine, which can do nothing without one (RFC 6749 §4.4).
 * @throws AdminError `invalid` at the scopes
 */
export function needApiScope(kind: ApplicationKind, draft: ClientDraft, { snapshot }: AdminContext): void {
  const isOfApi = (name: string) => snapshot.scopes.get(name)?.type === 'resource';
  if (kind !== 'machine' || draft.new_scope !== '' || draft.scope.split(' ').some(isOfApi)) return;
  const message = 'expected the scope of an API';
  throw new AdminError('invalid', message, [{ field: 'scope', code: 'api_scope_missing', message }]);
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
 * @param newScope the name of an API scope that is created with it. Empty for none
 * @throws AdminError `already_exists` at client_id, `invalid` with the fields
 */
export async function createClient(
  admin: AdminContext,
  client: Wire,
  secretDays: number | null = null,
  newScope = '',
): Promise<CreatedClient> {
  const { entry, secret, expiresAt } = completeClient(client, admin.now, secretDays);
  const isNew = newScope !== '' && !admin.snapshot.scopes.has(newScope);
  const scope = {
    section: 'scopes' as const,
    key: newScope,
    entry: { name: newScope, type: 'resource' },
    expected: null,
  };
  await createEntry(admin, clientSection, entry, isNew ? [scope] : []);
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

/** The fields of the form for a new client. The values typed so far are in the page's address, under these names. */
export const draftNames = [
  'client_id',
  'client_name',
  'redirect_uris',
  'post_logout_redirect_uris',
  'scope',
  'new_scope',
  'access',
  'expires_in_days',
] as const;

/** A partly completed new client. Addresses are separated by line breaks, scopes by spaces. */
export type ClientDraft = Readonly<Record<(typeof draftNames)[number], string>>;

/** The draft in an address. Null if there is none, or if it is too long. */
export function readDraft(query: Query): ClientDraft | null {
  const draft = draftOf((name) => query[name] ?? '');
  const isTooLong = new URLSearchParams(draft).toString().length > maximumDraft;
  return query.client_id === undefined || isTooLong ? null : draft;
}

export function typedDraft(form: PostedFields): ClientDraft {
  return draftOf((name) => (name === 'scope' ? form.words(name).join(' ') : form.text(name)));
}

function draftOf(read: (name: string) => string): ClientDraft {
  return {
    client_id: read('client_id'),
    client_name: read('client_name'),
    redirect_uris: read('redirect_uris'),
    post_logout_redirect_uris: read('post_logout_redirect_uris'),
    scope: read('scope'),
    new_scope: read('new_scope'),
    access: read('access'),
    expires_in_days: read('expires_in_days'),
  };
}

/**
 * The initial values of the form for a new client: the values typed so far, otherwise defaults for its kind.
 * @throws AdminError `not_found` for an unknown kind
 */
export function newClientForm(
  type: string | undefined,
  query: Query,
): { readonly kind: ApplicationKind; readonly draft: ClientDraft } {
  const kind = kindOf(type);
  const draft = readDraft(query) ?? {
    ...draftOf(() => ''),
    client_id: randomClientId(kind),
    scope: presets[kind].scope.join(' '),
  };
  return { kind, draft };
}

/** The data that the page of a new client shows once. */
export type CreatedResult = {
  readonly result: Readonly<Record<string, string>>;
  readonly guides: readonly Guide[];
};

type Described = { readonly kind: ApplicationKind; readonly name: string } & Pick<GuideFacts, 'redirectUri' | 'scope'>;

/** The secret of a new client, and the guides for connecting an application of its kind. */
export function createdResult(
  { settings: { issuer } }: AdminContext,
  { clientId, secret, secretExpiresAt }: CreatedClient,
  { kind, name, redirectUri, scope }: Described,
): CreatedResult {
  const once = secret === null ? {} : { once: { secret, cookieSecret: createHandle() } };
  return {
    result: {
      clientId,
      name: name || clientId,
      issuer,
      redirectUri,
      ...(secret !== null && { secret }),
      ...(secretExpiresAt !== null && { secretExpiresAt: secretExpiresAt.toISOString() }),
    },
    guides: guidesFor(kind, { issuer, clientId, redirectUri, scope, ...once }),
  };
}
