import { isSameResource } from '#lib/apis/api';
import { entryVersion } from '#lib/config/diff';
import { scopes } from '#lib/config/sections/scopes';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import { builtInScopes } from '#lib/scopes/built-in';
import type { Scope, ScopeRecord } from '#lib/scopes/scope';
import { findScope } from '#lib/scopes/scope-store';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { withoutSecrets } from '#lib/vocabulary/without-secrets';
import type { AdminContext } from '../admin-context';
import { notFound } from '../admin-error';
import { listSecretTimes } from '../entries/entry-facts-store';
import { type SecretDetail, type SecretsState, secretsState, toSecretDetails } from '../entries/secrets';
import { type ListPage, mapLines, pageOf } from '../list/list-page';
import { holdsText, type ListPlace, readPlace } from '../list/list-query';
import { type Query, textOf, wordOf } from '../query';

export const scopeTypes = ['resource', 'identity'] as const;

/** The place and filters in the address of the list. */
export type ScopeQuery = ListPlace & { readonly q: string | null; readonly type: Scope['type'] | null };

export function readScopeQuery(query: Query): ScopeQuery {
  return { q: textOf(query, 'q'), type: wordOf(query, 'type', scopeTypes, null), ...readPlace(query) };
}

export type ScopeLine = {
  readonly name: string;
  readonly type: Scope['type'];
  readonly displayName: string | null;
  readonly enabled: boolean;
  /** False if the stored row is broken. The scope is disabled then. */
  readonly isReadable: boolean;
  readonly builtIn: boolean;
  readonly claims: number;
  readonly secrets: SecretsState;
  /** How many clients may ask for it. */
  readonly clients: number;
  /** Its display name or description is missing. */
  readonly lacksTexts: boolean;
};

/** A page of the scopes by name, without those of the admin API. The scopes are in memory: no statement. */
export function listScopeLines(
  { snapshot, now }: AdminContext,
  { q, type, ...place }: ScopeQuery,
): ListPage<ScopeLine> {
  const used = countUses(snapshot);
  const matching = findScopes(snapshot, q ?? '').filter((scope) => type === null || scope.type === type);
  return mapLines(
    pageOf(matching, place, ({ name }) => name),
    (scope) => ({
      name: scope.name,
      type: scope.type,
      displayName: scope.displayName,
      enabled: scope.enabled,
      isReadable: scope.unreadable !== true,
      builtIn: scope.builtIn,
      claims: scope.claims.length,
      secrets: secretsState(scope.secrets, now),
      clients: used.get(scope.name) ?? 0,
      lacksTexts: !scope.builtIn && (scope.displayName === null || scope.description === null),
    }),
  );
}

/** The scopes whose names or resource contain a text, by name, without those of the admin API. */
export function findScopes({ scopes }: Pick<Snapshot, 'scopes'>, text: string): readonly Scope[] {
  return [...scopes.values()]
    .filter(({ name }) => !isAdminScope(name))
    .filter(({ name, displayName, resource }) => holdsText([name, displayName, resource], text))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function countUses({ clients }: Pick<Snapshot, 'clients'>): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const client of clients.values()) {
    for (const name of client.scope) uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  return uses;
}

/** A scope for a page or an answer, without secrets and hashes. */
export type ScopeDetail = {
  readonly name: string;
  readonly type: 'identity' | 'resource';
  readonly builtIn: boolean;
  /** True if its row is stored. A built-in scope has a row if it has custom texts or claims. */
  readonly configured: boolean;
  /** The version that a form sends back when it saves. */
  readonly version: string;
  readonly settings: Wire;
  readonly secrets: readonly SecretDetail[];
  /** The clients that may ask for it, up to usersShown. */
  readonly usedBy: readonly { readonly clientId: string; readonly name: string }[];
  readonly uses: number;
};

const usersShown = 50;

/** @throws AdminError `not_found` */
export async function readScope(admin: AdminContext, name: string | null): Promise<ScopeDetail> {
  const { scope, configured } = await getScope(admin, name);
  const users = [...admin.snapshot.clients.values()].filter((client) => client.scope.includes(scope.name));
  const stored = scopes.wire(scope);
  return {
    name: scope.name,
    type: scope.type,
    builtIn: scope.builtIn,
    configured,
    version: entryVersion(stored),
    settings: withoutSecrets(stored),
    secrets: toSecretDetails(scope.secrets, await listSecretTimes(admin.db, scope.name), admin.now),
    usedBy: users.slice(0, usersShown).map(({ clientId, clientName }) => ({ clientId, name: clientName ?? clientId })),
    uses: users.length,
  };
}

/** The stored scope, or the built-in one. @throws AdminError `not_found` */
export async function getScope(
  { db }: AdminContext,
  name: string | null,
): Promise<{ readonly scope: ScopeRecord; readonly configured: boolean }> {
  if (name === null) throw notFound();
  const stored = await findScope(db, name);
  const scope = stored ?? builtInScopes.get(name);
  if (scope === undefined) throw notFound();
  return { scope, configured: stored !== null };
}

type Api = { readonly resource: string; readonly scopes: readonly string[]; readonly issuer: string };

/** The metadata of an API as text to copy. */
type ApiDescription = { readonly address: string; readonly document: string; readonly challenge: string };

/**
 * The metadata document of an API (RFC 9728 §2), its address (§3.1), and the challenge that names it (§5.1).
 * @param api its resource URI, its scopes and the issuer
 */
export function describeApi({ resource, scopes, issuer }: Api): ApiDescription {
  const address = metadataAddress(resource);
  const document = { resource, authorization_servers: [issuer], scopes_supported: scopes };
  return {
    address,
    document: JSON.stringify(document, null, 2),
    challenge: `Bearer resource_metadata="${address}"`,
  };
}

/** The well-known part goes between the host and the path. A URI without a host has no such address. */
function metadataAddress(resource: string): string {
  const [, origin, rest = ''] = /^(https?:\/\/[^/?#]+)(.*)$/i.exec(resource) ?? [];
  const wellKnown = '/.well-known/oauth-protected-resource';
  return origin === undefined ? wellKnown : origin + wellKnown + (rest === '/' ? '' : rest);
}

/** The names of the scopes of an API. */
export function scopesOfApi(resource: string, scopes: ReadonlyMap<string, Scope>): string[] {
  const ofApi = [...scopes.values()].filter(
    (scope) => scope.enabled && scope.resource !== null && isSameResource(scope.resource, resource),
  );
  return ofApi.map(({ name }) => name);
}
