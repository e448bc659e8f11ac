import type { Client } from '#lib/clients/client';
import type { RememberedConsent } from '#lib/consents/consent-store';
import type { Context } from '#lib/context';
import { type ScopeView, scopeView } from '#lib/login/consent/read';
import { homeScope } from '#lib/protocol/release';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { GrantGroup } from '#lib/tokens/grant-group-store';
import type { ScopeUse } from '#lib/tokens/scope-uses/note-scope-uses';
import type { User } from '#lib/users/user';
import { readNamedClaims } from '#lib/vocabulary/requested-claims';

/** A scope of an app, or a scope of which the app has single claims. */
export type AppScope = {
  readonly scope: ScopeView;
  /** The claims that were allowed by name without the scope. Empty if the scope itself was allowed. */
  readonly claims: readonly string[];
  /** Null also for single claims, because only the uses of scopes are recorded. */
  readonly lastUsedAt: Date | null;
  /** The scope can be removed on its own. */
  readonly canRemove: boolean;
};

/** What a person granted one client. */
type Given = {
  readonly client: Client;
  readonly user: User;
  readonly grants: readonly GrantGroup[];
  readonly consents: readonly RememberedConsent[];
  readonly uses: readonly Pick<ScopeUse, 'scope' | 'at'>[];
};

/** The scopes that an app has, the first allowed first. Then those of which it has single claims. */
export function appScopes(given: Given, { snapshot, now }: Pick<Context, 'snapshot' | 'now'>): AppScope[] {
  const { client, user, grants, consents, uses } = given;
  const used = new Map(uses.map(({ scope, at }) => [scope, at]));
  const row = (name: string, claims: readonly string[]): AppScope => {
    const scope = scopeView(name, user, { client, snapshot, now });
    const lastUsedAt = claims.length === 0 ? (used.get(name) ?? null) : null;
    return { scope, claims, lastUsedAt, canRemove: isRemovable(scope, client) };
  };
  const whole = new Set([...grants, ...consents].flatMap(({ scope }) => scope.split(' ')));
  const alone = namedClaims(given, snapshot).filter(({ under }) => !whole.has(under));
  const parts = [...new Set(alone.map(({ under }) => under))].map((name) => {
    return row(name, [...new Set(alone.flatMap(({ claim, under }) => (under === name ? claim : [])))]);
  });
  return [...Array.from(whole, (name) => row(name, [])), ...parts];
}

type NamedClaim = { readonly claim: string; readonly under: string };

/** The claims that were allowed by name, each with its scope. */
function namedClaims({ client, grants, consents }: Given, snapshot: Snapshot): readonly NamedClaim[] {
  const ofGrants = grants.flatMap(({ claims }) => Object.entries(readNamedClaims(claims).under));
  // A consent does not record the scopes. The next request would be granted the claim under this one.
  const ofConsents = consents
    .flatMap(({ claims }) => claims)
    .map((claim) => [claim, homeScope(claim, client, snapshot)] as const);
  return [...ofGrants, ...ofConsents].flatMap(([claim, under]) => (under === null ? [] : { claim, under }));
}

/**
 * Whether a scope can be removed. Without its identity scope, an app could not sign the person in. A required scope was
 * never a choice. An app that does not ask for consent would get the scope back at the next sign-in.
 */
export function isRemovable(
  { name, required }: Pick<ScopeView, 'name' | 'required'>,
  { requireConsent }: Pick<Client, 'requireConsent'>,
): boolean {
  return name !== 'openid' && !required && requireConsent;
}
