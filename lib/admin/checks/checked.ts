import type { Client } from '#lib/clients/client';
import type { KeyListing } from '#lib/keys/load-key-rings';
import type { IdentityProvider } from '#lib/providers/provider';
import type { Scope } from '#lib/scopes/scope';
import type { Settings } from '#lib/settings/settings';
import type { Portal, Tenant } from '#lib/tenants/tenant';
import type { NamedPeople } from './people-store';

/** `error`: something does not work or is open to attack; `warning`: it should be changed; `advice`: look at it. */
export const severities = ['error', 'warning', 'advice'] as const;
export type Severity = (typeof severities)[number];

/** A provider without its secret. */
export type CheckedProvider = Pick<
  IdentityProvider,
  'name' | 'displayName' | 'enabled' | 'unreadable' | 'type' | 'issuer' | 'button' | 'domains'
>;

/** The input of the checks. */
export type Checked = {
  readonly clients: readonly Client[];
  readonly scopes: ReadonlyMap<string, Scope>;
  readonly providers: ReadonlyMap<string, CheckedProvider>;
  readonly tenants: ReadonlyMap<string, Tenant>;
  readonly portal: Portal;
  readonly keys: readonly Pick<KeyListing, 'kid' | 'alg' | 'phase' | 'activatesAt'>[];
  readonly settings: Pick<Settings, 'issuerHost' | 'secure' | 'localhost' | 'smtp' | 'mtls'>;
  readonly people: CheckedPeople;
  /** Clients that were unused for a long time; empty if this is unknown. */
  readonly unused: ReadonlySet<string>;
  /** Redirect URIs, and ids of secrets, that were unused for a long time, by the client that uses others. */
  readonly unusedParts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Clients whose assertions were only for the issuer. */
  readonly issuerAssertions: ReadonlySet<string>;
  /** True if implicit, hybrid and the password grant were not used for a long time. */
  readonly areLegacyFlowsUnused: boolean;
  /** What is left of the demo configuration, once the overview no longer shows it; else nothing. */
  readonly demo: { readonly clients: readonly string[]; readonly scopes: readonly string[] };
  readonly now: Date;
};

/** What the checks read about people. */
type CheckedPeople = NamedPeople & {
  /** How many people have no second factor, where it is required: in the portal, and by tenant. */
  readonly withoutFactor: CountedPeople;
  /** How many people have no way to sign in, where a verified address is the only identifier. */
  readonly withoutAddress: CountedPeople;
};

export type CountedPeople = { readonly portal: number; readonly tenants: ReadonlyMap<string, number> };

/** A place that a rule found. */
export type Place = {
  /** The object of the finding. */
  readonly object: {
    readonly kind: 'client' | 'scope' | 'provider' | 'key' | 'tenant' | 'user' | 'installation';
    readonly id: string;
    readonly name: string | null;
  };
  /** Distinguishes it from other findings of the same object, for example an address. */
  readonly detail: string | null;
  /** The page where it can be corrected, if it is not that of the rule. */
  readonly href?: string;
};

/** The findings of a rule: one detail for each place, null if the object is enough. */
export type Found = readonly (string | null)[];

/** The places a rule is about, of those that are true. */
export function foundIf(isFound: boolean): Found {
  return isFound ? [null] : [];
}
