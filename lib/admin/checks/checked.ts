import type { Api } from '#lib/apis/api';
import type { Client } from '#lib/clients/client';
import type { PkceUse } from '#lib/clients/usage/use-store';
import type { Group } from '#lib/groups/group-store';
import type { KeyListing } from '#lib/keys/load-key-rings';
import type { IdentityProvider } from '#lib/providers/provider';
import type { ScopeRecord } from '#lib/scopes/scope';
import type { Settings } from '#lib/settings/settings';
import type { Portal, Tenant } from '#lib/tenants/schema';
import { dayMs } from '#lib/vocabulary/time';
import type { NamedPeople } from './people-store';

/**
 * `error`: something does not work or is open to attack. `warning`: it should be changed. `advice`: it should be
 * reviewed.
 */
export const severities = ['error', 'warning', 'advice'] as const;
export type Severity = (typeof severities)[number];

/** A provider without its secret. */
export type CheckedProvider = Pick<
  IdentityProvider,
  'name' | 'displayName' | 'enabled' | 'unreadable' | 'type' | 'issuer' | 'button' | 'domains' | 'groupMapping'
>;

/** The input of the checks. */
export type Checked = {
  readonly clients: readonly Client[];
  readonly apis: ReadonlyMap<string, Api>;
  readonly scopes: ReadonlyMap<string, ScopeRecord>;
  readonly providers: ReadonlyMap<string, CheckedProvider>;
  readonly tenants: ReadonlyMap<string, Tenant>;
  readonly portal: Portal;
  readonly keys: readonly Pick<KeyListing, 'kid' | 'alg' | 'phase' | 'activatesAt'>[];
  readonly settings: Pick<Settings, 'issuerHost' | 'secure' | 'localhost' | 'smtp' | 'mtls'>;
  readonly people: CheckedPeople;
  /** Clients that were not used for a long time. Empty if this is unknown. */
  readonly unused: ReadonlySet<string>;
  /**
   * Redirect URIs, and IDs of secrets, that were not used for a long time although the client used others. By client.
   */
  readonly unusedParts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Clients whose assertions were addressed only to the issuer. */
  readonly issuerAssertions: ReadonlySet<string>;
  /** How clients redeemed their codes in the last days. Empty for those of which that is unknown. */
  readonly pkceUses: ReadonlyMap<string, PkceUse>;
  /** APIs with roles, in whose tokens other names were beside theirs in the last days. By client. */
  readonly mixedAudiences: ReadonlyMap<string, ReadonlySet<string>>;
  /** Claims that had no room in tokens of the last days. By client. */
  readonly omittedClaims: ReadonlyMap<string, ReadonlySet<string>>;
  /** Providers that said too many groups in the last days. */
  readonly overflowing: ReadonlySet<string>;
  /** The IDs of secrets that are old and never expire. By client. */
  readonly oldSecrets: ReadonlyMap<string, ReadonlySet<string>>;
  /** True if implicit, hybrid and the password grant were not used for a long time. */
  readonly areLegacyFlowsUnused: boolean;
  /** By ID. */
  readonly groups: ReadonlyMap<string, Group>;
  readonly access: {
    /** Clients that only chosen people may use, and nobody can. */
    readonly nobody: ReadonlySet<string>;
    /** Approver groups without anybody whom a request reaches, by groupKey(). */
    readonly silentGroups: ReadonlySet<string>;
  };
  /** The remaining parts of the demo configuration, once the overview no longer shows it. Empty before. */
  readonly demo: { readonly clients: readonly string[]; readonly scopes: readonly string[] };
  readonly now: Date;
};

/** The data about people that the checks read. */
type CheckedPeople = NamedPeople & {
  /** The number of people without a second factor where it is required: in the portal, and by tenant. */
  readonly withoutFactor: CountedPeople;
  /** The number of people who cannot sign in where a verified address is the only identifier. */
  readonly withoutAddress: CountedPeople;
};

export type CountedPeople = { readonly portal: number; readonly tenants: ReadonlyMap<string, number> };

/** A place where a rule found something. */
export type Place = {
  /** The object of the finding. */
  readonly object: {
    readonly kind: 'client' | 'scope' | 'provider' | 'key' | 'tenant' | 'user' | 'installation';
    readonly id: string;
    readonly name: string | null;
  };
  /** Distinguishes findings of the same object, for example an address. */
  readonly detail: string | null;
  /** The page where it can be fixed, if it is not the page of the rule. */
  readonly href?: string;
};

/** The findings of a rule: one detail for each place. Null if the object says enough. */
export type Found = readonly (string | null)[];

/** How grave the findings of a rule are, where they can be fixed, and how they are found. */
export type CheckRule<Find> = { readonly severity: Severity; readonly at: string; readonly find: Find };

/** Makes the rules of a table by their severity. */
export function makeRules<Find>() {
  const of =
    (severity: Severity) =>
    (at: string, find: Find): CheckRule<Find> => ({ severity, at, find });
  return { error: of('error'), warning: of('warning'), advice: of('advice') };
}

/** The findings of a rule that has at most one. */
export function foundIf(isFound: boolean): Found {
  return isFound ? [null] : [];
}

type Dated = { readonly expiresAt: Date | null };

/** A secret or certificate is reported this long before it expires. */
const warnDays = 30;

/** The days on which secrets or certificates expired. */
export function expired(secrets: readonly Dated[], now: Date): string[] {
  return days(secrets, (end) => end <= now);
}

/** The days on which they will expire soon. */
export function expiring(secrets: readonly Dated[], now: Date): string[] {
  return days(secrets, (end) => end > now && end.getTime() - now.getTime() <= warnDays * dayMs);
}

function days(secrets: readonly Dated[], isMeant: (end: Date) => boolean): string[] {
  return secrets.flatMap(({ expiresAt }) =>
    expiresAt !== null && isMeant(expiresAt) ? [expiresAt.toISOString().slice(0, 10)] : [],
  );
}
