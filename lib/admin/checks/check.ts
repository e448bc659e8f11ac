import type { Client } from '#lib/clients/client';
import type { KeyListing } from '#lib/keys/load-key-ring';
import type { IdentityProvider } from '#lib/providers/provider';
import type { Scope } from '#lib/scopes/scope';
import type { Portal, Tenant } from '#lib/tenants/tenant';
import type { clientRules } from './client-rules';
import type { installationRules } from './installation-rules';
import type { providerRules } from './provider-rules';
import type { scopeRules } from './scope-rules';
import type { tenantRules } from './tenant-rules';

/** `error`: something does not work or is open to attack; `warning`: it should be changed; `advice`: look at it. */
export const severities = ['error', 'warning', 'advice'] as const;
export type Severity = (typeof severities)[number];

/** A provider without its secret. */
export type CheckedProvider = Pick<
  IdentityProvider,
  'name' | 'displayName' | 'enabled' | 'type' | 'issuer' | 'button' | 'domains'
>;

/** What the checks look at. */
export type Checked = {
  readonly clients: readonly Client[];
  readonly scopes: ReadonlyMap<string, Scope>;
  readonly providers: ReadonlyMap<string, CheckedProvider>;
  readonly tenants: ReadonlyMap<string, Tenant>;
  readonly portal: Portal;
  readonly keys: readonly Pick<KeyListing, 'kid' | 'alg' | 'phase' | 'activatesAt'>[];
  readonly settings: { readonly secure: boolean; readonly localhost: boolean; readonly smtpUrl: string | null };
  /** Clients that nobody used for long; empty when that is not known. */
  readonly unused: ReadonlySet<string>;
  /** Redirect URIs, and ids of secrets, that nobody used for long, by the client that uses others. */
  readonly unusedParts: ReadonlyMap<string, ReadonlySet<string>>;
  readonly now: Date;
};

export type CheckRule =
  | keyof typeof clientRules
  | keyof typeof scopeRules
  | keyof typeof providerRules
  | keyof typeof tenantRules
  | keyof typeof installationRules;

/** One thing to look at. */
export type Check = {
  readonly rule: CheckRule;
  readonly severity: Severity;
  /** What it is about. */
  readonly object: {
    readonly kind: 'client' | 'scope' | 'provider' | 'key' | 'tenant' | 'installation';
    readonly id: string;
    readonly name: string | null;
  };
  /** What tells it from others of the same object, for example an address. */
  readonly detail: string | null;
  /** The page where it can be put right. */
  readonly href: string;
};

/** What a rule finds: one detail for each place, null where the object says it all. */
export type Found = readonly (string | null)[];

/** The places a rule is about, of those that are true. */
export function foundIf(isFound: boolean): Found {
  return isFound ? [null] : [];
}
