/** What `acr_values` asks for (OpenID Connect Core §3.1.2.1, and two prefixes of our own, interface §4.1). */
export type AcrValues = {
  /** The first `idp:`; null without one. */
  readonly provider: string | null;
  /** The first `tenant:`; null without one. */
  readonly tenant: string | null;
  /** The rest, which is passed on as it is. Neither prefixed value ever ends up in the claim `acr` (semantics §1.9). */
  readonly others: readonly string[];
};

const providerPrefix = 'idp:';
const tenantPrefix = 'tenant:';

/** Reads the words of `acr_values`, in order of preference. */
export function parseAcrValues(value: string | null | undefined): AcrValues {
  const words = value?.split(' ').filter(Boolean) ?? [];
  const first = (prefix: string) => words.find((word) => word.startsWith(prefix))?.slice(prefix.length) || null;
  return {
    provider: first(providerPrefix),
    tenant: first(tenantPrefix),
    others: words.filter((word) => !word.startsWith(providerPrefix) && !word.startsWith(tenantPrefix)),
  };
}
