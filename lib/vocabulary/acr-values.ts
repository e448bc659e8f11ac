/** The parts of `acr_values` (OpenID Connect Core §3.1.2.1, and two prefixes of our own, interface §4.1). */
export type AcrValues = {
  /** The first `idp:`. Null if there is none. */
  readonly provider: string | null;
  /** The first `tenant:`. Null if there is none. */
  readonly tenant: string | null;
  /** Everything except tenants, unchanged. No prefixed value is ever in the claim `acr` (semantics §1.9). */
  readonly others: readonly string[];
};

const providerPrefix = 'idp:';
const tenantPrefix = 'tenant:';

const none: AcrValues = { provider: null, tenant: null, others: [] };

/** Reads `acr_values`, in order of preference. */
export function parseAcrValues(value: string | null | undefined): AcrValues {
  if (!value) return none;
  const words = value.split(' ').filter(Boolean);
  const first = (prefix: string) => words.find((word) => word.startsWith(prefix))?.slice(prefix.length) || null;
  return {
    provider: first(providerPrefix),
    tenant: first(tenantPrefix),
    others: words.filter((word) => !word.startsWith(tenantPrefix)),
  };
}
