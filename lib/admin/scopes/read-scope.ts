import { entryVersion } from '#lib/config/entry-version';
import { scopes } from '#lib/config/sections/scopes';
import { builtInScopes } from '#lib/scopes/built-in';
import type { Scope } from '#lib/scopes/scope';
import { findScope } from '#lib/scopes/scope-store';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { withoutSecrets } from '#lib/vocabulary/without-secrets';
import type { AdminContext } from '../admin-context';
import { type SecretDetail, toSecretDetails } from '../entries/secrets';
import { notFound } from '../not-found';
import { listSecretTimes } from './secret-times-store';

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
): Promise<{ readonly scope: Scope; readonly configured: boolean }> {
  if (name === null) throw notFound();
  const stored = await findScope(db, name);
  const scope = stored ?? builtInScopes.get(name);
  if (scope === undefined) throw notFound();
  return { scope, configured: stored !== null };
}
